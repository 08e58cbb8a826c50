/* A world that is asked: its document, and what was found out about it for earlier questions. */
#ifndef OW_SQL_WORLD_H
#define OW_SQL_WORLD_H

#include "issues.h"
#include "tables.h"

#include <overworld/overworld.h>

/* The rows of a list in the order of the values of one column. */
struct row_index {
    struct row_index *next;
    const struct table *table;
    int16_t column;
    unsigned
        uses; /* how often it was asked for: the first time a walk through the list is as good */
    bool is_made;
    size_t count;
    int64_t *values; /* ascending; of those alone that are whole numbers */
    uint32_t *items; /* the row of each, ascending among equal values */
};

struct world {
    ow_document document;
    const struct format_tables *tables;
    ow_bytes bytes;      /* its file; empty: nothing is known of it */
    bool has_no_offsets; /* they were made of JSON: nobody has seen where in them anything is */
    struct row_index *indexes;
    struct address_table
        *addresses; /* of Logic World's components; NULL: none, or not to be had as a table */
    ow_text names_json,
        types_json;      /* of ow_circuit_options; they stay as long as the world does, */
    const ow_mods *mods; /* and so do these */
    ow_circuit circuit;  /* of nothing until somebody asks, see world_circuit */
    ow_circuit_depths depths;
    uint32_t *net_of_driver; /* of each of circuit.drivers */
    bool has_circuit;
    struct issue_list *issues; /* NULL: not checked yet */
    unsigned users;
    ow_options options;
};

/* Opens a world out of bytes that stay as they are until it is closed, as `sets` does.
 * OW_UNKNOWN_FORMAT and the like. */
ow_status world_open(ow_bytes bytes, const ow_options *options, struct table_sets *sets,
                     struct world **world, ow_error *error);

/* NULL is fine. */
void world_close(struct world *world);

/* The rows of a list with such a value in a column, ascending: *count of them; NULL where none
 * is known yet, and a walk through the list is as good. *failed: memory ended. `single` is room
 * for one. */
const uint32_t *world_find(struct world *world, const struct table *table, int16_t column,
                           int64_t value, uint32_t *single, size_t *count, bool *failed);

/* Its circuit, which is opened at the first time; NULL with *error where it has none. */
const ow_circuit *world_circuit(struct world *world, ow_error *error);

/* How many elements a list has that is no list inside another's elements; else a guess. */
uint64_t world_row_count(const struct world *world, const struct table *table);

#endif
