/* Flags for each circuit state id of a save. */
#ifndef OW_SRC_BLOTTER_STATES_H
#define OW_SRC_BLOTTER_STATES_H

#include "../base/compiler.h"
#include "../base/memory.h"

enum { STATE_OF_INPUT = 1, STATE_OF_OUTPUT = 2, STATE_ON = 4 };

/* A byte of flags for each id. This is a plain table if ids are as dense as in real saves, or a
 * binary search if a file names ids far beyond its size. */
struct state_set {
    uint8_t *flags;
    uint32_t count;
    uint32_t *ids; /* ascending and unique; NULL for a plain table */
};

/* The same for ids that are marked as they come. Ids of a small part of a world are high, and close
 * to each other, so a page of flags is made when the first of its ids is marked. */
enum { STATES_OF_PAGE = 1 << 12 };
struct state_marks {
    struct arena *arena;
    uint8_t **pages;     /* by id / STATES_OF_PAGE; NULL: none of its ids is marked */
    uint32_t page_count; /* the size of the list of pages */
    uint64_t most;       /* ids below it can be marked: whole pages */
    ow_status status;    /* why an id could not be marked */
    bool sparse;         /* an id was too high */
};

/* Allocates memory for ids 0 to `highest` in a file of `size` bytes that names `named` ids. If
 * set->ids is not NULL afterwards, note every id with states_collect and then call states_sort,
 * which takes scratch memory from the arena. */
ow_status states_init(struct state_set *set, struct arena *arena, int32_t highest, uint64_t named,
                      uint64_t size);

static inline void states_collect(struct state_set *set, int32_t id)
{
    if (id >= 0)
        set->ids[set->count++] = (uint32_t)id;
}

ow_status states_sort(struct state_set *set, struct arena *arena);

/* The flags of an id; NULL if no peg has it, or if it is negative. */
static inline uint8_t *states_flags(const struct state_set *set, int32_t id)
{
    if (!set->ids)
        return (uint32_t)id < set->count ? &set->flags[id] : NULL;
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->ids[middle] < (uint32_t)id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->count && set->ids[low] == (uint32_t)id ? &set->flags[low] : NULL;
}

/* Begins with no ids marked, for a file of `size` bytes. If marks->sparse is set afterwards, an id
 * was too high: begin again with states_init. */
void marks_begin(struct state_marks *marks, struct arena *arena, uint64_t size);

/* The slow path of marks_add. */
void marks_add_far(struct state_marks *marks, uint32_t id, uint8_t flag);

/* The flags of an id; NULL if it is not marked, or negative. */
static inline uint8_t *marks_flags(const struct state_marks *marks, int32_t id)
{
    uint32_t page = (uint32_t)id / STATES_OF_PAGE;
    return LIKELY(page < marks->page_count) && marks->pages[page]
               ? &marks->pages[page][(uint32_t)id % STATES_OF_PAGE]
               : NULL;
}

/* Marks an id; nothing if it is negative. */
static inline void marks_add(struct state_marks *marks, int32_t id, uint8_t flag)
{
    uint8_t *flags = marks_flags(marks, id);
    if (LIKELY(flags != NULL))
        *flags |= flag;
    else if (id >= 0)
        marks_add_far(marks, (uint32_t)id, flag);
}

#endif
