/* Declarations for merging two saves. */
#ifndef OW_SRC_BLOTTER_PARTS_MERGE_H
#define OW_SRC_BLOTTER_PARTS_MERGE_H

#include "parts.h"

struct save_merge {
    ow_blotter_save *world, *part;
    const ow_placement *placement;
    const struct part_notes *notes;
    struct arena scratch;
    struct component_index part_index;
    uint32_t *addresses; /* in the world, by component of the part */
    uint16_t *types;     /* in the world, by numeric type id of the part */
    ow_error *error;
};

/* Finds numeric ids for the part's types. Adds types and mods that the world does not have. */
ow_status merge_types(struct save_merge *merge);
ow_status merge_mods(struct save_merge *merge);

/* Gives the states of the part's pegs and wires ids that are free in the world. Turns on those that
 * are on in the part. */
ow_status merge_states(struct save_merge *merge);

/* Reports that an arena ran out of memory. */
ow_status merge_limited(const struct save_merge *merge, ow_status status);

#endif
