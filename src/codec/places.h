/* Places of elements of long lists in a file: recorded in one trace, so that later ones can skip
 * elements. */
#ifndef OW_SRC_CODEC_PLACES_H
#define OW_SRC_CODEC_PLACES_H

#include "../base/memory.h"
#include "path.h"

/* An element of the list that begins at `list`, at this depth. */
struct list_place {
    uint64_t offset, list;
    uint32_t index;
    unsigned depth;
};

struct list_places {
    struct list_place *items; /* in file order */
    size_t count, room;
    uint64_t between; /* distance between recorded elements of a list, in bytes */
    bool is_noting;
    uint64_t reached[PATH_DEPTH + 1]; /* by depth: the last place of the open list */

    /* The document of the running trace: what its header says, as its records need it. */
    const void *document;

    /* What a visitor skips of the list that has just begun: elements before this one that end
     * before this byte. */
    uint64_t element, offset;
};

/* Starts recording a file of `size` bytes. Returns false without memory. */
bool places_open(struct list_places *places, struct arena *arena, uint64_t size);

/* A list begins: nothing is skipped yet. */
static inline void places_keep_all(struct list_places *places)
{
    places->element = places->offset = 0;
}

/* Sets the document of the running trace; NULL: it is over. */
static inline void places_know(struct list_places *places, const void *document)
{
    if (places)
        places->document = document;
}

/* Records the current element of the open list, which begins at `offset`. */
void places_note(struct list_places *places, const struct path *path, uint32_t index,
                 uint64_t offset);

/* Where to begin in the open list; NULL: at its start. `is_hidden`: nobody visits it. */
const struct list_place *places_find(struct list_places *places, const struct path *path,
                                     bool is_hidden);

#endif
