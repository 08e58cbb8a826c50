/* Where a walk stands: a stack of field names and array indexes, told as a JSON Pointer. */
#ifndef OW_SRC_CODEC_PATH_H
#define OW_SRC_CODEC_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Deeper than any layout nests. */
enum { PATH_DEPTH = 12 };

struct path_step {
    const char *name; /* of the object or array; NULL where it is an array's element */
    bool is_array;
    uint64_t index; /* inside this array: the element at hand */
    size_t scratch; /* what a list's owner wants back at its end */
};

struct path {
    unsigned depth; /* 0: outside the root; 1: at the root's own fields */
    struct path_step steps[PATH_DEPTH];
};

/* Enters a named object or array, or (name NULL) the element at hand. */
static inline void path_enter(struct path *path, const char *name, bool is_array)
{
    path->steps[path->depth++] = (struct path_step){.name = name, .is_array = is_array};
}

/* Leaves it; returns its name. */
static inline const char *path_leave(struct path *path)
{
    return path->steps[--path->depth].name;
}

/* Moves to an element of the array that was entered last. */
static inline void path_move(struct path *path, uint64_t index)
{
    path->steps[path->depth - 1].index = index;
}

static inline uint64_t path_index(const struct path *path)
{
    return path->depth ? path->steps[path->depth - 1].index : 0;
}

/* The JSON Pointer of where the path stands. `field` is a field of the object at hand; NULL stands
 * for the element at hand of an array, or for the object itself. Names need no escaping. */
void path_text(const struct path *path, const char *field, char *text, size_t size);

#endif
