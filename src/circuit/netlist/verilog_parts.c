/* Verilog: head, end, and components that are modules in both styles. */
#include "verilog.h"

static const char *const directions[] = {"", "input", "output", "inout"};

static void put_wires(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        if (netlist->roles[i] != NET_INSIDE)
            continue;
        netlist_put(netlist, "    wire ");
        netlist_put_net(netlist, i);
        netlist_put(netlist, ";\n");
    }
    for (uint32_t i = 0; i < circuit->output_count; i++)
        if (netlist_is_cell(netlist, circuit->outputs[i].component))
            netlist_printf(netlist, "    wire o%u;\n", (unsigned)i);
}

void verilog_begin(struct netlist *netlist, const char *about)
{
    netlist_put(netlist, about);
    netlist_put(netlist, "`timescale 1ns / 100ps\n\nmodule ");
    netlist_put_name(netlist, netlist->asked->module);
    netlist_put(netlist, "(");
    for (uint32_t i = 0; i < netlist->port_count; i++) {
        netlist_printf(netlist, "%s\n    %s ", i > 0 ? "," : "",
                       directions[netlist->ports[i].role]);
        netlist_put_port(netlist, &netlist->ports[i]);
    }
    netlist_put(netlist, ");\n");
    put_wires(netlist);
}

void verilog_end(struct netlist *netlist)
{
    netlist_put(netlist, "endmodule\n");
}

void verilog_put_inputs(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_put(netlist, of->input_count > 1 ? "{" : of->input_count == 0 ? "1'b0" : "");
    for (uint32_t i = of->input_count; i-- > 0;) {
        netlist_put_net(netlist, netlist->circuit->inputs[of->first_input + i].net);
        netlist_put(netlist, i > 0 ? ", " : "");
    }
    netlist_put(netlist, of->input_count > 1 ? "}" : "");
}

void verilog_put_outputs(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_put(netlist, of->output_count > 1 ? "{" : "");
    for (uint32_t i = of->output_count; i-- > 0;) {
        netlist_put_output(netlist, of->first_output + i);
        netlist_put(netlist, i > 0 ? ", " : "");
    }
    netlist_put(netlist, of->output_count > 1 ? "}" : "");
}

void verilog_put_saved(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_printf(netlist, "%u'b", (unsigned)of->output_count);
    for (uint32_t i = of->output_count; i-- > 0;)
        netlist_put(netlist, netlist->circuit->outputs[of->first_output + i].on ? "1" : "0");
}

static void put_net_of_input(struct netlist *netlist, uint32_t component, uint32_t index)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_put_net(netlist, netlist->circuit->inputs[of->first_input + index].net);
}

static void put_latch(struct netlist *netlist, uint32_t component)
{
    netlist_put(netlist, "    ow_latch #(.INITIAL(");
    verilog_put_saved(netlist, component);
    netlist_put(netlist, ")) ");
    netlist_put_component(netlist, component);
    netlist_put(netlist, "(.data(");
    put_net_of_input(netlist, component, 0);
    netlist_put(netlist, "), .enable(");
    put_net_of_input(netlist, component, 1);
    netlist_put(netlist, "), .out(");
    verilog_put_outputs(netlist, component);
    netlist_put(netlist, "));\n");
}

void verilog_put_ends(struct netlist *netlist, uint32_t component)
{
    netlist_put_component(netlist, component);
    netlist_put(netlist, "(.in(");
    verilog_put_inputs(netlist, component);
    netlist_put(netlist, "), .out(");
    verilog_put_outputs(netlist, component);
    netlist_put(netlist, "));\n");
}

static void put_delayer(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_put(netlist, "    ow_delayer #(.INITIAL(");
    verilog_put_saved(netlist, component);
    netlist_printf(netlist, "), .DELAY(%d), .COUNTER(%d)) ", (int)of->delay, (int)of->counter);
    verilog_put_ends(netlist, component);
}

static void put_randomizer(struct netlist *netlist, uint32_t component)
{
    netlist_put(netlist, "    ow_randomizer #(.INITIAL(");
    verilog_put_saved(netlist, component);
    netlist_put(netlist, ")) ");
    verilog_put_ends(netlist, component);
    netlist_warn(netlist, component,
                 "is on at random, and other programs choose other random values");
}

static void put_box(struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    netlist_put(netlist, "    ");
    netlist_put_name(netlist, netlist_box_name(netlist, component));
    if (of->output_count > 0) {
        netlist_put(netlist, "#(.INITIAL(");
        verilog_put_saved(netlist, component);
        netlist_put(netlist, ")) ");
    }
    netlist_put_component(netlist, component);
    netlist_put(netlist, "(");
    if (of->input_count > 0) {
        netlist_put(netlist, ".in(");
        verilog_put_inputs(netlist, component);
        netlist_put(netlist, of->output_count > 0 ? "), " : ")");
    }
    if (of->output_count > 0) {
        netlist_put(netlist, ".out(");
        verilog_put_outputs(netlist, component);
        netlist_put(netlist, ")");
    }
    netlist_put(netlist, ");\n");
}

static void put_cell(struct netlist *netlist, const struct verilog_style *style, uint32_t component)
{
    ow_logic logic = netlist->circuit->components[component].logic;
    if (style->gates[logic])
        style->put_gate(netlist, style->gates[logic], component);
    else if (logic == OW_LOGIC_TABLE || logic == OW_LOGIC_BCD)
        style->put_table(netlist, component);
    else if (logic == OW_LOGIC_LATCH)
        put_latch(netlist, component);
    else if (logic == OW_LOGIC_DELAYER)
        put_delayer(netlist, component);
    else if (logic == OW_LOGIC_RANDOMIZER)
        put_randomizer(netlist, component);
    else if (netlist_is_black_box(&netlist->circuit->components[component]))
        put_box(netlist, component);
}

void verilog_put_cells(struct netlist *netlist, const struct verilog_style *style)
{
    for (uint32_t i = 0; i < netlist->circuit->component_count; i++)
        if (netlist_is_cell(netlist, i))
            put_cell(netlist, style, i);
}

void verilog_put_relays(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[i];
        if (!link->both_ways || link->from == link->to)
            continue;
        netlist_printf(netlist, "    ow_relay #(.CLOSED(1'b%d)) ", link->closed);
        netlist_put_component(netlist, link->component);
        netlist_put(netlist, "(.control(");
        netlist_put_net(netlist, link->control);
        netlist_put(netlist, "), .a(");
        netlist_put_net(netlist, link->from);
        netlist_put(netlist, "), .b(");
        netlist_put_net(netlist, link->to);
        netlist_put(netlist, "));\n");
    }
}

static void put_box_module(struct netlist *netlist, const struct black_box *box, bool for_yosys)
{
    netlist_printf(netlist, "\n%smodule ", for_yosys ? "(* blackbox *)\n" : "");
    netlist_put_name(netlist, box->name);
    if (box->outputs > 0)
        netlist_put(netlist, "#(parameter INITIAL = 0) ");
    netlist_put(netlist, "(");
    if (box->inputs > 0)
        netlist_printf(netlist, "input [%u:0] in%s", (unsigned)box->inputs - 1,
                       box->outputs > 0 ? ", " : "");
    if (box->outputs > 0)
        netlist_printf(netlist, "output [%u:0] out", (unsigned)box->outputs - 1);
    netlist_put(netlist, ");\n");
    if (!for_yosys && box->outputs > 0)
        netlist_put(netlist, "    assign out = INITIAL;\n");
    verilog_end(netlist);
}

ow_status verilog_put_boxes(struct netlist *netlist, bool for_yosys)
{
    struct black_box *boxes;
    uint32_t count;
    ow_status status = netlist_list_boxes(netlist, &boxes, &count);
    if (status != OW_OK || count == 0)
        return status;
    netlist_put(
        netlist,
        "\n// Black boxes: the behaviour of these components is unknown. Define\n// "
        "OVERWORLD_NO_BLACK_BOXES and add your own modules.\n`ifndef OVERWORLD_NO_BLACK_BOXES\n");
    for (uint32_t i = 0; i < count; i++)
        put_box_module(netlist, &boxes[i], for_yosys);
    netlist_put(netlist, "\n`endif\n");
    return OW_OK;
}
