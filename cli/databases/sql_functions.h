/* Functions that people know from the shell of SQLite. */
#ifndef OW_CLI_DATABASES_SQL_FUNCTIONS_H
#define OW_CLI_DATABASES_SQL_FUNCTIONS_H

#include "sqlite.h"

/* Adds X REGEXP Y, with extended regular expressions of POSIX, and generate_series(START, STOP,
 * STEP). Returns SQLITE_OK or an error of SQLite. */
int add_shell_functions(sqlite3 *database);

#endif
