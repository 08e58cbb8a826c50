/* Worlds in a connection to SQLite: each list a table, each world a schema of its own. */
#ifndef OW_SQL_ATTACH_H
#define OW_SQL_ATTACH_H

#include "sqlite.h"
#include "world.h"

struct attached;

/* Adds the tables and views of a world to a schema ("main", or an attached one). *attached then
 * owns the world; free it after the connection is closed. Returns SQLITE_OK or an error of
 * SQLite. */
int attach_world(sqlite3 *database, const char *schema, struct world *world,
                 struct attached **attached);

/* For several attached worlds: refuses the name of a table that more than one has, unless it has
 * its schema. Call once, after all attach_world. Returns SQLITE_OK or an error of SQLite. */
int refuse_ambiguous(sqlite3 *database);

/* NULL is allowed. */
void attached_free(struct attached *attached);

/* Prints the tables and views of worlds of a format, as CREATE statements with comments. Returns
 * false if memory runs out. */
bool print_schema(const ow_format *format, void (*put)(void *context, const char *text),
                  void *context);

#endif
