/* The file that a game keeps beside a world in its folder, with the title and description that a
 * player gave it. */
#ifndef OW_CATALOG_SIDECAR_H
#define OW_CATALOG_SIDECAR_H

#include "pool.h"

#include "../files/below.h"

struct sidecar {
    const char *name; /* of the file, set when its folder is open */
    bool is_there;
    enum below problem;              /* why it cannot be read */
    int error;                       /* errno that belongs to `problem` */
    char wrong[384];                 /* why it is not valid JECS, with a line; else empty */
    struct value title, description; /* escaped; VALUE_NULL: none */
};

/* Returns true if a file of this name has a folder of its own, with such files beside it. */
bool has_sidecars(const char *name);

/* Finds the title and the description in the texts of a folder, escaped; VALUE_NULL: none. Returns
 * what ow_find_title does. */
ow_status find_titles(const ow_folder *folder, struct pool *pool, struct value *title,
                      struct value *description, ow_error *error);

/* Reads the sidecar. Title and description are VALUE_NULL if it cannot be read. */
void sidecar_read(int folder, struct pool *pool, struct sidecar *sidecar);

#endif
