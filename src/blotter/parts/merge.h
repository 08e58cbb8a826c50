/* Two saves on their way to be one. */
#ifndef OW_SRC_BLOTTER_PARTS_MERGE_H
#define OW_SRC_BLOTTER_PARTS_MERGE_H

#include "parts.h"

struct save_merge {
    ow_blotter_save *world, *part;
    const ow_placement *placement;
    const struct part_notes *notes;
    struct arena scratch;
    struct component_index part_index;
    uint32_t *addresses; /* of the part's components, in the world */
    uint16_t *types;     /* of the part's numbers of types, in the world */
    ow_error *error;
};

/* Finds numbers for the part's types, and adds those and the mods that the world does not have. */
ow_status merge_types(struct save_merge *merge);
ow_status merge_mods(struct save_merge *merge);

/* Gives the states of the part's pegs and wires numbers that the world does not have, and adds those that are
 * on to the world's. */
ow_status merge_states(struct save_merge *merge);

/* An error for want of memory in an arena. */
ow_status merge_limited(const struct save_merge *merge, ow_status status);

#endif
