/* Flags for each circuit state id of a save. */
#include "states.h"

#include "../base/sort.h"

#include <string.h>

/* The highest id of a plain table for a file of `size` bytes. */
static uint64_t most_plain(uint64_t size)
{
    enum { ALWAYS_PLAIN = 4 << 20 };
    return size / 8 + ALWAYS_PLAIN;
}

ow_status states_init(struct state_set *set, struct arena *arena, int32_t highest, uint64_t named,
                      uint64_t size)
{
    *set = (struct state_set){0};
    uint64_t plain = (uint64_t)((int64_t)highest + 1);
    bool sparse = plain > most_plain(size);
    uint64_t slots = sparse ? named : plain;
    set->flags = arena_take(arena, slots);
    if (sparse && set->flags)
        set->ids = arena_take(arena, slots * sizeof *set->ids);
    if (!set->flags || (sparse && !set->ids))
        return arena->status;
    if (slots > 0)
        memset(set->flags, 0, slots);
    set->count = sparse ? 0 : (uint32_t)plain;
    return OW_OK;
}

void states_begin(struct state_set *set, struct arena *arena, uint64_t size)
{
    uint64_t most = most_plain(size), all = (uint64_t)INT32_MAX + 1;
    *set = (struct state_set){.arena = arena, .most = most < all ? most : all};
}

/* The size doubles each time, so all abandoned tables together are no larger than the last. */
static void grow(struct state_set *set, uint32_t id)
{
    enum { FIRST = 1 << 10 };
    uint64_t count = set->count < FIRST ? FIRST : 2 * (uint64_t)set->count;
    count = count > id ? count : id + 1ull;
    count = count < set->most ? count : set->most;
    uint8_t *flags = arena_take(set->arena, (size_t)count);
    if (!flags) {
        set->status = set->arena->status;
        return;
    }
    if (set->count > 0)
        memcpy(flags, set->flags, set->count);
    memset(flags + set->count, 0, (size_t)count - set->count);
    set->flags = flags;
    set->count = (uint32_t)count;
}

void states_mark_far(struct state_set *set, uint32_t id, uint8_t flag)
{
    if (set->sparse || set->status != OW_OK)
        return;
    set->sparse = id >= set->most;
    if (set->sparse)
        set->count = 0;
    else
        grow(set, id);
    if (id < set->count)
        set->flags[id] |= flag;
}

ow_status states_sort(struct state_set *set, struct arena *arena)
{
    uint32_t kept = 0;
    ow_status status = sort_u32(set->ids, set->count, arena);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < set->count; i++)
        if (i == 0 || set->ids[i] != set->ids[i - 1])
            set->ids[kept++] = set->ids[i];
    set->count = kept;
    return OW_OK;
}
