/* Components by address. */
#ifndef OW_SRC_BLOTTER_INDEX_H
#define OW_SRC_BLOTTER_INDEX_H

#include "../base/compiler.h"
#include "../base/memory.h"

#define NO_COMPONENT UINT32_MAX

/* Addresses have gaps and come in any order (real saves). Where they are dense, a table has the component
 * of each between the lowest and the highest; where they are not, they are sorted, and a directory leads
 * to the right few of them. That is at most 20 bytes a component, and 8 more while they are sorted. */
struct component_index {
    uint32_t count;
    uint32_t *addresses; /* by ordinal */
    uint32_t lowest, highest;
    uint32_t *ordinals;     /* dense: by address - lowest, the component's ordinal + 1; 0: none */
    uint64_t *entries;      /* sparse: address in the high half, ordinal in the low; ascending */
    uint32_t *bucket_start; /* of every bucket of entries, and one behind the last */
    uint32_t bucket_count;
    unsigned shift; /* (address - lowest) >> shift is the bucket */
};

/* Takes memory for `count` components. */
ow_status index_init(struct component_index *index, struct arena *arena, uint32_t count);

/* Notes component number `ordinal`. */
static inline void index_note(struct component_index *index, uint32_t ordinal, uint32_t address)
{
    index->addresses[ordinal] = address;
    index->lowest = address < index->lowest ? address : index->lowest;
    index->highest = address > index->highest ? address : index->highest;
}

/* Makes the index ready once every component is noted. */
ow_status index_build(struct component_index *index, struct arena *arena);

/* Where an address is looked for among the entries: those of a bucket, and the likeliest of them. Most
 * addresses follow each other at one distance, so that the guess is right at once. */
struct index_guess {
    uint32_t low, end, entry;
};

static inline bool index_covers(const struct component_index *index, uint32_t address)
{
    return address >= index->lowest && address <= index->highest;
}

static inline struct index_guess index_guess(const struct component_index *index, uint32_t address)
{
    uint32_t distance = address - index->lowest, bucket = distance >> index->shift;
    uint32_t low = index->bucket_start[bucket], end = index->bucket_start[bucket + 1];
    uint32_t within = distance - (bucket << index->shift);
    uint32_t skip = (uint32_t)((uint64_t)within * (end - low) >> index->shift);
    return (struct index_guess){low, end, low + skip};
}

/* Two steps that ask for the memory that a look-up will need: for callers with many addresses at hand,
 * whose waits then overlap. */
static inline void index_prefetch(const struct component_index *index, uint32_t address)
{
    if (!index_covers(index, address))
        return;
    if (index->ordinals)
        PREFETCH(&index->ordinals[address - index->lowest]);
    else
        PREFETCH(&index->bucket_start[(address - index->lowest) >> index->shift]);
}

static inline void index_prefetch_entry(const struct component_index *index, uint32_t address)
{
    if (!index->ordinals && index_covers(index, address))
        PREFETCH(&index->entries[index_guess(index, address).entry]);
}

/* The slow path of index_find, for an address between the lowest and the highest. */
uint32_t index_search(const struct component_index *index, uint32_t address);

/* The first component in file order that has an address, or NO_COMPONENT. */
static inline uint32_t index_find(const struct component_index *index, uint32_t address)
{
    if (!index_covers(index, address))
        return NO_COMPONENT;
    if (LIKELY(index->ordinals != NULL)) /* none: 0 - 1 is NO_COMPONENT */
        return index->ordinals[address - index->lowest] - 1;
    return index_search(index, address);
}

#endif
