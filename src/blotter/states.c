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

void marks_begin(struct state_marks *marks, struct arena *arena, uint64_t size)
{
    const uint64_t pages = most_plain(size) / STATES_OF_PAGE + 1;
    *marks = (struct state_marks){.arena = arena, .most = pages * STATES_OF_PAGE};
}

/* The list doubles each time, so all abandoned lists together are no larger than the last. */
static bool list_page(struct state_marks *marks, uint32_t page)
{
    enum { FIRST = 1 << 6 };
    uint32_t count = marks->page_count < FIRST ? FIRST : 2 * marks->page_count;
    count = count > page ? count : page + 1;
    uint8_t **pages = arena_take(marks->arena, count * sizeof *pages);
    if (!pages)
        return false;
    for (uint32_t i = 0; i < count; i++)
        pages[i] = i < marks->page_count ? marks->pages[i] : NULL;
    marks->pages = pages;
    marks->page_count = count;
    return true;
}

void marks_add_far(struct state_marks *marks, uint32_t id, uint8_t flag)
{
    uint32_t page = id / STATES_OF_PAGE;
    marks->sparse |= id >= marks->most;
    if (marks->sparse || marks->status != OW_OK)
        return;
    uint8_t *flags = page < marks->page_count || list_page(marks, page)
                         ? arena_take(marks->arena, STATES_OF_PAGE)
                         : NULL;
    if (!flags) {
        marks->status = marks->arena->status;
        return;
    }
    memset(flags, 0, STATES_OF_PAGE);
    marks->pages[page] = flags;
    flags[id % STATES_OF_PAGE] = flag;
}
