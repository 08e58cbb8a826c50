/* An index of components by address. */
#include "index.h"

#include "../base/sort.h"

#include <string.h>

void index_init(struct component_index *index, struct arena *arena, uint32_t count)
{
    *index = (struct component_index){.arena = arena, .count = count};
}

/* Allocates a table of DENSE addresses per component, starting below the first address by as many
 * as there are components: the first address of a save is one of its lowest. The parts of the table
 * without addresses are never touched. */
static void begin_table(struct component_index *index, uint32_t first)
{
    enum { DENSE = 5 };
    index->base = first > index->count ? first - index->count : 0;
    uint64_t room = (uint64_t)index->count * DENSE, most = (uint64_t)UINT32_MAX - index->base + 1;
    room = room < most ? room : most;
    index->room = (uint32_t)(room < UINT32_MAX ? room : UINT32_MAX);
    index->table = arena_take(index->arena, index->room * sizeof *index->table);
    if (!index->table)
        index->status = index->arena->status;
}

/* Extends the used part of the table to an entry. */
static void extend_table(struct component_index *index, uint32_t at)
{
    enum { AT_ONCE = 1 << 14 };
    uint32_t left = index->room - at, more = left < AT_ONCE ? left : AT_ONCE;
    uint32_t covered = at + more;
    memset(index->table + index->covered, 0, (covered - index->covered) * sizeof *index->table);
    index->covered = covered;
}

static void add_entry(struct component_index *index, uint32_t ordinal, uint32_t address)
{
    index->entries[index->entry_count++] = (uint64_t)address << 32 | ordinal;
}

/* Converts the table to entries. Components that are not in the table have the address of an
 * earlier one, so a look-up never finds them anyway. */
static void leave_table(struct component_index *index)
{
    index->entries = arena_take(index->arena, index->count * sizeof *index->entries);
    if (!index->entries)
        index->status = index->arena->status;
    for (uint32_t at = 0; at < index->covered && index->entries; at++)
        if (index->table[at] != 0)
            add_entry(index, index->table[at] - 1, index->base + at);
    index->covered = 0;
}

bool index_note_far(struct component_index *index, uint32_t ordinal, uint32_t address)
{
    if (!index->table && index->status == OW_OK)
        begin_table(index, address);
    if (index->status != OW_OK)
        return false;
    uint32_t at = address - index->base;
    if (!index->entries && at < index->room) {
        extend_table(index, at);
        return index_note(index, ordinal, address);
    }
    if (!index->entries)
        leave_table(index);
    if (index->entries)
        add_entry(index, ordinal, address);
    return false;
}

static uint32_t address_at(const struct component_index *index, uint32_t entry)
{
    return (uint32_t)(index->entries[entry] >> 32);
}

static ow_status build_directory(struct component_index *index)
{
    uint32_t count = index->entry_count, span = index->highest - index->lowest;
    while (span >> index->shift >= count / 2 + 1)
        index->shift++;
    index->bucket_count = (span >> index->shift) + 1;
    index->bucket_start =
        arena_take(index->arena, ((size_t)index->bucket_count + 1) * sizeof *index->bucket_start);
    if (!index->bucket_start)
        return index->arena->status;
    uint32_t bucket = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t of_entry = (address_at(index, i) - index->lowest) >> index->shift;
        while (bucket <= of_entry)
            index->bucket_start[bucket++] = i;
    }
    while (bucket <= index->bucket_count)
        index->bucket_start[bucket++] = count;
    return OW_OK;
}

bool index_list(const struct component_index *index, uint64_t *list)
{
    uint32_t count = index->entry_count;
    if (index->entries && count == index->count)
        memcpy(list, index->entries, count * sizeof *list);
    for (uint32_t at = 0; at < index->covered; at++)
        if (index->table[at] != 0)
            list[count++] = (uint64_t)(index->base + at) << 32 | (index->table[at] - 1);
    return count == index->count;
}

/* There is always one below `covered`, which ends shortly after the last address. */
static uint32_t highest_of_table(const struct component_index *index)
{
    uint32_t at = index->covered;
    while (at > 0 && index->table[at - 1] == 0)
        at--;
    return at > 0 ? index->base + at - 1 : 0;
}

ow_status index_build(struct component_index *index)
{
    if (index->status != OW_OK)
        return index->status;
    index->highest = highest_of_table(index);
    if (!index->entries)
        return OW_OK;
    /* Sorts by address only: ordinals of the same address are in order already. */
    ow_status status = sort_u64(index->entries, index->entry_count, 32, index->arena);
    if (status != OW_OK)
        return status;
    index->lowest = address_at(index, 0);
    index->highest = address_at(index, index->entry_count - 1);
    return build_directory(index);
}

/* The first entry of a bucket whose address is not below `address`; `high` if there is none. */
static uint32_t search(const struct component_index *index, uint32_t low, uint32_t high,
                       uint32_t address)
{
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (address_at(index, middle) < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t index_search(const struct component_index *index, uint32_t address)
{
    if (!index_covers(index, address))
        return NO_COMPONENT;
    struct index_guess guess = index_guess(index, address);
    uint32_t entry = guess.entry;
    if (entry >= guess.end || address_at(index, entry) != address ||
        (entry > guess.low && address_at(index, entry - 1) == address)) {
        entry = search(index, guess.low, guess.end, address);
        if (entry == guess.end || address_at(index, entry) != address)
            return NO_COMPONENT;
    }
    return (uint32_t)index->entries[entry];
}
