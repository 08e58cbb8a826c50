/* Truth tables as CSV: all cases of the inputs of a combinational circuit, in the notation that
 * `overworld build` reads (build/table_read.c). */
#include "netlist.h"

#include "../../base/error.h"
#include "../../base/text.h"

#include <string.h>

/* The limits of build/table.h, in bits. */
enum { MOST_INPUTS = 16, MOST_OUTPUTS = 64, MOST_COLUMNS = MOST_INPUTS + MOST_OUTPUTS };

/* Cases that are computed at once. */
enum { BATCH = 64 };

/* A port, or a bus of ports: NAME[HIGH] to NAME[LOW]. */
struct column {
    ow_text name; /* of a bus, without the brackets */
    uint32_t high;
    uint32_t ports[BATCH]; /* numbers of ports, the highest bit first */
    uint32_t width;
};

/* Values are sets of cases of the current batch. */
struct netlist_truth {
    uint64_t *nets, *outputs;
    uint64_t *steps; /* cells and nets in order: IS_NET, and the number */
    uint32_t step_count;
    struct column columns[MOST_COLUMNS];
    uint32_t column_count, input_columns, inputs;
};

#define IS_NET ((uint64_t)1 << 32)

static void note_cell(struct netlist *netlist, uint32_t component)
{
    netlist->truth->steps[netlist->truth->step_count++] = component;
}

static void note_net(struct netlist *netlist, uint32_t net)
{
    netlist->truth->steps[netlist->truth->step_count++] = IS_NET | net;
}

/* A socket to which a fast buffer leads is an output: a combinational circuit has no relays, by
 * which something could come back. */
static bool is_input(const struct netlist *netlist, uint32_t port)
{
    return netlist->ports[port].role == NET_IN;
}

/* Reads NAME[INDEX] without leading zeros. Returns false for other names. */
static bool split_name(ow_text name, ow_text *base, uint32_t *index)
{
    enum { MOST_INDEX = 1 << 20 };
    const char *open = name.size > 1 ? memchr(name.data + 1, '[', name.size - 1) : NULL;
    if (!open)
        return false;
    *base = (ow_text){name.data, (size_t)(open - name.data)};
    ow_text rest = {open + 1, name.size - base->size - 1};
    bool has_zero = rest.size > 2 && rest.data[0] == '0';
    return text_take_number(&rest, MOST_INDEX, index) && text_is_word(rest, "]") && !has_zero;
}

static bool split_port(const struct netlist *netlist, uint32_t port, ow_text *base, uint32_t *index)
{
    uint32_t net = netlist->ports[port].net;
    return net != OW_NO_NET && split_name(netlist->names[net], base, index);
}

/* Makes a bus of all ports with this name before the bracket. Returns false if bits are missing. */
static bool add_bus(struct netlist *netlist, uint32_t first, uint8_t *is_taken)
{
    struct netlist_truth *truth = netlist->truth;
    struct column *column = &truth->columns[truth->column_count];
    ow_text base, name;
    uint32_t index, low, high, count = 0;
    if (!split_port(netlist, first, &base, &low))
        return false;
    high = low;
    for (uint32_t i = first; i < netlist->port_count; i++)
        if (is_input(netlist, i) == is_input(netlist, first) &&
            split_port(netlist, i, &name, &index) && text_is_same(name, base)) {
            low = index < low ? index : low;
            high = index > high ? index : high;
            count++;
        }
    if (count < 2 || high - low + 1 != count)
        return false;
    *column = (struct column){.name = base, .high = high, .width = count};
    for (uint32_t i = first; i < netlist->port_count; i++)
        if (is_input(netlist, i) == is_input(netlist, first) &&
            split_port(netlist, i, &name, &index) && text_is_same(name, base)) {
            column->ports[high - index] = i;
            is_taken[i] = 1;
        }
    truth->column_count++;
    return true;
}

static void add_columns(struct netlist *netlist, bool are_inputs, uint8_t *is_taken)
{
    struct netlist_truth *truth = netlist->truth;
    for (uint32_t i = 0; i < netlist->port_count; i++)
        if (is_input(netlist, i) == are_inputs && !is_taken[i] && !add_bus(netlist, i, is_taken))
            truth->columns[truth->column_count++] = (struct column){.ports = {i}, .width = 1};
}

static ow_status check_count(struct netlist *netlist, bool are_inputs, uint32_t most,
                             const char *what, uint32_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < netlist->port_count; i++)
        *count += is_input(netlist, i) == are_inputs;
    if (*count == 0)
        return error_set(netlist->error, OW_BAD_VALUE, 0, NULL,
                         "no %ss, but a truth table needs at least one; wire a %s", what,
                         are_inputs ? "switch" : "display");
    if (*count > most)
        return error_set(netlist->error, OW_BAD_VALUE, 0, NULL,
                         "%u %ss, but a truth table has at most %u; use Verilog or BLIF",
                         (unsigned)*count, what, (unsigned)most);
    return OW_OK;
}

static ow_status list_columns(struct netlist *netlist)
{
    struct netlist_truth *truth = netlist->truth;
    uint32_t outputs;
    ow_status status = check_count(netlist, true, MOST_INPUTS, "input", &truth->inputs);
    if (status == OW_OK)
        status = check_count(netlist, false, MOST_OUTPUTS, "output", &outputs);
    if (status != OW_OK)
        return status;
    uint8_t *is_taken = arena_take(&netlist->arena, netlist->port_count);
    if (!is_taken)
        return netlist->arena.status;
    memset(is_taken, 0, netlist->port_count);
    add_columns(netlist, true, is_taken);
    truth->input_columns = truth->column_count;
    add_columns(netlist, false, is_taken);
    return OW_OK;
}

static ow_status take_memory(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    struct netlist_truth *truth = arena_take(&netlist->arena, sizeof *truth);
    if (!truth)
        return netlist->arena.status;
    *truth = (struct netlist_truth){.step_count = 0};
    netlist->truth = truth;
    size_t nets = (size_t)circuit->net_count, outputs = (size_t)circuit->output_count;
    truth->nets = arena_take(&netlist->arena, nets * sizeof *truth->nets);
    truth->outputs = arena_take(&netlist->arena, outputs * sizeof *truth->outputs);
    truth->steps =
        arena_take(&netlist->arena, (nets + circuit->component_count) * sizeof *truth->steps);
    if (!truth->nets || !truth->outputs || !truth->steps)
        return netlist->arena.status;
    memset(truth->nets, 0, nets * sizeof *truth->nets);
    memset(truth->outputs, 0, outputs * sizeof *truth->outputs);
    return OW_OK;
}

static uint64_t *value_of(const struct netlist *netlist, uint32_t port)
{
    const struct netlist_port *of = &netlist->ports[port];
    return of->net != OW_NO_NET ? &netlist->truth->nets[of->net]
                                : &netlist->truth->outputs[of->output];
}

/* Sets the inputs for the cases from `begin` on. The first input is the highest bit of a case. */
static void set_inputs(const struct netlist *netlist, uint32_t begin)
{
    const struct netlist_truth *truth = netlist->truth;
    uint32_t weight = truth->inputs;
    for (uint32_t i = 0; i < truth->input_columns; i++)
        for (uint32_t k = 0; k < truth->columns[i].width; k++) {
            uint64_t cases = 0;
            weight--;
            for (uint32_t bit = 0; bit < BATCH; bit++)
                cases |= (uint64_t)((begin + bit) >> weight & 1) << bit;
            *value_of(netlist, truth->columns[i].ports[k]) = cases;
        }
}

static uint64_t input_of(const struct netlist *netlist, const ow_circuit_component *of, uint32_t i)
{
    return netlist->truth->nets[netlist->circuit->inputs[of->first_input + i].net];
}

/* Looks up each case in a component's table. */
static uint64_t look_up(const struct netlist *netlist, uint32_t component, uint32_t output)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    uint64_t cases = 0;
    for (uint32_t bit = 0; bit < BATCH; bit++) {
        uint32_t row = 0;
        for (uint32_t i = 0; i < of->input_count; i++)
            row |= (uint32_t)(input_of(netlist, of, i) >> bit & 1) << i;
        cases |= (uint64_t)netlist_table_bit(netlist, component, row, output) << bit;
    }
    return cases;
}

static uint64_t compute_output(const struct netlist *netlist, uint32_t component, uint32_t output)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    uint64_t all = UINT64_MAX, odd = 0;
    for (uint32_t i = 0; i < of->input_count; i++) {
        all &= input_of(netlist, of, i);
        odd ^= input_of(netlist, of, i);
    }
    switch (of->logic) {
    case OW_LOGIC_INVERTER:
        return ~odd;
    case OW_LOGIC_XOR:
        return odd;
    case OW_LOGIC_AND:
    case OW_LOGIC_BUFFER:
        return all;
    default:
        return look_up(netlist, component, output);
    }
}

/* The OR of all sources. */
static void compute_net(const struct netlist *netlist, uint32_t net)
{
    struct net_source source;
    uint64_t cases = 0;
    uint32_t at = 0;
    if (netlist->roles[net] == NET_IN)
        return;
    while (netlist_next_source(netlist, net, &at, &source))
        cases |= source.is_net ? netlist->truth->nets[source.number]
                               : netlist->truth->outputs[source.number];
    netlist->truth->nets[net] = cases;
}

static void compute(const struct netlist *netlist)
{
    const struct netlist_truth *truth = netlist->truth;
    for (uint32_t i = 0; i < truth->step_count; i++) {
        uint32_t number = (uint32_t)truth->steps[i];
        if (truth->steps[i] & IS_NET) {
            compute_net(netlist, number);
            continue;
        }
        const ow_circuit_component *of = &netlist->circuit->components[number];
        for (uint32_t output = 0; output < of->output_count; output++)
            truth->outputs[of->first_output + output] = compute_output(netlist, number, output);
    }
}

/* What stands before a column. */
static void put_separator(struct netlist *netlist, uint32_t column)
{
    if (column == netlist->truth->input_columns)
        netlist_put(netlist, ",->");
    netlist_put(netlist, column > 0 ? "," : "");
}

static void put_header(struct netlist *netlist)
{
    const struct netlist_truth *truth = netlist->truth;
    for (uint32_t i = 0; i < truth->column_count; i++) {
        const struct column *column = &truth->columns[i];
        put_separator(netlist, i);
        if (column->width == 1) {
            netlist_put_port(netlist, &netlist->ports[column->ports[0]]);
            continue;
        }
        netlist_put_name(netlist, column->name);
        netlist_printf(netlist, "[%u:%u]", (unsigned)column->high,
                       (unsigned)(column->high - column->width + 1));
    }
    netlist_put(netlist, "\n");
}

static void put_row(struct netlist *netlist, uint32_t bit)
{
    const struct netlist_truth *truth = netlist->truth;
    for (uint32_t i = 0; i < truth->column_count; i++) {
        const struct column *column = &truth->columns[i];
        put_separator(netlist, i);
        netlist_put(netlist, column->width > 1 ? "0b" : "");
        for (uint32_t k = 0; k < column->width; k++)
            netlist_put(netlist, *value_of(netlist, column->ports[k]) >> bit & 1 ? "1" : "0");
    }
    netlist_put(netlist, "\n");
}

ow_status netlist_write_table(struct netlist *netlist)
{
    static const struct netlist_visitor visitor = {"a truth table", note_cell, note_net};
    ow_status status = netlist_check_combinational(netlist, &visitor);
    if (status == OW_OK)
        status = take_memory(netlist);
    if (status == OW_OK)
        status = list_columns(netlist);
    if (status == OW_OK)
        status = netlist_visit_in_order(netlist, &visitor);
    if (status != OW_OK)
        return status;
    put_header(netlist);
    uint32_t cases = (uint32_t)1 << netlist->truth->inputs;
    for (uint32_t begin = 0; begin < cases; begin += BATCH) {
        set_inputs(netlist, begin);
        compute(netlist);
        for (uint32_t bit = 0; bit < BATCH && begin + bit < cases; bit++)
            put_row(netlist, bit);
    }
    return OW_OK;
}
