/* Sorting numbers in a time that no order of them makes long, within the caller's memory. */
#ifndef OW_SRC_BASE_SORT_H
#define OW_SRC_BASE_SORT_H

#include "memory.h"

/* Sorts ascending; linear in `count`, whatever the keys are: a hostile file gains nothing. Bits
 * below `lowest_bit` are left out of account, keys that are else equal stay in their order. Takes
 * scratch memory of the keys' own size, which counts in `account` and is given back; fails only for
 * want of it. */
ow_status sort_u64(uint64_t *keys, size_t count, unsigned lowest_bit, struct arena *account);
ow_status sort_u32(uint32_t *keys, size_t count, struct arena *account);

/* Where among ascending keys the first stands that is not below `key`; `count` where all are. */
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
