/* Where each component of a save stands: by its place in the file, and by its address. */
#include "index.h"

#include "../base/sort.h"

ow_status index_init(struct component_index *index, struct arena *arena, uint32_t count,
                     uint64_t size)
{
    *index = (struct component_index){.count = count};
    index->entries = arena_take(arena, count * sizeof *index->entries);
    index->offset_low = arena_take(arena, count * sizeof *index->offset_low);
    if (size > UINT32_MAX)
        index->offset_high = arena_take(arena, count);
    bool failed =
        !index->entries || !index->offset_low || (size > UINT32_MAX && !index->offset_high);
    return failed ? arena->status : OW_OK;
}

static ow_status build_directory(struct component_index *index, struct arena *arena)
{
    index->first_address = (uint32_t)(index->entries[0] >> 32);
    uint32_t span = (uint32_t)(index->entries[index->count - 1] >> 32) - index->first_address;
    while (span >> index->shift >= index->count / 2 + 1)
        index->shift++;
    index->bucket_count = (span >> index->shift) + 1;
    index->bucket_start =
        arena_take(arena, ((size_t)index->bucket_count + 1) * sizeof *index->bucket_start);
    if (!index->bucket_start)
        return arena->status;
    uint32_t bucket = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        uint32_t of_entry =
            ((uint32_t)(index->entries[i] >> 32) - index->first_address) >> index->shift;
        while (bucket <= of_entry)
            index->bucket_start[bucket++] = i;
    }
    while (bucket <= index->bucket_count)
        index->bucket_start[bucket++] = index->count;
    return OW_OK;
}

ow_status index_sort(struct component_index *index, struct arena *arena)
{
    if (index->count == 0)
        return OW_OK;
    /* By address alone: ordinals stand in order already. */
    ow_status status = sort_u64(index->entries, index->count, 32, arena);
    return status == OW_OK ? build_directory(index, arena) : status;
}

static uint32_t address_at(const struct component_index *index, uint32_t entry)
{
    return (uint32_t)(index->entries[entry] >> 32);
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

uint32_t index_find(const struct component_index *index, uint32_t address)
{
    if (!index_has_bucket(index, address))
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
