/* What a schema says beyond the list of an object's fields: if these have such values, then those stand
 * there, or do not. */
#ifndef OW_SRC_SCHEMA_RULES_H
#define OW_SRC_SCHEMA_RULES_H

#include "../json/tree.h"
#include "table.h"

/* A schema in the making. */
struct schema {
    struct exploration *e;
    struct arena *arena;
    struct table *tables;
    struct tree *definitions;
    struct tree *rules[MOST_PLACES]; /* of each object: its "allOf" */
};

/* Makes the rules of every place. */
void make_rules(struct schema *s);

/* What the cells of a table have together. */
struct cell whole_of(const struct table *table);

/* The schema of what a cell lets stand at a place, without what is inside; NULL where that is nothing, and
 * where it is all that `whole` has, which is said already. */
struct tree *narrowed(struct schema *s, uint16_t place, const struct cell *cell,
                      const struct cell *whole);

/* The schema of a type without what is inside: mostly a reference to a definition. */
struct tree *type_schema(struct schema *s, const struct field_type *type);

/* A reference to a definition; and the definition itself, to be filled, NULL where it is there already. */
struct tree *definition_reference(struct schema *s, const char *name);
struct tree *definition_new(struct schema *s, const char *name);

/* Cells of a table that are asked for (1), are not (0), or may be either (2). */
struct choice_of_cells {
    struct schema *s;
    const struct table *table;
    uint16_t object;
    uint8_t *marks;
};

/* The test for the marked cells of the first `count` dimensions: one box, or else a test for each slice of
 * the last of them. */
struct tree *cells_test(const struct choice_of_cells *c, unsigned count, unsigned first);

/* Whether JSON may leave the field out wherever it may stand. */
bool is_optional(const struct schema *s, uint16_t place);

/* The test for some classes of one dimension (their bits in `classes`), seen from an object. */
struct tree *dimension_test(struct schema *s, const struct dimension *dimension,
                            const uint64_t classes[ALTERNATIVE_WORDS], uint16_t object);

/* The same for some rows: their bits. */
struct tree *rows_test(struct schema *s, uint64_t rows);

/* {"name": value} in an object, as a schema that wants it. */
struct tree *property_test(struct schema *s, const char *name, struct tree *value);

/* {"enum": [...]} or {"const": ...} with the children of an array. */
struct tree *one_of(struct schema *s, struct tree *values);

#endif
