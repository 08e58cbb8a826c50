/* What the parts of a conversion share. Lists of `to` are its own, to be changed in place. */
#ifndef OW_SRC_STRUCTURE_CONVERT_CONVERT_H
#define OW_SRC_STRUCTURE_CONVERT_CONVERT_H

#include "../structure.h"

#include <math.h>
#include <string.h>

/* A build whose blocks are changed one after another. */
struct change {
    struct conversion *conversion;
    const ow_structure_build *from; /* as it was */
    ow_structure_build *to;         /* its version and variant are set */
    uint32_t block;                 /* that is being changed */
};

/* What points lose by coordinates that another way of writing them has no room for. */
struct drift {
    uint64_t count;
    double farthest; /* on any axis */
    bool not_finite; /* one was no place at all */
    uint32_t block;  /* the first */
};

static inline void note_drift(struct drift *drift, uint32_t block, const double before[3],
                              const double after[3])
{
    if (drift->count++ == 0)
        drift->block = block;
    for (int axis = 0; axis < 3; axis++) {
        double distance = fabs(after[axis] - before[axis]);
        if (!isfinite(before[axis]))
            drift->not_finite = true;
        else if (distance > drift->farthest)
            drift->farthest = distance;
    }
}

/* Tells it, if there is something to tell: "`words`, the farthest by 0.25". */
void structure_report_drift(struct change *change, const struct drift *drift, const char *words,
                            const char *field);

/* `count` of a kind of loss at the block at hand, perhaps none. */
static inline void lose(struct change *change, const char *words, const char *field, uint64_t count)
{
    losses_note(&change->conversion->losses, count, words, "/blocks/%u/%s", change->block, field);
}

/* Blocks, one by one: all but position and shape. */
ow_status structure_convert_blocks(struct change *change);

/* Positions, and the bounds that they count from. */
ow_status structure_convert_places(struct change *change);

/* What custom blocks look like. */
ow_status structure_convert_shapes(struct change *change);

/* Which blocks belong to which root. Called last: it may put blocks into another order. */
ow_status structure_convert_roots(struct change *change, ow_error *error);

#endif
