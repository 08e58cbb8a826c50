/* Circuits: nets, their drivers, paths between nets, and their places in the save. */
#include "circuit.h"
#include "calls.h"
#include "settings.h"

#include <stdlib.h>

static ow_status open_circuit(struct world *world, const char *names, size_t names_size,
                              const char *types, size_t types_size, const ow_mods *mods,
                              struct circuit *circuit)
{
    if (need_document(world) != OW_OK)
        return last_error()->status;
    ow_options options = options_of(world);
    const ow_circuit_options asked = {
        .names_json = {names, names_size}, .types_json = {types, types_size}, .mods = mods};
    ow_status status =
        ow_circuit_open(&world->document, &asked, &options, &circuit->circuit, fresh_error());
    if (status == OW_OK)
        status =
            ow_circuit_find_depths(&circuit->circuit, &options, &circuit->depths, fresh_error());
    return status;
}

/* Opens the circuit of a save, with names and types as JSON text. `mods` may be NULL, and may be
 * closed after. */
EXPORTED struct circuit *web_circuit(struct world *world, const char *names, size_t names_size,
                                     const char *types, size_t types_size, const ow_mods *mods)
{
    struct circuit *circuit = calloc(1, sizeof *circuit);
    if (!circuit) {
        fresh_error()->status = OW_NO_MEMORY;
        return NULL;
    }
    circuit->world = world;
    world->holders++;
    if (open_circuit(world, names, names_size, types, types_size, mods, circuit) == OW_OK)
        return circuit;
    web_circuit_close(circuit);
    return NULL;
}

EXPORTED void web_circuit_close(struct circuit *circuit)
{
    if (circuit && circuit->holders > 0) {
        circuit->holders--;
        return;
    }
    if (!circuit)
        return;
    ow_circuit_depths_free(&circuit->depths);
    ow_circuit_close(&circuit->circuit);
    web_close(circuit->world);
    free(circuit);
}

static uint32_t count_odd_nets(const ow_circuit *circuit)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        count += circuit->nets[i].has_two_states;
    return count;
}

/* Answers with the members of the command's `nets --json` about the whole circuit, and its
 * warnings. */
EXPORTED int web_circuit_facts(const struct circuit *handle)
{
    const ow_circuit *circuit = &handle->circuit;
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    answer_circuit(writer, circuit, &handle->depths);
    json_add_integer(writer, "inputs", circuit->input_count);
    json_add_integer(writer, "outputs", circuit->output_count);
    json_add_integer(writer, "wires", circuit->wire_count);
    json_add_integer(writer, "ports", circuit->port_count);
    json_add_integer(writer, "bad_data", circuit->bad_data);
    json_add_integer(writer, "nets_of_two_states", count_odd_nets(circuit));
    json_add_boolean(writer, "contacts_left", circuit->contacts_left);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}

static uint32_t end_of(uint32_t count, double from, double most)
{
    double end = from + most;
    return end < count ? (uint32_t)end : count;
}

/* Answers with {"nets": [...]}; `from` is the number of the first net. */
EXPORTED int web_circuit_nets(const struct circuit *handle, double from, double most)
{
    const ow_circuit *circuit = &handle->circuit;
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    uint32_t end = end_of(circuit->net_count, from, most);
    json_begin_object(writer, NULL);
    json_begin_array(writer, "nets");
    for (uint32_t i = from < end ? (uint32_t)from : end; i < end; i++)
        answer_net(writer, circuit, &handle->depths, i);
    json_end_array(writer);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}

/* A net in short: counts instead of lists, and its ports. */
static void add_row(ow_json_writer *writer, const struct circuit *handle, uint32_t number)
{
    const ow_circuit *circuit = &handle->circuit;
    const ow_circuit_net *net = &circuit->nets[number];
    answer_net_begin(writer, circuit, &handle->depths, number);
    json_add_integer(writer, "drivers", net->driver_count);
    json_add_integer(writer, "pegs", net->peg_count);
    json_add_integer(writer, "links", net->link_count);
    if (net->name_from == OW_NET_BY_LABEL)
        json_add_integer(writer, "label", circuit->components[net->label].address);
    else
        json_add_null(writer, "label");
    answer_ports(writer, circuit, number);
    json_end_object(writer);
}

/* Answers with nets in short, by number. */
EXPORTED int web_circuit_rows(const struct circuit *handle, const uint32_t *numbers, size_t size)
{
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "nets");
    for (size_t i = 0; i < size / sizeof *numbers; i++)
        if (numbers[i] < handle->circuit.net_count)
            add_row(writer, handle, numbers[i]);
    json_end_array(writer);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}

ow_status answer_numbers(const uint32_t *numbers, size_t count)
{
    ow_sink sink = answer_sink();
    if (count > 0 && !sink.write(sink.context, numbers, count * sizeof *numbers))
        return fresh_error()->status = OW_NO_MEMORY;
    return fresh_error()->status;
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool has_word(ow_text text, const char *word)
{
    size_t size = strlen(word);
    for (size_t at = 0; at + size <= text.size; at++) {
        size_t same = 0;
        while (same < size && lower(text.data[at + same]) == lower(word[same]))
            same++;
        if (same == size)
            return true;
    }
    return false;
}

static bool is_found(const ow_circuit *circuit, uint32_t number, const char *word)
{
    char name[32];
    ow_text own = circuit->nets[number].name;
    if (own.size > 0)
        return has_word(own, word);
    ow_circuit_net_name(circuit, number, name, sizeof name);
    return has_word(ow_text_of(name), word);
}

/* Answers with the numbers of nets whose names contain a word, in any case. Nets with a name or a
 * port come first, because people look for these. */
EXPORTED int web_circuit_search(const struct circuit *handle, const char *word)
{
    const ow_circuit *circuit = &handle->circuit;
    uint32_t *numbers = malloc(((size_t)circuit->net_count + 1) * sizeof *numbers);
    size_t count = 0;
    if (!numbers)
        return (int)(fresh_error()->status = OW_NO_MEMORY);
    for (int rest = 0; rest < 2; rest++)
        for (uint32_t i = 0; i < circuit->net_count; i++) {
            const ow_circuit_net *net = &circuit->nets[i];
            bool is_first = net->first_port != OW_NO_NET || net->name.size > 0;
            if (is_first == (rest == 0) && (!*word || is_found(circuit, i, word)))
                numbers[count++] = i;
        }
    ow_status status = answer_numbers(numbers, count);
    free(numbers);
    return (int)status;
}

/* Finds a net by its name, its number or one of its pegs. Returns OW_NO_NET if there is none. */
EXPORTED uint32_t web_circuit_find(const struct circuit *handle, const char *name)
{
    return ow_circuit_find_net(&handle->circuit, ow_text_of(name));
}

static ow_status answer_steps(const struct circuit *handle, uint32_t from, uint32_t to,
                              ow_json_writer *writer)
{
    const ow_circuit *circuit = &handle->circuit;
    uint32_t count = 0;
    ow_circuit_step *steps = calloc((size_t)circuit->net_count + 1, sizeof *steps);
    if (!steps)
        return fresh_error()->status = OW_NO_MEMORY;
    ow_options options = options_of(handle->world);
    ow_status status = ow_circuit_find_path(circuit, from, to, &options, steps, circuit->net_count,
                                            &count, fresh_error());
    for (uint32_t i = 0; status == OW_OK && i < count; i++)
        answer_step(writer, circuit, &steps[i]);
    free(steps);
    return status;
}

/* The answer is {"path": [...]}. */
EXPORTED int web_circuit_path(const struct circuit *handle, uint32_t from, uint32_t to)
{
    if (from >= handle->circuit.net_count || to >= handle->circuit.net_count)
        return (int)refuse("path", "unknown net");
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "path");
    ow_status status = answer_steps(handle, from, to, writer);
    json_end_array(writer);
    json_end_object(writer);
    return (int)close_answer(writer, status);
}

/* There are many pegs and wires, so they are lists of numbers, each preceded by its length. */

struct numbers {
    uint32_t *items;
    size_t count;
};

static void add_list(struct numbers *numbers, size_t *length)
{
    *length = numbers->count++;
}

static void end_list(struct numbers *numbers, size_t length)
{
    numbers->items[length] = (uint32_t)(numbers->count - length - 1);
}

static void list_pegs(const ow_circuit *circuit, const ow_circuit_net *net, struct numbers *numbers)
{
    size_t length;
    add_list(numbers, &length);
    for (uint32_t i = 0; i < net->peg_count; i++) {
        const ow_circuit_input *input = &circuit->inputs[circuit->pegs[net->first_peg + i]];
        const ow_circuit_component *of = &circuit->components[input->component];
        numbers->items[numbers->count++] = input->component;
        numbers->items[numbers->count++] = input->index;
        numbers->items[numbers->count++] = of->first_input + of->first_output + input->index;
    }
    end_list(numbers, length);
    add_list(numbers, &length);
    for (uint32_t i = 0; i < net->driver_count; i++) {
        const ow_circuit_output *output =
            &circuit->outputs[circuit->drivers[net->first_driver + i]];
        const ow_circuit_component *of = &circuit->components[output->component];
        numbers->items[numbers->count++] = output->component;
        numbers->items[numbers->count++] = output->index;
        numbers->items[numbers->count++] =
            of->first_input + of->first_output + of->input_count + output->index;
    }
    end_list(numbers, length);
}

static void list_wires(const ow_circuit *circuit, uint32_t number, struct numbers *numbers)
{
    size_t length;
    add_list(numbers, &length);
    for (uint32_t i = 0; i < circuit->wire_count; i++)
        if (circuit->wires[i] == number)
            numbers->items[numbers->count++] = i;
    end_list(numbers, length);
}

/* Answers with lists of input pegs and of driving output pegs, each as the number of its component
 * in the save, its own number, and the number of its state in a scene of the save; and with a list
 * of wires by number. */
EXPORTED int web_circuit_places(const struct circuit *handle, uint32_t number)
{
    const ow_circuit *circuit = &handle->circuit;
    if (number >= circuit->net_count)
        return (int)refuse("net", "unknown net");
    const ow_circuit_net *net = &circuit->nets[number];
    size_t room = 3 + 3 * ((size_t)net->peg_count + net->driver_count) + circuit->wire_count;
    struct numbers numbers = {.items = malloc(room * sizeof *numbers.items)};
    if (!numbers.items)
        return (int)(fresh_error()->status = OW_NO_MEMORY);
    list_pegs(circuit, net, &numbers);
    list_wires(circuit, number, &numbers);
    ow_status status = answer_numbers(numbers.items, numbers.count);
    free(numbers.items);
    return (int)status;
}

static void add_place(ow_json_writer *writer, const ow_circuit *circuit, const char *side,
                      uint32_t index, uint32_t net)
{
    json_begin_object(writer, NULL);
    json_add_string(writer, "side", side);
    json_add_integer(writer, "index", index);
    json_add_integer(writer, "number", net);
    answer_net_name(writer, "name", circuit, net);
    json_end_object(writer);
}

enum { MOST_PLACES = 1000 };

static void add_component(ow_json_writer *writer, const ow_circuit *circuit, uint32_t number)
{
    const ow_circuit_component *component = &circuit->components[number];
    uint32_t inputs = component->input_count < MOST_PLACES ? component->input_count : MOST_PLACES;
    uint32_t outputs =
        component->output_count < MOST_PLACES ? component->output_count : MOST_PLACES;
    for (uint32_t i = 0; i < inputs; i++)
        add_place(writer, circuit, "input", i, circuit->inputs[component->first_input + i].net);
    for (uint32_t i = 0; i < outputs; i++) {
        const ow_circuit_output *output = &circuit->outputs[component->first_output + i];
        for (uint32_t k = 0; k < output->net_count && k < MOST_PLACES; k++)
            add_place(writer, circuit, "output", i, circuit->driven[output->first_net + k]);
    }
}

/* Answers with the nets at a component or wire of the save, by number: {"logic": ..., "address":
 * ..., "nets": [...]}. */
EXPORTED int web_circuit_at(const struct circuit *handle, int is_wire, uint32_t number)
{
    const ow_circuit *circuit = &handle->circuit;
    if (number >= (is_wire ? circuit->wire_count : circuit->component_count))
        return (int)refuse(is_wire ? "wire" : "component", "unknown object");
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    json_add_string(writer, "logic",
                    is_wire ? "wire" : ow_logic_name(circuit->components[number].logic));
    if (!is_wire)
        json_add_integer(writer, "address", circuit->components[number].address);
    json_begin_array(writer, "nets");
    if (!is_wire)
        add_component(writer, circuit, number);
    else if (circuit->wires[number] != OW_NO_NET)
        add_place(writer, circuit, "wire", 0, circuit->wires[number]);
    json_end_array(writer);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}

/* Returns the number of the component with an address, or OW_NO_NET. */
EXPORTED uint32_t web_circuit_component(const struct circuit *handle, uint32_t address)
{
    for (uint32_t i = 0; i < handle->circuit.component_count; i++)
        if (handle->circuit.components[i].address == address)
            return i;
    return OW_NO_NET;
}
