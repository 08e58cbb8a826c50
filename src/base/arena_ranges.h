/* The memory of an arena as ranges of addresses. */
#ifndef OW_SRC_BASE_ARENA_RANGES_H
#define OW_SRC_BASE_ARENA_RANGES_H

#include "memory.h"

enum { ARENA_RANGES = 4 };

struct arena_ranges {
    unsigned count;
    struct {
        const uint8_t *begin;
        size_t size;
    } largest[ARENA_RANGES];
};

/* Lists the largest chunks that an arena has now. */
void arena_list_ranges(const struct arena *arena, struct arena_ranges *ranges);

/* Returns true if `data` lies in one of them. */
static inline bool ranges_have(const struct arena_ranges *ranges, const void *data)
{
    for (unsigned i = 0; i < ranges->count; i++)
        if ((uintptr_t)data - (uintptr_t)ranges->largest[i].begin < ranges->largest[i].size)
            return true;
    return false;
}

#endif
