/* The worlds of a connection, as they are attached. */
#ifndef OW_SQL_ATTACHED_H
#define OW_SQL_ATTACHED_H

#include "attach.h"
#include "computed_table.h"
#include "record_table.h"

enum { COMPUTED_AT_MOST = 16 };

struct attached {
    struct attached *next; /* the world before it */
    struct world *world;
    const char *file;
    struct world_source source;
    struct computed_table_kind computed[COMPUTED_AT_MOST]; /* those that the format has */
    struct record_table_kind records[];                    /* one for each table of the format */
};

/* Runs a statement in memory of SQLite and frees it. NULL: SQLITE_NOMEM. */
int attached_run(sqlite3 *database, char *text);

/* Adds a virtual table. It gets a module of its own, which carries its client data. */
int attached_add_table(sqlite3 *database, const char *schema, const char *table,
                       const sqlite3_module *module, void *kind);

/* Adds a view. Frees its SELECT, which is in memory of SQLite; NULL: SQLITE_NOMEM. */
int attached_add_view(sqlite3 *database, const char *schema, const char *name, char *select);

#endif
