/* Combinational circuits: visits cells and nets, each after what it depends on. */
#include "netlist.h"

#include "../../base/utf8.h"

#include <stdio.h>

enum { LONGEST_REASON = 200 };

/* Waiting items: nets wait for their drivers, components for their inputs. */
struct ordering {
    const struct netlist_visitor *visitor;
    uint32_t *net_waits, *component_waits;
    uint32_t *ready; /* visited nets whose users are not visited yet */
    uint32_t ready_count;
};

static void finish_source(struct netlist *netlist, struct ordering *ordering, uint32_t net)
{
    if (--ordering->net_waits[net] > 0)
        return;
    ordering->visitor->visit_net(netlist, net);
    ordering->ready[ordering->ready_count++] = net;
}

static void finish_input(struct netlist *netlist, struct ordering *ordering, uint32_t component)
{
    const ow_circuit *circuit = netlist->circuit;
    const ow_circuit_component *of = &circuit->components[component];
    if (!netlist_is_cell(netlist, component) || of->logic == OW_LOGIC_FAST_BUFFER ||
        --ordering->component_waits[component] > 0)
        return;
    ordering->visitor->visit_cell(netlist, component);
    for (uint32_t i = 0; i < of->output_count; i++) {
        const ow_circuit_output *output = &circuit->outputs[of->first_output + i];
        for (uint32_t k = 0; k < output->net_count; k++)
            finish_source(netlist, ordering, circuit->driven[output->first_net + k]);
    }
}

/* Continues with everything that waits for a net. */
static void go_on_from(struct netlist *netlist, struct ordering *ordering, uint32_t number)
{
    const ow_circuit *circuit = netlist->circuit;
    const ow_circuit_net *net = &circuit->nets[number];
    for (uint32_t i = 0; i < net->peg_count; i++)
        finish_input(netlist, ordering,
                     circuit->inputs[circuit->pegs[net->first_peg + i]].component);
    for (uint32_t i = 0; i < net->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[circuit->linked[net->first_link + i]];
        if (link->from == number && link->to != number)
            finish_source(netlist, ordering, link->to);
    }
}

/* Switches are ready from the start. */
static ow_status begin(struct netlist *netlist, struct ordering *ordering)
{
    const ow_circuit *circuit = netlist->circuit;
    size_t nets = circuit->net_count * sizeof(uint32_t);
    ordering->net_waits = arena_take(&netlist->arena, nets);
    ordering->ready = arena_take(&netlist->arena, nets);
    ordering->component_waits =
        arena_take(&netlist->arena, circuit->component_count * sizeof(uint32_t));
    if (!ordering->net_waits || !ordering->ready || !ordering->component_waits)
        return netlist->arena.status;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        ordering->component_waits[i] =
            circuit->components[i].input_count + (circuit->components[i].input_count == 0);
    for (uint32_t i = 0; i < circuit->net_count; i++)
        ordering->net_waits[i] = 1 + netlist_count_sources(netlist, i);
    for (uint32_t i = 0; i < circuit->output_count; i++)
        for (uint32_t k = 0; netlist_is_hand(netlist, i) && k < circuit->outputs[i].net_count; k++)
            ordering->net_waits[circuit->driven[circuit->outputs[i].first_net + k]]--;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        finish_source(netlist, ordering, i);
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (circuit->components[i].input_count == 0)
            finish_input(netlist, ordering, i);
    return OW_OK;
}

/* Rejects what waits for itself. */
static ow_status refuse_loops(struct netlist *netlist, const struct ordering *ordering)
{
    const ow_circuit *circuit = netlist->circuit;
    char why[LONGEST_REASON];
    snprintf(why, sizeof why,
             "is in a loop that waits for itself, but %s is only for combinational circuits; use "
             "Verilog or the JSON of Yosys",
             ordering->visitor->language);
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (netlist_is_cell(netlist, i) && ordering->component_waits[i] > 0 &&
            circuit->components[i].logic != OW_LOGIC_FAST_BUFFER)
            return netlist_refuse(netlist, i, why);
    snprintf(why, sizeof why,
             "is on a ring of fast buffers, which %s cannot express; use Verilog or the JSON of "
             "Yosys",
             ordering->visitor->language);
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (ordering->net_waits[i] > 0)
            return netlist_refuse(
                netlist, circuit->inputs[circuit->pegs[circuit->nets[i].first_peg]].component, why);
    return OW_OK;
}

ow_status netlist_visit_in_order(struct netlist *netlist, const struct netlist_visitor *visitor)
{
    struct ordering ordering = {.visitor = visitor};
    ow_status status = begin(netlist, &ordering);
    if (status != OW_OK)
        return status;
    while (ordering.ready_count > 0)
        go_on_from(netlist, &ordering, ordering.ready[--ordering.ready_count]);
    return refuse_loops(netlist, &ordering);
}

static bool is_combinational(ow_logic logic)
{
    switch (logic) {
    case OW_LOGIC_INVERTER:
    case OW_LOGIC_AND:
    case OW_LOGIC_XOR:
    case OW_LOGIC_BUFFER:
    case OW_LOGIC_FAST_BUFFER:
    case OW_LOGIC_BCD:
    case OW_LOGIC_TABLE:
        return true;
    default:
        return false;
    }
}

static ow_status refuse_component(struct netlist *netlist, uint32_t component, const char *language)
{
    enum { LONGEST = 64 };
    const ow_circuit *circuit = netlist->circuit;
    uint32_t type = circuit->components[component].type;
    ow_text name = type < circuit->type_count ? circuit->types[type] : (ow_text){"", 0};
    char why[LONGEST_REASON];
    snprintf(why, sizeof why,
             "(%.*s) is not a combinational gate, and %s has no others; use Verilog or the JSON of "
             "Yosys",
             (int)utf8_cut(name, LONGEST), name.size > 0 ? name.data : "", language);
    return netlist_refuse(netlist, component, why);
}

ow_status netlist_check_combinational(struct netlist *netlist,
                                      const struct netlist_visitor *visitor)
{
    for (uint32_t i = 0; i < netlist->circuit->component_count; i++)
        if (netlist_is_cell(netlist, i) && !is_combinational(netlist->circuit->components[i].logic))
            return refuse_component(netlist, i, visitor->language);
    return OW_OK;
}
