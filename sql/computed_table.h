/* Virtual tables of facts that are computed from a world: nets, places, issues. Rows are numbered
 * and computed one by one. */
#ifndef OW_SQL_COMPUTED_TABLE_H
#define OW_SQL_COMPUTED_TABLE_H

#include "source.h"

#include <string.h>

struct computed_column {
    const char *name, *type, *note;
};

enum { MOST_COMPUTED = 16 };

struct computed_table {
    const char *name;
    const char *format; /* of the worlds that have it; NULL: all */
    const char *note;
    struct computed_column columns[MOST_COMPUTED]; /* ends with one without a name */

    /* Prepares the data that rows are computed from, when the table is first used. NULL: nothing to
     * prepare. */
    bool (*open)(struct world *world, ow_error *error);
    uint64_t (*count)(const struct world *world); /* number of rows, after `open` */

    /* The rows whose first column has a value: the row with that number, the rows that `find`
     * returns, or any row. */
    bool is_numbered;
    void (*find)(const struct world *world, uint64_t value, uint64_t *first, uint64_t *count);
    void (*value)(struct world *world, uint64_t row, int column, sqlite3_context *context);
};

struct computed_table_kind {
    const struct computed_table *table;
    const struct world_source *source;
};

extern const sqlite3_module computed_table_module, computed_function_module;

/* All tables. The last one has no name. */
extern const struct computed_table *const computed_tables[];

extern const struct computed_table circuit_nets, circuit_gates, circuit_net_pegs,
    circuit_net_drivers, blotter_places, structure_places, blotter_titles, world_issues;

/* Whether what is `of` a format (NULL: of all) is there in a world of another. */
static inline bool is_of_format(const char *of, const char *format)
{
    return !of || strcmp(of, format) == 0;
}

/* The number of columns. */
int computed_table_width(const struct computed_table *table);

/* Makes a table of a computed_table_kind without declaring it. Returns SQLITE_OK or
 * SQLITE_NOMEM. */
int computed_table_make(void *kind, sqlite3_vtab **made);

/* The columns for CREATE TABLE, in memory of sqlite3_malloc. */
char *computed_table_columns(const struct computed_table *table, bool with_path);

#endif
