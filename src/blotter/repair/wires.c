/* Repairs wires. */
#include "repair.h"

ow_status blotter_remove_wires(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    return repair_remove(repair, 0, repair->count, 0, save->wires, &save->wire_count,
                         sizeof *save->wires);
}

/* The state of the peg that determines a wire's state; NULL if there is none. */
static const int32_t *governing_state(const ow_blotter_save *save,
                                      const struct component_index *index,
                                      const ow_blotter_wire *wire)
{
    bool second = wire->first.kind == OW_BLOTTER_INPUT && wire->second.kind == OW_BLOTTER_OUTPUT;
    const ow_blotter_peg *peg = second ? &wire->second : &wire->first;
    uint32_t ordinal = index_find(index, peg->component);
    if (ordinal == NO_COMPONENT || peg->index < 0)
        return NULL;
    const ow_blotter_component *component = &save->components[ordinal];
    bool input = peg->kind == OW_BLOTTER_INPUT;
    if ((uint32_t)peg->index >= (input ? component->input_count : component->output_count))
        return NULL;
    return &(input ? component->inputs : component->outputs)[peg->index];
}

ow_status blotter_set_wire_states(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    struct component_index index;
    ow_status status = repair_index(repair, &index);
    for (uint32_t i = 0; status == OW_OK && i < repair->count; i++) {
        ow_blotter_wire *wire = &save->wires[repair->found[i].at[0]];
        const int32_t *state = governing_state(save, &index, wire);
        if (state)
            wire->circuit_state = *state;
    }
    return status;
}

ow_status blotter_straighten_wires(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++)
        save->wires[repair->found[i].at[0]].rotation = 0;
    return OW_OK;
}
