/* What moving, turning and mirroring components share. */
#ifndef OW_SRC_BLOTTER_PARTS_REARRANGE_H
#define OW_SRC_BLOTTER_PARTS_REARRANGE_H

#include "../types/types.h"
#include "parts.h"

struct rearranging {
    ow_blotter_save *save;
    struct parts *parts;
    const struct blotter_parts *own;
    const struct part_notes *notes;
    struct vector by;    /* in thousandths, in the world */
    struct vector about; /* what turns turn about */
    struct rotation turn;
    unsigned quarters;
    ow_error *error;
};

/* The component that carries a component, or NO_PART. */
uint32_t rearrange_parent(const struct rearranging *r, uint32_t index);

/* Returns true if a component is selected and what carries it is not: everything else moves with what carries
 * it. */
bool rearrange_is_top(const struct parts *parts, const struct blotter_parts *own, uint32_t index);

void rearrange_set_rotation(ow_blotter_component *component, struct rotation rotation);
ow_status rearrange_too_far(const struct rearranging *r, const ow_blotter_component *component);

/* Mirrors the selected components. `first` is the first of those that rearrange_is_top accepts. */
ow_status blotter_mirror_parts(struct rearranging *r, const ow_rearrangement *how, uint32_t first,
                               uint64_t *count);

#endif
