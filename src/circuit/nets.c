/* Numbering nets, with their pegs, drivers and links. */
#include "circuit.h"

#include "../base/sort.h"

#include <string.h>

static uint32_t count_nets(const struct circuit_maker *maker)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < maker->circuit->input_count; i++)
        count += maker->joined[i] == i;
    return count;
}

static int32_t state_of_input(const struct circuit_maker *maker, const ow_circuit_input *input)
{
    const int32_t *inputs = maker->save->components[input->component].inputs;
    return inputs ? inputs[input->index] : -1;
}

/* A root precedes all inputs joined to it, so its net has a number when they are met. */
static void number_input(struct circuit_maker *maker, uint32_t number)
{
    ow_circuit *circuit = maker->circuit;
    ow_circuit_input *input = &circuit->inputs[number];
    uint32_t root = circuit_root(maker->joined, number);
    int32_t state = state_of_input(maker, input);
    input->net = root == number ? circuit->net_count++ : circuit->inputs[root].net;
    ow_circuit_net *net = &circuit->nets[input->net];
    if (root == number)
        *net = (ow_circuit_net){.state = state,
                                .name = {"", 0},
                                .label = NO_COMPONENT,
                                .first_port = OW_NO_NET,
                                .on = saved_state_is_on(&maker->states, state)};
    net->has_two_states |= net->state != state;
    net->peg_count++;
}

ow_status circuit_number_nets(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t first = 0;
    circuit->nets = arena_take(&maker->arena, count_nets(maker) * sizeof *circuit->nets);
    circuit->pegs = arena_take(&maker->arena, circuit->input_count * sizeof *circuit->pegs);
    if (!circuit->nets || !circuit->pegs)
        return maker->arena.status;
    for (uint32_t i = 0; i < circuit->input_count; i++)
        number_input(maker, i);
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        circuit->nets[i].first_peg = first;
        first += circuit->nets[i].peg_count;
        circuit->nets[i].peg_count = 0;
    }
    for (uint32_t i = 0; i < circuit->input_count; i++) {
        ow_circuit_net *net = &circuit->nets[circuit->inputs[i].net];
        circuit->pegs[net->first_peg + net->peg_count++] = i;
    }
    for (uint32_t i = 0; i < circuit->wire_count; i++) /* they have an input until here */
        if (circuit->wires[i] != OW_NO_NET)
            circuit->wires[i] = circuit->inputs[circuit->wires[i]].net;
    return OW_OK;
}

/* Wires refer to inputs; an output drives each of their nets once. */
static ow_status sort_drives(struct circuit_maker *maker)
{
    size_t kept = 0;
    uint64_t *drives = maker->drives;
    for (size_t i = 0; i < maker->drive_count; i++)
        drives[i] =
            (uint64_t)maker->circuit->inputs[drives[i] >> 32].net << 32 | (uint32_t)drives[i];
    ow_status status = sort_u64(drives, maker->drive_count, 0, &maker->scratch);
    for (size_t i = 0; i < maker->drive_count; i++)
        if (i == 0 || drives[i] != drives[i - 1])
            drives[kept++] = drives[i];
    maker->drive_count = kept;
    return status;
}

ow_status circuit_find_drivers(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    ow_status status = sort_drives(maker);
    uint32_t count = (uint32_t)maker->drive_count, first = 0;
    circuit->drivers = arena_take(&maker->arena, count * sizeof *circuit->drivers);
    circuit->driven = arena_take(&maker->arena, count * sizeof *circuit->driven);
    if (!circuit->drivers || !circuit->driven)
        return maker->arena.status;
    for (uint32_t i = 0; i < count; i++) {
        ow_circuit_net *net = &circuit->nets[maker->drives[i] >> 32];
        if (net->driver_count++ == 0)
            net->first_driver = i;
        circuit->drivers[i] = (uint32_t)maker->drives[i];
        circuit->outputs[circuit->drivers[i]].net_count++;
    }
    for (uint32_t i = 0; i < circuit->output_count; i++) {
        circuit->outputs[i].first_net = first;
        first += circuit->outputs[i].net_count;
        circuit->outputs[i].net_count = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        ow_circuit_output *output = &circuit->outputs[circuit->drivers[i]];
        circuit->driven[output->first_net + output->net_count++] =
            (uint32_t)(maker->drives[i] >> 32);
    }
    circuit->driver_count = circuit->driven_count = count;
    return status;
}

static uint32_t net_of_input(const ow_circuit *circuit, const ow_circuit_component *component,
                             uint32_t index)
{
    return circuit->inputs[component->first_input + index].net;
}

static void put_link(const ow_circuit *circuit, uint32_t ordinal, uint32_t number)
{
    const ow_circuit_component *component = &circuit->components[ordinal];
    bool relay = component->logic == OW_LOGIC_RELAY;
    uint32_t control = relay ? net_of_input(circuit, component, 0) : OW_NO_NET;
    circuit->links[number] =
        (ow_circuit_link){.component = ordinal,
                          .control = control,
                          .from = net_of_input(circuit, component, relay ? 1 : 0),
                          .to = net_of_input(circuit, component, relay ? 2 : 1),
                          .both_ways = relay,
                          .closed = !relay || circuit->nets[control].on};
}

static void put_links(void *context, uint32_t slice)
{
    const struct circuit_maker *maker = context;
    const ow_circuit *circuit = maker->circuit;
    uint32_t number = maker->first_links[slice], last = maker->first_links[slice + 1];
    for (uint32_t i = slice * CIRCUIT_SLICE; number < last; i++)
        if (circuit_is_link(&circuit->components[i]))
            put_link(circuit, i, number++);
}

/* Lists the links of each net; a link from a net to itself is listed once. */
static void spread_links(ow_circuit *circuit, bool count_only)
{
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[i];
        const uint32_t ends[2] = {link->from, link->to};
        for (int end = 0; end < (link->from == link->to ? 1 : 2); end++) {
            ow_circuit_net *net = &circuit->nets[ends[end]];
            if (!count_only)
                circuit->linked[net->first_link + net->link_count] = i;
            net->link_count++;
        }
    }
}

ow_status circuit_find_links(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t slices = slices_of(circuit->component_count, CIRCUIT_SLICE);
    uint32_t count = maker->first_links[slices], first = 0;
    circuit->links = arena_take(&maker->arena, count * sizeof *circuit->links);
    circuit->linked = arena_take(&maker->arena, 2 * (size_t)count * sizeof *circuit->linked);
    if (!circuit->links || !circuit->linked)
        return maker->arena.status;
    pool_run(maker->options, slices, put_links, maker);
    circuit->link_count = count;
    spread_links(circuit, true);
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        circuit->nets[i].first_link = first;
        first += circuit->nets[i].link_count;
        circuit->nets[i].link_count = 0;
    }
    spread_links(circuit, false);
    circuit->linked_count = first;
    return OW_OK;
}
