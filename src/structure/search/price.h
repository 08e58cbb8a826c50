/* What a search counts: how unlikely a walk has become, and how long things take. */
#ifndef OW_SRC_STRUCTURE_PRICE_H
#define OW_SRC_STRUCTURE_PRICE_H

#include "../structure.h"

/* Prices: the cheapest walk is taken up first. */
enum {
    UNKNOWN_TYPE_PRICE = 6, /* of meeting a type that no table has */
    ODD_BLOCK_PRICE = 3,
    MOST_ODD_BLOCKS = 8, /* more are free: a file may be odd from end to end */
    SENSELESS_PRICE = 40 /* of going on without sense, to see whether the file ends right */
};

/* Of a departure from the first choices, by switch. */
extern const uint8_t structure_flip_prices[SWITCHES];

/* Whether a mask contradicts the speed: bit 8 says from version 3 on that it is not zero, bit 7 that it is
 * above one. */
static inline bool is_odd_block(unsigned version, const ow_structure_block *block)
{
    return structure_mask_has_speed(version) && !(block->mask & OW_STRUCTURE_HAS_SPEED) &&
           (block->mask & OW_STRUCTURE_FAST || block->speed);
}

/* Work, in units of about a nanosecond: three or four for each byte of a file that is read once. */
enum {
    WALK_WORK = 128, /* of taking up a walk */
    FREE_WORK = 1 << 18,
    MOST_WORK_A_BYTE = 512, /* of a small file; of a large one MOST_WORK beside LEAST_WORK_A_BYTE */
    MOST_WORK = 256 << 20,
    LEAST_WORK_A_BYTE = 16,
    OTHERS_WORK_A_BYTE = 32,
    MOST_ASIDE = 8192 /* walks put aside at once: about a megabyte of memory */
};

/* The work on a block that takes `size` bytes, or breaks off after so many; `judged`: it was also looked
 * at whether it makes sense. */
uint64_t structure_work_on_block(const ow_structure_block *block, uint64_t size, bool judged);

/* The most for finding the variant of a file of `size` bytes, and, when it is found, others. */
uint64_t structure_most_work(uint64_t size);
uint64_t structure_most_work_on_others(uint64_t size);

#endif
