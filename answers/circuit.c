/* Circuits as JSON: nets, paths between nets, results of benches. */
#include "answers.h"

/* The name of a net, or its number as a name. */
enum { NET_NAME = 256 };

void answer_net_name(ow_json_writer *writer, const char *member, const ow_circuit *circuit,
                     uint32_t net)
{
    char name[NET_NAME];
    ow_text own = circuit->nets[net].name;
    ow_circuit_net_name(circuit, net, name, sizeof name);
    json_add_text(writer, member, own.size > 0 ? own : ow_text_of(name));
}

void answer_circuit(ow_json_writer *writer, const ow_circuit *circuit,
                    const ow_circuit_depths *depths)
{
    json_add_integer(writer, "components", circuit->component_count);
    json_add_integer(writer, "net_count", circuit->net_count);
    json_add_integer(writer, "link_count", circuit->link_count);
    json_add_integer(writer, "contacts", circuit->contacts);
    json_add_integer(writer, "loose_wires", circuit->loose_wires);
    json_add_integer(writer, "unknown_components", circuit->unknown);
    json_add_integer(writer, "deepest", depths->deepest);
    json_add_integer(writer, "loops", depths->loop_count);
}

static void add_peg(ow_json_writer *writer, const ow_circuit *circuit, uint32_t component,
                    const char *side, uint32_t index)
{
    const ow_circuit_component *of = &circuit->components[component];
    json_begin_object(writer, NULL);
    json_add_integer(writer, "component", of->address);
    json_add_text(writer, "type", circuit->types[of->type]);
    json_add_string(writer, "logic", ow_logic_name(of->logic));
    json_add_integer(writer, side, index);
    json_end_object(writer);
}

static void add_drivers(ow_json_writer *writer, const ow_circuit *circuit,
                        const ow_circuit_net *net)
{
    json_begin_array(writer, "drivers");
    for (uint32_t i = 0; i < net->driver_count; i++) {
        const ow_circuit_output *output =
            &circuit->outputs[circuit->drivers[net->first_driver + i]];
        add_peg(writer, circuit, output->component, "output", output->index);
    }
    json_end_array(writer);
}

static void add_pegs(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_net *net)
{
    json_begin_array(writer, "pegs");
    for (uint32_t i = 0; i < net->peg_count; i++) {
        const ow_circuit_input *input = &circuit->inputs[circuit->pegs[net->first_peg + i]];
        add_peg(writer, circuit, input->component, "input", input->index);
    }
    json_end_array(writer);
}

static void add_links(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_net *net)
{
    json_begin_array(writer, "links");
    for (uint32_t i = 0; i < net->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[circuit->linked[net->first_link + i]];
        json_begin_object(writer, NULL);
        json_add_integer(writer, "component", circuit->components[link->component].address);
        answer_net_name(writer, "from", circuit, link->from);
        answer_net_name(writer, "to", circuit, link->to);
        json_add_boolean(writer, "both_ways", link->both_ways);
        json_add_boolean(writer, "closed", link->closed);
        if (link->control != OW_NO_NET)
            answer_net_name(writer, "control", circuit, link->control);
        else
            json_add_null(writer, "control");
        json_end_object(writer);
    }
    json_end_array(writer);
}

void answer_ports(ow_json_writer *writer, const ow_circuit *circuit, uint32_t net)
{
    json_begin_array(writer, "ports");
    for (uint32_t i = circuit->nets[net].first_port; i != OW_NO_NET; i = circuit->ports[i].next) {
        const ow_circuit_port *port = &circuit->ports[i];
        json_begin_object(writer, NULL);
        json_add_string(writer, "kind", ow_port_kind_name(port->kind));
        json_add_integer(writer, "component", circuit->components[port->component].address);
        json_add_integer(writer, "peg", port->peg);
        json_end_object(writer);
    }
    json_end_array(writer);
}

void answer_net_begin(ow_json_writer *writer, const ow_circuit *circuit,
                      const ow_circuit_depths *depths, uint32_t number)
{
    static const char *const words[] = {"number", "label", "user"};
    const ow_circuit_net *net = &circuit->nets[number];
    json_begin_object(writer, NULL);
    answer_net_name(writer, "name", circuit, number);
    json_add_string(writer, "name_from", words[net->name_from]);
    json_add_integer(writer, "number", number);
    json_add_boolean(writer, "on", net->on);
    json_add_boolean(writer, "left_on", net->is_left_on);
    json_add_boolean(writer, "two_states", net->has_two_states);
    json_add_integer(writer, "depth", depths->depth[number]);
    json_add_integer(writer, "loop", depths->loop[number]);
}

void answer_net(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_depths *depths,
                uint32_t number)
{
    const ow_circuit_net *net = &circuit->nets[number];
    answer_net_begin(writer, circuit, depths, number);
    add_drivers(writer, circuit, net);
    add_pegs(writer, circuit, net);
    add_links(writer, circuit, net);
    answer_ports(writer, circuit, number);
    json_end_object(writer);
}

void answer_step(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_step *step)
{
    json_begin_object(writer, NULL);
    answer_net_name(writer, "net", circuit, step->net);
    if (step->component != UINT32_MAX)
        json_add_integer(writer, "component", circuit->components[step->component].address);
    else
        json_add_null(writer, "component");
    json_add_integer(writer, "ticks", step->ticks);
    json_end_object(writer);
}

void answer_bench_failure(ow_json_writer *writer, const ow_bench_failure *failure)
{
    json_begin_object(writer, NULL);
    json_add_integer(writer, "tick", failure->tick);
    json_add_integer(writer, "step", failure->step);
    json_add_text(writer, "name", failure->name);
    json_add_text(writer, "signal", failure->signal);
    json_add_text(writer, "message", failure->message);
    json_end_object(writer);
}

static void add_waves(ow_json_writer *writer, const ow_simulation *simulation, const ow_wave *waves,
                      uint32_t count)
{
    json_begin_array(writer, "nets");
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = 0;
        for (uint32_t k = 0; k < waves[i].count; k++)
            value |= (uint64_t)ow_simulation_net(simulation, waves[i].nets[k]) << k;
        json_begin_object(writer, NULL);
        json_add_text(writer, "name", waves[i].name);
        json_add_integer(writer, "bits", waves[i].count);
        json_add_integer(writer, "value", value);
        json_end_object(writer);
    }
    json_end_array(writer);
}

uint64_t count_changed_nets(const ow_circuit *circuit, const ow_simulation *simulation)
{
    uint64_t changed = 0;
    for (uint32_t i = 0; simulation && i < circuit->net_count; i++)
        changed += ow_simulation_net(simulation, i) != circuit->nets[i].on;
    return changed;
}

void answer_run(ow_json_writer *writer, const ow_circuit *circuit, const ow_simulation *simulation,
                const ow_wave *waves, uint32_t wave_count, const ow_bench_totals *totals)
{
    add_waves(writer, simulation, waves, simulation ? wave_count : 0);
    json_add_integer(writer, "ticks", ow_simulation_tick(simulation));
    json_add_integer(writer, "updates", ow_simulation_updates(simulation));
    json_add_integer(writer, "changed_nets", count_changed_nets(circuit, simulation));
    json_add_boolean(writer, "rests", simulation && ow_simulation_is_settled(simulation));
    json_add_integer(writer, "steps", totals->steps);
    json_add_integer(writer, "checks", totals->checks);
    json_add_integer(writer, "failures", totals->failures);
}
