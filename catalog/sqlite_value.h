/* A column of a row of SQLite as a value. */
#ifndef OW_CATALOG_SQLITE_VALUE_H
#define OW_CATALOG_SQLITE_VALUE_H

#include "database.h"

#include "../sql/sqlite.h"

/* Bytes live until the statement is stepped on. */
struct value sqlite_value(sqlite3_stmt *statement, int column);

#endif
