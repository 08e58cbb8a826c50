/* Declarations that the parts of a conversion share. The lists of `to` are copies that may be
 * changed in place. */
#ifndef OW_SRC_STRUCTURE_CONVERT_CONVERT_H
#define OW_SRC_STRUCTURE_CONVERT_CONVERT_H

#include "../structure.h"

#include <math.h>
#include <string.h>

/* A build whose blocks are converted one after another. */
struct change {
    struct conversion *conversion;
    const ow_structure_build *from; /* the original */
    ow_structure_build *to;         /* its version and variant are set */
    uint32_t block;                 /* the current one */
};

/* How much points move because their exact coordinates cannot be stored. */
struct drift {
    uint64_t count;
    double farthest; /* the largest distance on any axis */
    bool not_finite; /* a coordinate was not finite */
    uint32_t block;  /* the first one affected */
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

/* Reports the drift, if any: "`words`, the farthest by 0.25". */
void structure_report_drift(struct change *change, const struct drift *drift, const char *words,
                            const char *field);

/* Counts `count` losses of a kind at the current block; may be 0. */
static inline void lose(struct change *change, const char *words, const char *field, uint64_t count)
{
    losses_note(&change->conversion->losses, count, words, "/blocks/%u/%s", change->block, field);
}

/* Converts blocks one by one: everything but position and shape. */
ow_status structure_convert_blocks(struct change *change);

/* Converts positions, and the bounds that they are relative to. */
ow_status structure_convert_places(struct change *change);

/* Converts the shapes of custom blocks. */
ow_status structure_convert_shapes(struct change *change);

/* Converts which blocks belong to which root. Called last: it may reorder blocks. */
ow_status structure_convert_roots(struct change *change, ow_error *error);

#endif
