/* Rows of an answer on standard output: a table for people, CSV, JSON. */
#ifndef OW_CLI_SQL_OUTPUT_H
#define OW_CLI_SQL_OUTPUT_H

#include <sqlite3.h>

#include <stdbool.h>

enum rows_format { ROWS_AS_TABLE, ROWS_AS_CSV, ROWS_AS_JSON, ROWS_AS_JSON_LINES };

/* Runs a statement and writes its rows; `most` of them, 0: all. Returns what sqlite3_step said in the end;
 * SQLITE_ROW where rows are left, SQLITE_NOMEM where memory ended. */
int write_rows(sqlite3_stmt *statement, enum rows_format format, unsigned long long most);

#endif
