/* SQLite's calls: from the program that has loaded the extension; from the library that
 * sqlite_load has loaded; or linked, where programs load no libraries. */
#ifndef OW_SQL_SQLITE_H
#define OW_SQL_SQLITE_H

#if defined(OW_SQL_EXTENSION) || defined(OW_SQL_LOADED)
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Loads SQLite at the first call. Call it before any other call of SQLite, from one thread. Returns
 * false if it cannot be loaded; WHY, of ROOM bytes, receives the reason and what to install. */
#ifdef OW_SQL_LOADED
bool sqlite_load(char *why, size_t room);
#else
static inline bool sqlite_load(char *why, size_t room)
{
    (void)why;
    (void)room;
    return true;
}
#endif

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
