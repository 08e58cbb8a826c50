/* The JSON of Yosys: cells of its own kinds ($_NOT_, $_AND_, ...), without delays. Other
 * components are modules of overworld_cells.v or black boxes, declared in the same file. */
#include "netlist.h"

#include <stdio.h>
#include <string.h>

enum {
    FIRST_BIT = 2, /* lower numbers are constants */
    WIDE = 32,     /* width of binary numbers of Yosys */
    LONG_NAME = 1024
};

struct yosys {
    struct netlist *netlist;
    struct emitter *emit;
    uint64_t next_bit; /* of bits between the cells of one component or net */
};

static uint64_t bit_of_output(const struct netlist *netlist, uint32_t output)
{
    if (netlist_is_its_net(netlist, output))
        return FIRST_BIT + netlist->circuit->driven[netlist->circuit->outputs[output].first_net];
    return FIRST_BIT + (uint64_t)netlist->circuit->net_count + output;
}

static uint64_t bit_of_net(uint32_t net)
{
    return FIRST_BIT + (uint64_t)net;
}

static void put_bit(struct yosys *yosys, uint64_t bit)
{
    emit_integer(yosys->emit, NULL, (int64_t)bit);
}

static void put_bits(struct yosys *yosys, const char *name, uint64_t bit)
{
    emit_begin_array(yosys->emit, name, 1);
    put_bit(yosys, bit);
    emit_end_array(yosys->emit);
}

static void put_binary(struct yosys *yosys, const char *name, uint32_t value)
{
    char text[WIDE + 1];
    for (unsigned i = 0; i < WIDE; i++)
        text[i] = value >> (WIDE - 1 - i) & 1 ? '1' : '0';
    text[WIDE] = '\0';
    emit_string(yosys->emit, name, text);
}

/* Begins a member of an object; its name is valid during the call. Part 0 has the component's own
 * name. */
static void begin_cell(struct yosys *yosys, uint32_t component, uint32_t part, const char *type)
{
    char own[NETLIST_SHORT], name[NETLIST_SHORT + 16];
    netlist_name_component(yosys->netlist, component, own);
    snprintf(name, sizeof name, part > 0 ? "%s.%u" : "%s", own, (unsigned)part);
    emit_begin_object(yosys->emit, name);
    emit_integer(yosys->emit, "hide_name", 0);
    emit_string(yosys->emit, "type", type);
}

struct pin {
    const char *name, *direction;
    uint64_t bit;
};

static void end_cell(struct yosys *yosys, const struct pin *pins, unsigned count)
{
    emit_begin_object(yosys->emit, "port_directions");
    for (unsigned i = 0; i < count; i++)
        emit_string(yosys->emit, pins[i].name, pins[i].direction);
    emit_end_object(yosys->emit);
    emit_begin_object(yosys->emit, "connections");
    for (unsigned i = 0; i < count; i++)
        put_bits(yosys, pins[i].name, pins[i].bit);
    emit_end_object(yosys->emit);
    emit_end_object(yosys->emit);
}

static uint64_t bit_of_input(const struct yosys *yosys, uint32_t component, uint32_t index)
{
    const ow_circuit *circuit = yosys->netlist->circuit;
    return bit_of_net(circuit->inputs[circuit->components[component].first_input + index].net);
}

static uint64_t bit_of_first_output(const struct yosys *yosys, uint32_t component)
{
    return bit_of_output(yosys->netlist,
                         yosys->netlist->circuit->components[component].first_output);
}

static void put_one_input(struct yosys *yosys, const char *type, uint32_t component)
{
    const struct pin pins[] = {{"A", "input", bit_of_input(yosys, component, 0)},
                               {"Y", "output", bit_of_first_output(yosys, component)}};
    begin_cell(yosys, component, 0, type);
    end_cell(yosys, pins, 2);
}

/* A chain of cells with two inputs. */
static void put_gates(struct yosys *yosys, const char *type, uint32_t component)
{
    uint32_t count = yosys->netlist->circuit->components[component].input_count;
    uint64_t left = bit_of_input(yosys, component, 0);
    if (count == 1) {
        put_one_input(yosys, "$_BUF_", component);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        uint64_t to = i + 1 < count ? yosys->next_bit++ : bit_of_first_output(yosys, component);
        const struct pin pins[] = {{"A", "input", left},
                                   {"B", "input", bit_of_input(yosys, component, i)},
                                   {"Y", "output", to}};
        begin_cell(yosys, component, i - 1, type);
        end_cell(yosys, pins, 3);
        left = to;
    }
}

static void put_latch(struct yosys *yosys, uint32_t component)
{
    const struct pin pins[] = {{"D", "input", bit_of_input(yosys, component, 0)},
                               {"E", "input", bit_of_input(yosys, component, 1)},
                               {"Q", "output", bit_of_first_output(yosys, component)}};
    begin_cell(yosys, component, 0, "$_DLATCH_P_");
    end_cell(yosys, pins, 3);
}

/* As attributes: modules that Yosys reads from JSON cannot have parameters (up to 0.23 at least,
 * even if Yosys wrote them). */
static void put_attributes(struct yosys *yosys, uint32_t component)
{
    const ow_circuit_component *of = &yosys->netlist->circuit->components[component];
    emit_begin_object(yosys->emit, "attributes");
    emit_string(yosys->emit, "INITIAL",
                yosys->netlist->circuit->outputs[of->first_output].on ? "1" : "0");
    if (of->logic == OW_LOGIC_DELAYER) {
        put_binary(yosys, "DELAY", (uint32_t)of->delay);
        put_binary(yosys, "COUNTER", (uint32_t)of->counter);
    }
    emit_end_object(yosys->emit);
}

static void put_module_of_ours(struct yosys *yosys, const char *type, uint32_t component)
{
    const struct pin pins[] = {{"in", "input", bit_of_input(yosys, component, 0)},
                               {"out", "output", bit_of_first_output(yosys, component)}};
    begin_cell(yosys, component, 0, type);
    put_attributes(yosys, component);
    end_cell(yosys, pins, 2);
}

static ow_status put_table(struct yosys *yosys, uint32_t component)
{
    const ow_circuit_component *of = &yosys->netlist->circuit->components[component];
    uint32_t width = of->input_count > 0 ? of->input_count : 1, rows = (uint32_t)1 << width;
    char *text = arena_take(&yosys->netlist->arena, (size_t)rows + 1);
    if (!text)
        return yosys->netlist->arena.status;
    text[rows] = '\0';
    for (uint32_t output = 0; output < of->output_count; output++) {
        for (uint32_t row = 0; row < rows; row++)
            text[rows - 1 - row] =
                netlist_table_bit(yosys->netlist, component, of->input_count > 0 ? row : 0, output)
                    ? '1'
                    : '0';
        begin_cell(yosys, component, output, "$lut");
        emit_begin_object(yosys->emit, "parameters");
        put_binary(yosys, "WIDTH", width);
        emit_text(yosys->emit, "LUT", (ow_text){text, rows});
        emit_end_object(yosys->emit);
        emit_begin_object(yosys->emit, "connections");
        emit_begin_array(yosys->emit, "A", of->input_count);
        for (uint32_t i = 0; i < of->input_count; i++)
            put_bit(yosys, bit_of_input(yosys, component, i));
        if (of->input_count == 0)
            emit_string(yosys->emit, NULL, "0");
        emit_end_array(yosys->emit);
        put_bits(yosys, "Y", bit_of_output(yosys->netlist, of->first_output + output));
        emit_end_object(yosys->emit);
        emit_end_object(yosys->emit);
    }
    return OW_OK;
}

static void put_bus(struct yosys *yosys, uint32_t component, bool outputs)
{
    const ow_circuit_component *of = &yosys->netlist->circuit->components[component];
    uint32_t count = outputs ? of->output_count : of->input_count;
    if (count == 0)
        return;
    emit_begin_array(yosys->emit, outputs ? "out" : "in", count);
    for (uint32_t i = 0; i < count; i++)
        put_bit(yosys, outputs ? bit_of_output(yosys->netlist, of->first_output + i)
                               : bit_of_input(yosys, component, i));
    emit_end_array(yosys->emit);
}

static void put_box(struct yosys *yosys, uint32_t component)
{
    begin_cell(yosys, component, 0, netlist_box_name(yosys->netlist, component).data);
    emit_begin_object(yosys->emit, "connections");
    put_bus(yosys, component, false);
    put_bus(yosys, component, true);
    emit_end_object(yosys->emit);
    emit_end_object(yosys->emit);
}

static ow_status put_cell(struct yosys *yosys, uint32_t component)
{
    switch (yosys->netlist->circuit->components[component].logic) {
    case OW_LOGIC_INVERTER:
        put_one_input(yosys, "$_NOT_", component);
        break;
    case OW_LOGIC_BUFFER:
        put_one_input(yosys, "$_BUF_", component);
        break;
    case OW_LOGIC_AND:
        put_gates(yosys, "$_AND_", component);
        break;
    case OW_LOGIC_XOR:
        put_gates(yosys, "$_XOR_", component);
        break;
    case OW_LOGIC_LATCH:
        put_latch(yosys, component);
        break;
    case OW_LOGIC_DELAYER:
        put_module_of_ours(yosys, "ow_delayer", component);
        break;
    case OW_LOGIC_RANDOMIZER:
        put_module_of_ours(yosys, "ow_randomizer", component);
        break;
    case OW_LOGIC_BCD:
    case OW_LOGIC_TABLE:
        return put_table(yosys, component);
    default: /* links are separate */
        if (netlist_is_black_box(&yosys->netlist->circuit->components[component]))
            put_box(yosys, component);
        break;
    }
    return OW_OK;
}

static void put_relay(struct yosys *yosys, const ow_circuit_link *link)
{
    const struct pin pins[] = {{"control", "input", bit_of_net(link->control)},
                               {"a", "inout", bit_of_net(link->from)},
                               {"b", "inout", bit_of_net(link->to)}};
    begin_cell(yosys, link->component, 0, "ow_relay");
    emit_begin_object(yosys->emit, "attributes");
    emit_string(yosys->emit, "CLOSED", link->closed ? "1" : "0");
    emit_end_object(yosys->emit);
    end_cell(yosys, pins, 3);
}

/* Nets are ORs of their drivers: cells with the net's name. */
static void begin_or(struct yosys *yosys, uint32_t net, uint32_t part, const char *type)
{
    char name[LONG_NAME];
    ow_text own = yosys->netlist->names[net];
    if (own.size > 0)
        snprintf(name, sizeof name, "%s@or%u", own.data, (unsigned)part);
    else
        snprintf(name, sizeof name, "n%u@or%u", (unsigned)net, (unsigned)part);
    emit_begin_object(yosys->emit, name);
    emit_integer(yosys->emit, "hide_name", 0);
    emit_string(yosys->emit, "type", type);
}

static uint64_t bit_of_source(const struct yosys *yosys, const struct net_source *source)
{
    return source->is_net ? bit_of_net(source->number)
                          : bit_of_output(yosys->netlist, source->number);
}

static void put_net_cells(struct yosys *yosys, uint32_t net)
{
    struct netlist *netlist = yosys->netlist;
    struct net_source source;
    uint32_t at = 0, count = netlist_count_sources(netlist, net);
    if (netlist->roles[net] == NET_IN || (count == 0 && netlist->is_led_to[net]))
        return;
    bool any = netlist_next_source(netlist, net, &at, &source);
    uint64_t left = any ? bit_of_source(yosys, &source) : 0;
    if (count < 2) {
        begin_or(yosys, net, 0, "$_BUF_");
        emit_begin_object(yosys->emit, "connections");
        emit_begin_array(yosys->emit, "A", 1);
        if (any)
            put_bit(yosys, left);
        else
            emit_string(yosys->emit, NULL, "0");
        emit_end_array(yosys->emit);
        put_bits(yosys, "Y", bit_of_net(net));
        emit_end_object(yosys->emit);
        emit_end_object(yosys->emit);
        return;
    }
    for (uint32_t i = 1; netlist_next_source(netlist, net, &at, &source); i++) {
        uint64_t to = i + 1 < count ? yosys->next_bit++ : bit_of_net(net);
        const struct pin pins[] = {{"A", "input", left},
                                   {"B", "input", bit_of_source(yosys, &source)},
                                   {"Y", "output", to}};
        begin_or(yosys, net, i, "$_OR_");
        end_cell(yosys, pins, 3);
        left = to;
    }
}

/* The name of a port or a net in a buffer. */
static const char *name_of_port(const struct yosys *yosys, const struct netlist_port *port,
                                char name[LONG_NAME])
{
    const struct netlist *netlist = yosys->netlist;
    const ow_circuit *circuit = netlist->circuit;
    uint32_t net = port->net != OW_NO_NET
                       ? port->net
                       : circuit->driven[circuit->outputs[port->output].first_net];
    char component[NETLIST_SHORT];
    int size = netlist->names[net].size > 0
                   ? snprintf(name, LONG_NAME, "%s", netlist->names[net].data)
                   : snprintf(name, LONG_NAME, "n%u", (unsigned)net);
    if (port->net == OW_NO_NET) {
        netlist_name_component(netlist, circuit->outputs[port->output].component, component);
        snprintf(name + size, LONG_NAME - (size_t)size, "@%s", component);
    }
    return name;
}

static void put_ports(struct yosys *yosys)
{
    static const char *const directions[] = {"", "input", "output", "inout"};
    char name[LONG_NAME];
    emit_begin_lines(yosys->emit, "ports");
    for (uint32_t i = 0; i < yosys->netlist->port_count; i++) {
        const struct netlist_port *port = &yosys->netlist->ports[i];
        emit_begin_object(yosys->emit, name_of_port(yosys, port, name));
        emit_string(yosys->emit, "direction", directions[port->role]);
        put_bits(yosys, "bits",
                 port->net != OW_NO_NET ? bit_of_net(port->net)
                                        : bit_of_output(yosys->netlist, port->output));
        emit_end_object(yosys->emit);
    }
    emit_end_object(yosys->emit);
}

static void put_net_name(struct yosys *yosys, const char *name, uint64_t bit, const bool *initial)
{
    emit_begin_object(yosys->emit, name);
    emit_integer(yosys->emit, "hide_name", 0);
    put_bits(yosys, "bits", bit);
    emit_begin_object(yosys->emit, "attributes");
    if (initial)
        emit_string(yosys->emit, "init", *initial ? "1" : "0");
    emit_end_object(yosys->emit);
    emit_end_object(yosys->emit);
}

/* The state of a latch is written as in Yosys: the initial value of its output. */
static void put_net_names(struct yosys *yosys)
{
    const ow_circuit *circuit = yosys->netlist->circuit;
    char name[LONG_NAME];
    emit_begin_lines(yosys->emit, "netnames");
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        const struct netlist_port port = {.net = i, .output = OW_NO_NET};
        put_net_name(yosys, name_of_port(yosys, &port, name), bit_of_net(i), NULL);
    }
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        uint32_t output = circuit->components[i].first_output;
        if (circuit->components[i].logic != OW_LOGIC_LATCH)
            continue;
        snprintf(name, sizeof name, "o%u", (unsigned)output);
        put_net_name(yosys, name, bit_of_output(yosys->netlist, output),
                     &circuit->outputs[output].on);
    }
    emit_end_object(yosys->emit);
}

static ow_status put_cells(struct yosys *yosys)
{
    const ow_circuit *circuit = yosys->netlist->circuit;
    ow_status status = OW_OK;
    emit_begin_lines(yosys->emit, "cells");
    for (uint32_t i = 0; status == OW_OK && i < circuit->component_count; i++)
        if (netlist_is_cell(yosys->netlist, i))
            status = put_cell(yosys, i);
    for (uint32_t i = 0; i < circuit->link_count; i++)
        if (circuit->links[i].both_ways && circuit->links[i].from != circuit->links[i].to)
            put_relay(yosys, &circuit->links[i]);
    for (uint32_t i = 0; i < circuit->net_count; i++)
        put_net_cells(yosys, i);
    emit_end_object(yosys->emit);
    return status;
}

/* A module without contents: pins of one bit, or a bus of inputs and one of outputs. */
static void begin_box_module(struct yosys *yosys, const char *name)
{
    emit_begin_lines(yosys->emit, name);
    emit_begin_object(yosys->emit, "attributes");
    put_binary(yosys, "blackbox", 1);
    emit_end_object(yosys->emit);
    emit_begin_object(yosys->emit, "ports");
}

static void put_box_port(struct yosys *yosys, const char *name, const char *direction,
                         uint32_t count, uint64_t *bit)
{
    if (count == 0)
        return;
    emit_begin_object(yosys->emit, name);
    emit_string(yosys->emit, "direction", direction);
    emit_begin_array(yosys->emit, "bits", count);
    for (uint32_t i = 0; i < count; i++)
        put_bit(yosys, (*bit)++);
    emit_end_array(yosys->emit);
    emit_end_object(yosys->emit);
}

static void end_box_module(struct yosys *yosys)
{
    emit_end_object(yosys->emit);
    emit_begin_object(yosys->emit, "cells");
    emit_end_object(yosys->emit);
    emit_begin_object(yosys->emit, "netnames");
    emit_end_object(yosys->emit);
    emit_end_object(yosys->emit);
}

static bool has(const ow_circuit *circuit, ow_logic logic)
{
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (circuit->components[i].logic == logic)
            return true;
    return false;
}

static void put_modules_of_ours(struct yosys *yosys)
{
    static const struct {
        ow_logic logic;
        const char *name;
    } modules[] = {{OW_LOGIC_DELAYER, "ow_delayer"}, {OW_LOGIC_RANDOMIZER, "ow_randomizer"}};
    uint64_t bit = FIRST_BIT;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        if (!has(yosys->netlist->circuit, modules[i].logic))
            continue;
        begin_box_module(yosys, modules[i].name);
        put_box_port(yosys, "in", "input", 1, &bit);
        put_box_port(yosys, "out", "output", 1, &bit);
        end_box_module(yosys);
    }
    if (!has(yosys->netlist->circuit, OW_LOGIC_RELAY))
        return;
    begin_box_module(yosys, "ow_relay");
    put_box_port(yosys, "control", "input", 1, &bit);
    put_box_port(yosys, "a", "inout", 1, &bit);
    put_box_port(yosys, "b", "inout", 1, &bit);
    end_box_module(yosys);
}

static ow_status put_boxes(struct yosys *yosys)
{
    struct black_box *boxes;
    uint32_t count;
    ow_status status = netlist_list_boxes(yosys->netlist, &boxes, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bit = FIRST_BIT;
        begin_box_module(yosys, boxes[i].name.data);
        put_box_port(yosys, "in", "input", boxes[i].inputs, &bit);
        put_box_port(yosys, "out", "output", boxes[i].outputs, &bit);
        end_box_module(yosys);
    }
    return status;
}

static ow_status emit_design(struct netlist *netlist, struct emitter *emit)
{
    const ow_circuit *circuit = netlist->circuit;
    struct yosys yosys = {netlist, emit,
                          FIRST_BIT + (uint64_t)circuit->net_count + circuit->output_count};
    emit_begin_object(emit, NULL);
    emit_string(emit, "creator", "Overworld " OW_VERSION);
    emit_begin_lines(emit, "modules");
    emit_begin_lines(emit, netlist->asked->module.data);
    emit_begin_object(emit, "attributes");
    put_binary(&yosys, "top", 1);
    emit_end_object(emit);
    put_ports(&yosys);
    ow_status status = put_cells(&yosys);
    put_net_names(&yosys);
    emit_end_object(emit);
    put_modules_of_ours(&yosys);
    if (status == OW_OK)
        status = put_boxes(&yosys);
    emit_end_object(emit);
    emit_end_object(emit);
    return status;
}

ow_status netlist_write_yosys(struct netlist *netlist)
{
    return netlist_write_json(netlist, emit_design);
}
