/* Sorting records so that parents come before children. */
#include "ancestry.h"

#include <string.h>

enum { NOT_SEEN, ON_THE_WAY, PLACED };

struct ancestry {
    uint32_t *parents, *order;
    uint32_t placed;
    uint32_t *below; /* the record below on the path upwards */
    uint8_t *progress;
};

/* Goes up from a record to one that has a place, and assigns places on the way back. */
static void place(struct ancestry *ancestry, uint32_t record)
{
    uint32_t at = record, below = UINT32_MAX;
    while (ancestry->progress[at] == NOT_SEEN) {
        uint32_t parent = ancestry->parents[at];
        ancestry->progress[at] = ON_THE_WAY;
        ancestry->below[at] = below;
        if (parent != UINT32_MAX && ancestry->progress[parent] == ON_THE_WAY)
            parent = ancestry->parents[at] = UINT32_MAX;
        below = at;
        if (parent == UINT32_MAX)
            break;
        at = parent;
    }
    for (at = below; at != UINT32_MAX; at = ancestry->below[at]) {
        ancestry->progress[at] = PLACED;
        ancestry->order[ancestry->placed++] = at;
    }
}

ow_status ancestry_order(uint32_t *parents, uint32_t count, uint32_t *order, struct arena *account)
{
    struct arena scratch;
    arena_share(&scratch, account);
    struct ancestry ancestry = {.parents = parents, .order = order};
    ancestry.below = arena_take(&scratch, count * sizeof *ancestry.below);
    ancestry.progress = arena_take(&scratch, count);
    ow_status status = scratch.status;
    if (ancestry.below && ancestry.progress) {
        status = OW_OK;
        if (count > 0)
            memset(ancestry.progress, NOT_SEEN, count);
        for (uint32_t i = 0; i < count; i++)
            if (ancestry.progress[i] == NOT_SEEN)
                place(&ancestry, i);
    }
    arena_free(&scratch);
    return status;
}
