/* Sorting numbers in linear time, with the caller's memory limit. */
#ifndef OW_SRC_BASE_SORT_H
#define OW_SRC_BASE_SORT_H

#include "memory.h"

/* Sorts ascending, in linear time for any keys, so that hostile files cannot slow it down. Ignores
 * bits below `lowest_bit`; equal keys keep their order. Needs scratch memory of the size of the
 * keys, which counts in `account`; fails only without memory. */
ow_status sort_u64(uint64_t *keys, size_t count, unsigned lowest_bit, struct arena *account);
ow_status sort_u32(uint32_t *keys, size_t count, struct arena *account);

/* The same with the caller's memory: `other` has room for as many keys, and gets any values. */
void sort_u64_within(uint64_t *keys, uint64_t *other, size_t count, unsigned lowest_bit);

/* Index of the first of ascending keys that is at least `key`; `count` if there is none. */
static inline size_t first_not_below(const uint64_t *keys, size_t count, uint64_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
