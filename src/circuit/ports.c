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

static uint32_t count_pegs(const struct circuit_maker *maker, uint32_t ordinal)
{
    const ow_circuit_component *component = &maker->circuit->components[ordinal];
    ow_port_kind kind;
    if (!find_kind(maker, ordinal, &kind))
        return 0;
    return kind == OW_PORT_SWITCH || kind == OW_PORT_BUTTON ? component->output_count
                                                            : component->input_count;
}

static void put_ports(struct circuit_maker *maker, uint32_t ordinal)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t count = count_pegs(maker, ordinal);
    for (uint32_t peg = 0; peg < count; peg++) {
        struct circuit_peg of = {.component = ordinal};
        ow_circuit_port port = {.component = ordinal, .peg = peg};
        find_kind(maker, ordinal, &port.kind);
        of.output = port.kind == OW_PORT_SWITCH || port.kind == OW_PORT_BUTTON;
        of.number = of.output ? circuit_output_at(circuit, ordinal, peg)
                              : circuit_input_at(circuit, ordinal, peg);
        port.net = circuit_net_of(circuit, &of);
        if (port.net == OW_NO_NET)
            continue;
        circuit->ports[circuit->port_count++] = port;
    }
}

ow_status circuit_find_ports(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    size_t count = 0;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        count += count_pegs(maker, i);
    circuit->ports = arena_take(&maker->arena, count * sizeof *circuit->ports);
    if (!circuit->ports)
        return maker->arena.status;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        put_ports(maker, i);
    for (uint32_t i = circuit->port_count; i-- > 0;) {
        circuit->ports[i].next = circuit->nets[circuit->ports[i].net].first_port;
        circuit->nets[circuit->ports[i].net].first_port = i;
    }
    return OW_OK;
}
