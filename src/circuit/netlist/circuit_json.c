/* A circuit as the library's own JSON: the content of ow_circuit. The schema is
 * docs/schema/netlist.schema.json. */
#include "netlist.h"

static void emit_numbers(struct emitter *emit, const char *name, const uint32_t *numbers,
                         uint32_t count)
{
    emit_begin_array(emit, name, count);
    for (uint32_t i = 0; i < count; i++)
        emit_integer(emit, NULL, numbers[i]);
    emit_end_array(emit);
}

static void emit_component(const ow_circuit *circuit, struct emitter *emit,
                           const ow_circuit_component *component)
{
    emit_begin_object(emit, NULL);
    emit_integer(emit, "address", component->address);
    emit_text(emit, "type",
              component->type < circuit->type_count ? circuit->types[component->type]
                                                    : (ow_text){"", 0});
    emit_string(emit, "logic", ow_logic_name(component->logic));
    emit_integer(emit, "delay", component->delay);
    emit_begin_array(emit, "inputs", component->input_count);
    for (uint32_t i = 0; i < component->input_count; i++)
        emit_integer(emit, NULL, circuit->inputs[component->first_input + i].net);
    emit_end_array(emit);
    emit_begin_array(emit, "outputs", component->output_count);
    for (uint32_t i = 0; i < component->output_count; i++) {
        const ow_circuit_output *output = &circuit->outputs[component->first_output + i];
        emit_begin_object(emit, NULL);
        emit_boolean(emit, "on", output->on);
        emit_numbers(emit, "nets", &circuit->driven[output->first_net], output->net_count);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    emit_end_object(emit);
}

/* Its loads and drivers, each as the numbers of a component and its peg. */
static void emit_net(const struct netlist *netlist, struct emitter *emit, uint32_t number)
{
    static const char *const named_by[] = {"number", "label", "user"};
    const ow_circuit *circuit = netlist->circuit;
    const ow_circuit_net *net = &circuit->nets[number];
    char text[NETLIST_SHORT];
    emit_begin_object(emit, NULL);
    size_t size = ow_circuit_net_name(circuit, number, text, sizeof text);
    emit_text(emit, "name", net->name.size > 0 ? net->name : (ow_text){text, size});
    emit_string(emit, "named_by", named_by[net->name_from]);
    emit_text(emit, "module_name",
              netlist->names[number].size > 0 ? netlist->names[number] : (ow_text){text, size});
    emit_integer(emit, "state", net->state);
    emit_boolean(emit, "on", net->on);
    emit_begin_array(emit, "drivers", net->driver_count);
    for (uint32_t i = 0; i < net->driver_count; i++) {
        const ow_circuit_output *output =
            &circuit->outputs[circuit->drivers[net->first_driver + i]];
        const uint32_t peg[] = {output->component, output->index};
        emit_numbers(emit, NULL, peg, 2);
    }
    emit_end_array(emit);
    emit_begin_array(emit, "loads", net->peg_count);
    for (uint32_t i = 0; i < net->peg_count; i++) {
        const ow_circuit_input *input = &circuit->inputs[circuit->pegs[net->first_peg + i]];
        const uint32_t peg[] = {input->component, input->index};
        emit_numbers(emit, NULL, peg, 2);
    }
    emit_end_array(emit);
    emit_end_object(emit);
}

static void emit_link(struct emitter *emit, const ow_circuit_link *link)
{
    emit_begin_object(emit, NULL);
    emit_integer(emit, "component", link->component);
    if (link->control == OW_NO_NET)
        emit_null(emit, "control");
    else
        emit_integer(emit, "control", link->control);
    emit_integer(emit, "from", link->from);
    emit_integer(emit, "to", link->to);
    emit_boolean(emit, "both_ways", link->both_ways);
    emit_boolean(emit, "closed", link->closed);
    emit_end_object(emit);
}

static void emit_port(struct emitter *emit, const ow_circuit_port *port)
{
    emit_begin_object(emit, NULL);
    emit_string(emit, "kind", ow_port_kind_name(port->kind));
    emit_integer(emit, "net", port->net);
    emit_integer(emit, "component", port->component);
    emit_integer(emit, "peg", port->peg);
    emit_end_object(emit);
}

static ow_status emit_netlist(struct netlist *netlist, struct emitter *emit)
{
    const ow_circuit *circuit = netlist->circuit;
    emit_begin_object(emit, NULL);
    emit_string(emit, "circuit", netlist->asked->module.data);
    emit_begin_array(emit, "components", circuit->component_count);
    for (uint32_t i = 0; i < circuit->component_count; i++)
        emit_component(circuit, emit, &circuit->components[i]);
    emit_end_array(emit);
    emit_begin_array(emit, "nets", circuit->net_count);
    for (uint32_t i = 0; i < circuit->net_count; i++)
        emit_net(netlist, emit, i);
    emit_end_array(emit);
    emit_begin_array(emit, "links", circuit->link_count);
    for (uint32_t i = 0; i < circuit->link_count; i++)
        emit_link(emit, &circuit->links[i]);
    emit_end_array(emit);
    emit_begin_array(emit, "ports", circuit->port_count);
    for (uint32_t i = 0; i < circuit->port_count; i++)
        emit_port(emit, &circuit->ports[i]);
    emit_end_array(emit);
    emit_end_object(emit);
    return OW_OK;
}

ow_status netlist_write_circuit(struct netlist *netlist)
{
    return netlist_write_json(netlist, emit_netlist);
}
