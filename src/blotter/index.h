/* Where each component of a save stands: by its place in the file, and by its address. */
#ifndef OW_SRC_BLOTTER_INDEX_H
#define OW_SRC_BLOTTER_INDEX_H

#include "../base/compiler.h"
#include "../base/memory.h"

#define NO_COMPONENT UINT32_MAX

/* Fourteen to fifteen bytes a component. Addresses have gaps and come in any order (real saves), so
 * entries are sorted and a directory leads to the right few of them. */
struct component_index {
    uint32_t count;
    uint64_t *entries;    /* address in the high half, ordinal in the low; ascending once sorted */
    uint32_t *offset_low; /* by ordinal */
    uint8_t *offset_high; /* by ordinal; NULL for files below 4 GiB, so up to 2^40 bytes */
    uint32_t *bucket_start; /* of every bucket, and one behind the last */
    uint32_t bucket_count;
    uint32_t first_address;
    unsigned shift; /* (address - first_address) >> shift is the bucket */
};

/* Takes memory for `count` components of a file of `size` bytes. */
ow_status index_init(struct component_index *index, struct arena *arena, uint32_t count,
                     uint64_t size);

/* Notes component number `ordinal`. */
static inline void index_note(struct component_index *index, uint32_t ordinal, uint32_t address,
                              uint64_t offset)
{
    index->entries[ordinal] = (uint64_t)address << 32 | ordinal;
    index->offset_low[ordinal] = (uint32_t)offset;
    if (index->offset_high)
        index->offset_high[ordinal] = (uint8_t)(offset >> 32);
}

/* Makes the index ready once every component is noted. */
ow_status index_sort(struct component_index *index, struct arena *arena);

static inline uint64_t index_offset(const struct component_index *index, uint32_t ordinal)
{
    uint64_t high = index->offset_high ? index->offset_high[ordinal] : 0;
    return high << 32 | index->offset_low[ordinal];
}

/* Where an address is looked for: a bucket's entries, and the likeliest of them. Most addresses follow
 * each other at one distance, so that the guess is right at once. */
struct index_guess {
    uint32_t low, end, entry;
};

static inline bool index_has_bucket(const struct component_index *index, uint32_t address)
{
    return index->count > 0 && address >= index->first_address &&
           (address - index->first_address) >> index->shift < index->bucket_count;
}

static inline struct index_guess index_guess(const struct component_index *index, uint32_t address)
{
    uint32_t distance = address - index->first_address, bucket = distance >> index->shift;
    uint32_t low = index->bucket_start[bucket], end = index->bucket_start[bucket + 1];
    uint32_t within = distance - (bucket << index->shift);
    uint32_t skip = (uint32_t)((uint64_t)within * (end - low) >> index->shift);
    return (struct index_guess){low, end, low + skip};
}

/* Three steps that ask for the memory that the next one, and at last a look at the component, will
 * need: for callers with many addresses at hand, whose waits then overlap. */
static inline void index_prefetch_bucket(const struct component_index *index, uint32_t address)
{
    if (index_has_bucket(index, address))
        PREFETCH(&index->bucket_start[(address - index->first_address) >> index->shift]);
}

static inline void index_prefetch_entry(const struct component_index *index, uint32_t address)
{
    if (index_has_bucket(index, address))
        PREFETCH(&index->entries[index_guess(index, address).entry]);
}

static inline void index_prefetch_offset(const struct component_index *index, uint32_t ordinal)
{
    if (ordinal != NO_COMPONENT)
        PREFETCH(&index->offset_low[ordinal]);
}

/* The first component in file order that has an address, or NO_COMPONENT. */
uint32_t index_find(const struct component_index *index, uint32_t address);

#endif
