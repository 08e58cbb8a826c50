/* Finding ports, through which the outside reaches a circuit. */
#include "circuit.h"

const char *ow_port_kind_name(ow_port_kind kind)
{
    static const char *const names[] = {"socket", "switch", "button", "display"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "";
}

/* The kind of port of a component's pegs; returns false if they are not ports. */
static bool find_kind(const struct circuit_maker *maker, uint32_t ordinal, ow_port_kind *kind)
{
    const ow_circuit_component *component = &maker->circuit->components[ordinal];
    const struct component_type *type = maker->types[component->type].type;
    if (component->logic == OW_LOGIC_SWITCH)
        *kind = OW_PORT_SWITCH;
    else if (component->logic == OW_LOGIC_BUTTON)
        *kind = OW_PORT_BUTTON;
    else if (type->is_display)
        *kind = OW_PORT_DISPLAY;
    else if (type->contact.half_across > 0 && !maker->touched[ordinal])
        *kind = OW_PORT_SOCKET;
    else
        return false;
    return true;
}

/* Each slice of the components lists its ports from a number on. Without ports to list, it only
 * counts them. */
struct listing {
    const struct circuit_maker *maker;
    ow_circuit_port *ports; /* NULL: only count */
    uint32_t *numbers;      /* of each slice: its first port, then the one behind its last */
};

/* The pegs of such a port are outputs. */
static bool is_of_hand(ow_port_kind kind)
{
    return kind == OW_PORT_SWITCH || kind == OW_PORT_BUTTON;
}

static uint32_t net_of_port(const ow_circuit *circuit, const ow_circuit_port *port)
{
    struct circuit_peg of = {.component = port->component, .output = is_of_hand(port->kind)};
    of.number = of.output ? circuit_output_at(circuit, port->component, port->peg)
                          : circuit_input_at(circuit, port->component, port->peg);
    return circuit_net_of(circuit, &of);
}

static void list_ports(const struct listing *listing, uint32_t ordinal, uint32_t *number)
{
    const ow_circuit *circuit = listing->maker->circuit;
    const ow_circuit_component *component = &circuit->components[ordinal];
    ow_circuit_port port = {.component = ordinal};
    if (!find_kind(listing->maker, ordinal, &port.kind))
        return;
    uint32_t count = is_of_hand(port.kind) ? component->output_count : component->input_count;
    for (; port.peg < count; port.peg++) {
        port.net = net_of_port(circuit, &port);
        if (port.net == OW_NO_NET)
            continue;
        if (listing->ports)
            listing->ports[*number] = port;
        ++*number;
    }
}

static void list_slice(void *context, uint32_t slice)
{
    const struct listing *listing = context;
    uint32_t end = slice_end(slice, listing->maker->circuit->component_count, CIRCUIT_SLICE);
    uint32_t number = listing->numbers[slice];
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++)
        list_ports(listing, i, &number);
    listing->numbers[slice] = number;
}

ow_status circuit_find_ports(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t slices = slices_of(circuit->component_count, CIRCUIT_SLICE);
    struct listing listing = {
        .maker = maker,
        .numbers = arena_take(&maker->scratch, (slices + (size_t)1) * sizeof *listing.numbers)};
    if (!listing.numbers)
        return maker->scratch.status;
    for (uint32_t i = 0; i <= slices; i++)
        listing.numbers[i] = 0;
    pool_run(maker->options, slices, list_slice, &listing);
    runs_from_counts(listing.numbers, slices);
    circuit->port_count = listing.numbers[slices];
    circuit->ports = listing.ports =
        arena_take(&maker->arena, circuit->port_count * sizeof *circuit->ports);
    if (!circuit->ports)
        return maker->arena.status;
    pool_run(maker->options, slices, list_slice, &listing);
    for (uint32_t i = circuit->port_count; i-- > 0;) {
        circuit->ports[i].next = circuit->nets[circuit->ports[i].net].first_port;
        circuit->nets[circuit->ports[i].net].first_port = i;
    }
    return OW_OK;
}
