/* Finding extents that meet: the longest axis of them all is swept, in strips across the second
 * longest. An extent is in every strip that it reaches. Strips become wider until there are few
 * of them for each extent. */
#include "extents.h"

#include "compiler.h"
#include "sort.h"

#include <math.h>
#include <string.h>

/* Pairs that are compared, at most: so many for each extent, and so many more. */
enum { PAIRS_OF_EACH = 1024, MORE_PAIRS = 1 << 22 };

/* Strips of an extent, on average. */
enum { STRIPS_OF_EACH = 3 };

struct sweep {
    struct extent_search *search;
    struct arena arena;
    int along, across; /* axes */
    double width;      /* of a strip */
    uint64_t *order;   /* extents, ascending along the axis: the number is in the low half */
    uint64_t *entries; /* strip in the high half, place in `order` in the low half */
    size_t entry_count;
    uint64_t most_pairs;
};

static void choose_axes(struct sweep *sweep)
{
    const struct extent_search *search = sweep->search;
    double length[3];
    for (int k = 0; k < 3; k++) {
        double least = INFINITY, most = -INFINITY;
        for (uint32_t i = 0; i < search->count; i++) {
            const struct extent *extent = &search->extents[i];
            least = (double)extent->least[k] < least ? (double)extent->least[k] : least;
            most = (double)extent->most[k] > most ? (double)extent->most[k] : most;
        }
        length[k] = most - least;
    }
    sweep->along = length[1] > length[0] ? 1 : 0;
    sweep->across = 1 - sweep->along;
    if (length[2] > length[sweep->along]) {
        sweep->across = sweep->along;
        sweep->along = 2;
    } else if (length[2] > length[sweep->across]) {
        sweep->across = 2;
    }
}

/* Strips are numbered from 0 of the axis on. Beyond the last number all is one strip. */
static int64_t strip_of(const struct sweep *sweep, float value)
{
    static const double last = 0x1p61;
    double strip = floor((double)value / sweep->width);
    return (int64_t)(strip < -last ? -last : strip > last ? last : strip);
}

static uint64_t count_entries(const struct sweep *sweep, uint64_t most)
{
    const struct extent_search *search = sweep->search;
    uint64_t entries = 0;
    for (uint32_t i = 0; i < search->count && entries <= most; i++) {
        const struct extent *extent = &search->extents[i];
        entries += (uint64_t)(strip_of(sweep, extent->most[sweep->across]) -
                              strip_of(sweep, extent->least[sweep->across])) +
                   1;
    }
    return entries;
}

static void choose_width(struct sweep *sweep)
{
    enum { MORE = 64 };
    uint64_t most = (uint64_t)STRIPS_OF_EACH * sweep->search->count + MORE;
    sweep->width = 1;
    while ((sweep->entry_count = (size_t)count_entries(sweep, most)) > most)
        sweep->width *= 2;
}

/* A number that sorts as a float does. */
static uint64_t sorted_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static ow_status sort_along(struct sweep *sweep)
{
    const struct extent_search *search = sweep->search;
    sweep->order = arena_take(&sweep->arena, search->count * sizeof *sweep->order);
    if (!sweep->order)
        return sweep->arena.status;
    for (uint32_t i = 0; i < search->count; i++)
        sweep->order[i] = sorted_bits(search->extents[i].least[sweep->along]) << 32 | i;
    return sort_u64(sweep->order, search->count, 32, &sweep->arena);
}

/* Within a strip, entries keep the order along the axis. */
static ow_status sort_into_strips(struct sweep *sweep)
{
    const struct extent_search *search = sweep->search;
    size_t next = 0;
    sweep->entries = arena_take(&sweep->arena, sweep->entry_count * sizeof *sweep->entries);
    if (!sweep->entries)
        return sweep->arena.status;
    for (uint32_t i = 0; i < search->count; i++) {
        const struct extent *extent = &search->extents[(uint32_t)sweep->order[i]];
        int64_t last = strip_of(sweep, extent->most[sweep->across]);
        for (int64_t at = strip_of(sweep, extent->least[sweep->across]); at <= last; at++)
            sweep->entries[next++] = (uint64_t)at << 32 | i;
    }
    return sort_u64(sweep->entries, sweep->entry_count, 32, &sweep->arena);
}

/* Two extents may meet in several strips. They are visited in the first. */
static bool is_first_strip(const struct sweep *sweep, uint64_t entry, const struct extent *a,
                           const struct extent *b)
{
    float first = fmaxf(a->least[sweep->across], b->least[sweep->across]);
    return (uint32_t)strip_of(sweep, first) == (uint32_t)(entry >> 32);
}

/* Compares an entry with those behind it in its strip, as far as they begin before its end. Returns
 * false at the end of the search. */
static bool compare_entry(struct sweep *sweep, size_t at)
{
    struct extent_search *search = sweep->search;
    uint64_t entry = sweep->entries[at];
    uint32_t number = (uint32_t)sweep->order[(uint32_t)entry];
    const struct extent *extent = &search->extents[number];
    uint64_t end = sorted_bits(extent->most[sweep->along]);
    for (size_t k = at + 1; k < sweep->entry_count; k++) {
        uint64_t next = sweep->order[(uint32_t)sweep->entries[k]];
        const struct extent *other = &search->extents[(uint32_t)next];
        if (entry >> 32 != sweep->entries[k] >> 32 || next >> 32 >= end)
            break;
        if (search->compared++ >= sweep->most_pairs)
            return false;
        if (extents_meet(extent, other) && is_first_strip(sweep, entry, extent, other) &&
            !search->visit(search->context, number, (uint32_t)next))
            return false;
    }
    return true;
}

ow_status extents_find_pairs(struct extent_search *search)
{
    struct sweep sweep = {.search = search,
                          .most_pairs = (uint64_t)PAIRS_OF_EACH * search->count + MORE_PAIRS};
    arena_share(&sweep.arena, search->account);
    search->compared = 0;
    search->is_complete = true;
    choose_axes(&sweep);
    choose_width(&sweep);
    ow_status status = sort_along(&sweep);
    if (status == OW_OK)
        status = sort_into_strips(&sweep);
    for (size_t i = 0; i < sweep.entry_count && status == OW_OK && search->is_complete; i++)
        search->is_complete = compare_entry(&sweep, i);
    arena_free(&sweep.arena);
    return status;
}
