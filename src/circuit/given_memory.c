/* Memories of types from the caller: reading from JSON, checking, and copying. */
#include "given.h"

#include "../base/ascii.h"
#include "../base/error.h"

#include <string.h>

enum { MOST_BITS = 64 };

static bool read_list(struct given_reader *reader, const char *at, uint32_t most,
                      const uint32_t **list, uint32_t *count)
{
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    uint32_t *numbers = arena_take(&reader->maker->scratch, (most + 1) * sizeof *numbers);
    if (!numbers)
        return given_no_memory(reader);
    *count = 0;
    while (next_element(&elements, &element)) {
        if (*count == most)
            return given_refuse(reader, element, "a shorter list");
        if (!given_read_count(reader, element, OW_CIRCUIT_MEMORY_INPUTS, &numbers[*count]))
            return false;
        ++*count;
    }
    *list = numbers;
    return !reader->walk.problem || given_refuse(reader, at, "a list of pegs");
}

static bool read_peg(struct given_reader *reader, const char *at, uint32_t *peg)
{
    *peg = OW_NO_NET;
    return !at || given_read_count(reader, at, OW_CIRCUIT_MEMORY_INPUTS, peg);
}

static bool read_hex(struct given_reader *reader, const char *at, ow_bytes *bytes)
{
    ow_text text;
    size_t digits = 0;
    if (!given_read_text(reader, at, &text))
        return false;
    uint8_t *to = arena_take(&reader->maker->scratch, text.size / 2 + 1);
    if (!to)
        return given_no_memory(reader);
    for (size_t i = 0; i < text.size; i++) {
        int digit = hex_digit(text.data[i]);
        if (digit < 0 && text.data[i] != ' ')
            return given_refuse(reader, at, "bytes in hexadecimal");
        if (digit >= 0 && digits++ % 2 == 0)
            to[(digits - 1) / 2] = (uint8_t)(digit << 4);
        else if (digit >= 0)
            to[(digits - 1) / 2] = (uint8_t)(to[(digits - 1) / 2] | digit);
    }
    *bytes = (ow_bytes){to, digits / 2};
    return digits % 2 == 0 || given_refuse(reader, at, "bytes in hexadecimal");
}

bool given_read_memory(struct given_reader *reader, const char *at, ow_circuit_type *type)
{
    enum { ADDRESS, DATA, SHOWN, WRITE, CLOCK, READ, HEX, MEMBERS };
    struct member members[MEMBERS] = {{"address", NULL}, {"data", NULL},  {"shown", NULL},
                                      {"write", NULL},   {"clock", NULL}, {"read", NULL},
                                      {"hex", NULL}};
    ow_circuit_memory *memory = arena_take(&reader->maker->scratch, sizeof *memory);
    uint32_t data = type->outputs, shown = type->outputs;
    if (!memory)
        return given_no_memory(reader);
    *memory = (ow_circuit_memory){.bits = type->outputs};
    if (!walk_members(&reader->walk, at, members, MEMBERS))
        return given_refuse(reader, at, "an object");
    if (!members[ADDRESS].at)
        return given_refuse(reader, at, "\"address\"");
    if (!read_list(reader, members[ADDRESS].at, OW_CIRCUIT_MEMORY_ADDRESS, &memory->address,
                   &memory->address_bits) ||
        (members[DATA].at &&
         !read_list(reader, members[DATA].at, MOST_BITS, &memory->data, &data)) ||
        (members[SHOWN].at &&
         !read_list(reader, members[SHOWN].at, MOST_BITS, &memory->shown, &shown)) ||
        !read_peg(reader, members[WRITE].at, &memory->write) ||
        !read_peg(reader, members[CLOCK].at, &memory->clock) ||
        !read_peg(reader, members[READ].at, &memory->read) ||
        (members[HEX].at && !read_hex(reader, members[HEX].at, &memory->contents)))
        return false;
    if (data != type->outputs)
        return given_refuse(reader, members[DATA].at, "as much data as there are outputs");
    if (shown != type->outputs)
        return given_refuse(reader, members[SHOWN].at, "each output once");
    type->memory = memory;
    const char *wrong = given_memory_fault(type);
    return !wrong || given_refuse(reader, at, wrong);
}

/* Each peg may have one purpose. */
static bool take_peg(bool *taken, uint32_t peg, uint32_t count)
{
    if (peg >= count || taken[peg])
        return false;
    taken[peg] = true;
    return true;
}

static bool take_pegs(bool *taken, const uint32_t *pegs, uint32_t listed, uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; pegs && good && i < listed; i++)
        good = take_peg(taken, pegs[i], count);
    return good;
}

static bool take_maybe(bool *taken, uint32_t peg, uint32_t count)
{
    return peg == OW_NO_NET || take_peg(taken, peg, count);
}

const char *given_memory_fault(const ow_circuit_type *type)
{
    const ow_circuit_memory *memory = type->memory;
    bool inputs[OW_CIRCUIT_MEMORY_INPUTS] = {false}, outputs[MOST_BITS] = {false};
    if (type->inputs > OW_CIRCUIT_MEMORY_INPUTS || type->outputs == 0 ||
        type->outputs > MOST_BITS || memory->bits != type->outputs)
        return "a memory with at most 255 inputs, and with 1 to 64 outputs, which are the bits of "
               "a cell";
    if (!memory->address || memory->address_bits == 0 ||
        memory->address_bits > OW_CIRCUIT_MEMORY_ADDRESS)
        return "a memory with 1 to 24 address inputs";
    if (!memory->data != (memory->write == OW_NO_NET && memory->clock == OW_NO_NET))
        return "a memory with \"data\" and one of \"write\" and \"clock\", or with none of them";
    if (!take_pegs(inputs, memory->address, memory->address_bits, type->inputs) ||
        !take_pegs(inputs, memory->data, memory->bits, type->inputs) ||
        !take_maybe(inputs, memory->write, type->inputs) ||
        !take_maybe(inputs, memory->clock, type->inputs) ||
        !take_maybe(inputs, memory->read, type->inputs))
        return "a memory whose inputs exist and have one purpose each";
    if (!take_pegs(outputs, memory->shown, memory->bits, type->outputs))
        return "a memory that shows each output once";
    if (memory->contents.size > (size_t)((memory->bits + 7) / 8) << memory->address_bits ||
        (memory->contents.size > 0 && !memory->contents.data))
        return "contents that fit into the cells";
    return NULL;
}

static const uint32_t *copy_pegs(struct arena *arena, const uint32_t *pegs, uint32_t count)
{
    uint32_t *copy = arena_take(arena, count * sizeof *copy);
    if (copy)
        memcpy(copy, pegs, count * sizeof *copy);
    return copy;
}

ow_status given_copy_memory(struct arena *arena, ow_circuit_type *type)
{
    const ow_circuit_memory *from = type->memory;
    ow_circuit_memory *memory = arena_take(arena, sizeof *memory);
    if (!memory)
        return arena->status;
    *memory = *from;
    memory->address = copy_pegs(arena, from->address, from->address_bits);
    if (from->data)
        memory->data = copy_pegs(arena, from->data, from->bits);
    if (from->shown)
        memory->shown = copy_pegs(arena, from->shown, from->bits);
    uint8_t *contents = arena_take(arena, from->contents.size + 1);
    if (contents && from->contents.size > 0)
        memcpy(contents, from->contents.data, from->contents.size);
    memory->contents.data = contents;
    type->memory = memory;
    return arena->status;
}
