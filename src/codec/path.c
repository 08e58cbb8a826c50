/* The place of a walk: a stack of field names and array indices, written as a JSON Pointer. */
#include "path.h"

#include <inttypes.h>
#include <stdio.h>

static size_t add(char *text, size_t size, size_t used, const char *name, uint64_t index)
{
    if (used >= size)
        return used;
    int added = name ? snprintf(text + used, size - used, "/%s", name)
                     : snprintf(text + used, size - used, "/%" PRIu64, index);
    return used + (added > 0 ? (size_t)added : 0);
}

void path_text(const struct path *path, const char *field, char *text, size_t size)
{
    size_t used = 0;
    if (size > 0)
        text[0] = '\0';
    /* Step 0 is the root, which has no name. An element gets its index from its array. */
    unsigned depth = path->depth < PATH_DEPTH ? path->depth : PATH_DEPTH;
    for (unsigned i = 1; i < depth; i++)
        used = add(text, size, used, path->steps[i].name, path->steps[i - 1].index);
    if (depth > 0 && path->steps[depth - 1].is_array)
        add(text, size, used, NULL, path->steps[depth - 1].index);
    else if (field)
        add(text, size, used, field, 0);
}
