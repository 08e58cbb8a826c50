/* Query plans for a table of records: the constraints that narrow the walk, as text that SQLite
 * keeps. Its columns in SQL are its keys, the columns shown, the path if it is a function of a path
 * (whose arguments are the first hidden columns), the pointer, and the other hidden columns. */
#ifndef OW_SQL_RECORD_PLAN_H
#define OW_SQL_RECORD_PLAN_H

#include "rows.h"
#include "sqlite.h"

struct declared_table {
    const struct table *table;
    int path, pointer; /* their columns in SQL; path NOT_THERE: it has none */
};

struct declared_table declare_table(const struct table *table, bool with_path);

/* The number in SQL of a column of table->columns. */
static inline int declared_column(const struct declared_table *declared, unsigned column)
{
    int number = declared->table->level_count + (int)column;
    return column < declared->table->shown_count ? number
                                                 : number + 1 + (declared->path != NOT_THERE);
}

/* The column of table->columns that has a number in SQL, which is neither a key nor one of those of
 * declared_table. */
static inline unsigned table_column(const struct declared_table *declared, int number)
{
    int before = number > declared->pointer ? 1 + (declared->path != NOT_THERE) : 0;
    return (unsigned)(number - declared->table->level_count - before);
}

/* Fills in the answer to xBestIndex. `count` is an estimate of the rows. */
int plan_best(const struct declared_table *declared, uint64_t count, sqlite3_index_info *info);

/* Reads the plan and the arguments of xFilter. Sets *path to the argument of the path. Returns
 * false if no row can match. */
bool plan_read(const struct declared_table *declared, const char *plan, int count,
               sqlite3_value **values, struct row_request *request, sqlite3_value **path);

#endif
