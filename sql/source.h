/* Where the world comes from that a virtual table is about. */
#ifndef OW_SQL_SOURCE_H
#define OW_SQL_SOURCE_H

#include "sqlite.h"
#include "world.h"

/* Either one world that is there, or the one that a path names, a hidden column of the table. */
struct world_source {
    struct world *world; /* NULL: by path */
    void *context;
    void *owner; /* of the tables' client data */

    /* Opens what a path names, or finds it open; it is held until it is let go. NULL with a
     * message of sqlite3_mprintf. */
    struct world *(*acquire)(void *context, const char *path, char **message);
    void (*release)(void *context, struct world *world);
};

/* The world for a cursor; `path` counts where the source has none of its own. */
static inline struct world *source_acquire(const struct world_source *source, sqlite3_value *path,
                                           char **message)
{
    if (source->world)
        return source->world;
    const char *text = path ? (const char *)sqlite3_value_text(path) : NULL;
    if (!text) {
        *message = sqlite3_mprintf("missing path: write it in parentheses after the table's name");
        return NULL;
    }
    return source->acquire(source->context, text, message);
}

static inline void source_release(const struct world_source *source, struct world *world)
{
    if (!source->world && world)
        source->release(source->context, world);
}

#endif
