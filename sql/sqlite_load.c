/* SQLite, loaded for the first query or catalogue: loading it takes a sixth of the time of
 * `overworld info` for a small world.
 *
 * SQLite passes each extension a table of all its calls. The command registers itself as an
 * extension, keeps the table, and ends the registration. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "../files/library.h"
#include "sqlite.h"

#include <stdio.h>

static const struct library sqlite = {"SQL needs", "libsqlite3.so.0", "libsqlite3-0"};

/* Calls that are needed before there is a table. */
struct first_calls {
    int (*libversion_number)(void);
    int (*open)(const char *place, sqlite3 **database, int flags, const char *system);
    int (*close)(sqlite3 *database);
    int (*add_extension)(void (*start)(void));
    int (*cancel_extension)(void (*start)(void));
};

static int take_table(sqlite3 *database, char **message, const sqlite3_api_routines *table)
{
    (void)database;
    (void)message;
    SQLITE_EXTENSION_INIT2(table);
    return SQLITE_OK;
}

/* Opens an empty database, for which SQLite starts the extension. */
static void take_from(const struct first_calls *calls)
{
    sqlite3 *database = NULL;
    if (calls->add_extension((void (*)(void))take_table) == SQLITE_OK)
        calls->open(":memory:", &database, SQLITE_OPEN_READWRITE, NULL);
    calls->close(database);
    calls->cancel_extension((void (*)(void))take_table);
}

static bool fail(char *why, size_t room, const char *reason)
{
    library_tell(&sqlite, reason, why, room);
    return false;
}

bool sqlite_load(char *why, size_t room)
{
    struct first_calls calls;
    if (sqlite3_api)
        return true;
    void *library = library_open(&sqlite);
    if (!library || !library_find(library, "sqlite3_libversion_number", &calls.libversion_number) ||
        !library_find(library, "sqlite3_open_v2", &calls.open) ||
        !library_find(library, "sqlite3_close", &calls.close) ||
        !library_find(library, "sqlite3_auto_extension", &calls.add_extension) ||
        !library_find(library, "sqlite3_cancel_auto_extension", &calls.cancel_extension))
        return fail(why, room, NULL);
    /* The tables of older minor versions are shorter. */
    if (calls.libversion_number() / 1000 < SQLITE_VERSION_NUMBER / 1000)
        return fail(why, room, "it is older than " SQLITE_VERSION);
    take_from(&calls);
    if (!sqlite3_api)
        snprintf(why, room, "SQLite cannot be started: not enough memory");
    return sqlite3_api != NULL;
}
