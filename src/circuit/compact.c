/* Compact circuits of the mod SkysCompactCircuits. A packed circuit stands for components that are
 * mounted on it, somewhere below. Its input i is joined with input 0 of the i-th export peg among
 * them, in the order of the file. Export pegs inside an inner packed circuit belong to that one.
 * From the mod's source; no save with it is known. Export pegs with an output are not joined. */
#include "circuit.h"

#include "../base/text.h"

#define MOD "SkysCompactCircuits."
static const uint32_t NOT_FOUND = UINT32_MAX - 1;

struct compact {
    const struct circuit_maker *maker;
    uint32_t *owners; /* of each component: the nearest packed circuit, NO_COMPONENT, NOT_FOUND */
    uint32_t *taken;  /* of each packed circuit: how many export pegs were joined */
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

static void join_export(struct compact *compact, uint32_t peg)
{
    const struct circuit_maker *maker = compact->maker;
    uint32_t owner = find_owner(compact, peg);
    if (owner == NO_COMPONENT)
        return;
    uint32_t outside = circuit_input_at(maker->circuit, owner, compact->taken[owner]++);
    uint32_t inside = circuit_input_at(maker->circuit, peg, 0);
    if (outside != OW_NO_NET && inside != OW_NO_NET)
        circuit_join(maker->joined, outside, inside);
}

static bool has_packed(const struct circuit_maker *maker)
{
    for (uint32_t i = 0; i < maker->save->component_type_count; i++)
        if (text_is_same(maker->save->component_types[i].name, OW_LITERAL(MOD "PackedCircuit")))
            return true;
    return false;
}

ow_status circuit_join_compact(struct circuit_maker *maker)
{
    const uint32_t count = maker->save->component_count;
    struct compact compact = {.maker = maker};
    if (!has_packed(maker))
        return OW_OK;
    ow_status status = circuit_find_frames(maker); /* also breaks cycles of parents */
    if (status != OW_OK)
        return status;
    compact.owners = arena_take(&maker->scratch, count * sizeof *compact.owners);
    compact.taken = arena_take(&maker->scratch, count * sizeof *compact.taken);
    if (!compact.owners || !compact.taken)
        return maker->scratch.status;
    for (uint32_t i = 0; i < count; i++) {
        compact.owners[i] = NOT_FOUND;
        compact.taken[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_export(maker, i))
            join_export(&compact, i);
    return OW_OK;
}
