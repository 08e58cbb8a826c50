/* What a circuit consists of, as a checksum of each of its lists: two circuits that are equal have
 * equal sums. */
#ifndef OW_TESTS_SUPPORT_CIRCUIT_SUMS_H
#define OW_TESTS_SUPPORT_CIRCUIT_SUMS_H

#include <overworld/circuit.h>

struct circuit_sums {
    uint64_t components, inputs, outputs, nets, names, links, ports, wires, runs, counts;
};

/* FNV-1a, a number at a time. */
static inline void sum_number(uint64_t *sum, uint64_t number)
{
    *sum = (*sum ^ number) * 0x100000001b3u;
}

static inline uint64_t sum_of_numbers(const uint32_t *numbers, uint32_t count)
{
    uint64_t sum = count;
    for (uint32_t i = 0; i < count; i++)
        sum_number(&sum, numbers[i]);
    return sum;
}

static inline void sum_nets(const ow_circuit *circuit, struct circuit_sums *sums)
{
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        const ow_circuit_net *net = &circuit->nets[i];
        const uint64_t numbers[] = {
            net->first_peg,  net->peg_count,          net->first_driver, net->driver_count,
            net->first_link, net->link_count,         net->name_from,    (uint32_t)net->state,
            net->label,      net->first_port,         net->on,           net->has_two_states,
            net->is_left_on, (uint64_t)net->name.size};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            sum_number(&sums->nets, numbers[k]);
        for (size_t k = 0; k < net->name.size; k++)
            sum_number(&sums->names, (uint8_t)net->name.data[k]);
    }
}

static inline void sum_pegs(const ow_circuit *circuit, struct circuit_sums *sums)
{
    for (uint32_t i = 0; i < circuit->input_count; i++) {
        sum_number(&sums->inputs, circuit->inputs[i].component);
        sum_number(&sums->inputs, circuit->inputs[i].index);
        sum_number(&sums->inputs, circuit->inputs[i].net);
    }
    for (uint32_t i = 0; i < circuit->output_count; i++) {
        const ow_circuit_output *output = &circuit->outputs[i];
        sum_number(&sums->outputs, output->component);
        sum_number(&sums->outputs, output->index);
        sum_number(&sums->outputs, output->first_net);
        sum_number(&sums->outputs, output->net_count);
        sum_number(&sums->outputs, (uint32_t)output->state);
        sum_number(&sums->outputs, output->on);
    }
}

static inline void sum_components(const ow_circuit *circuit, struct circuit_sums *sums)
{
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        const ow_circuit_component *component = &circuit->components[i];
        sum_number(&sums->components, component->address);
        sum_number(&sums->components, component->logic);
        sum_number(&sums->components, component->first_input);
        sum_number(&sums->components, component->input_count);
        sum_number(&sums->components, component->first_output);
        sum_number(&sums->components, component->output_count);
        sum_number(&sums->components, (uint64_t)component->delay);
        sum_number(&sums->components, (uint64_t)component->counter);
    }
}

static inline void sum_links_and_ports(const ow_circuit *circuit, struct circuit_sums *sums)
{
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[i];
        sum_number(&sums->links, link->component);
        sum_number(&sums->links, link->control);
        sum_number(&sums->links, link->from);
        sum_number(&sums->links, link->to);
        sum_number(&sums->links, link->closed);
    }
    for (uint32_t i = 0; i < circuit->port_count; i++) {
        const ow_circuit_port *port = &circuit->ports[i];
        sum_number(&sums->ports, port->net);
        sum_number(&sums->ports, port->component);
        sum_number(&sums->ports, port->peg);
        sum_number(&sums->ports, port->next);
        sum_number(&sums->ports, port->kind);
    }
}

static inline struct circuit_sums circuit_sums_of(const ow_circuit *circuit)
{
    struct circuit_sums sums = {0};
    sum_components(circuit, &sums);
    sum_pegs(circuit, &sums);
    sum_nets(circuit, &sums);
    sum_links_and_ports(circuit, &sums);
    sums.wires = sum_of_numbers(circuit->wires, circuit->wire_count);
    const uint64_t runs[] = {sum_of_numbers(circuit->driven, circuit->driven_count),
                             sum_of_numbers(circuit->drivers, circuit->driver_count),
                             sum_of_numbers(circuit->pegs, circuit->input_count),
                             sum_of_numbers(circuit->linked, circuit->linked_count)};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        sum_number(&sums.runs, runs[i]);
    const uint64_t counts[] = {circuit->contacts, circuit->loose_wires,   circuit->unknown,
                               circuit->bad_data, circuit->contacts_left, circuit->type_count};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        sum_number(&sums.counts, counts[i]);
    return sums;
}

#endif
