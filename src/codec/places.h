/* Where elements of long lists begin in a file: noted on one trace, so that later ones leave out what nobody looks at. */
#ifndef OW_SRC_CODEC_PLACES_H
#define OW_SRC_CODEC_PLACES_H

#include "../base/memory.h"
#include "path.h"

/* An element: its list is the one that begins at `list`, so many steps deep. */
struct list_place {
    uint64_t offset, list;
    uint32_t index;
    unsigned depth;
};

struct list_places {
    struct list_place *items; /* in file order */
    size_t count, room;
    uint64_t between; /* one element in so many bytes of a list is noted */
    bool is_noting;
    uint64_t reached[PATH_DEPTH + 1]; /* by depth: what was noted last of the list that is open */

    /* What a visitor leaves out of the list that has just begun: elements before this one, where they end
     * before this byte. */
    uint64_t element, offset;
};

/* Begins to note what stands in a file of `size` bytes. False where there is no room. */
bool places_open(struct list_places *places, struct arena *arena, uint64_t size);

/* A list is about to begin: all of it is told. */
static inline void places_keep_all(struct list_places *places)
{
    places->element = places->offset = 0;
}

/* The element at hand of the list that is open, which begins at `offset`. */
void places_note(struct list_places *places, const struct path *path, uint32_t index,
                 uint64_t offset);

/* Where to begin with the list that is open: NULL stands for its beginning. `is_hidden`: nobody looks. */
const struct list_place *places_find(struct list_places *places, const struct path *path,
                                     bool is_hidden);

#endif
