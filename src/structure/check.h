/* Declarations that the rules of a check share. */
#ifndef OW_SRC_STRUCTURE_CHECK_H
#define OW_SRC_STRUCTURE_CHECK_H

#include "codes.h"
#include "search/search.h"
#include "search/walk.h"

#include "../base/report.h"
#include "../driver/records.h"

enum { BEARING_TYPE = 12 };

/* Blocks of one type with a common property: how many, and the first. */
struct tally {
    uint32_t count;
    struct record_place first;
};

struct checker {
    const struct file *file;
    struct report *report;
    struct record_reporter records;
    struct structure_search search;
    struct walk walk;
    struct arena kept;
    ow_structure_build build; /* everything but the blocks */
    uint8_t *types;           /* of all blocks */
    uint32_t *connected_by;   /* for each block, 1 + the last block seen that connects to it */
    bool *used_colors, *used_rotations;
    uint32_t colored_count;      /* blocks with a colour */
    struct tally types_met[256]; /* by type */
    struct tally odd_masks[256]; /* by type: those with a mask bit that the type does not support */
};

/* The block that the walk has just read, which began at byte `offset`. */
static inline struct record_place block_place(const struct checker *check, uint64_t offset)
{
    return (struct record_place){PART_BLOCK, {check->walk.index - 1}, offset};
}

/* The rules, in the order in which they run. */
void structure_check_variant(struct checker *check);
void structure_check_tables(struct checker *check);
void structure_check_roots(struct checker *check);
void structure_check_block(struct checker *check, struct record_place place,
                           const ow_structure_block *record);
void structure_check_metadata(struct checker *check, struct record_place place,
                              const ow_structure_metadata *metadata);
void structure_check_types(struct checker *check);
ow_status structure_check_table_use(struct checker *check);

#endif
