/* Printing the rows of a statement of SQLite to standard output. */
#ifndef OW_CLI_DATABASES_SQL_ROWS_H
#define OW_CLI_DATABASES_SQL_ROWS_H

#include "databases/rows.h"
#include "sqlite.h"

/* Prints at most so many rows (0: all). Returns SQLITE_DONE or SQLITE_ROW, or the error of SQLite
 * that ended them. */
int write_statement(sqlite3_stmt *statement, enum rows_form form, unsigned long long most);

#endif
