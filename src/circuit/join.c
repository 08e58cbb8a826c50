/* Joining inputs into nets, by wires and through pegs. */
#include "circuit.h"

#include "../base/compiler.h"

#include <string.h>

/* Finds the root and shortens the path. The first input of a net is its root, so nets are numbered
 * in the order of their first pegs.
 *
 * Only a root is joined to another input, and is no root from then on. So if another thread joins
 * meanwhile, the path that is stored here may be longer than needed, but it leads to the root. */
uint32_t circuit_root(uint32_t *joined, uint32_t input)
{
    for (uint32_t next; (next = SHARED_GET(&joined[input])) != input;) {
        uint32_t after = SHARED_GET(&joined[next]);
        if (after != next)
            SHARED_SET(&joined[input], after);
        input = after;
    }
    return input;
}

void circuit_join(uint32_t *joined, uint32_t a, uint32_t b)
{
    uint32_t later;
    do {
        a = circuit_root(joined, a);
        b = circuit_root(joined, b);
        later = a < b ? b : a;
    } while (a != b && !shared_replace(&joined[later], later, a < b ? a : b));
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

struct joining {
    struct circuit_maker *maker;
    uint32_t *drives; /* how many pairs each slice of the wires has, from its first wire on */
    uint32_t *loose;  /* how many loose wires each slice has */
};

/* A wire joins two inputs, or an output drives an input; never two outputs. Its net is identified
 * by one of its inputs until nets have numbers. */
static void take_wire(const struct joining *joining, uint32_t number, uint32_t slice)
{
    const struct circuit_maker *maker = joining->maker;
    const ow_blotter_wire *wire = &maker->save->wires[number];
    uint32_t first = find_end(maker, &wire->first), second = find_end(maker, &wire->second);
    bool first_is_input = wire->first.kind == OW_BLOTTER_INPUT;
    bool second_is_input = wire->second.kind == OW_BLOTTER_INPUT;
    const ow_blotter_peg *output =
        wire->first.kind == OW_BLOTTER_OUTPUT ? &wire->first : &wire->second;
    maker->wire_outputs[number] = output->kind != OW_BLOTTER_OUTPUT ? OW_NO_NET
                                  : output == &wire->first          ? first
                                                                    : second;
    maker->circuit->wires[number] = first_is_input && first != OW_NO_NET ? first
                                    : second_is_input                    ? second
                                                                         : OW_NO_NET;
    if (first == OW_NO_NET || second == OW_NO_NET || (!first_is_input && !second_is_input))
        joining->loose[slice]++;
    else if (first_is_input && second_is_input)
        circuit_join(maker->joined, first, second);
    else
        maker->drives[slice * CIRCUIT_SLICE + joining->drives[slice]++] =
            (uint64_t)(first_is_input ? first : second) << 32 | (first_is_input ? second : first);
}

static void take_wires(void *context, uint32_t slice)
{
    const struct joining *joining = context;
    uint32_t end = slice_end(slice, joining->maker->save->wire_count, CIRCUIT_SLICE);
    joining->drives[slice] = joining->loose[slice] = 0;
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++)
        take_wire(joining, i, slice);
}

static ow_status take_all_wires(struct circuit_maker *maker)
{
    uint32_t slices = slices_of(maker->save->wire_count, CIRCUIT_SLICE);
    struct joining joining = {maker, arena_take(&maker->scratch, slices * sizeof *joining.drives),
                              arena_take(&maker->scratch, slices * sizeof *joining.loose)};
    if (!joining.drives || !joining.loose)
        return maker->scratch.status;
    pool_run(HAS_ATOMICS ? maker->options : NULL, slices, take_wires, &joining);
    for (uint32_t i = 0; i < slices; i++) {
        memmove(&maker->drives[maker->drive_count], &maker->drives[(size_t)i * CIRCUIT_SLICE],
                joining.drives[i] * sizeof *maker->drives);
        maker->drive_count += joining.drives[i];
        maker->circuit->loose_wires += joining.loose[i];
    }
    maker->circuit->wire_count = maker->save->wire_count;
    return OW_OK;
}

static void join_own_inputs(const struct circuit_maker *maker)
{
    const ow_circuit *circuit = maker->circuit;
    for (uint32_t i = 0; i < circuit->input_count; i++)
        maker->joined[i] = i;
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        const ow_circuit_component *component = &circuit->components[i];
        if (maker->types[component->type].type->joins_inputs && component->input_count >= 2)
            circuit_join(maker->joined, component->first_input, component->first_input + 1);
    }
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
    join_own_inputs(maker);
    return take_all_wires(maker);
}
