/* What is gone, forgotten. */
#ifndef OW_CATALOG_PRUNE_H
#define OW_CATALOG_PRUNE_H

#include "schema.h"

/* Forgets the files below the paths that are not there any more, and every world that no file
 * has. False with catalog_failure, and then nothing is forgotten. */
bool prune_paths(struct catalog *catalog, char *const *paths, size_t count, uint64_t *files,
                 uint64_t *worlds);

#endif
