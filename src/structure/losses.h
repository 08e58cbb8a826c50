/* What a conversion loses, counted and told. */
#ifndef OW_SRC_STRUCTURE_LOSSES_H
#define OW_SRC_STRUCTURE_LOSSES_H

#include "../format.h"

/* What a variant may have no room for. */
enum loss_kind {
    SIGNALS,
    NAMES,
    BEARINGS,
    CONNECTIONS,
    INTEGERS,
    METADATA,
    MASKS,
    CUT_NAMES,
    ALPHAS,
    BOUNDS,
    INDICES,
    LOSS_KINDS
};

struct losses {
    struct {
        uint64_t count;
        uint32_t first; /* the block where it happened first */
    } of[LOSS_KINDS];
};

/* `count` of them in a block, perhaps none. */
void structure_note_loss(struct losses *losses, enum loss_kind kind, uint64_t count,
                         uint32_t block);

void structure_tell_losses(const struct losses *losses, ow_warn warn, void *warn_context);

#endif
