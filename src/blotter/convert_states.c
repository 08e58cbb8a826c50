/* Creates circuit states for a save of version 4, which stores none. */
#include "blotter.h"
#include "index.h"

#include <string.h>

/* Inputs of all components are numbered consecutively. Joined inputs form a tree whose root
 * represents all of them. */
struct maker {
    ow_blotter_save *save;
    struct component_index index;
    uint32_t *first_input; /* of each component, and one at the end */
    uint32_t *joined_to;   /* of each input: another input nearer to the root, or itself */
    uint8_t *on;           /* of each root */
};

static uint32_t root_of(struct maker *maker, uint32_t input)
{
    while (maker->joined_to[input] != input) {
        maker->joined_to[input] = maker->joined_to[maker->joined_to[input]];
        input = maker->joined_to[input];
    }
    return input;
}

static const ow_blotter_component *component_of(const struct maker *maker,
                                                const ow_blotter_peg *peg, uint32_t *ordinal)
{
    *ordinal = index_find(&maker->index, peg->component);
    return *ordinal == NO_COMPONENT ? NULL : &maker->save->components[*ordinal];
}

/* The number of the input at a wire's end. Returns false if the end is not an input. */
static bool find_input(const struct maker *maker, const ow_blotter_peg *peg, uint32_t *input)
{
    uint32_t ordinal;
    const ow_blotter_component *component = component_of(maker, peg, &ordinal);
    if (!component || peg->kind != OW_BLOTTER_INPUT ||
        (uint32_t)peg->index >= component->input_count)
        return false;
    *input = maker->first_input[ordinal] + (uint32_t)peg->index;
    return true;
}

static bool output_is_on(const struct maker *maker, const ow_blotter_peg *peg)
{
    uint32_t ordinal;
    const ow_blotter_component *component = component_of(maker, peg, &ordinal);
    return component && peg->kind == OW_BLOTTER_OUTPUT && component->outputs_on &&
           (uint32_t)peg->index < component->output_count && component->outputs_on[peg->index];
}

static ow_status prepare(struct maker *maker, struct arena *arena)
{
    ow_blotter_save *save = maker->save;
    index_init(&maker->index, arena, save->component_count);
    maker->first_input = arena_take(arena, (save->component_count + 1ull) * sizeof(uint32_t));
    if (!maker->first_input)
        return arena->status;
    uint32_t inputs = 0;
    for (uint32_t i = 0; i < save->component_count; i++) {
        index_note(&maker->index, i, save->components[i].address);
        maker->first_input[i] = inputs;
        inputs += save->components[i].input_count;
    }
    maker->first_input[save->component_count] = inputs;
    maker->joined_to = arena_take(arena, inputs * sizeof(uint32_t));
    maker->on = arena_take(arena, inputs);
    if (!maker->joined_to || !maker->on)
        return arena->status;
    for (uint32_t i = 0; i < inputs; i++) {
        maker->joined_to[i] = i;
        maker->on[i] = 0;
    }
    return index_build(&maker->index);
}

static void join_inputs(struct maker *maker)
{
    for (uint32_t i = 0; i < maker->save->wire_count; i++) {
        const ow_blotter_wire *wire = &maker->save->wires[i];
        uint32_t a, b;
        if (find_input(maker, &wire->first, &a) && find_input(maker, &wire->second, &b))
            maker->joined_to[root_of(maker, a)] = root_of(maker, b);
    }
    for (uint32_t i = 0; i < maker->save->wire_count; i++) {
        const ow_blotter_wire *wire = &maker->save->wires[i];
        uint32_t input;
        if (find_input(maker, &wire->first, &input) && output_is_on(maker, &wire->second))
            maker->on[root_of(maker, input)] = 1;
        if (find_input(maker, &wire->second, &input) && output_is_on(maker, &wire->first))
            maker->on[root_of(maker, input)] = 1;
    }
}

static void set_bit(uint8_t *bits, uint32_t state, bool on)
{
    bits[state / 8] = (uint8_t)(bits[state / 8] | on << state % 8);
}

/* Once numbered, the root of joined inputs has its state in `joined_to`. So the numbers need a
 * table of their own. */
static ow_status number_states(struct maker *maker, struct arena *arena)
{
    ow_blotter_save *save = maker->save;
    uint32_t inputs = maker->first_input[save->component_count], next = 0;
    uint64_t outputs = 0;
    for (uint32_t i = 0; i < save->component_count; i++)
        outputs += save->components[i].output_count;
    uint32_t *state_of = arena_take(arena, inputs * sizeof *state_of);
    int32_t *ids = arena_take(arena, (inputs + outputs) * sizeof *ids);
    uint8_t *bits = arena_take(arena, (inputs + outputs + 7) / 8);
    if (!state_of || !ids || !bits)
        return arena->status;
    if (inputs + outputs > 0)
        memset(bits, 0, (inputs + outputs + 7) / 8);
    for (uint32_t i = 0; i < inputs; i++) {
        if (maker->joined_to[i] != i)
            continue;
        set_bit(bits, next, maker->on[i]);
        state_of[i] = next++;
    }
    for (uint32_t i = 0; i < save->component_count; i++) {
        ow_blotter_component *component = &save->components[i];
        component->inputs = ids;
        for (uint32_t k = 0; k < component->input_count; k++)
            *ids++ = (int32_t)state_of[root_of(maker, maker->first_input[i] + k)];
        component->outputs = ids;
        for (uint32_t k = 0; k < component->output_count; k++) {
            set_bit(bits, next, component->outputs_on && component->outputs_on[k]);
            *ids++ = (int32_t)next++;
        }
        component->outputs_on = NULL;
    }
    save->circuit_states.bits = (ow_bytes){bits, (next + 7) / 8};
    return OW_OK;
}

/* A wire has the state of its output peg. A wire between inputs has the state of both. */
static void number_wires(struct maker *maker)
{
    for (uint32_t i = 0; i < maker->save->wire_count; i++) {
        ow_blotter_wire *wire = &maker->save->wires[i];
        bool second =
            wire->first.kind == OW_BLOTTER_INPUT && wire->second.kind == OW_BLOTTER_OUTPUT;
        const ow_blotter_peg *peg = second ? &wire->second : &wire->first;
        uint32_t ordinal;
        const ow_blotter_component *component = component_of(maker, peg, &ordinal);
        if (!component)
            continue;
        bool input = peg->kind == OW_BLOTTER_INPUT;
        if ((uint32_t)peg->index < (input ? component->input_count : component->output_count))
            wire->circuit_state = (input ? component->inputs : component->outputs)[peg->index];
    }
}

ow_status blotter_make_states(ow_blotter_save *save, struct arena *arena)
{
    struct maker maker = {.save = save};
    ow_status status = prepare(&maker, arena);
    if (status != OW_OK)
        return status;
    join_inputs(&maker);
    status = number_states(&maker, arena);
    if (status == OW_OK)
        number_wires(&maker);
    return status;
}
