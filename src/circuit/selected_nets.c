/* The nets of a world, for the selector net:. */
#include "selected_nets.h"

#include "../base/nearest.h"

#include <overworld/circuit.h>
#include <overworld/formats.h>

#include <string.h>

/* The nets of a document, found when a selector first asks for them. */
struct nets {
    ow_document document;
    const ow_options *options;
    const struct parts *parts;
    ow_circuit circuit; /* empty until asked for */
    bool is_open;
};

static ow_status open_circuit(struct nets *nets, ow_error *error)
{
    if (nets->is_open)
        return OW_OK;
    ow_options options = nets->options ? *nets->options : (ow_options){0};
    options.progress = NULL;
    ow_status status = ow_circuit_open(&nets->document, NULL, &options, &nets->circuit, error);
    nets->is_open = status == OW_OK;
    return status;
}

/* The number of the first record of a kind; NO_PART if there are none. */
static uint32_t first_of(const struct parts *parts, const char *kind)
{
    for (uint32_t i = 0; i < parts->list_count; i++)
        if (strcmp(parts->lists[i].kind, kind) == 0)
            return parts->lists[i].first;
    return NO_PART;
}

static void mark_pegs(const struct nets *nets, const ow_circuit_net *net, uint8_t *marks)
{
    const ow_circuit *circuit = &nets->circuit;
    uint32_t first = first_of(nets->parts, "component");
    for (uint32_t i = 0; i < net->peg_count; i++)
        marks[first + circuit->inputs[circuit->pegs[net->first_peg + i]].component] = 1;
    for (uint32_t i = 0; i < net->driver_count; i++)
        marks[first + circuit->outputs[circuit->drivers[net->first_driver + i]].component] = 1;
}

static void mark_wires(const struct nets *nets, uint32_t net, uint8_t *marks)
{
    const ow_circuit *circuit = &nets->circuit;
    uint32_t first = first_of(nets->parts, "wire");
    for (uint32_t i = 0; i < circuit->wire_count; i++)
        if (circuit->wires[i] == net)
            marks[first + i] = 1;
}

static ow_status mark(void *context, ow_text name, uint8_t *marks, bool *found, ow_error *error)
{
    struct nets *nets = context;
    ow_status status = open_circuit(nets, error);
    uint32_t net = status == OW_OK ? ow_circuit_find_net(&nets->circuit, name) : OW_NO_NET;
    *found = net != OW_NO_NET;
    if (*found) {
        mark_pegs(nets, &nets->circuit.nets[net], marks);
        mark_wires(nets, net, marks);
    }
    return status;
}

/* Nets without a name of their own are not suggested: n12 is near to n13. */
static void hint(void *context, ow_text name, char *words)
{
    const struct nets *nets = context;
    struct nearest nearest;
    nearest_begin(&nearest, name);
    for (uint32_t i = 0; i < nets->circuit.net_count; i++)
        if (nets->circuit.nets[i].name.size > 0)
            nearest_try(&nearest, nets->circuit.nets[i].name);
    nearest_words(&nearest, "net:", words);
}

static void close_circuit(void *context)
{
    struct nets *nets = context;
    ow_circuit_close(&nets->circuit);
}

void circuit_offer_nets(const ow_document *document, const ow_options *options, struct parts *parts)
{
    struct nets *nets = arena_take(&parts->arena, sizeof *nets);
    if (!nets)
        return;
    *nets = (struct nets){.document = *document, .options = options, .parts = parts};
    parts->nets = (struct part_nets){nets, mark, hint, close_circuit};
}
