/* Names that tables of several formats have. */
#ifndef OW_SQL_AMBIGUOUS_H
#define OW_SQL_AMBIGUOUS_H

#include "sqlite.h"

/* Makes a table that refuses every query, because several tables have its name. `names` are what
 * they are called instead, for the message; `columns` those of one of them, for CREATE TABLE.
 * Returns SQLITE_OK or an error of SQLite. */
int refuse_table(sqlite3 *database, const char *table, const char *columns, const char *names);

#endif
