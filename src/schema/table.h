/* The possible outcomes of a place in JSON, as a table over its deciders: what a schema says of a
 * field. */
#ifndef OW_SRC_SCHEMA_TABLE_H
#define OW_SRC_SCHEMA_TABLE_H

#include "explore.h"

enum { MOST_DIMENSIONS = 8, MOST_CELLS = 1 << 16 };

/* A decider that JSON shows, its alternatives in classes; or (`witness`) the presence of a field
 * beside it, which shows what no value shows. */
struct dimension {
    uint16_t decider;
    uint16_t witness; /* a place; 0: none */
    unsigned classes; /* of a witness: 0 absent, 1 present */
    const uint8_t *class_of;
};

/* The outcomes for one class of each dimension. */
struct cell {
    uint32_t outcomes;    /* bits of exploration.outcomes; 0: never occurs */
    uint32_t least, most; /* elements of a list with an exact length */
};

struct table {
    unsigned count; /* of dimensions; the first one changes fastest */
    struct dimension dimensions[MOST_DIMENSIONS];
    unsigned cell_count;
    struct cell *cells;
};

/* Makes a table for each place; those without fields in JSON stay empty. `tables` has
 * MOST_PLACES. */
ow_status make_tables(struct exploration *e, struct table *tables, ow_error *error);

/* Removes the dimensions of a table that make no difference, in place. */
void simplify_table(struct table *table);

/* Returns true if a place is not in JSON. */
bool is_hidden(const struct exploration *e, uint16_t place);

/* The innermost object that contains two places. */
uint16_t common_object(const struct exploration *e, uint16_t a, uint16_t b);

/* Cells of the first `count` dimensions from `first` on. */
static inline unsigned slice_size(const struct table *table, unsigned count)
{
    unsigned size = 1;
    for (unsigned i = 0; i < count; i++)
        size *= table->dimensions[i].classes;
    return size;
}

static inline unsigned class_of_cell(const struct table *table, unsigned cell, unsigned dimension)
{
    return cell / slice_size(table, dimension) % table->dimensions[dimension].classes;
}

static inline bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->outcomes == b->outcomes && a->least == b->least && a->most == b->most;
}

#endif
