/* The worlds below some paths, one after another, without those that a catalogue knows as they
 * are. */
#ifndef OW_CATALOG_WALK_H
#define OW_CATALOG_WALK_H

#include "found.h"
#include "schema.h"

struct walk_counts {
    uint64_t unchanged, archives; /* that the catalogue knows as they are */
};

/* Walks paths, which are files or folders, and hands out what is to be read or named: `take`
 * owns it, and returns false to end the walk. With `pictures` a world that has none counts as
 * changed. Hidden files and symbolic links below a path are passed by. False with
 * catalog_failure. */
bool walk_paths(struct catalog *catalog, char *const *paths, size_t count, bool pictures,
                bool (*take)(void *context, struct found *found), void *context,
                struct walk_counts *counts);

/* The folder and the name, escaped, of a path as the catalogue has them; false with errno where
 * there is no such folder. */
bool place_of_path(const char *path, struct pool *pool, struct value *folder, struct value *name);

#endif
