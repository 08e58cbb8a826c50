/* Rows of an answer of SQLite on standard output: a table for people, CSV, JSON. */
#ifndef OW_CLI_SQL_OUTPUT_H
#define OW_CLI_SQL_OUTPUT_H

#include "rows.h"

#include <sqlite3.h>

/* Runs a statement and writes its rows in a form; `most` of them, 0: all. Returns what
 * sqlite3_step said in the end; SQLITE_ROW where rows are left, SQLITE_NOMEM where memory ended. */
int write_rows(sqlite3_stmt *statement, enum rows_form form, unsigned long long most);

#endif
