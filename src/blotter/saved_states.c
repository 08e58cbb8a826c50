/* Which circuit states of a save are on, however it stores them. */
#include "saved_states.h"

#include <string.h>

/* Version 4 stores no states: they are created in copies, like those of a conversion. */
static ow_status make_states(struct saved_states *states, const ow_blotter_save *save,
                             struct arena *arena)
{
    ow_blotter_save *made = &states->made;
    *made = *save;
    made->components = arena_take(arena, save->component_count * sizeof *made->components);
    made->wires = arena_take(arena, save->wire_count * sizeof *made->wires);
    if (!made->components || !made->wires)
        return arena->status;
    if (save->component_count > 0)
        memcpy(made->components, save->components,
               save->component_count * sizeof *made->components);
    if (save->wire_count > 0)
        memcpy(made->wires, save->wires, save->wire_count * sizeof *made->wires);
    made->save_type = OW_BLOTTER_WORLD;
    states->save = made;
    return blotter_make_states(made, arena);
}

/* The bits of a world are a table already. A list is converted to a table. */
static ow_status note_list(struct saved_states *states, struct arena *arena, uint64_t size)
{
    const ow_blotter_circuit_states *listed = &states->save->circuit_states;
    struct state_set *on = &states->on;
    int32_t highest = -1;
    for (uint32_t i = 0; i < listed->on_count; i++)
        if (listed->on[i] > highest)
            highest = listed->on[i];
    ow_status status = states_init(on, arena, highest, listed->on_count, size);
    for (uint32_t i = 0; status == OW_OK && on->ids && i < listed->on_count; i++)
        states_collect(on, listed->on[i]);
    if (status == OW_OK && on->ids)
        status = states_sort(on, arena);
    for (uint32_t i = 0; status == OW_OK && i < listed->on_count; i++) {
        uint8_t *flags = states_flags(on, listed->on[i]);
        if (flags)
            *flags = STATE_ON;
    }
    return status;
}

ow_status saved_states_open(struct saved_states *states, const ow_blotter_save *save,
                            struct arena *arena, uint64_t size)
{
    *states = (struct saved_states){.save = save};
    if (save->version == 4)
        return make_states(states, save, arena);
    return save->save_type == OW_BLOTTER_WORLD ? OW_OK : note_list(states, arena, size);
}
