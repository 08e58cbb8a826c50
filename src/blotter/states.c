/* What is known of each circuit state id of a save. */
#include "states.h"

#include "../base/sort.h"

#include <string.h>

ow_status states_init(struct state_set *set, struct arena *arena, int32_t highest, uint64_t named,
                      uint64_t size)
{
    enum { ALWAYS_PLAIN = 4 << 20 };
    *set = (struct state_set){0};
    uint64_t plain = (uint64_t)((int64_t)highest + 1);
    bool sparse = plain > size / 8 + ALWAYS_PLAIN;
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
