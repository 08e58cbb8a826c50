/* What a game keeps beside a world in its folder: the title and the description that a player
 * gave it. */
#ifndef OW_CATALOG_SIDECAR_H
#define OW_CATALOG_SIDECAR_H

#include "pool.h"

#include "../files/below.h"

struct sidecar {
    const char *name; /* of the file, once its folder is open */
    bool is_there;
    enum below problem;              /* of one that cannot be read */
    int error;                       /* errno with it */
    char wrong[384];                 /* of one that is no JECS: why, with a line; else empty */
    int64_t modified;                /* nanoseconds since 1970 */
    struct value title, description; /* escaped; VALUE_NULL where there is none */
};

/* Whether a file of this name lies in a folder of its own, with such files beside it. */
bool has_sidecars(const char *name);

/* When the sidecar of the files in a folder last changed. False where there is none. */
bool sidecar_time(int folder, int64_t *modified);

/* Reads it. The title and the description of a file that cannot be read are VALUE_NULL. */
void sidecar_read(int folder, struct pool *pool, struct sidecar *sidecar);

#endif
