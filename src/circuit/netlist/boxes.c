/* Black boxes: modules for components that a netlist cannot express, by type and number of pegs. */
#include "netlist.h"

#include "../../base/sort.h"

#include <stdio.h>

ow_text netlist_box_name(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    ow_text type = of->type < netlist->circuit->type_count ? netlist->circuit->types[of->type]
                                                           : (ow_text){"", 0};
    ow_text fit = netlist_fit_name(&netlist->arena, type.size > 0 ? type : OW_LITERAL("unknown"));
    size_t room = fit.size + 48;
    char *name = fit.data ? arena_take(&netlist->arena, room) : NULL;
    if (!name)
        return (ow_text){"", 0};
    int size = snprintf(name, room, "%s_%u_%u_%u", fit.data, (unsigned)of->type,
                        (unsigned)of->input_count, (unsigned)of->output_count);
    return (ow_text){name, (size_t)size};
}

/* Key of a type and its numbers of pegs: types have 16 bits, counts are cut to 24, which at worst
 * duplicates a module. */
static uint64_t key_of(const ow_circuit_component *component)
{
    enum { COUNTED = 0xffffff };
    return (uint64_t)component->type << 48 | (uint64_t)(component->input_count & COUNTED) << 24 |
           (component->output_count & COUNTED);
}

static void put_box(struct netlist *netlist, uint32_t component, struct black_box *box)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    *box = (struct black_box){component, netlist_box_name(netlist, component), of->input_count,
                              of->output_count};
}

/* Lists the first component of each kind: sorted keys give the kinds, a search finds the
 * component. */
static void list_firsts(struct netlist *netlist, const uint64_t *kinds, uint32_t count,
                        struct black_box *boxes)
{
    const ow_circuit *circuit = netlist->circuit;
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        if (!netlist_is_cell(netlist, i) || !netlist_is_black_box(&circuit->components[i]))
            continue;
        size_t at = first_not_below(kinds, count, key_of(&circuit->components[i]));
        if (boxes[at].component == OW_NO_NET)
            put_box(netlist, i, &boxes[at]);
    }
}

ow_status netlist_list_boxes(struct netlist *netlist, struct black_box **boxes, uint32_t *count)
{
    const ow_circuit *circuit = netlist->circuit;
    uint32_t all = 0, kinds = 0;
    *count = 0;
    uint64_t *keys = arena_take(&netlist->arena, circuit->component_count * sizeof *keys);
    if (!keys)
        return netlist->arena.status;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (netlist_is_cell(netlist, i) && netlist_is_black_box(&circuit->components[i]))
            keys[all++] = key_of(&circuit->components[i]);
    ow_status status = sort_u64(keys, all, 0, &netlist->arena);
    for (uint32_t i = 0; i < all; i++)
        if (i == 0 || keys[i] != keys[i - 1])
            keys[kinds++] = keys[i];
    *boxes = status == OW_OK ? arena_take(&netlist->arena, kinds * sizeof **boxes) : NULL;
    if (!*boxes)
        return netlist->arena.status;
    for (uint32_t i = 0; i < kinds; i++)
        (*boxes)[i] = (struct black_box){.component = OW_NO_NET};
    list_firsts(netlist, keys, kinds, *boxes);
    for (uint32_t i = 0; i < kinds; i++)
        netlist_warn(netlist, (*boxes)[i].component,
                     "is of a type that netlists cannot express: it is written as a black box");
    *count = kinds;
    return OW_OK;
}
