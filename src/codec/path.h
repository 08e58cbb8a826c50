/* The place of a walk: a stack of field names and array indices, written as a JSON Pointer. */
#ifndef OW_SRC_CODEC_PATH_H
#define OW_SRC_CODEC_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum nesting of layouts. Deeper steps are counted but not kept: the codec rejects them. */
enum { PATH_DEPTH = 12 };

struct path_step {
    const char *name; /* of the object or array; NULL for array elements */
    bool is_array;
    uint64_t index; /* inside this array: the current element */
    uint64_t begin; /* where it began, in bytes */
};

struct path {
    unsigned depth; /* 0: outside the root; 1: at the root's own fields */
    struct path_step steps[PATH_DEPTH];
    struct path_step lost; /* used for all steps that are too deep */
};

static inline bool path_is_full(const struct path *path)
{
    return path->depth >= PATH_DEPTH;
}

/* The innermost object or array. */
static inline struct path_step *path_top(struct path *path)
{
    bool kept = path->depth > 0 && path->depth <= PATH_DEPTH;
    return kept ? &path->steps[path->depth - 1] : &path->lost;
}

/* Enters a named object or array, or (name NULL) the current element. */
static inline void path_enter(struct path *path, const char *name, bool is_array)
{
    path->depth++;
    *path_top(path) = (struct path_step){.name = name, .is_array = is_array};
}

/* Leaves it; returns its name. */
static inline const char *path_leave(struct path *path)
{
    const char *name = path_top(path)->name;
    path->depth--;
    return name;
}

/* Moves to an element of the innermost array. */
static inline void path_move(struct path *path, uint64_t index)
{
    path_top(path)->index = index;
}

static inline uint64_t path_index(const struct path *path)
{
    return path->depth && path->depth <= PATH_DEPTH ? path->steps[path->depth - 1].index : 0;
}

/* Writes the JSON Pointer of the path. `field` is a field of the current object; NULL: the object
 * itself. In an array it is the current element, whatever `field` is. Names need no escaping. */
void path_text(const struct path *path, const char *field, char *text, size_t size);

#endif
