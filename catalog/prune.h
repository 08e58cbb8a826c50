/* Removes files that are gone from a catalogue. */
#ifndef OW_CATALOG_PRUNE_H
#define OW_CATALOG_PRUNE_H

#include "roots.h"
#include "schema.h"

/* Removes the rows of files below the paths that no longer exist, and every world without a file.
 * `roots` may be NULL.
 * Returns false with catalog_failure; nothing is removed then. */
bool prune_paths(struct catalog *catalog, char *const *paths, size_t count,
                 const struct roots *roots, uint64_t *files, uint64_t *worlds);

#endif
