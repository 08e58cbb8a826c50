/* Removes components and wires from a save. */
#include "parts.h"

#include "../states.h"

#include "../../base/error.h"

enum { OF_REMOVED = 1, OF_KEPT = 2 };

static int32_t highest_in(const int32_t *states, uint32_t count, int32_t highest)
{
    for (uint32_t i = 0; states && i < count; i++)
        highest = states[i] > highest ? states[i] : highest;
    return highest;
}

int32_t blotter_highest_state(const ow_blotter_save *save)
{
    int32_t highest = -1;
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_blotter_component *component = &save->components[i];
        highest = highest_in(component->inputs, component->input_count, highest);
        highest = highest_in(component->outputs, component->output_count, highest);
    }
    return highest;
}

static void mark_states(struct state_set *set, const int32_t *states, uint32_t count, uint8_t mark)
{
    for (uint32_t i = 0; states && i < count; i++) {
        uint8_t *flags = states_flags(set, states[i]);
        if (flags)
            *flags |= mark;
    }
}

/* Notes which states are on, and which are used. */
static ow_status survey_states(const ow_blotter_save *save, const struct parts *parts,
                               struct state_set *set, struct arena *arena)
{
    const struct blotter_parts *own = parts->own;
    const ow_blotter_circuit_states *states = &save->circuit_states;
    int32_t highest = highest_in(states->on, states->on_count, -1);
    ow_status status = states_init(set, arena, highest, states->on_count, states->on_count);
    for (uint32_t i = 0; status == OW_OK && set->ids && i < states->on_count; i++)
        states_collect(set, states->on[i]);
    if (status == OW_OK && set->ids)
        status = states_sort(set, arena);
    for (uint32_t i = 0; status == OW_OK && i < save->component_count; i++) {
        const ow_blotter_component *component = &save->components[i];
        uint8_t mark = parts->chosen[own->first_component + i] ? OF_REMOVED : OF_KEPT;
        mark_states(set, component->inputs, component->input_count, mark);
        mark_states(set, component->outputs, component->output_count, mark);
    }
    return status;
}

/* Turns off states that no peg uses any more. The states of a world are trimmed after the highest
 * id. */
static void clean_states(ow_blotter_save *save, const struct state_set *set, int32_t highest_before)
{
    ow_blotter_circuit_states *states = &save->circuit_states;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < states->on_count; i++) {
        const uint8_t *flags = states_flags(set, states->on[i]);
        if (!flags || *flags != OF_REMOVED)
            states->on[kept++] = states->on[i];
    }
    states->on_count = kept;
    int32_t highest = blotter_highest_state(save);
    size_t needed = highest < 0 ? 0 : (size_t)highest / 8 + 1;
    if (highest < highest_before && states->bits.size > needed)
        states->bits.size = needed;
}

/* Whether a wire is removed: by itself, or with a component at one of its ends. */
static bool wire_is_removed(const struct parts *parts, const ow_blotter_wire *wire,
                            uint32_t ordinal)
{
    const struct blotter_parts *own = parts->own;
    uint32_t ends[] = {index_find(&own->index, wire->first.component),
                       index_find(&own->index, wire->second.component)};
    bool goes = parts->chosen[own->first_wire + ordinal];
    for (int end = 0; end < 2; end++)
        goes =
            goes || (ends[end] != NO_COMPONENT && parts->chosen[own->first_component + ends[end]]);
    return goes;
}

ow_status blotter_remove_parts(void *document, struct parts *parts, ow_error *error)
{
    ow_blotter_save *save = document;
    const struct blotter_parts *own = parts->own;
    struct state_set set;
    struct arena scratch;
    arena_share(&scratch, &parts->arena);
    ow_status status = survey_states(save, parts, &set, &scratch);
    if (status == OW_OK) {
        int32_t highest = blotter_highest_state(save);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < save->wire_count; i++)
            if (!wire_is_removed(parts, &save->wires[i], i))
                save->wires[kept++] = save->wires[i];
        save->wire_count = kept;
        save->component_count =
            parts_leave_out(save->components, save->component_count, sizeof *save->components,
                            parts->chosen + own->first_component);
        clean_states(save, &set, highest);
    }
    arena_free(&scratch);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}
