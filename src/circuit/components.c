/* The list of components, with their pegs. */
#include "circuit.h"

#include "../base/text.h"

static const ow_circuit_type *table_for(const struct circuit_maker *maker,
                                        const ow_blotter_component *component)
{
    const ow_circuit *circuit = maker->circuit;
    ow_text name = maker->types[component->type].name;
    for (uint32_t i = 0; i < circuit->table_count; i++) {
        const ow_circuit_type *table = &circuit->tables[i];
        if ((table->table || table->memory) && table->inputs == component->input_count &&
            table->outputs == component->output_count && text_is_same(table->name, name))
            return table;
    }
    return NULL;
}

/* The pegs of RAMs of mods: at most 64 bits of data and 24 of address. */
static bool has_pegs_of_ram(ow_logic logic, uint32_t inputs, uint32_t outputs)
{
    uint32_t ports = ports_of_ram(logic), controls = controls_of_ram(logic);
    if (outputs < ports || outputs > ports * 64 || outputs % ports != 0 ||
        inputs <= controls + outputs)
        return false;
    uint32_t address = inputs - controls - outputs;
    return address % ports == 0 && address / ports <= 24;
}

/* Returns true if a component has the pegs that its logic needs. */
static bool has_its_pegs(ow_logic logic, uint32_t inputs, uint32_t outputs)
{
    static const struct {
        uint8_t inputs, outputs;
        bool more_inputs;
    } asked[] = {
        [OW_LOGIC_INVERTER] = {1, 1, false},    [OW_LOGIC_AND] = {1, 1, true},
        [OW_LOGIC_XOR] = {2, 1, false},         [OW_LOGIC_BUFFER] = {1, 1, false},
        [OW_LOGIC_LATCH] = {2, 1, false},       [OW_LOGIC_DELAYER] = {1, 1, false},
        [OW_LOGIC_RANDOMIZER] = {1, 1, false},  [OW_LOGIC_SWITCH] = {0, 1, false},
        [OW_LOGIC_BUTTON] = {0, 1, false},      [OW_LOGIC_RELAY] = {3, 0, false},
        [OW_LOGIC_FAST_BUFFER] = {2, 0, false}, [OW_LOGIC_BCD] = {8, 12, false},
        [OW_LOGIC_FIFO] = {11, 10, false},
    };
    if (logic == OW_LOGIC_RAM || logic == OW_LOGIC_DUAL_PORT_RAM)
        return has_pegs_of_ram(logic, inputs, outputs);
    if (logic == OW_LOGIC_TIMER)
        return inputs == 20 && outputs == 11;
    if (logic >= sizeof asked / sizeof *asked || logic == OW_LOGIC_NONE ||
        logic == OW_LOGIC_UNKNOWN)
        return true;
    return outputs == asked[logic].outputs &&
           (asked[logic].more_inputs ? inputs >= asked[logic].inputs
                                     : inputs == asked[logic].inputs);
}

/* What a slice of the components has. */
struct tally {
    uint64_t inputs, outputs;
    uint32_t first_input, first_output; /* how many those before it have */
    uint32_t bad_data, unknown, links, labels;
};

struct listing {
    struct circuit_maker *maker;
    struct tally *tallies; /* of each slice */
};

static void count_pegs(void *context, uint32_t slice)
{
    const struct listing *listing = context;
    const ow_blotter_save *save = listing->maker->save;
    struct tally *tally = &listing->tallies[slice];
    *tally = (struct tally){0};
    uint32_t end = slice_end(slice, save->component_count, CIRCUIT_SLICE);
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++) {
        tally->inputs += save->components[i].input_count;
        tally->outputs += save->components[i].output_count;
    }
}

static void list_pegs(const struct circuit_maker *maker, uint32_t ordinal)
{
    const ow_circuit *circuit = maker->circuit;
    const ow_blotter_component *from = &maker->save->components[ordinal];
    const ow_circuit_component *component = &circuit->components[ordinal];
    for (uint32_t i = 0; i < from->input_count; i++)
        circuit->inputs[component->first_input + i] = (ow_circuit_input){ordinal, i, OW_NO_NET};
    for (uint32_t i = 0; i < from->output_count; i++) {
        int32_t state = from->outputs ? from->outputs[i] : -1;
        circuit->outputs[component->first_output + i] =
            (ow_circuit_output){.component = ordinal,
                                .index = i,
                                .state = state,
                                .on = saved_state_is_on(&maker->states, state)};
    }
}

/* Its pegs begin at the numbers in the tally, which are moved behind them. */
static void list_component(const struct circuit_maker *maker, uint32_t ordinal, struct tally *tally)
{
    const ow_circuit *circuit = maker->circuit;
    const ow_blotter_component *from = &maker->save->components[ordinal];
    const struct component_type *type = maker->types[from->type].type;
    const ow_circuit_type *table = table_for(maker, from);
    ow_circuit_component *component = &circuit->components[ordinal];
    struct component_data data;
    *component = (ow_circuit_component){.address = from->address,
                                        .logic = !table          ? type->logic
                                                 : table->memory ? OW_LOGIC_MEMORY
                                                                 : OW_LOGIC_TABLE,
                                        .first_input = tally->first_input,
                                        .input_count = from->input_count,
                                        .first_output = tally->first_output,
                                        .output_count = from->output_count,
                                        .delay = 1,
                                        .table = table ? (uint32_t)(table - circuit->tables) : 0,
                                        .type = from->type};
    if (!has_its_pegs(component->logic, from->input_count, from->output_count))
        component->logic = OW_LOGIC_UNKNOWN;
    bool is_delayer = component->logic == OW_LOGIC_DELAYER;
    if ((type->data || is_delayer) && !type_read_data(type, from->custom_data, &data))
        tally->bad_data++;
    if (is_delayer) {
        component->delay = data.delay > 1 ? data.delay : 1;
        component->counter = data.counter < component->delay ? data.counter : component->delay;
        component->counter = component->counter > 0 ? component->counter : 0;
    }
    tally->unknown +=
        component->logic == OW_LOGIC_UNKNOWN && from->input_count + from->output_count > 0;
    tally->links += circuit_is_link(component);
    tally->labels += type->text_height > 0;
    list_pegs(maker, ordinal);
    tally->first_input += from->input_count;
    tally->first_output += from->output_count;
}

static void list_slice(void *context, uint32_t slice)
{
    const struct listing *listing = context;
    uint32_t end = slice_end(slice, listing->maker->save->component_count, CIRCUIT_SLICE);
    struct tally tally = listing->tallies[slice];
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++)
        list_component(listing->maker, i, &tally);
    listing->tallies[slice] = tally;
}

/* Counts the pegs, and takes the memory. */
static ow_status measure(struct listing *listing, uint32_t slices)
{
    struct circuit_maker *maker = listing->maker;
    ow_circuit *circuit = maker->circuit;
    uint64_t inputs = 0, outputs = 0;
    pool_run(maker->options, slices, count_pegs, listing);
    for (uint32_t i = 0; i < slices; i++) {
        listing->tallies[i].first_input = (uint32_t)inputs;
        listing->tallies[i].first_output = (uint32_t)outputs;
        inputs += listing->tallies[i].inputs;
        outputs += listing->tallies[i].outputs;
    }
    if (inputs >= OW_NO_NET || outputs >= OW_NO_NET)
        return OW_TOO_MUCH_MEMORY;
    circuit->component_count = maker->save->component_count;
    circuit->input_count = (uint32_t)inputs;
    circuit->output_count = (uint32_t)outputs;
    circuit->components =
        arena_take(&maker->arena, circuit->component_count * sizeof *circuit->components);
    circuit->inputs = arena_take(&maker->arena, (size_t)inputs * sizeof *circuit->inputs);
    circuit->outputs = arena_take(&maker->arena, (size_t)outputs * sizeof *circuit->outputs);
    return circuit->components && circuit->inputs && circuit->outputs ? OW_OK : maker->arena.status;
}

ow_status circuit_list_components(struct circuit_maker *maker)
{
    uint32_t slices = slices_of(maker->save->component_count, CIRCUIT_SLICE);
    struct listing listing = {maker, arena_take(&maker->scratch, slices * sizeof(struct tally))};
    if (!listing.tallies)
        return maker->scratch.status;
    ow_status status = measure(&listing, slices);
    if (status != OW_OK)
        return status;
    maker->first_links =
        arena_take(&maker->scratch, (slices + (size_t)1) * sizeof *maker->first_links);
    if (!maker->first_links)
        return maker->scratch.status;
    pool_run(maker->options, slices, list_slice, &listing);
    for (uint32_t i = 0; i < slices; i++) {
        maker->circuit->bad_data += listing.tallies[i].bad_data;
        maker->circuit->unknown += listing.tallies[i].unknown;
        maker->first_links[i] = listing.tallies[i].links;
        maker->label_count += listing.tallies[i].labels;
    }
    runs_from_counts(maker->first_links, slices);
    return OW_OK;
}
