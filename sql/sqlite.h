/* SQLite's calls: from the library, or from the program that has loaded the extension. */
#ifndef OW_SQL_SQLITE_H
#define OW_SQL_SQLITE_H

#ifdef OW_SQL_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

#endif
