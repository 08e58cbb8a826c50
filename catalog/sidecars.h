/* All texts that a game keeps beside a world in its folder. */
#ifndef OW_CATALOG_SIDECARS_H
#define OW_CATALOG_SIDECARS_H

#include "pool.h"

#include "../files/walk_below.h"

#include <overworld/folder.h>

struct sidecars {
    ow_folder folder; /* its files are malloc'ed; those that cannot be read are left out */
    uint64_t bytes;
    char *problem;                   /* why one of them cannot be read, in the pool; or NULL */
    bool has_mark;                   /* false: there are none, or there is a problem */
    int64_t mark;                    /* changes with the name, size or time of any of them */
    struct value title, description; /* escaped; VALUE_NULL: none */
};

/* Whether a name ends as those of the game's texts do. */
bool is_text_name(const char *name);

/* Whether a file, by its path in the folder of a world, is a text that the game may keep there. */
bool is_sidecar(const char *path);

/* The same for an entry of that folder; and whether a folder in it may have such texts. */
bool is_sidecar_entry(const struct below_entry *entry);

/* Sets *mark without reading the texts. Returns false if there are none. */
bool sidecars_mark(int folder, int64_t *mark);

/* Reads the texts in an open folder. If memory runs out, pool->has_failed is set. Free them in any
 * case. */
void sidecars_read(int folder, struct pool *pool, struct sidecars *sidecars);

/* Notes why a text cannot be read, if the system refused it. */
void sidecars_cannot(struct pool *pool, struct sidecars *sidecars, const char *path,
                     const char *name, enum below why);
void sidecars_free(struct sidecars *sidecars);

#endif
