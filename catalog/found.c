/* A file on its way into a catalogue: how it begins. */
#include "found.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_PATH = 2400 /* as keys have room for */ };

struct found *found_at(enum found_kind kind, const char *folder, const char *name)
{
    struct found *found = calloc(1, sizeof *found);
    size_t folder_size = strlen(folder), size = folder_size + strlen(name) + 2;
    char *path = found ? pool_take(&found->pool, size) : NULL;
    if (!path) {
        free(found);
        return NULL;
    }
    bool slash = folder_size > 0 && folder[folder_size - 1] == '/';
    found->path = path;
    found->kind = kind;
    found->file_name = path + snprintf(path, size, "%s%s", folder, slash ? "" : "/");
    memcpy(path + (found->file_name - path), name, strlen(name) + 1);
    found->folder = escape_text(&found->pool, ow_text_of(folder));
    found->name = escape_text(&found->pool, ow_text_of(name));
    if (found->folder.size + found->name.size <= LONGEST_PATH)
        return found;
    found->kind = FOUND_UNREAD;
    found->is_unkept = true;
    found->why = text_value("has a path that is too long for a catalogue");
    return found;
}
