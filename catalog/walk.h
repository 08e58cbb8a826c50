/* A walk through the worlds below some paths, which skips those that the catalogue knows
 * unchanged. */
#ifndef OW_CATALOG_WALK_H
#define OW_CATALOG_WALK_H

#include "found.h"
#include "schema.h"

struct walk_counts {
    uint64_t unchanged, archives; /* files that the catalogue knows unchanged */
};

/* Walks paths, which are files or folders, and passes each file to read or list to `take`. `take`
 * owns it, and returns false to end the walk. With `pictures`, a world without one counts as
 * changed. Hidden files and symbolic links below a path are skipped. Returns false with
 * catalog_failure. */
bool walk_paths(struct catalog *catalog, char *const *paths, size_t count, bool pictures,
                bool (*take)(void *context, struct found *found), void *context,
                struct walk_counts *counts);

/* Sets the folder and the name, escaped, under which the catalogue has a path. Returns false with
 * errno if there is no such folder. */
bool place_of_path(const char *path, struct pool *pool, struct value *folder, struct value *name);

#endif
