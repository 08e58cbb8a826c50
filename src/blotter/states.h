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

    /* For a table that grows. */
    struct arena *arena;
    ow_status status; /* why the table could not grow */
    uint64_t most;    /* the limit of its size */
    bool sparse;      /* an id exceeded the limit */
};

/* Allocates memory for ids 0 to `highest` in a file of `size` bytes that names `named` ids. If
 * set->ids is not NULL afterwards, note every id with states_collect and then call states_sort,
 * which takes scratch memory from the arena. */
ow_status states_init(struct state_set *set, struct arena *arena, int32_t highest, uint64_t named,
                      uint64_t size);

/* The same if the highest id is not known: begins a plain table that grows with the ids that
 * states_mark notes. If set->sparse is set afterwards, an id was too high for the table: begin
 * again with states_init. */
void states_begin(struct state_set *set, struct arena *arena, uint64_t size);

/* The slow path of states_mark. */
void states_mark_far(struct state_set *set, uint32_t id, uint8_t flag);

static inline void states_mark(struct state_set *set, int32_t id, uint8_t flag)
{
    if (LIKELY((uint32_t)id < set->count))
        set->flags[id] |= flag;
    else if (id >= 0)
        states_mark_far(set, (uint32_t)id, flag);
}

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

#endif
