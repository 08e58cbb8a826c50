/* Joining inputs into nets, by wires and through pegs. */
#include "circuit.h"

/* Finds the root and shortens the path. The first input of a net is its root, so nets are numbered
 * in the order of their first pegs. */
uint32_t circuit_root(uint32_t *joined, uint32_t input)
{
    while (joined[input] != input) {
        joined[input] = joined[joined[input]];
        input = joined[input];
    }
    return input;
}

void circuit_join(uint32_t *joined, uint32_t a, uint32_t b)
{
    a = circuit_root(joined, a);
    b = circuit_root(joined, b);
    if (a < b)
        joined[b] = a;
    else
        joined[a] = b;
}

uint32_t circuit_input_at(const ow_circuit *circuit, uint32_t component, int64_t index)
{
    const ow_circuit_component *of = &circuit->components[component];
    return index >= 0 && index < of->input_count ? of->first_input + (uint32_t)index : OW_NO_NET;
}

uint32_t circuit_output_at(const ow_circuit *circuit, uint32_t component, int64_t index)
{
    const ow_circuit_component *of = &circuit->components[component];
    return index >= 0 && index < of->output_count ? of->first_output + (uint32_t)index : OW_NO_NET;
}

/* The number of a peg among inputs or outputs; OW_NO_NET: none. */
static uint32_t find_end(const struct circuit_maker *maker, const ow_blotter_peg *peg)
{
    uint32_t component = index_find(&maker->index, peg->component);
    if (component == NO_COMPONENT)
        return OW_NO_NET;
    return peg->kind == OW_BLOTTER_INPUT ? circuit_input_at(maker->circuit, component, peg->index)
           : peg->kind == OW_BLOTTER_OUTPUT
               ? circuit_output_at(maker->circuit, component, peg->index)
               : OW_NO_NET;
}

/* A wire joins two inputs, or an output drives an input; never two outputs. Its net is identified
 * by one of its inputs until nets have numbers. */
static void take_wire(struct circuit_maker *maker, const ow_blotter_wire *wire)
{
    uint32_t first = find_end(maker, &wire->first), second = find_end(maker, &wire->second);
    bool first_is_input = wire->first.kind == OW_BLOTTER_INPUT;
    bool second_is_input = wire->second.kind == OW_BLOTTER_INPUT;
    const ow_blotter_peg *output =
        wire->first.kind == OW_BLOTTER_OUTPUT ? &wire->first : &wire->second;
    maker->wire_outputs[maker->circuit->wire_count] = output->kind != OW_BLOTTER_OUTPUT ? OW_NO_NET
                                                      : output == &wire->first          ? first
                                                                                        : second;
    maker->circuit->wires[maker->circuit->wire_count++] = first_is_input && first != OW_NO_NET
                                                              ? first
                                                          : second_is_input ? second
                                                                            : OW_NO_NET;
    if (first == OW_NO_NET || second == OW_NO_NET || (!first_is_input && !second_is_input))
        maker->circuit->loose_wires++;
    else if (first_is_input && second_is_input)
        circuit_join(maker->joined, first, second);
    else
        maker->drives[maker->drive_count++] =
            (uint64_t)(first_is_input ? first : second) << 32 | (first_is_input ? second : first);
}

ow_status circuit_join_wires(struct circuit_maker *maker)
{
    const ow_blotter_save *save = maker->save;
    ow_circuit *circuit = maker->circuit;
    maker->joined = arena_take(&maker->scratch, circuit->input_count * sizeof *maker->joined);
    maker->drives = arena_take(&maker->scratch, save->wire_count * sizeof *maker->drives);
    if (!maker->joined || !maker->drives)
        return maker->scratch.status;
    circuit->wires = arena_take(&maker->arena, save->wire_count * sizeof *circuit->wires);
    maker->wire_outputs = arena_take(&maker->arena, save->wire_count * sizeof *circuit->wires);
    if (!circuit->wires || !maker->wire_outputs)
        return maker->arena.status;
    for (uint32_t i = 0; i < circuit->input_count; i++)
        maker->joined[i] = i;
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_circuit_component *component = &circuit->components[i];
        if (maker->types[component->type].type->joins_inputs && component->input_count >= 2)
            circuit_join(maker->joined, component->first_input, component->first_input + 1);
    }
    for (uint32_t i = 0; i < save->wire_count; i++)
        take_wire(maker, &save->wires[i]);
    return OW_OK;
}
