/* An index of components by address. */
#ifndef OW_SRC_BLOTTER_INDEX_H
#define OW_SRC_BLOTTER_INDEX_H

#include "../base/compiler.h"
#include "../base/memory.h"

#define NO_COMPONENT UINT32_MAX

/* Addresses have gaps and come in any order (real saves). If they are dense, a table has the
 * component of each address. Otherwise they are sorted, and a directory leads to a short range of
 * them. Memory is at most 40 bytes per component; a table of dense addresses uses no more than
 * there are addresses. */
struct component_index {
    struct arena *arena;
    ow_status status;  /* why a component could not be added */
    uint32_t count;    /* the number of components to add */
    uint32_t base;     /* dense: the first address of the table */
    uint32_t *table;   /* dense: the component's ordinal + 1, by address - base; 0: none */
    uint32_t covered;  /* dense: size of the used part of the table; sparse: 0 */
    uint32_t room;     /* dense: size of the table */
    uint64_t *entries; /* sparse: address in the high half, ordinal in the low; sorted once built */
    uint32_t entry_count;
    uint32_t lowest;        /* sparse: the lowest address */
    uint32_t highest;       /* the highest address, once built; 0 if there is none */
    uint32_t *bucket_start; /* the first entry of every bucket, and one at the end */
    uint32_t bucket_count;
    unsigned shift; /* (address - lowest) >> shift is the bucket */
};

/* Creates an index for `count` components, with memory from the arena. */
void index_init(struct component_index *index, struct arena *arena, uint32_t count);

/* The slow path of index_note. */
bool index_note_far(struct component_index *index, uint32_t ordinal, uint32_t address);

/* Adds component `ordinal`, the next of at most `count`. Returns true if it is known to be the
 * first with its address. For sparse addresses this is not known before the index is built. */
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

/* Whether an address is known to have been added; see index_note. */
static inline bool index_noted(const struct component_index *index, uint32_t address)
{
    uint32_t at = address - index->base;
    return at < index->covered && index->table[at] != 0;
}

/* Completes the index once all components are added. Returns the first failure since index_init. */
ow_status index_build(struct component_index *index);

/* Where a look-up searches for an address among the entries: a bucket, and its most likely entry.
 * Most addresses have equal distances, so the first guess is right. */
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

/* Two steps that prefetch the memory of a look-up. For callers with many addresses, so that their
 * waits overlap. */
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

/* Lists the address of each component in the high half, and its number in the low half, ascending.
 * Returns false if an address occurs twice: the index does not know all such components. */
bool index_list(const struct component_index *index, uint64_t *list);

/* The slow path of index_find, among sparse addresses. */
uint32_t index_search(const struct component_index *index, uint32_t address);

/* The first component in file order with an address, or NO_COMPONENT. */
static inline uint32_t index_find(const struct component_index *index, uint32_t address)
{
    uint32_t at = address - index->base;
    if (LIKELY(at < index->covered)) /* if there is none: 0 - 1 is NO_COMPONENT */
        return index->table[at] - 1;
    return index->entries ? index_search(index, address) : NO_COMPONENT;
}

#endif
