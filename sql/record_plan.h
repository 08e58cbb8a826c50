/* Query plans for a table of records: the constraints that narrow the walk, as text that SQLite
 * keeps. */
#ifndef OW_SQL_RECORD_PLAN_H
#define OW_SQL_RECORD_PLAN_H

#include "rows.h"
#include "sqlite.h"

/* Fills in the answer to xBestIndex. `columns` is the table's first own column, after its keys.
 * `path` is the column of the path, or NOT_THERE. `count` is an estimate of the rows. */
int plan_best(const struct table *table, int path, uint64_t count, sqlite3_index_info *info);

/* Reads the plan and the arguments of xFilter. Sets *path to the argument of the path. Returns
 * false if no row can match. */
bool plan_read(const struct table *table, const char *plan, int count, sqlite3_value **values,
               struct row_request *request, sqlite3_value **path);

#endif
