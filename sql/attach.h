/* Worlds in a connection to SQLite: each list a table, each world a schema of its own. */
#ifndef OW_SQL_ATTACH_H
#define OW_SQL_ATTACH_H

#include "sqlite.h"
#include "world.h"

struct attached;

/* Adds the tables and views of a world to a schema: "main", or an attached one; NULL: to none, for
 * attach_all_files. *attached then owns the world; free it after the connection is closed. `file`
 * is its name, and lives as long. Returns SQLITE_OK or an error of SQLite. */
int attach_world(sqlite3 *database, const char *schema, const char *file, struct world *world,
                 struct attached **attached);

/* For several attached worlds: adds tables and views to "main" that have the rows of all of them,
 * with a column "file". A name that different formats have means neither: their tables have the
 * format before their names. Call once, after all attach_world. Returns SQLITE_OK or an error of
 * SQLite. */
struct all_files;
int attach_all_files(sqlite3 *database, struct attached *attached, struct all_files **made);

/* After the connection is closed. NULL is allowed. */
void all_files_free(struct all_files *all);

/* NULL is allowed. */
void attached_free(struct attached *attached);

/* Prints the tables and views of worlds of a format, as CREATE statements with comments: all of
 * them, or `only` that with a name. Returns false if memory runs out. */
bool print_schema(const ow_format *format, const char *only,
                  void (*put)(void *context, const char *text), void *context);

#endif
