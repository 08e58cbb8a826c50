/* How a question is asked of a table of records: which constraints narrow the walk, as text for
 * SQLite to keep. */
#ifndef OW_SQL_RECORD_PLAN_H
#define OW_SQL_RECORD_PLAN_H

#include "rows.h"
#include "sqlite.h"

/* Fills in what SQLite asks of xBestIndex. `columns` is where the table's own columns begin,
 * behind its keys; `path` is the column of the path, NOT_THERE without one; `count` how many
 * rows the table has, about. */
int plan_best(const struct table *table, int path, uint64_t count, sqlite3_index_info *info);

/* The reverse: what the arguments of xFilter narrow. False where no row can fit. *path is the
 * path's argument. */
bool plan_read(const struct table *table, const char *plan, int count, sqlite3_value **values,
               struct row_request *request, sqlite3_value **path);

#endif
