/* Declarations shared by moving, turning and mirroring components. */
#ifndef OW_SRC_BLOTTER_PARTS_REARRANGE_H
#define OW_SRC_BLOTTER_PARTS_REARRANGE_H

#include "../types/types.h"
#include "parts.h"

struct rearranging {
    ow_blotter_save *save;
    struct parts *parts;
    const struct blotter_parts *own;
    const struct part_notes *notes;
    struct vector by;    /* the movement, in thousandths, in the world */
    struct vector about; /* the centre of rotation */
    struct rotation turn;
    unsigned quarters;
    ow_error *error;
};

/* The parent of a component, or NO_PART. */
uint32_t rearrange_parent(const struct rearranging *r, uint32_t index);

/* Returns true if a component is selected and its parent is not. All other selected components move
 * with their parent. */
bool rearrange_is_top(const struct parts *parts, const struct blotter_parts *own, uint32_t index);

void rearrange_set_rotation(ow_blotter_component *component, struct rotation rotation);
ow_status rearrange_too_far(const struct rearranging *r, const ow_blotter_component *component);

/* Mirrors the selected components. `first` is the first of those that rearrange_is_top accepts. */
ow_status blotter_mirror_parts(struct rearranging *r, const ow_rearrangement *how, uint32_t first,
                               uint64_t *count);

#endif
