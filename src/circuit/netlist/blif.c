/* BLIF: a combinational circuit as truth tables, in dependency order. */
#include "netlist.h"

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

/* A socket to which a fast buffer leads is an output: BLIF has no relays, by which something could
 * come back. */
static void put_ports(struct netlist *netlist, const char *word, bool are_inputs)
{
    netlist_put(netlist, word);
    for (uint32_t i = 0; i < netlist->port_count; i++) {
        if ((netlist->ports[i].role == NET_IN) != are_inputs)
            continue;
        netlist_put(netlist, " ");
        netlist_put_port(netlist, &netlist->ports[i]);
    }
    netlist_put(netlist, "\n");
}

ow_status netlist_write_blif(struct netlist *netlist)
{
    static const struct netlist_visitor visitor = {"BLIF", put_cell, put_net};
    ow_status status = netlist_check_combinational(netlist, &visitor);
    if (status != OW_OK)
        return status;
    netlist_put(netlist, "# A circuit of Logic World, by `overworld netlist`.\n.model ");
    netlist_put_name(netlist, netlist->asked->module);
    netlist_put(netlist, "\n");
    put_ports(netlist, ".inputs", true);
    put_ports(netlist, ".outputs", false);
    status = netlist_visit_in_order(netlist, &visitor);
    netlist_put(netlist, ".end\n");
    return status;
}
