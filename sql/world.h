/* A world that is queried: its document, and what earlier queries found out about it. */
#ifndef OW_SQL_WORLD_H
#define OW_SQL_WORLD_H

#include "issues.h"
#include "tables.h"

#include <overworld/overworld.h>

/* The rows of a list in the order of the values of one column, as SQLite orders them: NULL, whole
 * numbers, and 64-bit numbers that are text because they are too large. */
struct row_index {
    struct row_index *next;
    const struct table *table;
    int16_t column;
    unsigned uses; /* number of requests; the index is made at the second one */
    bool is_made;
    size_t first, end, count; /* the whole numbers, and all rows */
    int64_t *values;          /* ascending; large numbers have the bits of unsigned ones */
    uint32_t *items;          /* row of each value, ascending for equal values */
};

struct world {
    ow_document document;
    const struct format_tables *tables;
    ow_bytes bytes;      /* bytes of its file; empty: unknown */
    bool has_no_offsets; /* the bytes were made from JSON, so offsets mean nothing */
    struct row_index *indexes;
    struct address_table *addresses; /* Logic World; NULL: none yet, or not possible */
    bool has_addresses;              /* the table was made, if possible */

    /* See ow_circuit_options; these outlive the world. */
    ow_text names_json, types_json;
    const ow_mods *mods;       /* outlives the world */
    const ow_folder *folder;   /* the texts beside it; NULL: none; outlives the world */
    ow_circuit circuit;        /* empty until has_circuit, see world_circuit */
    ow_circuit_depths depths;  /* of `circuit` */
    uint32_t *net_of_driver;   /* net of each element of circuit.drivers */
    bool has_circuit;          /* world_circuit has opened it */
    struct issue_list *issues; /* NULL: not checked yet */
    unsigned users;            /* holders in a world_cache: cursors that read it */
    ow_options options;
};

/* Opens a world from bytes. The bytes and `sets` must outlive it. Returns OW_OK or a read error. */
ow_status world_open(ow_bytes bytes, const ow_options *options, struct table_sets *sets,
                     struct world **world, ow_error *error);

/* NULL is allowed. */
void world_close(struct world *world);

/* The rows of a list with a value in a column, ascending, and their number in *count. Returns NULL
 * if a walk through the list is as fast, or, with *failed, if memory runs out. `single` is room for
 * one row. */
const uint32_t *world_find(struct world *world, const struct table *table, int16_t column,
                           int64_t value, uint32_t *single, size_t *count, bool *failed);

/* The rows of a list in the order of an integer column. NULL if memory runs out. */
const struct row_index *world_sort(struct world *world, const struct table *table, int16_t column);

/* The circuit of the world, opened on first use. Returns NULL with *error if it has none. */
const ow_circuit *world_circuit(struct world *world, ow_error *error);

/* The number of rows of a table; an estimate for a list inside the elements of another list. */
uint64_t world_row_count(const struct world *world, const struct table *table);

#endif
