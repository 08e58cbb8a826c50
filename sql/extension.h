/* Worlds for programs that have loaded the extension: by path, opened once for as long as they
 * are asked. */
#ifndef OW_SQL_EXTENSION_H
#define OW_SQL_EXTENSION_H

#include "source.h"

struct world_cache;

/* Its worlds have their tables of `sets`, which the caller closes behind it. NULL where memory
 * ends. */
struct world_cache *world_cache_open(struct table_sets *sets);
void world_cache_close(void *world_cache);

/* As world_source has them, with a shelf as context. */
struct world *world_cache_acquire(void *world_cache, const char *path, char **message);
void world_cache_release(void *world_cache, struct world *world);

/* ow_info(PATH) and ow_check(PATH), which answer with JSON. */
int add_scalar_functions(sqlite3 *database, struct world_cache *world_cache);

#endif
