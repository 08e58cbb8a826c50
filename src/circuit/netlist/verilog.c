/* Verilog for simulators: nets that are pulled down, drivers that only pull up, relays that lead both ways. */
#include "verilog.h"

#include <string.h>

static const char about[] =
    "// A circuit of Logic World, by `overworld netlist`. Its components are the modules of\n"
    "// overworld_cells.v, which comes with Overworld; a tick is 1 ns.\n";

/* A gate: its module by name, with what inputs and outputs are. */
static void put_gate(struct netlist *netlist, const char *module, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_tell(netlist, "    %s #(.INITIAL(", module);
    verilog_put_saved(netlist, component);
    netlist_put(netlist, ")");
    if (of->logic == OW_LOGIC_AND)
        netlist_tell(netlist, ", .INPUTS(%u)", (unsigned)of->input_count);
    netlist_put(netlist, ") ");
    verilog_put_ends(netlist, component);
}

static void put_table(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    uint32_t rows = (uint32_t)1 << of->input_count, outputs = of->output_count;
    netlist_tell(netlist, "    ow_table #(.INPUTS(%u), .OUTPUTS(%u), .ROWS(%u'b",
                 of->input_count > 0 ? (unsigned)of->input_count : 1, (unsigned)outputs,
                 (unsigned)(rows * outputs));
    for (uint32_t row = rows; row-- > 0;)
        for (uint32_t output = outputs; output-- > 0;)
            netlist_put(netlist, netlist_table_bit(netlist, component, row, output) ? "1" : "0");
    netlist_put(netlist, "), .INITIAL(");
    verilog_put_saved(netlist, component);
    netlist_put(netlist, ")) ");
    verilog_put_ends(netlist, component);
}

static const struct verilog_style style = {
    .gates = {[OW_LOGIC_INVERTER] = "ow_inverter",
              [OW_LOGIC_AND] = "ow_and",
              [OW_LOGIC_XOR] = "ow_xor",
              [OW_LOGIC_BUFFER] = "ow_buffer",
              [OW_LOGIC_BCD] = "ow_bcd"},
    .put_gate = put_gate,
    .put_table = put_table,
};

static void put_driver(struct netlist *netlist, uint32_t net, const struct net_source *source)
{
    if (!source->is_net && netlist_is_its_net(netlist, source->number))
        return;
    netlist_put(netlist, "    assign (strong1, highz0) ");
    netlist_put_net(netlist, net);
    netlist_put(netlist, " = ");
    if (source->is_net)
        netlist_put_net(netlist, source->number);
    else
        netlist_put_output(netlist, source->number);
    netlist_put(netlist, ";\n");
}

static void put_nets(struct netlist *netlist)
{
    for (uint32_t i = 0; i < netlist->circuit->net_count; i++) {
        struct net_source source;
        uint32_t at = 0;
        netlist_put(netlist, "    pulldown (");
        netlist_put_net(netlist, i);
        netlist_put(netlist, ");\n");
        while (netlist_next_source(netlist, i, &at, &source))
            put_driver(netlist, i, &source);
    }
}

static uint32_t other_end(const ow_circuit_link *link, uint32_t net)
{
    if (!link->closed)
        return net;
    return link->from == net ? link->to : link->both_ways ? link->from : net;
}

/* Which nets are on because something that is on drives them, as saved. */
static void find_held(const struct netlist *netlist, uint8_t *held, uint32_t *front)
{
    const ow_circuit *circuit = netlist->circuit;
    uint32_t count = 0;
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        const ow_circuit_net *net = &circuit->nets[i];
        held[i] = 0;
        for (uint32_t k = 0; k < net->driver_count; k++)
            held[i] |= circuit->outputs[circuit->drivers[net->first_driver + k]].on;
        if (held[i])
            front[count++] = i;
    }
    while (count > 0) {
        uint32_t from = front[--count];
        const ow_circuit_net *net = &circuit->nets[from];
        for (uint32_t k = 0; k < net->link_count; k++) {
            uint32_t to = other_end(&circuit->links[circuit->linked[net->first_link + k]], from);
            if (!held[to]) {
                held[to] = 1;
                front[count++] = to;
            }
        }
    }
}

static ow_status put_saved_nets(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    uint8_t *held = arena_take(&netlist->arena, (size_t)circuit->net_count + 1);
    uint32_t *front = arena_take(&netlist->arena, circuit->net_count * sizeof *front);
    if (!held || !front)
        return netlist->arena.status;
    find_held(netlist, held, front);
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        if (held[i] || !circuit->nets[i].on || netlist->roles[i] == NET_IN)
            continue;
        netlist_tell(netlist, "    wire t%u;\n    ow_saved \\t%u.saved (.out(t%u));\n", (unsigned)i,
                     (unsigned)i, (unsigned)i);
        netlist_put(netlist, "    assign (strong1, highz0) ");
        netlist_put_net(netlist, i);
        netlist_tell(netlist, " = t%u;\n", (unsigned)i);
    }
    return OW_OK;
}

ow_status netlist_write_verilog(struct netlist *netlist)
{
    verilog_begin(netlist, about);
    verilog_put_cells(netlist, &style);
    verilog_put_relays(netlist);
    put_nets(netlist);
    ow_status status = put_saved_nets(netlist);
    verilog_end(netlist);
    if (status == OW_OK)
        status = verilog_put_boxes(netlist, false);
    return status == OW_OK ? netlist_warn_of_rings(netlist) : status;
}
