/* Verilog for Yosys: explicit ORs, gates as expressions, relays as black boxes. */
#include "verilog.h"

static const char about[] =
    "// A circuit of Logic World, by `overworld netlist --for yosys`: without time. Latches, "
    "delayers\n"
    "// and relays are the modules of overworld_cells.v, which comes with Overworld.\n";

/* "    assign o12 = ~n3;" */
static void put_gate(struct netlist *netlist, const char *sign, uint32_t component)
{
    netlist_put(netlist, "    assign ");
    verilog_put_outputs(netlist, component);
    netlist_printf(netlist, " = %s", sign);
    verilog_put_inputs(netlist, component);
    netlist_put(netlist, ";\n");
}

/* Bit i of a constant, indexed by the inputs. */
static void put_table(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    uint32_t rows = (uint32_t)1 << of->input_count;
    for (uint32_t output = 0; output < of->output_count; output++) {
        unsigned number = (unsigned)(of->first_output + output);
        netlist_printf(netlist, "    localparam [%u:0] t%u = %u'b", (unsigned)rows - 1, number,
                       (unsigned)rows);
        for (uint32_t row = rows; row-- > 0;)
            netlist_put(netlist, netlist_table_bit(netlist, component, row, output) ? "1" : "0");
        netlist_printf(netlist, ";\n    assign o%u = t%u[", number, number);
        verilog_put_inputs(netlist, component);
        netlist_put(netlist, "];\n");
    }
}

static const struct verilog_style style = {
    .gates = {[OW_LOGIC_INVERTER] = "~",
              [OW_LOGIC_AND] = "&",
              [OW_LOGIC_XOR] = "^",
              [OW_LOGIC_BUFFER] = ""},
    .put_gate = put_gate,
    .put_table = put_table,
};

/* A net is the OR of its drivers. A net with only a relay is the relay's. */
static void put_net(struct netlist *netlist, uint32_t net)
{
    struct net_source source;
    uint32_t at = 0, count = netlist_count_sources(netlist, net);
    if (netlist->roles[net] == NET_IN || (count == 0 && netlist->is_led_to[net]))
        return;
    netlist_put(netlist, "    assign ");
    netlist_put_net(netlist, net);
    netlist_put(netlist, count == 0 ? " = 1'b0" : " = ");
    for (uint32_t i = 0; netlist_next_source(netlist, net, &at, &source); i++) {
        netlist_put(netlist, i > 0 ? " | " : "");
        if (source.is_net)
            netlist_put_net(netlist, source.number);
        else
            netlist_put_output(netlist, source.number);
    }
    netlist_put(netlist, ";\n");
}

ow_status netlist_write_verilog_for_yosys(struct netlist *netlist)
{
    verilog_begin(netlist, about);
    verilog_put_cells(netlist, &style);
    verilog_put_relays(netlist);
    for (uint32_t i = 0; i < netlist->circuit->net_count; i++)
        put_net(netlist, i);
    verilog_end(netlist);
    return verilog_put_boxes(netlist, true);
}
