/* Rules of a schema beyond the fields of an object: if some fields have given values, others must
 * or must not be there. */
#ifndef OW_SRC_SCHEMA_RULES_H
#define OW_SRC_SCHEMA_RULES_H

#include "../json/tree.h"
#include "table.h"

/* A schema that is being built. */
struct schema {
    struct exploration *e;
    struct arena *arena;
    struct table *tables;
    struct tree *definitions;
    struct tree *rules[MOST_PLACES]; /* of each object: its "allOf" */
};

/* Makes the rules of every place. */
void make_rules(struct schema *s);

/* The union of a table's cells. */
struct cell whole_of(const struct table *table);

/* The schema of what a cell allows at a place, without contents. NULL if nothing is allowed, or
 * all that `whole` allows, which has been stated. */
struct tree *narrowed(struct schema *s, uint16_t place, const struct cell *cell,
                      const struct cell *whole);

/* The schema of a type without its contents: usually a reference to a definition. */
struct tree *type_schema(struct schema *s, const struct field_type *type);

/* A reference to a definition; and the definition itself, to be filled, or NULL if it exists. */
struct tree *definition_reference(struct schema *s, const char *name);
struct tree *definition_new(struct schema *s, const char *name);

/* A selection of a table's cells: 1 selected, 0 not, 2 either. */
struct choice_of_cells {
    struct schema *s;
    const struct table *table;
    uint16_t object;
    uint8_t *marks;
};

/* The test for the selected cells of the first `count` dimensions: one box, or a test for each
 * slice of the last dimension. */
struct tree *cells_test(const struct choice_of_cells *c, unsigned count, unsigned first);

/* Returns true if JSON may always omit the field. */
bool is_optional(const struct schema *s, uint16_t place);

/* The test for classes of one dimension (bits in `classes`), seen from an object. */
struct tree *dimension_test(struct schema *s, const struct dimension *dimension,
                            const uint64_t classes[ALTERNATIVE_WORDS], uint16_t object);

/* The test for rows (bits). */
struct tree *rows_test(struct schema *s, uint64_t rows);

/* A schema that requires {"name": value} in an object. */
struct tree *property_test(struct schema *s, const char *name, struct tree *value);

/* {"enum": [...]} or {"const": ...} with the children of an array. */
struct tree *one_of(struct schema *s, struct tree *values);

#endif
