/* What holds of any circuit, and of any that runs: for unit tests, robust programs and fuzz
 * targets. */
#include "truths.h"

#include <stdlib.h>
#include <string.h>

/* Whether a run of records lies within an array of `count`. */
static bool within(uint32_t first, uint32_t run, uint32_t count)
{
    return run == 0 || (first < count && run <= count - first);
}

static const char *component_fault(const ow_circuit *circuit)
{
    uint32_t inputs = 0, outputs = 0;
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        const ow_circuit_component *component = &circuit->components[i];
        if (component->first_input != inputs || component->first_output != outputs)
            return "pegs of components do not follow each other";
        if (!within(inputs, component->input_count, circuit->input_count) ||
            !within(outputs, component->output_count, circuit->output_count))
            return "a component has pegs that are not there";
        inputs += component->input_count;
        outputs += component->output_count;
        if (component->delay < 1 || component->type >= circuit->type_count)
            return "a delay or a type is none";
        if ((component->logic == OW_LOGIC_TABLE || component->logic == OW_LOGIC_MEMORY) &&
            component->table >= circuit->table_count)
            return "a table is not there";
    }
    return inputs == circuit->input_count && outputs == circuit->output_count
               ? NULL
               : "pegs are of no component";
}

static const char *peg_fault(const ow_circuit *circuit)
{
    for (uint32_t i = 0; i < circuit->input_count; i++) {
        const ow_circuit_input *input = &circuit->inputs[i];
        if (input->component >= circuit->component_count || input->net >= circuit->net_count ||
            circuit->components[input->component].first_input + input->index != i)
            return "an input is of no component or in no net";
    }
    for (uint32_t i = 0; i < circuit->output_count; i++) {
        const ow_circuit_output *output = &circuit->outputs[i];
        if (output->component >= circuit->component_count ||
            circuit->components[output->component].first_output + output->index != i ||
            !within(output->first_net, output->net_count, circuit->driven_count))
            return "an output is of no component, or drives what is not there";
        for (uint32_t k = 0; k < output->net_count; k++)
            if (circuit->driven[output->first_net + k] >= circuit->net_count ||
                (k > 0 && circuit->driven[output->first_net + k] <=
                              circuit->driven[output->first_net + k - 1]))
                return "nets that an output drives are not ascending";
    }
    return NULL;
}

/* The pegs of nets are all inputs, each once. */
static const char *net_fault(const ow_circuit *circuit)
{
    uint32_t pegs = 0, drivers = 0, linked = 0;
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        const ow_circuit_net *net = &circuit->nets[i];
        if (net->peg_count == 0 || net->first_peg != pegs ||
            !within(net->first_peg, net->peg_count, circuit->input_count) ||
            !within(net->first_driver, net->driver_count, circuit->driver_count) ||
            !within(net->first_link, net->link_count, circuit->linked_count))
            return "a net has pegs, drivers or links that are not there";
        for (uint32_t k = 0; k < net->peg_count; k++)
            if (circuit->inputs[circuit->pegs[pegs + k]].net != i ||
                (k > 0 && circuit->pegs[pegs + k] <= circuit->pegs[pegs + k - 1]))
                return "a peg is not in the net that has it, or not in order";
        for (uint32_t k = 0; k < net->driver_count; k++)
            if (circuit->drivers[net->first_driver + k] >= circuit->output_count)
                return "a driver is not there";
        for (uint32_t k = 0; k < net->link_count; k++)
            if (circuit->linked[net->first_link + k] >= circuit->link_count)
                return "a link is not there";
        pegs += net->peg_count;
        drivers += net->driver_count;
        linked += net->link_count;
    }
    return pegs == circuit->input_count && drivers == circuit->driver_count &&
                   drivers == circuit->driven_count && linked == circuit->linked_count
               ? NULL
               : "pegs, drivers or links are of no net";
}

/* Whether each port is found by its net. */
static const char *port_fault(const ow_circuit *circuit)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        for (uint32_t port = circuit->nets[i].first_port; port != OW_NO_NET; found++) {
            if (port >= circuit->port_count || circuit->ports[port].net != i)
                return "a net has a port of another one";
            port = circuit->ports[port].next;
        }
    return found == circuit->port_count ? NULL : "a port is not found by its net";
}

static const char *rest_fault(const ow_circuit *circuit)
{
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[i];
        if (link->component >= circuit->component_count || link->from >= circuit->net_count ||
            link->to >= circuit->net_count ||
            (link->control >= circuit->net_count && link->control != OW_NO_NET))
            return "a link joins what is not there";
    }
    for (uint32_t i = 0; i < circuit->port_count; i++) {
        const ow_circuit_port *port = &circuit->ports[i];
        if (port->component >= circuit->component_count || port->net >= circuit->net_count ||
            circuit->nets[port->net].first_port > i || (port->next != OW_NO_NET && port->next <= i))
            return "a port is of no net";
    }
    for (uint32_t i = 0; i < circuit->wire_count; i++)
        if (circuit->wires[i] >= circuit->net_count && circuit->wires[i] != OW_NO_NET)
            return "a wire is at a net that is not there";
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (circuit->nets[i].name_from == OW_NET_BY_LABEL &&
            circuit->nets[i].label >= circuit->component_count)
            return "a label is not there";
    return NULL;
}

const char *circuit_fault(const ow_circuit *circuit)
{
    const char *fault = component_fault(circuit);
    fault = fault ? fault : peg_fault(circuit);
    fault = fault ? fault : net_fault(circuit);
    fault = fault ? fault : rest_fault(circuit);
    return fault ? fault : port_fault(circuit);
}

/* Goes over all links again and again, until nothing goes on: slow, and simple. */
static void spread(const ow_circuit *circuit, const ow_simulation *run, uint8_t *on)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < circuit->link_count; i++) {
            const ow_circuit_link *link = &circuit->links[i];
            if (!ow_simulation_link(run, i) || on[link->from] == on[link->to])
                continue;
            if (on[link->to] && !link->both_ways)
                continue;
            on[link->from] = on[link->to] = 1;
            again = true;
        }
    }
}

const char *driven_nets_fault(const ow_circuit *circuit, const ow_simulation *run,
                              const uint8_t *driven)
{
    const char *fault = NULL;
    uint8_t *on = calloc((size_t)circuit->net_count + 1, 1);
    if (!on)
        return NULL;
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        const ow_circuit_net *net = &circuit->nets[i];
        on[i] = driven && driven[i];
        for (uint32_t k = 0; k < net->driver_count; k++)
            on[i] |= ow_simulation_output(run, circuit->drivers[net->first_driver + k]);
    }
    spread(circuit, run, on);
    for (uint32_t i = 0; i < circuit->net_count && !fault; i++)
        if (ow_simulation_net(run, i) != (on[i] != 0))
            fault = on[i] ? "a net is off that has to be on" : "a net is on that nothing brings on";
    free(on);
    return fault;
}

const char *nets_fault(const ow_circuit *circuit, const ow_simulation *run)
{
    return driven_nets_fault(circuit, run, NULL);
}
