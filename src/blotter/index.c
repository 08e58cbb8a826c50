/* Where each component of a save stands: by its place in the file, and by its address. */
#include "index.h"

#include <string.h>

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

static bool is_ascending(const struct component_index *index)
{
    for (uint32_t i = 1; i < index->count; i++)
        if (index->entries[i - 1] > index->entries[i])
            return false;
    return true;
}

/* One pass of a radix sort by 11 bits of the address; ordinals stay in order among equals. */
static void sort_by_digit(const uint64_t *from, uint64_t *to, uint32_t count, unsigned shift)
{
    uint32_t place[2048] = {0};
    for (uint32_t i = 0; i < count; i++)
        place[from[i] >> shift & 2047]++;
    uint32_t next = 0;
    for (unsigned digit = 0; digit < 2048; digit++) {
        uint32_t here = place[digit];
        place[digit] = next;
        next += here;
    }
    for (uint32_t i = 0; i < count; i++)
        to[place[from[i] >> shift & 2047]++] = from[i];
}

/* Linear whatever the order is: a hostile file gains nothing. */
static ow_status sort_entries(struct component_index *index, struct arena *arena)
{
    struct arena scratch;
    arena_share(&scratch, arena); /* what the index holds already counts too */
    uint64_t *other = arena_take(&scratch, index->count * sizeof *other), *here = index->entries;
    if (!other)
        return scratch.status;
    uint64_t all_set = UINT64_MAX, any_set = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        all_set &= here[i];
        any_set |= here[i];
    }
    for (unsigned shift = 32; shift < 64; shift += 11) {
        if (((all_set ^ any_set) >> shift & 2047) == 0)
            continue; /* every address has the same digit here */
        sort_by_digit(here, other, index->count, shift);
        uint64_t *sorted = other;
        other = here;
        here = sorted;
    }
    if (here != index->entries)
        memcpy(index->entries, here, index->count * sizeof *here);
    arena_free(&scratch);
    return OW_OK;
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
    ow_status status = is_ascending(index) ? OW_OK : sort_entries(index, arena);
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
