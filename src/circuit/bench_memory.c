/* Memories on a bus: devices of a bench. While `read` is on, the data nets are driven in the next
 * tick with the cell of the address nets. While `write` is on, the cell takes the data nets. A
 * write ends when `write` goes off or the address changes: the last value counts, and is printed
 * if it went to the printing address. */
#include "bench.h"

#include "../base/error.h"
#include "../base/utf8.h"

#include <string.h>

/* Larger memories are a mistake. */
enum { MOST_ADDRESS_BITS = 24, MOST_DATA_BITS = 64 };

struct memory_plan {
    uint32_t *inputs; /* read, write, address, data */
    uint32_t *outputs;
    uint32_t input_count;
};

static uint64_t bits_of(const uint8_t *states, uint32_t count)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value |= (uint64_t)(states[i] != 0) << i;
    return value;
}

static void end_write(struct bench_memory *memory)
{
    if (memory->is_writing && memory->has_print && memory->address == memory->print_at)
        bench_print(memory->bench, (uint8_t)memory->value);
    memory->is_writing = false;
}

static void write_cell(struct bench_memory *memory, uint64_t address, uint64_t value)
{
    if (memory->is_writing && memory->address != address)
        end_write(memory);
    memory->is_writing = true;
    memory->address = address;
    memory->value = value;
    for (size_t i = 0; i < memory->cell_size && !memory->read_only; i++)
        memory->bytes[address * memory->cell_size + i] = (uint8_t)(value >> 8 * i);
}

static uint64_t read_cell(const struct bench_memory *memory, uint64_t address)
{
    uint64_t value = 0;
    for (size_t i = 0; i < memory->cell_size; i++)
        value |= (uint64_t)memory->bytes[address * memory->cell_size + i] << 8 * i;
    return value;
}

static bool update(void *context, uint64_t tick, const uint8_t *inputs, uint8_t *outputs)
{
    struct bench_memory *memory = context;
    const uint8_t *at = inputs;
    bool reads = memory->has_read ? *at++ : true, writes = memory->has_write ? *at++ : false;
    uint64_t address = bits_of(at, memory->address_bits);
    uint64_t data = bits_of(at + memory->address_bits, memory->has_write ? memory->data_bits : 0);
    if (tick <= memory->from)
        reads = writes = false;
    if (writes)
        write_cell(memory, address, data);
    else
        end_write(memory);
    uint64_t shown = reads ? read_cell(memory, address) : 0;
    for (uint32_t i = 0; i < memory->data_bits; i++)
        outputs[i] = shown >> i & 1;
    return true;
}

/* Adds the nets of a signal; returns false if there are too many. */
static bool add_nets(struct bench_reader *reader, const char *at, uint32_t *nets, uint32_t *count,
                     uint32_t most)
{
    ow_text name;
    const struct bench_signal *signal;
    if (!bench_read_text(reader, at, &name) || !(signal = bench_find_signal(reader, at, name)) ||
        !bench_check_nets(reader, at, signal))
        return false;
    if (signal->count > most || *count > most - signal->count)
        return bench_refuse(reader, OW_BAD_JSON, at, "at most %u bits are allowed", (unsigned)most);
    memcpy(nets + *count, signal->nets, signal->count * sizeof *nets);
    *count += signal->count;
    return true;
}

/* Reads one name, or a list of names, lowest bits first. */
static bool read_nets(struct bench_reader *reader, const char *at, uint32_t *nets, uint32_t *count,
                      uint32_t most)
{
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    if (*at != '[')
        return add_nets(reader, at, nets, count, most);
    while (next_element(&elements, &element))
        if (!add_nets(reader, element, nets, count, most))
            return false;
    return *count > 0 ||
           bench_refuse(reader, OW_BAD_JSON, at, "expected a list of nets with at least one net");
}

bool bench_read_bytes(struct bench_reader *reader, const char *text, const char *hex,
                      ow_bytes *bytes)
{
    ow_text read = {"", 0};
    const char *at = text ? text : hex;
    if (text && hex)
        return bench_refuse(reader, OW_BAD_JSON, hex, "bytes are given by \"text\" or \"hex\"");
    if (at && !bench_read_text(reader, at, &read))
        return false;
    *bytes = (ow_bytes){(const uint8_t *)read.data, read.size};
    if (text || !hex)
        return true;
    uint8_t *to = bench_take(reader, read.size, 1);
    size_t digits = 0;
    for (size_t i = 0; to && i < read.size; i++) {
        static const char known[] = "0123456789abcdef";
        char letter = read.data[i];
        const char *digit = strchr(known, letter >= 'A' && letter <= 'F' ? letter + 32 : letter);
        if (letter == ' ' || letter == '\n' || letter == '\t')
            continue;
        if (!digit || letter == '\0')
            return bench_refuse(reader, OW_BAD_JSON, at, "expected pairs of hex digits");
        to[digits / 2] = (uint8_t)(to[digits / 2] << 4 | (uint8_t)(digit - known));
        digits++;
    }
    *bytes = (ow_bytes){to, digits / 2};
    return to && (digits % 2 == 0 ||
                  bench_refuse(reader, OW_BAD_JSON, at, "expected pairs of hex digits"));
}

static bool fill(struct bench_reader *reader, const char *at, struct bench_memory *memory,
                 ow_bytes bytes)
{
    if (bytes.size > memory->size)
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "the contents have %llu bytes, but the memory has room for only %llu",
                            (unsigned long long)bytes.size, (unsigned long long)memory->size);
    if (bytes.size > 0)
        memcpy(memory->bytes, bytes.data, bytes.size);
    return true;
}

static bool read_file(struct bench_reader *reader, const char *at, struct bench_memory *memory)
{
    const ow_bench_options *asked = &reader->bench->asked;
    ow_bytes bytes = {0};
    if (!bench_read_text(reader, at, &memory->contents))
        return false;
    if (!asked->read || !asked->read(asked->context, memory->contents, &bytes))
        return bench_refuse(reader, OW_NOT_THERE, at, "the file \"%.*s\" cannot be read",
                            (int)utf8_cut(memory->contents, 128), memory->contents.data);
    bool fine = fill(reader, at, memory, bytes);
    if (asked->release)
        asked->release(asked->context, &bytes);
    return fine;
}

enum {
    NAME,
    ADDRESS,
    DATA,
    READ,
    WRITE,
    CONTENTS,
    HEX,
    TEXT,
    WRITE_TO,
    FROM,
    PRINT,
    READ_ONLY,
    MEMBERS
};

static bool plan_nets(struct bench_reader *reader, const struct member *members,
                      struct bench_memory *memory, struct memory_plan *plan)
{
    uint32_t count = 0;
    plan->inputs = bench_take(reader, 2 + MOST_ADDRESS_BITS + MOST_DATA_BITS, sizeof *plan->inputs);
    plan->outputs = bench_take(reader, MOST_DATA_BITS, sizeof *plan->outputs);
    if (!plan->inputs || !plan->outputs)
        return false;
    memory->has_read = members[READ].at != NULL;
    memory->has_write = members[WRITE].at != NULL;
    if ((members[READ].at && !add_nets(reader, members[READ].at, plan->inputs, &count, 1)) ||
        (members[WRITE].at &&
         !add_nets(reader, members[WRITE].at, plan->inputs, &count, count + 1)) ||
        !read_nets(reader, members[ADDRESS].at, plan->inputs + count, &memory->address_bits,
                   MOST_ADDRESS_BITS) ||
        !read_nets(reader, members[DATA].at, plan->outputs, &memory->data_bits, MOST_DATA_BITS))
        return false;
    count += memory->address_bits;
    if (memory->has_write)
        memcpy(plan->inputs + count, plan->outputs, memory->data_bits * sizeof *plan->inputs);
    plan->input_count = count + (memory->has_write ? memory->data_bits : 0);
    memory->cell_size = (memory->data_bits + 7) / 8;
    memory->size = memory->cell_size << memory->address_bits;
    memory->bytes = arena_take_unlimited(&reader->bench->arena, memory->size);
    if (!memory->bytes)
        return bench_no_memory(reader);
    memset(memory->bytes, 0, memory->size);
    return true;
}

static bool read_name(struct bench_reader *reader, const char *at, struct bench_memory *memory)
{
    if (!bench_read_text(reader, at, &memory->name))
        return false;
    return memory->name.size == 0 || !bench_find_memory(reader->bench, memory->name) ||
           bench_refuse(reader, OW_BAD_JSON, at, "duplicate memory \"%.*s\"",
                        (int)utf8_cut(memory->name, 64), memory->name.data);
}

static bool read_rest(struct bench_reader *reader, const struct member *members,
                      struct bench_memory *memory)
{
    ow_bytes bytes;
    const char *given = members[TEXT].at ? members[TEXT].at : members[HEX].at;
    if (members[CONTENTS].at && given)
        return bench_refuse(reader, OW_BAD_JSON, given,
                            "a memory is filled by only one of \"contents\", \"hex\" and \"text\"");
    memory->has_print = members[PRINT].at != NULL;
    memory->read_only = value_is_true(&reader->walk, members[READ_ONLY].at);
    return (!members[NAME].at || read_name(reader, members[NAME].at, memory)) &&
           (!members[CONTENTS].at || read_file(reader, members[CONTENTS].at, memory)) &&
           (!given || (bench_read_bytes(reader, members[TEXT].at, members[HEX].at, &bytes) &&
                       fill(reader, given, memory, bytes))) &&
           (!members[WRITE_TO].at ||
            bench_read_text(reader, members[WRITE_TO].at, &memory->write_to)) &&
           (!members[FROM].at || bench_read_number(reader, members[FROM].at, &memory->from)) &&
           (!members[PRINT].at || bench_read_number(reader, members[PRINT].at, &memory->print_at));
}

static bool read_memory(struct bench_reader *reader, const char *at, struct bench_memory *memory)
{
    struct member members[MEMBERS] = {{"name", NULL}, {"address", NULL}, {"data", NULL},
                                      {"read", NULL}, {"write", NULL},   {"contents", NULL},
                                      {"hex", NULL},  {"text", NULL},    {"write_to", NULL},
                                      {"from", NULL}, {"print", NULL},   {"read_only", NULL}};
    struct memory_plan plan;
    struct ow_bench *bench = reader->bench;
    *memory = (struct bench_memory){.bench = bench, .next = bench->memories, .name = {"", 0}};
    if (!bench_members(reader, at, members, MEMBERS))
        return false;
    if (!members[ADDRESS].at || !members[DATA].at)
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "a memory needs \"address\" and \"data\": names of nets or buses");
    if (!plan_nets(reader, members, memory, &plan) || !read_rest(reader, members, memory))
        return false;
    const ow_device device = {.inputs = plan.inputs,
                              .outputs = plan.outputs,
                              .input_count = plan.input_count,
                              .output_count = memory->data_bits,
                              .update = update,
                              .context = memory};
    reader->status = ow_simulation_attach(bench->run, &device, reader->error);
    memory->device = bench->run->devices;
    bench->memories = memory;
    return reader->status == OW_OK;
}

bool bench_read_memories(struct bench_reader *reader, const char *at)
{
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    while (next_element(&elements, &element)) {
        struct bench_memory *memory = bench_take(reader, 1, sizeof *memory);
        if (!memory || !read_memory(reader, element, memory))
            return false;
    }
    return true;
}

struct bench_memory *bench_find_memory(const struct ow_bench *bench, ow_text name)
{
    struct bench_memory *memory = bench->memories;
    while (memory &&
           (memory->name.size != name.size || memcmp(memory->name.data, name.data, name.size) != 0))
        memory = memory->next;
    return memory;
}
