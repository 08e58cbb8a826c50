/* Finding nets and pegs by name. */
#include "circuit.h"

#include "../base/sort.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>

const char *ow_logic_name(ow_logic logic)
{
    static const char *const names[] = {
        [OW_LOGIC_NONE] = "none",
        [OW_LOGIC_UNKNOWN] = "unknown",
        [OW_LOGIC_INVERTER] = "inverter",
        [OW_LOGIC_AND] = "and",
        [OW_LOGIC_XOR] = "xor",
        [OW_LOGIC_BUFFER] = "buffer",
        [OW_LOGIC_LATCH] = "latch",
        [OW_LOGIC_DELAYER] = "delayer",
        [OW_LOGIC_RANDOMIZER] = "randomizer",
        [OW_LOGIC_SWITCH] = "switch",
        [OW_LOGIC_BUTTON] = "button",
        [OW_LOGIC_RELAY] = "relay",
        [OW_LOGIC_FAST_BUFFER] = "fast_buffer",
        [OW_LOGIC_RAM] = "ram",
        [OW_LOGIC_BCD] = "bcd",
        [OW_LOGIC_FIFO] = "fifo",
        [OW_LOGIC_TABLE] = "table",
        [OW_LOGIC_MEMORY] = "memory",
        [OW_LOGIC_DUAL_PORT_RAM] = "dual_port_ram",
        [OW_LOGIC_TIMER] = "timer",
    };
    return (unsigned)logic < sizeof names / sizeof *names ? names[logic] : "";
}

/* Reads a decimal number; returns false if there is none, or it does not fit. */
static bool take_number(ow_text *text, uint32_t *number)
{
    uint64_t value = 0;
    size_t digits = 0;
    while (digits < text->size && text->data[digits] >= '0' && text->data[digits] <= '9' &&
           value <= UINT32_MAX)
        value = value * 10 + (uint64_t)(text->data[digits++] - '0');
    *text = (ow_text){text->data + digits, text->size - digits};
    *number = (uint32_t)value;
    return digits > 0 && value <= UINT32_MAX;
}

static bool take_word(ow_text *text, const char *word)
{
    size_t size = strlen(word);
    if (text->size < size || memcmp(text->data, word, size) != 0)
        return false;
    *text = (ow_text){text->data + size, text->size - size};
    return true;
}

ow_status circuit_index_addresses(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    struct circuit_index *index = arena_take(&maker->arena, sizeof *index);
    uint64_t *keys = arena_take(&maker->arena, circuit->component_count * sizeof *keys);
    if (!index || !keys)
        return maker->arena.status;
    *index = (struct circuit_index){.owners = 1,
                                    .wire_outputs = maker->wire_outputs,
                                    .shown_outputs = maker->shown_outputs,
                                    .by_address = keys};
    circuit->index = index;
    if (index_list(&maker->index, keys))
        return OW_OK;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        keys[i] = (uint64_t)circuit->components[i].address << 32 | i;
    return sort_u64(keys, circuit->component_count, 0, &maker->scratch);
}

/* FNV-1a. */
uint64_t circuit_name_key(ow_text name)
{
    uint32_t hash = 0x811c9dc5u;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (uint8_t)name.data[i]) * 0x01000193u;
    return (uint64_t)hash << 32;
}

ow_status circuit_index_names(struct circuit_maker *maker, struct circuit_names *names)
{
    const ow_circuit *circuit = maker->circuit;
    uint32_t named = 0, count = 0;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        named += circuit->nets[i].name.size > 0;
    uint64_t *keys = arena_take(&maker->arena, named * sizeof *keys);
    ow_text *in_turn = arena_take(&maker->arena, named * sizeof *in_turn);
    if (!keys || !in_turn)
        return maker->arena.status;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (circuit->nets[i].name.size > 0)
            keys[count++] = circuit_name_key(circuit->nets[i].name) | i;
    ow_status status = sort_u64(keys, named, 0, &maker->scratch);
    for (uint32_t i = 0; i < named; i++)
        in_turn[i] = circuit->nets[(uint32_t)keys[i]].name;
    *names = (struct circuit_names){keys, in_turn, named};
    return status;
}

/* The first component with an address. */
static bool find_component(const ow_circuit *circuit, uint32_t address, uint32_t *component)
{
    const struct circuit_index *index = circuit->index;
    uint32_t count = circuit->component_count;
    size_t at = index ? first_not_below(index->by_address, count, (uint64_t)address << 32) : count;
    if (at == count || index->by_address[at] >> 32 != address)
        return false;
    *component = (uint32_t)index->by_address[at];
    return true;
}

/* The first net with a name. */
static uint32_t find_named(const struct circuit_names *names, ow_text name)
{
    uint64_t key = circuit_name_key(name);
    size_t at = first_not_below(names->keys, names->count, key);
    for (; at < names->count && names->keys[at] >> 32 == key >> 32; at++) {
        ow_text one = names->in_turn[at];
        if (text_is_same(one, name))
            return (uint32_t)names->keys[at];
    }
    return OW_NO_NET;
}

bool circuit_find_peg(const ow_circuit *circuit, ow_text text, struct circuit_peg *peg)
{
    uint32_t address, index = 0;
    if (!take_word(&text, "C-") || !take_number(&text, &address) ||
        !find_component(circuit, address, &peg->component))
        return false;
    peg->output = circuit->components[peg->component].output_count > 0;
    if (text.size > 0) {
        peg->output = take_word(&text, ".out");
        if ((!peg->output && !take_word(&text, ".in")) || !take_number(&text, &index) ||
            text.size > 0)
            return false;
    }
    peg->number = peg->output ? circuit_output_at(circuit, peg->component, index)
                              : circuit_input_at(circuit, peg->component, index);
    return peg->number != OW_NO_NET;
}

uint32_t circuit_net_of(const ow_circuit *circuit, const struct circuit_peg *peg)
{
    if (peg->number == OW_NO_NET)
        return OW_NO_NET;
    if (!peg->output)
        return circuit->inputs[peg->number].net;
    const ow_circuit_output *output = &circuit->outputs[peg->number];
    return output->net_count > 0 ? circuit->driven[output->first_net] : OW_NO_NET;
}

size_t ow_circuit_net_name(const ow_circuit *circuit, uint32_t net, char *text, size_t size)
{
    ow_text name = circuit && net < circuit->net_count ? circuit->nets[net].name : (ow_text){"", 0};
    int length = name.size > 0 ? snprintf(text, size, "%.*s", (int)name.size, name.data)
                               : snprintf(text, size, "n%u", (unsigned)net);
    return length > 0 ? (size_t)length : 0;
}

uint32_t ow_circuit_find_net(const ow_circuit *circuit, ow_text name)
{
    struct circuit_peg peg;
    ow_text number = name;
    uint32_t net;
    if (!circuit || name.size == 0 || !name.data)
        return OW_NO_NET;
    const struct circuit_index *index = circuit->index;
    if (index && ((net = find_named(&index->names, name)) != OW_NO_NET ||
                  (net = find_named(&index->by_labels, name)) != OW_NO_NET))
        return net;
    if (circuit_find_peg(circuit, name, &peg))
        return circuit_net_of(circuit, &peg);
    return take_word(&number, "n") && take_number(&number, &net) && number.size == 0 &&
                   net < circuit->net_count
               ? net
               : OW_NO_NET;
}
