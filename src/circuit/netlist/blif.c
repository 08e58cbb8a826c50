/* BLIF: a combinational circuit as truth tables, in dependency order. */
#include "netlist.h"

#include "../../base/utf8.h"

#include <stdio.h>

/* Waiting items: nets wait for their drivers, components for their inputs. */
struct ordering {
    uint32_t *net_waits, *component_waits;
    uint32_t *ready; /* written nets whose users are not written yet */
    uint32_t ready_count, written_count;
};

static void put_table(struct netlist *netlist, uint32_t component, uint32_t output)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    for (uint32_t row = 0; row < (uint32_t)1 << of->input_count; row++) {
        if (!netlist_table_bit(netlist, component, row, output))
            continue;
        for (uint32_t i = 0; i < of->input_count; i++)
            netlist_put(netlist, row >> i & 1 ? "1" : "0");
        netlist_put(netlist, of->input_count > 0 ? " 1\n" : "1\n");
    }
}

static void put_rows(struct netlist *netlist, uint32_t component, uint32_t output)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    switch (of->logic) {
    case OW_LOGIC_INVERTER:
        netlist_put(netlist, "0 1\n");
        break;
    case OW_LOGIC_XOR:
        netlist_put(netlist, "10 1\n01 1\n");
        break;
    case OW_LOGIC_AND:
    case OW_LOGIC_BUFFER:
        for (uint32_t i = 0; i < of->input_count; i++)
            netlist_put(netlist, "1");
        netlist_put(netlist, " 1\n");
        break;
    default:
        put_table(netlist, component, output);
        break;
    }
}

static void put_cell(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    for (uint32_t output = 0; output < of->output_count; output++) {
        netlist_put(netlist, ".names ");
        for (uint32_t i = 0; i < of->input_count; i++) {
            netlist_put_net(netlist, netlist->circuit->inputs[of->first_input + i].net);
            netlist_put(netlist, " ");
        }
        netlist_put_output(netlist, of->first_output + output);
        netlist_put(netlist, "\n");
        put_rows(netlist, component, output);
    }
}

/* Off if all drivers are off, else on. */
static void put_net(struct netlist *netlist, uint32_t net)
{
    struct net_source source;
    uint32_t at = 0, count = 0;
    if (netlist->roles[net] == NET_IN)
        return;
    netlist_put(netlist, ".names ");
    for (; netlist_next_source(netlist, net, &at, &source); count++) {
        if (source.is_net)
            netlist_put_net(netlist, source.number);
        else
            netlist_put_output(netlist, source.number);
        netlist_put(netlist, " ");
    }
    netlist_put_net(netlist, net);
    netlist_put(netlist, "\n");
    for (uint32_t i = 0; i < count; i++)
        netlist_put(netlist, "0");
    netlist_put(netlist, count > 0 ? " 0\n" : "");
}

static void finish_source(struct netlist *netlist, struct ordering *ordering, uint32_t net)
{
    if (--ordering->net_waits[net] > 0)
        return;
    put_net(netlist, net);
    ordering->ready[ordering->ready_count++] = net;
}

static void finish_input(struct netlist *netlist, struct ordering *ordering, uint32_t component)
{
    const ow_circuit *circuit = netlist->circuit;
    const ow_circuit_component *of = &circuit->components[component];
    if (!netlist_is_cell(netlist, component) || of->logic == OW_LOGIC_FAST_BUFFER ||
        --ordering->component_waits[component] > 0)
        return;
    put_cell(netlist, component);
    ordering->written_count++;
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

static ow_status put_in_order(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    struct ordering ordering = {0};
    ow_status status = begin(netlist, &ordering);
    if (status != OW_OK)
        return status;
    while (ordering.ready_count > 0)
        go_on_from(netlist, &ordering, ordering.ready[--ordering.ready_count]);
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (netlist_is_cell(netlist, i) && ordering.component_waits[i] > 0 &&
            circuit->components[i].logic != OW_LOGIC_FAST_BUFFER)
            return netlist_refuse(netlist, i,
                                  "is in a loop that waits for itself, but BLIF is only for "
                                  "combinational circuits; use Verilog or the JSON of Yosys");
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (ordering.net_waits[i] > 0)
            return netlist_refuse(
                netlist, circuit->inputs[circuit->pegs[circuit->nets[i].first_peg]].component,
                "is on a ring of fast buffers, which BLIF cannot express; use Verilog or the JSON "
                "of Yosys");
    return OW_OK;
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

static void put_ports(struct netlist *netlist, const char *word, enum net_role role)
{
    netlist_put(netlist, word);
    for (uint32_t i = 0; i < netlist->port_count; i++) {
        if (netlist->ports[i].role != role)
            continue;
        netlist_put(netlist, " ");
        netlist_put_port(netlist, &netlist->ports[i]);
    }
    netlist_put(netlist, "\n");
}

static ow_status refuse_component(struct netlist *netlist, uint32_t component)
{
    enum { LONGEST = 64 };
    const ow_circuit *circuit = netlist->circuit;
    uint32_t type = circuit->components[component].type;
    ow_text name = type < circuit->type_count ? circuit->types[type] : (ow_text){"", 0};
    char why[LONGEST + 120];
    snprintf(why, sizeof why,
             "(%.*s) is not a combinational gate, and BLIF has no others; use Verilog or the JSON "
             "of Yosys",
             (int)utf8_cut(name, LONGEST), name.size > 0 ? name.data : "");
    return netlist_refuse(netlist, component, why);
}

ow_status netlist_write_blif(struct netlist *netlist)
{
    for (uint32_t i = 0; i < netlist->circuit->component_count; i++)
        if (netlist_is_cell(netlist, i) && !is_combinational(netlist->circuit->components[i].logic))
            return refuse_component(netlist, i);
    netlist_put(netlist, "# A circuit of Logic World, by `overworld netlist`.\n.model ");
    netlist_put_name(netlist, netlist->asked->module);
    netlist_put(netlist, "\n");
    put_ports(netlist, ".inputs", NET_IN);
    put_ports(netlist, ".outputs", NET_OUT);
    ow_status status = put_in_order(netlist);
    netlist_put(netlist, ".end\n");
    return status;
}
