/* Tables of the circuit in a Logic World save: its components, its nets, and what is at each
 * net. */
#include "computed_table.h"
#include "record_table.h"
#include "rows.h"

enum { NET_NAME_ROOM = 256 };

static bool open_circuit(struct world *world, ow_error *error)
{
    return world_circuit(world, error) != NULL;
}

static void result_constant(sqlite3_context *context, const char *text)
{
    sqlite3_result_text(context, text, -1, SQLITE_STATIC);
}

static void result_net(sqlite3_context *context, uint32_t net)
{
    if (net == OW_NO_NET)
        sqlite3_result_null(context);
    else
        sqlite3_result_int64(context, net);
}

static void result_text(sqlite3_context *context, const void *bytes, size_t size)
{
    record_table_result(context, &(struct row_value){.kind = ROW_TEXT, .bytes = {bytes, size}});
}

static void result_net_name(sqlite3_context *context, const ow_circuit *circuit, uint32_t net)
{
    char name[NET_NAME_ROOM];
    size_t size = ow_circuit_net_name(circuit, net, name, sizeof name);
    result_text(context, size < sizeof name ? name : circuit->nets[net].name.data, size);
}

static uint64_t count_gates(const struct world *world)
{
    return world->circuit.component_count;
}

static void gate_value(struct world *world, uint64_t row, int column, sqlite3_context *context)
{
    const ow_circuit_component *gate = &world->circuit.components[row];
    const ow_text *type = &world->circuit.types[gate->type];
    switch (column) {
    case 0:
        sqlite3_result_int64(context, (sqlite3_int64)row);
        break;
    case 1:
        sqlite3_result_int64(context, gate->address);
        break;
    case 2:
        result_text(context, type->data ? type->data : "", type->size);
        break;
    case 3:
        result_constant(context, ow_logic_name(gate->logic));
        break;
    case 4:
        sqlite3_result_int64(context, gate->input_count);
        break;
    case 5:
        sqlite3_result_int64(context, gate->output_count);
        break;
    default:
        sqlite3_result_int64(context, gate->delay);
    }
}

const struct computed_table circuit_gates = {
    .name = "gates",
    .format = "blotter",
    .note = "What each component does in the circuit.",
    .columns = {{"component", "INTEGER", "item of the table components"},
                {"address", "INTEGER", NULL},
                {"type", "TEXT", NULL},
                {"logic", "TEXT",
                 "the part as `overworld nets` names it: inverter, and, xor ...; none: nothing"},
                {"input_count", "INTEGER", NULL},
                {"output_count", "INTEGER", NULL},
                {"delay", "INTEGER", "in ticks"}},
    .open = open_circuit,
    .count = count_gates,
    .is_numbered = true,
    .value = gate_value,
};

static uint64_t count_nets(const struct world *world)
{
    return world->circuit.net_count;
}

static void net_value(struct world *world, uint64_t row, int column, sqlite3_context *context)
{
    const ow_circuit *circuit = &world->circuit;
    const ow_circuit_net *net = &circuit->nets[row];
    const int64_t numbers[] = {(int64_t)row,
                               0,
                               net->on,
                               net->driver_count,
                               net->peg_count,
                               net->link_count,
                               0,
                               world->depths.depth[row],
                               world->depths.loop[row],
                               net->is_left_on,
                               net->has_two_states};
    if (column == 1)
        result_net_name(context, circuit, (uint32_t)row);
    else if (column != 6)
        sqlite3_result_int64(context, numbers[column]);
    else if (net->first_port != OW_NO_NET)
        result_constant(context, ow_port_kind_name(circuit->ports[net->first_port].kind));
}

const struct computed_table circuit_nets = {
    .name = "nets",
    .format = "blotter",
    .note = "The nets of the circuit: input pegs that always share one state.",
    .columns = {{"net", "INTEGER", NULL},
                {"name", "TEXT",
                 "from a label beside the net (inferred), otherwise n and its number"},
                {"on", "INTEGER", "in the save"},
                {"drivers", "INTEGER", "how many outputs drive the net"},
                {"pegs", "INTEGER", "how many input pegs the net has"},
                {"links", "INTEGER", "relays and fast buffers at the net"},
                {"port", "TEXT", "socket, switch, button or display"},
                {"depth", "INTEGER", "the most ticks on a path to the net"},
                {"loop", "INTEGER", "the loop that contains the net; 0: none"},
                {"left_on", "INTEGER", "on without any driver (inferred: cut out)"},
                {"two_states", "INTEGER", "the pegs have different circuit states"}},
    .open = open_circuit,
    .count = count_nets,
    .is_numbered = true,
    .value = net_value,
};

static uint64_t count_pegs(const struct world *world)
{
    return world->circuit.input_count;
}

static void find_net_pegs(const struct world *world, uint64_t value, uint64_t *first,
                          uint64_t *count)
{
    const ow_circuit *circuit = &world->circuit;
    *first = value < circuit->net_count ? circuit->nets[value].first_peg : 0;
    *count = value < circuit->net_count ? circuit->nets[value].peg_count : 0;
}

static void net_peg_value(struct world *world, uint64_t row, int column, sqlite3_context *context)
{
    const ow_circuit *circuit = &world->circuit;
    const ow_circuit_input *input = &circuit->inputs[circuit->pegs[row]];
    if (column == 0)
        result_net(context, input->net);
    else if (column == 1)
        sqlite3_result_int64(context, input->component);
    else if (column == 2)
        sqlite3_result_int64(context, circuit->components[input->component].address);
    else
        sqlite3_result_int64(context, input->index);
}

const struct computed_table circuit_net_pegs = {
    .name = "net_pegs",
    .format = "blotter",
    .note = "The input pegs of each net.",
    .columns = {{"net", "INTEGER", NULL},
                {"component", "INTEGER", "item of the table components"},
                {"address", "INTEGER", NULL},
                {"input", "INTEGER", "which of the component's inputs"}},
    .open = open_circuit,
    .count = count_pegs,
    .find = find_net_pegs,
    .value = net_peg_value,
};

static uint64_t count_drivers(const struct world *world)
{
    return world->circuit.driver_count;
}

static void find_net_drivers(const struct world *world, uint64_t value, uint64_t *first,
                             uint64_t *count)
{
    const ow_circuit *circuit = &world->circuit;
    *first = value < circuit->net_count ? circuit->nets[value].first_driver : 0;
    *count = value < circuit->net_count ? circuit->nets[value].driver_count : 0;
}

static void net_driver_value(struct world *world, uint64_t row, int column,
                             sqlite3_context *context)
{
    const ow_circuit *circuit = &world->circuit;
    const ow_circuit_output *output = &circuit->outputs[circuit->drivers[row]];
    const int64_t numbers[] = {0, output->component, circuit->components[output->component].address,
                               output->index, output->on};
    if (column == 0)
        result_net(context, world->net_of_driver[row]);
    else
        sqlite3_result_int64(context, numbers[column]);
}

const struct computed_table circuit_net_drivers = {
    .name = "net_drivers",
    .format = "blotter",
    .note = "The outputs that drive each net.",
    .columns = {{"net", "INTEGER", NULL},
                {"component", "INTEGER", "item of the table components"},
                {"address", "INTEGER", NULL},
                {"output", "INTEGER", "which of the component's outputs"},
                {"on", "INTEGER", "in the save"}},
    .open = open_circuit,
    .count = count_drivers,
    .find = find_net_drivers,
    .value = net_driver_value,
};
