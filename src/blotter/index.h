/* Components by address. */
#ifndef OW_SRC_BLOTTER_INDEX_H
#define OW_SRC_BLOTTER_INDEX_H

#include "../base/compiler.h"
#include "../base/memory.h"

#define NO_COMPONENT UINT32_MAX

/* Addresses have gaps and come in any order (real saves). Where they are dense, a table has the component
 * of each; where they turn out not to be, they are sorted, and a directory leads to the right few of them.
 * That is memory for at most 40 bytes a component, of which a table of dense addresses uses no more than
 * there are addresses. */
struct component_index {
    struct arena *arena;
    ow_status status; /* why a component could not be noted */
    uint32_t count;   /* of components that are going to be noted */
    uint32_t base;    /* dense: the first address of the table */
    uint32_t *table;  /* dense: by address - base, the component's ordinal + 1; 0: none */
    uint32_t covered; /* dense: how far the table is in use; sparse: 0 */
    uint32_t room;    /* dense: how far it can be */
    uint64_t
        *entries; /* sparse: address in the high half, ordinal in the low; ascending once built */
    uint32_t entry_count;
    uint32_t lowest;        /* sparse: the lowest address */
    uint32_t highest;       /* the highest address, once built; 0 where there is none */
    uint32_t *bucket_start; /* of every bucket of entries, and one behind the last */
    uint32_t bucket_count;
    unsigned shift; /* (address - lowest) >> shift is the bucket */
};

/* An index for `count` components, whose memory comes from the arena. */
void index_init(struct component_index *index, struct arena *arena, uint32_t count);

/* The slow path of index_note. */
bool index_note_far(struct component_index *index, uint32_t ordinal, uint32_t address);

/* Notes component number `ordinal`, the next of at most `count`. True where it is known to be the first of
 * its address: among sparse addresses that is not known before the index is built. */
static inline bool index_note(struct component_index *index, uint32_t ordinal, uint32_t address)
{
    uint32_t at = address - index->base;
    if (UNLIKELY(at >= index->covered))
        return index_note_far(index, ordinal, address);
    if (UNLIKELY(index->table[at] != 0))
        return false;
    index->table[at] = ordinal + 1;
    return true;
}

/* Whether an address is known to have been noted; see index_note. */
static inline bool index_noted(const struct component_index *index, uint32_t address)
{
    uint32_t at = address - index->base;
    return at < index->covered && index->table[at] != 0;
}

/* Makes the index ready once every component is noted; tells what went wrong since index_init. */
ow_status index_build(struct component_index *index);

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
static inline ALWAYS_INLINE void index_prefetch(const struct component_index *index,
                                                uint32_t address)
{
    uint32_t at = address - index->base;
    if (LIKELY(at < index->covered))
        PREFETCH(&index->table[at]);
    else if (index->entries && index_covers(index, address))
        PREFETCH(&index->bucket_start[(address - index->lowest) >> index->shift]);
}

static inline ALWAYS_INLINE void index_prefetch_entry(const struct component_index *index,
                                                      uint32_t address)
{
    if (index->entries && index_covers(index, address))
        PREFETCH(&index->entries[index_guess(index, address).entry]);
}

/* The slow path of index_find, among sparse addresses. */
uint32_t index_search(const struct component_index *index, uint32_t address);

/* The first component in file order that has an address, or NO_COMPONENT. */
static inline uint32_t index_find(const struct component_index *index, uint32_t address)
{
    uint32_t at = address - index->base;
    if (LIKELY(at < index->covered)) /* none: 0 - 1 is NO_COMPONENT */
        return index->table[at] - 1;
    return index->entries ? index_search(index, address) : NO_COMPONENT;
}

#endif
