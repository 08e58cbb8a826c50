/* Writing the current states of a simulation into a document. */
#include "simulation.h"

#include "../base/bytes.h"
#include "../base/error.h"

#include <overworld/edit.h>
#include <string.h>

enum { HAS_PEG = 1, IS_ON = 2, IS_LISTED = 4 };

/* A document that is being updated. */
struct storing {
    const ow_simulation *run;
    ow_blotter_save *save;
    struct arena scratch;
    struct state_set set; /* states by the ids of pegs */
    ow_error *error;
};

typedef void peg_visitor(struct storing *storing, int32_t id, bool on);

/* Visits each peg with its state id and current state. */
static void visit_pegs(struct storing *storing, peg_visitor *visit)
{
    const ow_circuit *circuit = storing->run->circuit;
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        const ow_circuit_component *component = &circuit->components[i];
        const ow_blotter_component *saved = &storing->save->components[i];
        for (uint32_t k = 0; saved->inputs && k < component->input_count; k++)
            visit(storing, saved->inputs[k], input_is_on(storing->run, component->first_input + k));
        for (uint32_t k = 0; saved->outputs && k < component->output_count; k++)
            visit(storing, saved->outputs[k],
                  output_is_on(storing->run, component->first_output + k));
    }
}

static void collect(struct storing *storing, int32_t id, bool on)
{
    (void)on;
    states_collect(&storing->set, id);
}

static void note(struct storing *storing, int32_t id, bool on)
{
    uint8_t *flags = states_flags(&storing->set, id);
    if (flags)
        *flags |= (uint8_t)(HAS_PEG | (on ? IS_ON : 0));
}

static int32_t highest_id(const ow_blotter_save *save)
{
    int32_t highest = -1;
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_blotter_component *component = &save->components[i];
        for (uint32_t k = 0; component->inputs && k < component->input_count; k++)
            highest = component->inputs[k] > highest ? component->inputs[k] : highest;
        for (uint32_t k = 0; component->outputs && k < component->output_count; k++)
            highest = component->outputs[k] > highest ? component->outputs[k] : highest;
    }
    return highest;
}

static ow_status note_states(struct storing *storing)
{
    const ow_circuit *circuit = storing->run->circuit;
    uint64_t named = (uint64_t)circuit->input_count + circuit->output_count;
    ow_status status = states_init(&storing->set, &storing->scratch, highest_id(storing->save),
                                   named, named * sizeof(int32_t));
    if (status == OW_OK && storing->set.ids) {
        visit_pegs(storing, collect);
        status = states_sort(&storing->set, &storing->scratch);
    }
    if (status == OW_OK)
        visit_pegs(storing, note);
    return status;
}

static uint32_t id_at(const struct state_set *set, uint32_t at)
{
    return set->ids ? set->ids[at] : at;
}

/* A list keeps its order, and ids without a peg; new ids are appended. */
static ow_status store_list(struct storing *storing)
{
    ow_blotter_circuit_states *states = &storing->save->circuit_states;
    struct state_set *set = &storing->set;
    size_t most = states->on_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        most += (set->flags[i] & IS_ON) != 0;
    int32_t *on = ow_take(storing->save->owner, most, sizeof *on, storing->error);
    if (!on)
        return OW_NO_MEMORY;
    for (uint32_t i = 0; i < states->on_count; i++) {
        uint8_t *flags = states_flags(set, states->on[i]);
        if (flags && *flags == HAS_PEG)
            continue;
        if (flags)
            *flags |= IS_LISTED;
        on[count++] = states->on[i];
    }
    for (uint32_t i = 0; i < set->count; i++)
        if (set->flags[i] == (HAS_PEG | IS_ON))
            on[count++] = (int32_t)id_at(set, i);
    states->on = on;
    states->on_count = count;
    return OW_OK;
}

/* Bits grow for plausible state ids, not for one far beyond them. */
static size_t bits_needed(const struct storing *storing)
{
    const ow_circuit *circuit = storing->run->circuit;
    uint64_t most = (uint64_t)circuit->input_count + circuit->output_count;
    size_t size = storing->save->circuit_states.bits.size;
    for (uint32_t i = 0; i < storing->set.count; i++) {
        uint32_t id = id_at(&storing->set, i);
        if (storing->set.flags[i] & IS_ON && id < most && id / 8 >= size)
            size = id / 8 + 1;
    }
    return size;
}

static ow_status store_bits(struct storing *storing)
{
    ow_bytes *from = &storing->save->circuit_states.bits;
    size_t size = bits_needed(storing);
    uint8_t *bits = ow_take(storing->save->owner, size, 1, storing->error);
    if (!bits)
        return OW_NO_MEMORY;
    if (from->size > 0)
        memcpy(bits, from->data, from->size);
    for (uint32_t i = 0; i < storing->set.count; i++) {
        uint32_t id = id_at(&storing->set, i);
        unsigned bit = 1u << id % 8;
        if (id / 8 >= size || !(storing->set.flags[i] & HAS_PEG))
            continue;
        bits[id / 8] =
            (uint8_t)(storing->set.flags[i] & IS_ON ? bits[id / 8] | bit : bits[id / 8] & ~bit);
    }
    *from = (ow_bytes){bits, size};
    return OW_OK;
}

/* Version 4 keeps a flag for each output. */
static ow_status store_flags(struct storing *storing)
{
    const ow_circuit *circuit = storing->run->circuit;
    uint8_t *flags =
        ow_take(storing->save->owner, (size_t)circuit->output_count + 1, 1, storing->error);
    if (!flags)
        return OW_NO_MEMORY;
    for (uint32_t i = 0; i < circuit->output_count; i++)
        flags[i] = output_is_on(storing->run, i);
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (circuit->components[i].output_count > 0)
            storing->save->components[i].outputs_on = flags + circuit->components[i].first_output;
    return OW_OK;
}

/* Replaces some bytes of a component's custom data. */
static ow_status splice(struct storing *storing, uint32_t number, size_t first, size_t size,
                        ow_bytes part)
{
    ow_bytes *data = &storing->save->components[number].custom_data;
    size_t whole = data->size - size + part.size;
    if (size == part.size && (size == 0 || memcmp(data->data + first, part.data, size) == 0))
        return OW_OK;
    uint8_t *bytes = ow_take(storing->save->owner, whole, 1, storing->error);
    if (!bytes)
        return OW_NO_MEMORY;
    if (first > 0)
        memcpy(bytes, data->data, first);
    if (part.size > 0)
        memcpy(bytes + first, part.data, part.size);
    if (first + size < data->size)
        memcpy(bytes + first + part.size, data->data + first + size, data->size - first - size);
    *data = (ow_bytes){bytes, whole};
    return OW_OK;
}

static ow_status store_field(struct storing *storing, uint32_t number, char letter, int32_t value)
{
    const ow_blotter_component *saved = &storing->save->components[number];
    const struct component_type *type = storing->run->types[saved->type].type;
    uint8_t bytes[4];
    size_t first, size;
    if (!type_find_field(type, saved->custom_data, letter, &first, &size))
        return OW_OK;
    store_u32(bytes, (uint32_t)value, false);
    return splice(storing, number, first, size, (ow_bytes){bytes, size});
}

/* Unchanged contents keep their compressed bytes. */
static ow_status store_memory(struct storing *storing, const struct memory *memory)
{
    const ow_simulation *run = storing->run;
    const ow_circuit_component *component = &run->circuit->components[memory->component];
    const ow_blotter_component *saved = &storing->save->components[memory->component];
    size_t first, size, room = memory->size + memory->size / 64 + 64;
    if (!memory->was_changed || !run->asked.deflate ||
        !memory_find_packed(component->logic, run->types[saved->type].type, saved->custom_data,
                            &first, &size))
        return OW_OK;
    uint8_t *packed = arena_take(&storing->scratch, room);
    if (!packed)
        return storing->scratch.status;
    size_t used = run->asked.deflate(run->asked.context, memory->bytes, memory->size, packed, room);
    if (used == 0)
        return error_set(storing->error, OW_WRITE_FAILED, 0, NULL,
                         "the contents of C-%u cannot be compressed", (unsigned)component->address);
    ow_status status = splice(storing, memory->component, first, size, (ow_bytes){packed, used});
    if (status == OW_OK && component->logic != OW_LOGIC_FIFO && used != size) {
        uint8_t length[4];
        store_u32(length, (uint32_t)used, false);
        status = splice(storing, memory->component, first - 4, 4, (ow_bytes){length, 4});
    }
    return status;
}

/* A save of an older version of the mod has no state, and gets none. */
static ow_status store_timer(struct storing *storing, uint32_t number)
{
    const ow_simulation *run = storing->run;
    const ow_bytes data = storing->save->components[number].custom_data;
    if (!data.data || data.size != TIMER_SIZE)
        return OW_OK;
    const struct timer *timer = &run->timers[run->components[number].own];
    return splice(storing, number, 0, TIMER_SIZE, (ow_bytes){timer->state, TIMER_SIZE});
}

static ow_status store_component(struct storing *storing, uint32_t number)
{
    const ow_simulation *run = storing->run;
    const struct running_component *component = &run->components[number];
    switch ((ow_logic)component->logic) {
    case OW_LOGIC_SWITCH:
    case OW_LOGIC_BUTTON:
        return store_field(storing, number, 'o', (int32_t)component->own);
    case OW_LOGIC_DELAYER:
        return store_field(storing, number, 'c', run->delays[component->own].counter);
    case OW_LOGIC_TIMER:
        return store_timer(storing, number);
    case OW_LOGIC_RAM:
    case OW_LOGIC_DUAL_PORT_RAM:
    case OW_LOGIC_FIFO:
        return store_memory(storing, &run->memories[component->own]);
    default:
        return OW_OK;
    }
}

static ow_status store(struct storing *storing)
{
    ow_blotter_save *save = storing->save;
    ow_status status = OW_OK;
    for (uint32_t i = 0; status == OW_OK && i < storing->run->circuit->component_count; i++)
        status = store_component(storing, i);
    if (status == OW_OK && save->version == 4)
        return store_flags(storing);
    if (status == OW_OK)
        status = note_states(storing);
    if (status != OW_OK)
        return status;
    return save->save_type == OW_BLOTTER_WORLD ? store_bits(storing) : store_list(storing);
}

static bool is_the_same(const ow_simulation *run, const ow_blotter_save *save)
{
    const ow_circuit *circuit = run->circuit;
    if (!save || save->component_count != circuit->component_count)
        return false;
    for (uint32_t i = 0; i < save->component_count; i++)
        if (save->components[i].address != circuit->components[i].address ||
            save->components[i].input_count != circuit->components[i].input_count ||
            save->components[i].output_count != circuit->components[i].output_count ||
            save->components[i].type != circuit->components[i].type)
            return false;
    return true;
}

ow_status ow_simulation_store(const ow_simulation *run, ow_document *document,
                              const ow_options *options, ow_error *error)
{
    error_clear(error);
    if (!run || !document || document->format != &blotter_format.about ||
        !is_the_same(run, document->as.blotter))
        return error_missing(error, "simulation, or document that it was made of");
    struct storing storing = {.run = run, .save = document->as.blotter, .error = error};
    ow_options own = options ? options_or_default(options, 0) : run->options;
    own.max_memory = options && options->max_memory ? options->max_memory : UINT64_MAX;
    if (!storing.save->owner)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the document cannot be changed: its owner is NULL");
    arena_init(&storing.scratch, &own);
    ow_status status = store(&storing);
    arena_free(&storing.scratch);
    if (status != OW_OK && (!error || error->status == OW_OK))
        error_limited(error, status, own.max_memory);
    return status;
}
