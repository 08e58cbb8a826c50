/* Which circuit states of a save are on, however it stores them. */
#ifndef OW_SRC_BLOTTER_SAVED_STATES_H
#define OW_SRC_BLOTTER_SAVED_STATES_H

#include "blotter.h"
#include "states.h"

struct saved_states {
    const ow_blotter_save *save; /* with states: the caller's save, or `made` */
    ow_blotter_save made;        /* of a save of version 4, which stores none */
    struct state_set on;         /* of a subassembly, which lists them */
};

/* `size` is about that of the file. Memory comes from the arena. */
ow_status saved_states_open(struct saved_states *states, const ow_blotter_save *save,
                            struct arena *arena, uint64_t size);

/* Whether a state is on in a world, which stores a bit for each. */
static inline bool blotter_bit_is_on(const ow_blotter_save *save, int32_t state)
{
    const ow_bytes *bits = &save->circuit_states.bits;
    return state >= 0 && (uint32_t)state / 8 < bits->size && bits->data[state / 8] >> state % 8 & 1;
}

static inline bool saved_state_is_on(const struct saved_states *states, int32_t state)
{
    if (states->save->save_type == OW_BLOTTER_WORLD)
        return blotter_bit_is_on(states->save, state);
    const uint8_t *flags = states_flags(&states->on, state);
    return flags && *flags == STATE_ON;
}

#endif
