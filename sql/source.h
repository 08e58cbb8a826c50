/* Where a virtual table gets its world from. */
#ifndef OW_SQL_SOURCE_H
#define OW_SQL_SOURCE_H

#include "sqlite.h"
#include "world.h"

/* Either a fixed world, or the world that a path names, which is a hidden column of the table. */
struct world_source {
    struct world *world; /* NULL: by path */
    void *context;
    void *owner; /* owner of the tables' client data */

    /* Opens the world of a path, or returns the open one, and holds it until `release`. Returns
     * NULL with a message of sqlite3_mprintf. */
    struct world *(*acquire)(void *context, const char *path, char **message);
    void (*release)(void *context, struct world *world);
};

/* The world for a cursor. `path` is used only if the source has no fixed world. */
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
