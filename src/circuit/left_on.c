/* Finding nets that are on without a reason, in parts cut out of a larger build. */
#include "circuit.h"

/* Nets from which a signal continues along links. */
struct front {
    ow_circuit *circuit;
    uint32_t *nets;
    uint32_t count;
};

/* Marks a net that is reached for the first time; until then it counts as left on. */
static void reach(struct front *front, uint32_t number)
{
    ow_circuit_net *net = &front->circuit->nets[number];
    if (!net->is_left_on)
        return;
    net->is_left_on = false;
    front->nets[front->count++] = number;
}

static bool is_driven(const ow_circuit *circuit, const ow_circuit_net *net)
{
    for (uint32_t i = 0; i < net->driver_count; i++)
        if (circuit->outputs[circuit->drivers[net->first_driver + i]].on)
            return true;
    return false;
}

static void follow_links(struct front *front, uint32_t number)
{
    const ow_circuit *circuit = front->circuit;
    const ow_circuit_net *net = &circuit->nets[number];
    for (uint32_t i = 0; i < net->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[circuit->linked[net->first_link + i]];
        if (link->closed && link->from == number)
            reach(front, link->to);
        if (link->closed && link->both_ways && link->to == number)
            reach(front, link->from);
    }
}

static void begin_slice(void *context, uint32_t slice)
{
    const ow_circuit *circuit = context;
    uint32_t end = slice_end(slice, circuit->net_count, CIRCUIT_SLICE);
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++)
        circuit->nets[i].is_left_on = !is_driven(circuit, &circuit->nets[i]);
}

static void end_slice(void *context, uint32_t slice)
{
    const ow_circuit *circuit = context;
    uint32_t end = slice_end(slice, circuit->net_count, CIRCUIT_SLICE);
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++)
        circuit->nets[i].is_left_on &= circuit->nets[i].on;
}

static ow_status follow_all_links(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    struct front front = {circuit,
                          arena_take(&maker->scratch, circuit->net_count * sizeof *front.nets), 0};
    if (!front.nets)
        return maker->scratch.status;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (circuit->nets[i].link_count > 0 && is_driven(circuit, &circuit->nets[i]))
            front.nets[front.count++] = i;
    while (front.count > 0)
        follow_links(&front, front.nets[--front.count]);
    return OW_OK;
}

ow_status circuit_find_left_on(struct circuit_maker *maker)
{
    uint32_t slices = slices_of(maker->circuit->net_count, CIRCUIT_SLICE);
    pool_run(maker->options, slices, begin_slice, maker->circuit);
    ow_status status = maker->circuit->link_count > 0 ? follow_all_links(maker) : OW_OK;
    pool_run(maker->options, slices, end_slice, maker->circuit);
    return status;
}
