/* Finding memories of D latches, as `overworld build` makes them. A label says the number of words
 * and bits. The latches have the next addresses, word by word, lowest bit first. To exclude other
 * latches, the circuit has to agree: all latches of a column have the same data, and neighbours in
 * a column have different enables. */
#include "circuit.h"

#include "../base/error.h"
#include "../base/text.h"

#include <overworld/overworld.h>
#include <string.h>

struct latch_finding {
    const ow_circuit *circuit;
    const ow_blotter_save *save;
    struct roster_type *types;
    ow_latch_memories *found;
    struct arena arena, scratch;
};

/* A count above 0. */
static bool take_count(ow_text *text, uint32_t *number)
{
    enum { MOST = 1 << 24 };
    return text_take_number(text, MOST, number) && *number > 0;
}

/* "NAME: 16 words of 8 bits"; the name may have a colon too. */
static bool read_label(ow_text text, ow_latch_memory *memory)
{
    for (size_t at = text.size; at-- > 0;) {
        ow_text rest = {text.data + at, text.size - at};
        if (text_take(&rest, ": ") && take_count(&rest, &memory->words) &&
            text_take(&rest, " words of ") && take_count(&rest, &memory->bits) &&
            text_take(&rest, " bits") && rest.size == 0) {
            memory->name = (ow_text){text.data, at};
            return true;
        }
    }
    return false;
}

static bool is_latch(const ow_circuit_component *component)
{
    return component->logic == OW_LOGIC_LATCH && component->input_count == 2;
}

/* The net of an input of a latch; OW_NO_NET: its peg is alone. */
static uint32_t net_of(const ow_circuit *circuit, uint32_t component, uint32_t input)
{
    return circuit->inputs[circuit->components[component].first_input + input].net;
}

static bool agrees(const ow_circuit *circuit, const ow_latch_memory *memory)
{
    size_t count = (size_t)memory->words * memory->bits;
    for (size_t i = memory->bits; i < count; i++) {
        uint32_t own = memory->latches[i], above = memory->latches[i - memory->bits];
        if (net_of(circuit, own, 0) != net_of(circuit, above, 0) ||
            net_of(circuit, own, 1) == net_of(circuit, above, 1))
            return false;
    }
    return true;
}

/* The latches after the label at a place in the order of addresses. */
static ow_status take_memory(struct latch_finding *finding, size_t at, ow_latch_memory *memory)
{
    const ow_circuit *circuit = finding->circuit;
    const struct circuit_index *index = circuit->index;
    uint64_t count = (uint64_t)memory->words * memory->bits;
    if (count > circuit->component_count - at - 1)
        return OW_OK;
    for (uint64_t i = 0; i < count; i++)
        if (!is_latch(&circuit->components[(uint32_t)index->by_address[at + 1 + i]]))
            return OW_OK;
    size_t size = memory->name.size;
    char *name = arena_take(&finding->arena, size + 1);
    memory->latches = arena_take(&finding->arena, (size_t)count * sizeof *memory->latches);
    if (!memory->latches || !name)
        return finding->arena.status;
    memcpy(name, memory->name.data, size);
    name[size] = '\0';
    memory->name = (ow_text){name, size};
    for (uint64_t i = 0; i < count; i++)
        memory->latches[i] = (uint32_t)index->by_address[at + 1 + i];
    if (agrees(circuit, memory))
        finding->found->memories[finding->found->memory_count++] = *memory;
    return OW_OK;
}

static bool has_text(const struct latch_finding *finding, uint32_t component, ow_text *text)
{
    const ow_blotter_component *saved = &finding->save->components[component];
    const struct component_type *type = finding->types[saved->type].type;
    struct component_data data;
    if (type->text_height <= 0 || !type_read_data(type, saved->custom_data, &data))
        return false;
    *text = data.text;
    return true;
}

/* Duplicate addresses are in the order of the file. */
static ow_status find_memories(struct latch_finding *finding)
{
    const ow_circuit *circuit = finding->circuit;
    const struct circuit_index *index = circuit->index;
    uint32_t labels = 0;
    ow_text text;
    ow_status status =
        circuit_list_types(finding->save, circuit, NULL, &finding->scratch, &finding->types);
    for (uint32_t i = 0; status == OW_OK && i < circuit->component_count; i++) {
        ow_latch_memory memory;
        labels += has_text(finding, i, &text) && read_label(text, &memory);
    }
    if (status != OW_OK || labels == 0)
        return status;
    finding->found->memories =
        arena_take(&finding->arena, labels * sizeof *finding->found->memories);
    if (!finding->found->memories)
        return finding->arena.status;
    for (size_t i = 0; status == OW_OK && i < circuit->component_count; i++) {
        uint32_t component = (uint32_t)index->by_address[i];
        ow_latch_memory memory = {.label = component};
        if (has_text(finding, component, &text) && read_label(text, &memory))
            status = take_memory(finding, i, &memory);
    }
    return status;
}

ow_status ow_circuit_find_latch_memories(const ow_document *document, const ow_circuit *circuit,
                                         const ow_options *options, ow_latch_memories *memories,
                                         ow_error *error)
{
    struct latch_finding finding = {.circuit = circuit, .found = memories};
    error_clear(error);
    if (!memories)
        return error_missing(error, "output for the memories");
    *memories = (ow_latch_memories){0};
    if (!document || !document->as.any || document->format != &blotter_format.about || !circuit ||
        !circuit->index || document->as.blotter->component_count != circuit->component_count)
        return error_missing(error, "a circuit, and the document that it was made of");
    finding.save = document->as.blotter;
    ow_options own = options_or_default(options, (uint64_t)finding.save->component_count * 64);
    arena_init(&finding.arena, &own);
    arena_share(&finding.scratch, &finding.arena);
    ow_status status = find_memories(&finding);
    arena_free(&finding.scratch);
    void *kept = NULL;
    if (status == OW_OK &&
        !(memories->owner = arena_adopt(&finding.arena, memories, sizeof *memories, &kept)))
        return *memories = (ow_latch_memories){0}, error_plain(error, OW_NO_MEMORY);
    if (status == OW_OK)
        return OW_OK;
    arena_free(&finding.arena);
    *memories = (ow_latch_memories){0};
    return error_limited(error, status, own.max_memory);
}

void ow_latch_memories_free(ow_latch_memories *memories)
{
    if (memories && memories->owner)
        arena_release(memories->owner);
    if (memories)
        *memories = (ow_latch_memories){0};
}
