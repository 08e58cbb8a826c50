/* Components by address. */
#include "index.h"

#include "../base/sort.h"

#include <string.h>

ow_status index_init(struct component_index *index, struct arena *arena, uint32_t count)
{
    /* Until the first is noted nothing lies between the lowest and the highest. */
    *index = (struct component_index){.count = count, .lowest = UINT32_MAX};
    index->addresses = arena_take(arena, count * sizeof *index->addresses);
    return index->addresses ? OW_OK : arena->status;
}

static ow_status build_table(struct component_index *index, struct arena *arena)
{
    size_t size = ((size_t)(index->highest - index->lowest) + 1) * sizeof *index->ordinals;
    index->ordinals = arena_take(arena, size);
    if (!index->ordinals)
        return arena->status;
    memset(index->ordinals, 0, size);
    for (uint32_t i = index->count; i-- > 0;) /* from the last on: the first of an address stays */
        index->ordinals[index->addresses[i] - index->lowest] = i + 1;
    return OW_OK;
}

static uint32_t address_at(const struct component_index *index, uint32_t entry)
{
    return (uint32_t)(index->entries[entry] >> 32);
}

static ow_status build_directory(struct component_index *index, struct arena *arena)
{
    uint32_t span = index->highest - index->lowest;
    while (span >> index->shift >= index->count / 2 + 1)
        index->shift++;
    index->bucket_count = (span >> index->shift) + 1;
    index->bucket_start =
        arena_take(arena, ((size_t)index->bucket_count + 1) * sizeof *index->bucket_start);
    if (!index->bucket_start)
        return arena->status;
    uint32_t bucket = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        uint32_t of_entry = (address_at(index, i) - index->lowest) >> index->shift;
        while (bucket <= of_entry)
            index->bucket_start[bucket++] = i;
    }
    while (bucket <= index->bucket_count)
        index->bucket_start[bucket++] = index->count;
    return OW_OK;
}

static ow_status sort_entries(struct component_index *index, struct arena *arena)
{
    index->entries = arena_take(arena, index->count * sizeof *index->entries);
    if (!index->entries)
        return arena->status;
    for (uint32_t i = 0; i < index->count; i++)
        index->entries[i] = (uint64_t)index->addresses[i] << 32 | i;
    /* By address alone: ordinals stand in order already. */
    ow_status status = sort_u64(index->entries, index->count, 32, arena);
    return status == OW_OK ? build_directory(index, arena) : status;
}

ow_status index_build(struct component_index *index, struct arena *arena)
{
    enum { DENSE = 4 }; /* addresses for each component, at most */
    if (index->count == 0)
        return OW_OK;
    if ((index->highest - index->lowest) / DENSE < index->count)
        return build_table(index, arena);
    return sort_entries(index, arena);
}

/* The first entry of a bucket whose address is not below `address`, or `high`. */
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
