/* Finding memories of D latches or RAMs, as `overworld build` makes them. A label says the number
 * of words and bits.
 *
 * The latches have the next addresses, word by word, lowest bit first. To exclude other latches,
 * the circuit has to agree: all latches of a column have the same data, and neighbours in a column
 * have different enables.
 *
 * Or RAMs have the next addresses. Each has some bits of all words, the lowest first; then they
 * repeat for each other read port. */
#include "circuit.h"

#include "../base/error.h"
#include "../base/text.h"

#include <overworld/overworld.h>
#include <string.h>

struct memory_finding {
    const ow_circuit *circuit;
    const ow_blotter_save *save;
    struct roster_type *types;
    ow_built_memories *found;
    struct arena arena, scratch;
};

/* A count above 0. */
static bool take_count(ow_text *text, uint32_t *number)
{
    enum { MOST = 1 << 24 };
    return text_take_number(text, MOST, number) && *number > 0;
}

/* "NAME: 16 words of 8 bits", or "... from 4"; the name may have a colon too. */
static bool read_label(ow_text text, ow_built_memory *memory)
{
    for (size_t at = text.size; at-- > 0;) {
        ow_text rest = {text.data + at, text.size - at};
        if (text_take(&rest, ": ") && take_count(&rest, &memory->words) &&
            text_take(&rest, " words of ") && take_count(&rest, &memory->bits) &&
            text_take(&rest, " bits") &&
            (rest.size == 0 || (text_take(&rest, " from ") &&
                                take_count(&rest, &memory->first_word) && rest.size == 0))) {
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

static bool agrees(const ow_circuit *circuit, const ow_built_memory *memory)
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

/* The component `places` places after another in the order of addresses; OW_NO_NET: none. */
static uint32_t component_after(const ow_circuit *circuit, size_t at, uint64_t places)
{
    const struct circuit_index *index = circuit->index;
    return places < circuit->component_count - at ? (uint32_t)index->by_address[at + places]
                                                  : OW_NO_NET;
}

/* Lists the latches after the label at a place in the order of addresses. Returns false if there
 * are too few. */
static bool list_latches(struct memory_finding *finding, size_t at, ow_built_memory *memory)
{
    const ow_circuit *circuit = finding->circuit;
    uint64_t count = (uint64_t)memory->words * memory->bits;
    if (memory->first_word > 0 || count > circuit->component_count - at - 1)
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (!is_latch(&circuit->components[component_after(circuit, at, i + 1)]))
            return false;
    memory->latches = arena_take(&finding->arena, (size_t)count * sizeof *memory->latches);
    for (uint64_t i = 0; memory->latches && i < count; i++)
        memory->latches[i] = component_after(circuit, at, i + 1);
    return !memory->latches || agrees(circuit, memory);
}

/* The data bits of a RAM that can have the words of a memory; 0: none. */
static uint32_t ram_bits(const ow_circuit_component *component, const ow_built_memory *memory)
{
    if (component->logic != OW_LOGIC_DUAL_PORT_RAM)
        return 0;
    uint64_t cells = (uint64_t)1 << address_bits_of_ram(component);
    return (uint64_t)memory->first_word + memory->words <= cells ? data_bits_of_ram(component) : 0;
}

/* Lists the RAMs after a label. Returns false if they do not make up whole words. */
static bool list_rams(struct memory_finding *finding, size_t at, ow_built_memory *memory)
{
    const ow_circuit *circuit = finding->circuit;
    uint32_t count = 0, bits = 0, component;
    while ((component = component_after(circuit, at, count + 1)) != OW_NO_NET &&
           circuit->components[component].logic == OW_LOGIC_DUAL_PORT_RAM) {
        uint32_t more = ram_bits(&circuit->components[component], memory);
        bits += more;
        if (more == 0 || bits > memory->bits)
            return false;
        bits = bits == memory->bits ? 0 : bits;
        count++;
    }
    if (count == 0 || bits > 0)
        return false;
    memory->rams = arena_take(&finding->arena, count * sizeof *memory->rams);
    memory->ram_count = count;
    for (uint32_t i = 0; memory->rams && i < count; i++)
        memory->rams[i] = component_after(circuit, at, i + 1);
    return true;
}

/* Adds the memory after the label at a place, if there is one. */
static ow_status take_memory(struct memory_finding *finding, size_t at, ow_built_memory *memory)
{
    size_t size = memory->name.size;
    if (!list_latches(finding, at, memory) && !list_rams(finding, at, memory))
        return OW_OK;
    char *name = arena_take(&finding->arena, size + 1);
    if (!(memory->latches || memory->rams) || !name)
        return finding->arena.status;
    memcpy(name, memory->name.data, size);
    name[size] = '\0';
    memory->name = (ow_text){name, size};
    finding->found->memories[finding->found->memory_count++] = *memory;
    return OW_OK;
}

static bool has_text(const struct memory_finding *finding, uint32_t component, ow_text *text)
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
static ow_status find_memories(struct memory_finding *finding)
{
    const ow_circuit *circuit = finding->circuit;
    const struct circuit_index *index = circuit->index;
    uint32_t labels = 0;
    ow_text text;
    ow_status status =
        circuit_list_types(finding->save, circuit, NULL, &finding->scratch, &finding->types, NULL);
    for (uint32_t i = 0; status == OW_OK && i < circuit->component_count; i++) {
        ow_built_memory memory;
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
        ow_built_memory memory = {.label = component};
        if (has_text(finding, component, &text) && read_label(text, &memory))
            status = take_memory(finding, i, &memory);
    }
    return status;
}

ow_status ow_circuit_find_built_memories(const ow_document *document, const ow_circuit *circuit,
                                         const ow_options *options, ow_built_memories *memories,
                                         ow_error *error)
{
    struct memory_finding finding = {.circuit = circuit, .found = memories};
    error_clear(error);
    if (!memories)
        return error_missing(error, "output for the memories");
    *memories = (ow_built_memories){0};
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
        return *memories = (ow_built_memories){0}, error_plain(error, OW_NO_MEMORY);
    if (status == OW_OK)
        return OW_OK;
    arena_free(&finding.arena);
    *memories = (ow_built_memories){0};
    return error_limited(error, status, own.max_memory);
}

void ow_built_memories_free(ow_built_memories *memories)
{
    if (memories && memories->owner)
        arena_release(memories->owner);
    if (memories)
        *memories = (ow_built_memories){0};
}
