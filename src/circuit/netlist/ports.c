/* The ports of a netlist's module, and the sources of nets.
 *
 * A switch or a button is an input. The net of a free socket is an input if nothing inside drives
 * it; otherwise both, or an output if the language has no such thing. The net of a display is an
 * output. */
#include "netlist.h"

#include <string.h>

bool netlist_is_hand(const struct netlist *netlist, uint32_t output)
{
    const ow_circuit_output *of = &netlist->circuit->outputs[output];
    ow_logic logic = netlist->circuit->components[of->component].logic;
    return (logic == OW_LOGIC_SWITCH || logic == OW_LOGIC_BUTTON) && of->net_count > 0;
}

bool netlist_is_its_net(const struct netlist *netlist, uint32_t output)
{
    const ow_circuit_output *of = &netlist->circuit->outputs[output];
    uint32_t net = of->net_count == 1 ? netlist->circuit->driven[of->first_net] : OW_NO_NET;
    return net != OW_NO_NET && netlist_is_hand(netlist, output) &&
           netlist->circuit->nets[net].driver_count == 1 && !netlist->is_led_to[net];
}

bool netlist_is_cell(const struct netlist *netlist, uint32_t component)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    return of->logic != OW_LOGIC_NONE && of->logic != OW_LOGIC_SWITCH &&
           of->logic != OW_LOGIC_BUTTON && of->input_count + of->output_count > 0;
}

bool netlist_is_black_box(const ow_circuit_component *component)
{
    return component->logic == OW_LOGIC_UNKNOWN || component->logic == OW_LOGIC_RAM ||
           component->logic == OW_LOGIC_DUAL_PORT_RAM || component->logic == OW_LOGIC_FIFO ||
           component->logic == OW_LOGIC_MEMORY || component->logic == OW_LOGIC_TIMER;
}

bool netlist_next_source(const struct netlist *netlist, uint32_t number, uint32_t *at,
                         struct net_source *source)
{
    const ow_circuit *circuit = netlist->circuit;
    const ow_circuit_net *net = &circuit->nets[number];
    for (; *at < net->driver_count + net->link_count; ++*at) {
        if (*at < net->driver_count) {
            *source = (struct net_source){false, circuit->drivers[net->first_driver + (*at)++]};
            return true;
        }
        uint32_t linked = net->first_link + *at - net->driver_count;
        const ow_circuit_link *link = &circuit->links[circuit->linked[linked]];
        if (link->both_ways || link->to != number || link->from == number)
            continue;
        *source = (struct net_source){true, link->from};
        ++*at;
        return true;
    }
    return false;
}

uint32_t netlist_count_sources(const struct netlist *netlist, uint32_t net)
{
    struct net_source source;
    uint32_t count = 0, at = 0;
    while (netlist_next_source(netlist, net, &at, &source))
        count++;
    return count;
}

bool netlist_table_bit(const struct netlist *netlist, uint32_t component, uint32_t row,
                       uint32_t output)
{
    const ow_circuit_component *of = &netlist->circuit->components[component];
    if (of->logic == OW_LOGIC_BCD) {
        for (uint32_t digit = 0; digit < output / 4; digit++)
            row /= 10;
        return row % 10 >> output % 4 & 1;
    }
    const ow_circuit_type *table = &netlist->circuit->tables[of->table];
    return table->table[(size_t)row * table->outputs + output] & 1;
}

static void find_led_to(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[i];
        if (link->from == link->to)
            continue;
        netlist->is_led_to[link->to] = 1;
        if (link->both_ways)
            netlist->is_led_to[link->from] = 1;
    }
}

static enum net_role role_of(const struct netlist *netlist, const ow_circuit_port *port)
{
    const ow_circuit_net *net = &netlist->circuit->nets[port->net];
    bool is_driven = net->driver_count > 0 || netlist->is_led_to[port->net];
    if (port->kind != OW_PORT_SOCKET)
        return NET_OUT;
    if (!is_driven)
        return NET_IN;
    return netlist->resolves || netlist->is_led_to[port->net] ? NET_BOTH : NET_OUT;
}

static uint32_t output_of(const struct netlist *netlist, const ow_circuit_port *port)
{
    return netlist->circuit->components[port->component].first_output + port->peg;
}

static bool is_hand(const ow_circuit_port *port)
{
    return port->kind == OW_PORT_SWITCH || port->kind == OW_PORT_BUTTON;
}

/* A net that only a switch drives is the switch's port, whatever else is at it. A socket says more
 * about a net than a display. */
static void find_roles(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    memset(netlist->roles, NET_INSIDE, circuit->net_count);
    for (uint32_t i = 0; i < circuit->port_count; i++) {
        const ow_circuit_port *port = &circuit->ports[i];
        uint8_t *role = &netlist->roles[port->net];
        if (is_hand(port))
            continue;
        if (port->kind == OW_PORT_SOCKET || *role == NET_INSIDE)
            *role = (uint8_t)role_of(netlist, port);
    }
    for (uint32_t i = 0; i < circuit->port_count; i++)
        if (is_hand(&circuit->ports[i]) &&
            netlist_is_its_net(netlist, output_of(netlist, &circuit->ports[i])))
            netlist->roles[circuit->ports[i].net] = NET_IN;
}

ow_status netlist_find_ports(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    uint8_t *is_listed = arena_take(&netlist->arena, (size_t)circuit->net_count + 1);
    netlist->roles = arena_take(&netlist->arena, (size_t)circuit->net_count + 1);
    netlist->is_led_to = arena_take(&netlist->arena, (size_t)circuit->net_count + 1);
    netlist->ports = arena_take(&netlist->arena, circuit->port_count * sizeof *netlist->ports);
    if (!is_listed || !netlist->roles || !netlist->is_led_to || !netlist->ports)
        return netlist->arena.status;
    memset(is_listed, 0, (size_t)circuit->net_count + 1);
    memset(netlist->is_led_to, 0, (size_t)circuit->net_count + 1);
    find_led_to(netlist);
    find_roles(netlist);
    for (uint32_t i = 0; i < circuit->port_count; i++) {
        const ow_circuit_port *port = &circuit->ports[i];
        struct netlist_port *to = &netlist->ports[netlist->port_count];
        uint32_t output = is_hand(port) ? output_of(netlist, port) : OW_NO_NET;
        bool is_net = output == OW_NO_NET || netlist_is_its_net(netlist, output);
        if (is_net && is_listed[port->net])
            continue;
        if (is_net)
            is_listed[port->net] = 1;
        *to = (struct netlist_port){.role = is_net ? netlist->roles[port->net] : NET_IN,
                                    .net = is_net ? port->net : OW_NO_NET,
                                    .output = is_net ? OW_NO_NET : output,
                                    .component = port->component};
        netlist->port_count++;
    }
    return OW_OK;
}
