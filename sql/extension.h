/* Worlds for programs that have loaded the extension, found by path and kept open between
 * queries. */
#ifndef OW_SQL_EXTENSION_H
#define OW_SQL_EXTENSION_H

#include "source.h"

struct world_cache;

/* Opens a cache, whose worlds have the tables of `sets`. The caller closes `sets` after the cache.
 * Returns NULL if memory runs out. */
struct world_cache *world_cache_open(struct table_sets *sets);
void world_cache_close(void *world_cache);

/* The calls of a world_source (source.h). The context is a world_cache. */
struct world *world_cache_acquire(void *world_cache, const char *path, char **message);
void world_cache_release(void *world_cache, struct world *world);

/* ow_info(PATH) and ow_check(PATH), which answer with JSON. */
int add_scalar_functions(sqlite3 *database, struct world_cache *world_cache);

#endif
