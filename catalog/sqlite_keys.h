/* Keys of worlds and numbers of names in SQL, for updates of the schema. */
#ifndef OW_CATALOG_SQLITE_KEYS_H
#define OW_CATALOG_SQLITE_KEYS_H

#include "../sql/sqlite.h"

/* Adds the functions key_of(hash) and id_of(name). The schema of a file cannot call them. Returns a
 * code of SQLite. */
int sqlite_add_keys(sqlite3 *handle);

#endif
