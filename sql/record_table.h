/* Virtual tables over the records of a world: each list of its format is one. */
#ifndef OW_SQL_RECORD_TABLE_H
#define OW_SQL_RECORD_TABLE_H

#include "source.h"

/* The definition of a table. Lives as long as the connection. */
struct record_table_kind {
    const struct format_tables *format;
    const struct table *table;
    const struct world_source *source;
};

/* The client data of the modules is a record_table_kind. Those with a path are table-valued
 * functions and are refused in views and triggers. The others can be made by CREATE VIRTUAL
 * TABLE. */
extern const sqlite3_module record_table_module, record_function_module;

/* The columns for CREATE TABLE, hidden ones too, in memory of sqlite3_malloc. NULL if memory runs
 * out. */
char *record_table_columns(const struct format_tables *format, const struct table *table,
                           bool with_path);

/* The names of the keys, for a primary key; otherwise as above. A table of lists inside lists has
 * no rowid of its own: its keys identify a row. */
char *record_table_keys(const struct format_tables *format, const struct table *table);
static inline bool record_table_has_rowid(const struct table *table)
{
    return table->level_count <= 1;
}

/* Makes a table of a record_table_kind without declaring it. Returns SQLITE_OK or SQLITE_NOMEM. */
int record_table_make(void *kind, sqlite3_vtab **made);

/* The name of a key. */
enum { KEY_NAME = 64 };
void record_table_key(const struct format_tables *format, const struct table *table, unsigned level,
                      char name[KEY_NAME]);

/* Passes a value to SQLite as the result of a column. */
struct row_value;
void record_table_result(sqlite3_context *context, const struct row_value *value);

#endif
