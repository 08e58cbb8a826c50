/* Kinds of databases that this build lacks: opening one says so. */
#include "database.h"

#include <stdio.h>

#if !defined(HAVE_SQLITE)
static struct database *open_sqlite(const char *place, bool read_only,
                                    struct database_failure *failure)
{
    (void)place;
    (void)read_only;
    failure->may_retry = false;
    snprintf(failure->message, sizeof failure->message,
             "this build has no SQLite: libsqlite3 was missing");
    return NULL;
}

const struct database_kind sqlite_database = {
    .dialect = DIALECT_SQLITE, .name = "SQLite", .open = open_sqlite};
#endif

#if !defined(HAVE_POSTGRESQL)
#if defined(__EMSCRIPTEN__)
#define NO_POSTGRESQL "PostgreSQL needs the native command; this one runs in Node.js"
#else
#define NO_POSTGRESQL "this build has no PostgreSQL: it was made without libpq"
#endif

static struct database *open_postgresql(const char *place, bool read_only,
                                        struct database_failure *failure)
{
    (void)place;
    (void)read_only;
    failure->may_retry = false;
    snprintf(failure->message, sizeof failure->message, NO_POSTGRESQL);
    return NULL;
}

const struct database_kind postgresql_database = {
    .dialect = DIALECT_POSTGRESQL, .name = "PostgreSQL", .open = open_postgresql};
#endif
