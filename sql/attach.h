/* Worlds in a connection to SQLite: each list a table, each world a schema of its own. */
#ifndef OW_SQL_ATTACH_H
#define OW_SQL_ATTACH_H

#include "sqlite.h"
#include "world.h"

struct attached;

/* Puts the tables and views of a world into a schema ("main", or one that is attached). The
 * world belongs to *attached from then on, which is to be freed once the connection is closed.
 * SQLITE_OK or what SQLite says. */
int attach_world(sqlite3 *database, const char *schema, struct world *world,
                 struct attached **attached);

/* Where several worlds are attached: a name of a table that more than one has is refused without
 * its schema. Called once, behind all attach_world. SQLITE_OK or what SQLite says. */
int refuse_ambiguous(sqlite3 *database);

/* NULL is fine. */
void attached_free(struct attached *attached);

/* Prints what tables and views worlds of a format have, as CREATE statements with comments.
 * False where memory ends. */
bool print_schema(const ow_format *format, void (*put)(void *context, const char *text),
                  void *context);

#endif
