/* Repairs circuit states: ids of pegs and wires, and the states that a save stores. */
#include "repair.h"

#include "../../base/sort.h"

#include <overworld/edit.h>

/* Iterates over all ids of a save: of inputs, of outputs, of wires. */
struct ids {
    const ow_blotter_save *save;
    uint32_t component, wire, index;
    bool outputs;
};

static int32_t *next_id(struct ids *ids)
{
    for (; ids->component < ids->save->component_count; ids->outputs = !ids->outputs) {
        const ow_blotter_component *component = &ids->save->components[ids->component];
        uint32_t count = ids->outputs ? component->output_count : component->input_count;
        if (ids->index < count)
            return &(ids->outputs ? component->outputs : component->inputs)[ids->index++];
        ids->index = 0;
        ids->component += ids->outputs;
    }
    return ids->wire < ids->save->wire_count ? &ids->save->wires[ids->wire++].circuit_state : NULL;
}

static uint64_t count_ids(const ow_blotter_save *save)
{
    uint64_t count = save->wire_count;
    for (uint32_t i = 0; i < save->component_count; i++)
        count += (uint64_t)save->components[i].input_count + save->components[i].output_count;
    return count;
}

/* A save of this size cannot have reached a higher id. */
static uint64_t most_plausible(const ow_blotter_save *save)
{
    enum { LEAST = 1 << 20, FOR_EACH = 8 };
    uint64_t most =
        8 * (uint64_t)save->circuit_states.bits.size + FOR_EACH * count_ids(save) + LEAST;
    return most < INT32_MAX / 2 ? most : INT32_MAX / 2;
}

static bool is_plausible(int32_t id, uint64_t most)
{
    return id >= 0 && (uint64_t)id <= most;
}

/* The highest plausible id + 1, of pegs and of the states that a world stores. */
static uint32_t first_free(const ow_blotter_save *save, uint64_t most)
{
    struct ids ids = {.save = save};
    uint64_t stored = 8 * (uint64_t)save->circuit_states.bits.size;
    uint32_t first = stored < most ? (uint32_t)stored : 0;
    for (const int32_t *id; (id = next_id(&ids));)
        if (is_plausible(*id, most) && (uint32_t)*id >= first)
            first = (uint32_t)*id + 1;
    return first;
}

/* The index of an id in a sorted list. */
static uint32_t place_of(const uint32_t *sorted, uint32_t count, uint32_t id)
{
    uint32_t low = 0;
    for (uint32_t high = count; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        if (sorted[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Implausible ids get new values. Equal ids stay equal. */
static ow_status replace_wild_ids(struct repair *repair, ow_blotter_save *save, uint64_t most,
                                  uint32_t *next)
{
    struct ids ids = {.save = save};
    uint32_t *wild = arena_take(repair->arena, count_ids(save) * sizeof *wild);
    uint32_t count = 0, distinct = 0;
    if (!wild)
        return repair->arena->status;
    for (const int32_t *id; (id = next_id(&ids));)
        if (!is_plausible(*id, most))
            wild[count++] = (uint32_t)*id;
    ow_status status = sort_u32(wild, count, repair->arena);
    if (status != OW_OK || count == 0)
        return status;
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || wild[i] != wild[i - 1])
            wild[distinct++] = wild[i];
    ids = (struct ids){.save = save};
    for (int32_t *id; (id = next_id(&ids));)
        if (!is_plausible(*id, most))
            *id = (int32_t)(*next + place_of(wild, distinct, (uint32_t)*id));
    *next += distinct;
    return OW_OK;
}

/* Extends the bits to `end`; the new states are off. */
static ow_status extend_bits(struct repair *repair, ow_blotter_save *save, uint32_t end)
{
    ow_bytes *bits = &save->circuit_states.bits;
    size_t size = ((size_t)end + 7) / 8;
    if (save->save_type != OW_BLOTTER_WORLD || size <= bits->size)
        return OW_OK;
    uint8_t *extended = repair_take(repair, size, 1);
    if (!extended)
        return OW_NO_MEMORY;
    if (bits->size > 0)
        memcpy(extended, bits->data, bits->size);
    *bits = (ow_bytes){extended, size};
    return OW_OK;
}

ow_status blotter_fix_states(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    uint64_t most = most_plausible(save);
    uint32_t next = first_free(save, most);
    ow_status status = replace_wild_ids(repair, save, most, &next);
    return status == OW_OK ? extend_bits(repair, save, next) : status;
}

static bool bit_is_set(ow_bytes bits, uint32_t state)
{
    return state / 8 < bits.size && bits.data[state / 8] >> state % 8 & 1;
}

/* Sorts the states that a subassembly lists as on. */
static ow_status sort_on(struct repair *repair, const ow_blotter_save *save, uint32_t **sorted)
{
    uint32_t count = save->circuit_states.on_count;
    *sorted = arena_take(repair->arena, count * sizeof **sorted);
    if (!*sorted)
        return repair->arena->status;
    for (uint32_t i = 0; i < count; i++)
        (*sorted)[i] = (uint32_t)save->circuit_states.on[i];
    return sort_u32(*sorted, count, repair->arena);
}

/* Turns a new state on. */
static ow_status turn_on(struct repair *repair, ow_blotter_save *save, uint32_t state)
{
    ow_blotter_circuit_states *states = &save->circuit_states;
    if (save->save_type == OW_BLOTTER_WORLD) {
        ((uint8_t *)(uintptr_t)states->bits.data)[state / 8] |= (uint8_t)(1u << state % 8);
        return OW_OK;
    }
    int32_t *on = ow_list_append(repair->owner, states->on, states->on_count, NULL);
    if (!on)
        return OW_NO_MEMORY;
    *on = (int32_t)state;
    return OW_OK;
}

ow_status blotter_part_outputs(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    uint32_t next = first_free(save, most_plausible(save)), *on, on_count;
    ow_status status = extend_bits(repair, save, next + repair->count);
    if (status == OW_OK)
        status = sort_on(repair, save, &on);
    on_count = save->circuit_states.on_count;
    for (uint32_t i = 0; status == OW_OK && i < repair->count; i++) {
        const struct found *found = &repair->found[i];
        int32_t *id = &save->components[found->at[0]].outputs[found->at[1]];
        uint32_t at = place_of(on, on_count, (uint32_t)*id);
        bool is_on = bit_is_set(save->circuit_states.bits, (uint32_t)*id) ||
                     (at < on_count && on[at] == (uint32_t)*id);
        *id = (int32_t)next++;
        if (is_on)
            status = turn_on(repair, save, (uint32_t)*id);
    }
    return status;
}

ow_status blotter_trim_states(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    struct ids ids = {.save = save};
    int32_t highest = -1;
    for (const int32_t *id; (id = next_id(&ids));)
        highest = *id > highest ? *id : highest;
    size_t needed = highest < 0 ? 0 : (size_t)highest / 8 + 1;
    if (needed < save->circuit_states.bits.size)
        save->circuit_states.bits.size = needed;
    return OW_OK;
}

ow_status blotter_remove_on_states(struct repair *repair)
{
    ow_blotter_circuit_states *states = &((ow_blotter_save *)repair->document)->circuit_states;
    return repair_remove(repair, 0, repair->count, 0, states->on, &states->on_count,
                         sizeof *states->on);
}
