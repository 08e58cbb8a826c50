/* Declarations that the rules of a check share. */
#ifndef OW_SRC_STRUCTURE_CHECK_H
#define OW_SRC_STRUCTURE_CHECK_H

#include "codes.h"
#include "search/search.h"
#include "search/walk.h"

#include "../base/report.h"

enum { BEARING_TYPE = 12 };

/* The part of a build that an issue refers to. */
enum structure_part { PART_BUILD, PART_ROOT, PART_BLOCK };

struct place {
    enum structure_part part;
    uint32_t index;  /* of the root or block */
    uint64_t offset; /* the offset of the root or block */
};

/* Blocks of one type with a common property: how many, and the first. */
struct tally {
    uint32_t count;
    struct place first;
};

struct checker {
    const struct file *file;
    struct report *report;
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
    struct {
        struct place place;
        const char *name;
        uint64_t first, size; /* offset and size of its first element */
    } list;                   /* the list of the last issue */
};

/* The block that the walk has just read, which began at byte `offset`. */
static inline struct place block_place(const struct checker *check, uint64_t offset)
{
    return (struct place){PART_BLOCK, check->walk.index - 1, offset};
}

/* Reports an issue that report_counts accepted. `field` is the rest of the JSON Pointer after the
 * root's or block's, such as "/bearing", or "". */
void structure_issue(struct checker *check, enum structure_code code, struct place place,
                     const char *field, const char *format, ...) OW_PRINTF(5, 6);

/* The same for element `index` of a list whose elements have the same size. The list is only
 * located once. `list` is a constant. */
void structure_element_issue(struct checker *check, enum structure_code code, struct place place,
                             const char *list, uint32_t index, const char *format, ...)
    OW_PRINTF(6, 7);

/* The rules, in the order in which they run. */
void structure_check_variant(struct checker *check);
void structure_check_tables(struct checker *check);
void structure_check_roots(struct checker *check);
void structure_check_block(struct checker *check, struct place place,
                           const ow_structure_block *record);
void structure_check_metadata(struct checker *check, struct place place,
                              const ow_structure_metadata *metadata);
void structure_check_types(struct checker *check);
ow_status structure_check_table_use(struct checker *check);

#endif
