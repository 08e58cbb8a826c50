/* Names that tables of several formats have. */
#ifndef OW_SQL_AMBIGUOUS_H
#define OW_SQL_AMBIGUOUS_H

#include "sqlite.h"

/* Refuses each query of a table: it names several tables, of which `names` tells the names.
 * `columns` are those of one of them, for CREATE TABLE. Returns SQLITE_OK or an error of SQLite. */
int refuse_table(sqlite3 *database, const char *table, const char *columns, const char *names);

#endif
