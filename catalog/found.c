/* A file on its way into a catalogue: how it begins. */
#include "found.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_PATH = 2400 /* as keys have room for */ };

/* "FOLDER/NAME" in the pool. NULL if memory runs out. */
static char *join(struct pool *pool, const char *folder, const char *name)
{
    size_t folder_size = strlen(folder), size = folder_size + strlen(name) + 2;
    bool slash = folder_size > 0 && folder[folder_size - 1] == '/';
    char *path = pool_take(pool, size);
    if (path)
        snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", name);
    return path;
}

struct found *found_at(enum found_kind kind, const char *folder, const char *recorded,
                       const char *name)
{
    struct found *found = calloc(1, sizeof *found);
    if (!found)
        return NULL;
    found->path = join(&found->pool, folder, name);
    found->recorded = join(&found->pool, recorded, name);
    if (!found->path || !found->recorded) {
        found_free(found);
        return NULL;
    }
    found->kind = kind;
    found->file_name = found->path + strlen(found->path) - strlen(name);
    found->folder = escape_text(&found->pool, ow_text_of(recorded));
    found->name = escape_text(&found->pool, ow_text_of(name));
    if (found->folder.size + found->name.size <= LONGEST_PATH)
        return found;
    found->kind = FOUND_UNREAD;
    found->is_unkept = true;
    found->why = text_value("has a path that is too long for a catalogue");
    return found;
}
