/* A walk through the worlds below some paths, which skips those that the catalogue knows
 * unchanged. */
#ifndef OW_CATALOG_WALK_H
#define OW_CATALOG_WALK_H

#include "found.h"
#include "patience.h"
#include "roots.h"
#include "schema.h"

struct walk_counts {
    uint64_t unchanged, archives; /* files that the catalogue knows unchanged */
};

struct walk_plan {
    char *const *paths; /* files or folders */
    size_t count;
    const struct given_file *given; /* of the path "-"; NULL: "-" is a file like others */
    bool pictures;                  /* a world without a picture counts as changed */
    struct byte_store *bytes;       /* and one whose bytes are not kept here; or NULL */
    bool opens_archives;            /* archives that were only listed count as changed */
    bool takes_unchanged;           /* `take` gets unchanged files too */
    bool leaves_deadly; /* files that several workers died of are unchanged until they change */
    const struct roots *roots;                        /* may be NULL */
    struct patience *patience;                        /* for the server of the catalogue */
    bool (*take)(void *context, struct found *found); /* owns the file; false ends the walk */
    void *context;
};

/* Walks paths and passes each file to read or list to `take`. Hidden files and symbolic links below
 * a path are skipped. Returns false with catalog_failure. */
bool walk_paths(struct catalog *catalog, const struct walk_plan *plan, struct walk_counts *counts);

/* Sets the folder and the name, escaped, under which the catalogue has a path. `roots` may be NULL.
 * Returns false with errno if there is no such folder. */
bool place_of_path(const char *path, const struct roots *roots, struct pool *pool,
                   struct value *folder, struct value *name);

#endif
