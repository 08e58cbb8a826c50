/* Listing the pegs that connect nets and components. */
#include "circuit.h"

/* The caller's list of ties: stores as many as fit, counts all. */
struct ties {
    const ow_circuit *circuit;
    ow_circuit_tie *list;
    size_t room, count;
};

static void put(struct ties *ties, ow_circuit_tie tie)
{
    if (ties->list && ties->count < ties->room)
        ties->list[ties->count] = tie;
    ties->count++;
}

/* What an input does for its component: those of relays and fast buffers lead to other nets. */
static ow_tie_kind kind_of_input(const ow_circuit_component *component, uint32_t index)
{
    switch (component->logic) {
    case OW_LOGIC_NONE:
        return OW_TIE_JOINS;
    case OW_LOGIC_RELAY:
        return index > 0 ? OW_TIE_LINKS : OW_TIE_READS;
    case OW_LOGIC_FAST_BUFFER:
        return OW_TIE_LINKS;
    default:
        return OW_TIE_READS;
    }
}

static void put_input(struct ties *ties, uint32_t number)
{
    const ow_circuit_input *input = &ties->circuit->inputs[number];
    const ow_circuit_component *component = &ties->circuit->components[input->component];
    put(ties, (ow_circuit_tie){input->net, input->component, input->index,
                               kind_of_input(component, input->index)});
}

size_t ow_circuit_find_net_ties(const ow_circuit *circuit, uint32_t net, ow_circuit_tie *list,
                                size_t room)
{
    struct ties ties = {circuit, list, room, 0};
    if (!circuit || net >= circuit->net_count)
        return 0;
    const ow_circuit_net *of = &circuit->nets[net];
    for (uint32_t i = 0; i < of->driver_count; i++) {
        const ow_circuit_output *output = &circuit->outputs[circuit->drivers[of->first_driver + i]];
        put(&ties, (ow_circuit_tie){net, output->component, output->index, OW_TIE_DRIVES});
    }
    for (uint32_t i = 0; i < of->peg_count; i++)
        put_input(&ties, circuit->pegs[of->first_peg + i]);
    return ties.count;
}

size_t ow_circuit_find_component_ties(const ow_circuit *circuit, uint32_t component,
                                      ow_circuit_tie *list, size_t room)
{
    struct ties ties = {circuit, list, room, 0};
    if (!circuit || component >= circuit->component_count)
        return 0;
    const ow_circuit_component *of = &circuit->components[component];
    for (uint32_t i = 0; i < of->output_count; i++) {
        const ow_circuit_output *output = &circuit->outputs[of->first_output + i];
        for (uint32_t k = 0; k < output->net_count; k++)
            put(&ties, (ow_circuit_tie){circuit->driven[output->first_net + k], component, i,
                                        OW_TIE_DRIVES});
    }
    for (uint32_t i = 0; i < of->input_count; i++)
        put_input(&ties, of->first_input + i);
    return ties.count;
}
