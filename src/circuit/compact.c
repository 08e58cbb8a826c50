/* Compact circuits of the mod SkysCompactCircuits. A packed circuit stands for components that are
 * mounted on it, somewhere below. Its input i is joined with input 0 of the i-th export peg among
 * them, in the order of the file. Its output i shows what output 0 of the i-th export buffer among
 * them shows, which drives the nets outside in its place. Those inside an inner packed circuit
 * belong to that one. From the mod's source; no save with it is known. */
#include "circuit.h"

#include "../base/text.h"

#define MOD "SkysCompactCircuits."
static const uint32_t NOT_FOUND = UINT32_MAX - 1;

struct compact {
    const struct circuit_maker *maker;
    uint32_t *owners; /* of each component: the nearest packed circuit, NO_COMPONENT, NOT_FOUND */
    uint32_t *taken;  /* of each packed circuit: how many export pegs were joined */
    uint32_t *taken_outputs; /* and export buffers */
};

static bool is_of_type(const struct circuit_maker *maker, uint32_t component, const char *name)
{
    const ow_text type = maker->types[maker->circuit->components[component].type].name;
    return text_is_same(type, ow_text_of(name));
}

static bool is_packed(const struct circuit_maker *maker, uint32_t component)
{
    return is_of_type(maker, component, MOD "PackedCircuit");
}

static bool is_export(const struct circuit_maker *maker, uint32_t component)
{
    return is_of_type(maker, component, MOD "ExportPeg") ||
           is_of_type(maker, component, MOD "ExportThroughPeg");
}

static bool is_export_buffer(const struct circuit_maker *maker, uint32_t component)
{
    return is_of_type(maker, component, MOD "ExportBuffer") ||
           is_of_type(maker, component, MOD "ExportThroughBuffer");
}

/* Each component is passed once in all, because its owner is noted. */
static uint32_t find_owner(struct compact *compact, uint32_t component)
{
    const uint32_t *parents = compact->maker->parents;
    uint32_t owner = component, at = component;
    while (compact->owners[at] == NOT_FOUND) {
        owner = parents[at];
        if (owner == NO_COMPONENT || is_packed(compact->maker, owner))
            break;
        at = owner;
    }
    if (compact->owners[at] != NOT_FOUND)
        owner = compact->owners[at];
    for (at = component; compact->owners[at] == NOT_FOUND; at = parents[at]) {
        compact->owners[at] = owner;
        if (parents[at] == owner)
            break;
    }
    return owner;
}

/* The pegs of an export: the next one of its packed circuit, and its own. `at` finds inputs or
 * outputs, and `taken` counts these. Returns false if there are not both. */
static bool find_pegs(struct compact *compact, uint32_t export, uint32_t *taken,
                      uint32_t (*at)(const ow_circuit *, uint32_t component, int64_t index),
                      uint32_t *outside, uint32_t *inside)
{
    const ow_circuit *circuit = compact->maker->circuit;
    uint32_t owner = find_owner(compact, export);
    if (owner == NO_COMPONENT)
        return false;
    *outside = at(circuit, owner, taken[owner]++);
    *inside = at(circuit, export, 0);
    return *outside != OW_NO_NET && *inside != OW_NO_NET;
}

static void link_export(struct compact *compact, uint32_t component)
{
    const struct circuit_maker *maker = compact->maker;
    uint32_t outside, inside;
    if (is_export(maker, component) &&
        find_pegs(compact, component, compact->taken, circuit_input_at, &outside, &inside))
        circuit_join(maker->joined, outside, inside);
    if (is_export_buffer(maker, component) &&
        find_pegs(compact, component, compact->taken_outputs, circuit_output_at, &outside, &inside))
        maker->shown_outputs[outside] = inside;
}

/* Wires at an output of a packed circuit come from the buffer inside. */
static void move_drives(const struct circuit_maker *maker)
{
    for (size_t i = 0; i < maker->drive_count; i++)
        maker->drives[i] =
            maker->drives[i] >> 32 << 32 | maker->shown_outputs[(uint32_t)maker->drives[i]];
    for (uint32_t i = 0; i < maker->circuit->wire_count; i++)
        if (maker->wire_outputs[i] != OW_NO_NET)
            maker->wire_outputs[i] = maker->shown_outputs[maker->wire_outputs[i]];
}

static bool has_packed(const struct circuit_maker *maker)
{
    for (uint32_t i = 0; i < maker->save->component_type_count; i++)
        if (text_is_same(maker->save->component_types[i].name, OW_LITERAL(MOD "PackedCircuit")))
            return true;
    return false;
}

static ow_status take_memory(struct compact *compact, struct circuit_maker *maker)
{
    const uint32_t count = maker->save->component_count, outputs = maker->circuit->output_count;
    compact->owners = arena_take(&maker->scratch, count * sizeof *compact->owners);
    compact->taken = arena_take(&maker->scratch, count * sizeof *compact->taken);
    compact->taken_outputs = arena_take(&maker->scratch, count * sizeof *compact->taken);
    if (!compact->owners || !compact->taken || !compact->taken_outputs)
        return maker->scratch.status;
    maker->shown_outputs = arena_take(&maker->arena, outputs * sizeof *maker->shown_outputs);
    if (!maker->shown_outputs)
        return maker->arena.status;
    for (uint32_t i = 0; i < count; i++) {
        compact->owners[i] = NOT_FOUND;
        compact->taken[i] = compact->taken_outputs[i] = 0;
    }
    for (uint32_t i = 0; i < outputs; i++)
        maker->shown_outputs[i] = i;
    return OW_OK;
}

ow_status circuit_join_compact(struct circuit_maker *maker)
{
    struct compact compact = {.maker = maker};
    if (!has_packed(maker))
        return OW_OK;
    ow_status status = circuit_find_parents(maker);
    if (status == OW_OK)
        status = take_memory(&compact, maker);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < maker->save->component_count; i++)
        link_export(&compact, i);
    move_drives(maker);
    return OW_OK;
}
