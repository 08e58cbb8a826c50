/* The cost model of a search: how unlikely a walk is, and how long operations take. */
#ifndef OW_SRC_STRUCTURE_PRICE_H
#define OW_SRC_STRUCTURE_PRICE_H

#include "../structure.h"

/* Prices: the cheapest walk is continued first. */
enum {
    UNKNOWN_TYPE_PRICE = 6, /* of a type that is in no table */
    ODD_BLOCK_PRICE = 3,
    MOST_ODD_BLOCKS = 8, /* further ones are free: all blocks of a file may be odd */
    /* of continuing an implausible walk, to see whether it ends where the file ends */
    SENSELESS_PRICE = 40
};

/* Price of each switch's departure from the default. */
extern const uint8_t structure_flip_prices[SWITCHES];

/* Whether a mask contradicts the speed: from version 3 on, bit 8 says that it is not zero; bit 7
 * says that it is above one. */
static inline bool is_odd_block(unsigned version, const ow_structure_block *block)
{
    return structure_mask_has_speed(version) && !(block->mask & OW_STRUCTURE_HAS_SPEED) &&
           (block->mask & OW_STRUCTURE_FAST || block->speed);
}

/* Work, in units of about a nanosecond: reading a file once takes three or four per byte. */
enum {
    WALK_WORK = 128, /* of continuing a walk */
    FREE_WORK = 1 << 18,
    /* of a small file; for a large one, MOST_WORK plus LEAST_WORK_A_BYTE per byte */
    MOST_WORK_A_BYTE = 512,
    MOST_WORK = 256 << 20,
    LEAST_WORK_A_BYTE = 16,
    OTHERS_WORK_A_BYTE = 32,
    MOST_ASIDE = 8192 /* walks in the queue: about a megabyte of memory */
};

/* The work on a block that takes `size` bytes, or fails after as many; `judged`: its plausibility
 * was tested too. */
uint64_t structure_work_on_block(const ow_structure_block *block, uint64_t size, bool judged);

/* The limits of work for a file of `size` bytes: to find its variant, and then to find others. */
uint64_t structure_most_work(uint64_t size);
uint64_t structure_most_work_on_others(uint64_t size);

#endif
