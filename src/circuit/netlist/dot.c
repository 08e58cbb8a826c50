/* Graphviz: components as boxes, nets as ellipses, an arrow from each output and to each input. */
#include "netlist.h"

/* Names have no quotes and no backslashes. */
static void put_quoted_net(struct netlist *netlist, uint32_t net)
{
    netlist_put(netlist, "\"net ");
    netlist_put_net(netlist, net);
    netlist_put(netlist, "\"");
}

static void put_quoted_component(struct netlist *netlist, uint32_t component)
{
    netlist_put(netlist, "\"");
    netlist_put_component(netlist, component);
    netlist_put(netlist, "\"");
}

static void put_arrow(struct netlist *netlist, uint32_t component, uint32_t net, bool to_net,
                      const char *how)
{
    netlist_put(netlist, "    ");
    if (to_net)
        put_quoted_component(netlist, component);
    else
        put_quoted_net(netlist, net);
    netlist_put(netlist, " -> ");
    if (to_net)
        put_quoted_net(netlist, net);
    else
        put_quoted_component(netlist, component);
    netlist_put(netlist, how);
    netlist_put(netlist, ";\n");
}

static void put_node(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_put(netlist, "    ");
    put_quoted_component(netlist, component);
    netlist_put(netlist, " [shape=box, label=\"");
    if (of->logic == OW_LOGIC_UNKNOWN)
        netlist_put_name(netlist, netlist_box_name(netlist, component));
    else
        netlist_put(netlist, ow_logic_name(of->logic));
    netlist_put(netlist, "\\n");
    netlist_put_component(netlist, component);
    netlist_put(netlist, "\"];\n");
}

/* The edge of an input: a relay's sides lead both ways, the end of a fast buffer away from it. */
static void put_input(struct netlist *netlist, uint32_t component, uint32_t index)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    uint32_t net = netlist->circuit->inputs[of->first_input + index].net;
    if (of->logic == OW_LOGIC_RELAY && index > 0)
        put_arrow(netlist, component, net, index == 2, " [dir=both]");
    else
        put_arrow(netlist, component, net, of->logic == OW_LOGIC_FAST_BUFFER && index == 1, "");
}

static void put_component(struct netlist *netlist, uint32_t component)
{
    const ow_circuit *circuit = netlist->circuit;
    const ow_circuit_component *of = &circuit->components[component];
    put_node(netlist, component);
    for (uint32_t i = 0; i < of->input_count; i++)
        put_input(netlist, component, i);
    for (uint32_t i = 0; i < of->output_count; i++) {
        const ow_circuit_output *output = &circuit->outputs[of->first_output + i];
        for (uint32_t k = 0; k < output->net_count; k++)
            put_arrow(netlist, component, circuit->driven[output->first_net + k], true, "");
    }
}

ow_status netlist_write_dot(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    netlist_put(netlist, "digraph \"");
    netlist_put_name(netlist, netlist->asked->module);
    netlist_put(netlist, "\" {\n    rankdir=LR;\n");
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        netlist_put(netlist, "    ");
        put_quoted_net(netlist, i);
        netlist_put(netlist, netlist->roles[i] != NET_INSIDE ? " [shape=ellipse, peripheries=2"
                                                             : " [shape=ellipse");
        netlist_put(netlist, ", label=\"");
        netlist_put_net(netlist, i);
        netlist_put(netlist, circuit->nets[i].on ? "\", color=red];\n" : "\"];\n");
    }
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (circuit->components[i].logic != OW_LOGIC_NONE &&
            circuit->components[i].input_count + circuit->components[i].output_count > 0)
            put_component(netlist, i);
    netlist_put(netlist, "}\n");
    return OW_OK;
}
