/* Verilog for simulators: nets that are pulled down, drivers that only pull up, relays that lead
 * both ways. */
#include "verilog.h"

#include <string.h>

static const char about[] =
    "// A circuit of Logic World, by `overworld netlist`. Its components are the modules of\n"
    "// overworld_cells.v, which comes with Overworld; a tick is 1 ns.\n";

/* Writes a gate: an instance of its module. */
static void put_gate(struct netlist *netlist, const char *module, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_printf(netlist, "    %s #(.INITIAL(", module);
    verilog_put_saved(netlist, component);
    netlist_put(netlist, ")");
    if (of->logic == OW_LOGIC_AND)
        netlist_printf(netlist, ", .INPUTS(%u)", (unsigned)of->input_count);
    netlist_put(netlist, ") ");
    verilog_put_ends(netlist, component);
}

static void put_table(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    uint32_t rows = (uint32_t)1 << of->input_count, outputs = of->output_count;
    netlist_printf(netlist, "    ow_table #(.INPUTS(%u), .OUTPUTS(%u), .ROWS(%u'b",
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

/* Nets that are on without a reason go off in the first tick, by a module of their own. */
static void put_saved_nets(struct netlist *netlist)
{
    for (uint32_t i = 0; i < netlist->circuit->net_count; i++) {
        if (!netlist->circuit->nets[i].is_left_on || netlist->roles[i] == NET_IN)
            continue;
        netlist_printf(netlist, "    wire t%u;\n    ow_saved \\t%u.saved (.out(t%u));\n",
                       (unsigned)i, (unsigned)i, (unsigned)i);
        netlist_put(netlist, "    assign (strong1, highz0) ");
        netlist_put_net(netlist, i);
        netlist_printf(netlist, " = t%u;\n", (unsigned)i);
    }
}

ow_status netlist_write_verilog(struct netlist *netlist)
{
    verilog_begin(netlist, about);
    verilog_put_cells(netlist, &style);
    verilog_put_relays(netlist);
    put_nets(netlist);
    put_saved_nets(netlist);
    verilog_end(netlist);
    ow_status status = verilog_put_boxes(netlist, false);
    return status == OW_OK ? netlist_warn_of_rings(netlist) : status;
}
