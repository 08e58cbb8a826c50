/* SQLite's calls: from the library, or from the program that has loaded the extension. */
#ifndef OW_SQL_SQLITE_H
#define OW_SQL_SQLITE_H

#ifdef OW_SQL_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

#include <stddef.h>
#include <string.h>

/* Makes the cursor of a virtual table, whose first member is an sqlite3_vtab_cursor. All of it is
 * zero; sqlite3_free frees it. Returns SQLITE_OK or SQLITE_NOMEM. */
static inline int make_cursor(size_t size, sqlite3_vtab_cursor **made)
{
    *made = sqlite3_malloc64(size);
    if (!*made)
        return SQLITE_NOMEM;
    memset(*made, 0, size);
    return SQLITE_OK;
}

#endif
