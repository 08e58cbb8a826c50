/* Benches as JSON text: values, names of nets, clocks. */
#include "bench.h"

#include "../base/error.h"
#include "../base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* As many bits as a value has. */
enum { MOST_BITS = 64 };

bool bench_refuse(struct bench_reader *reader, ow_status status, const char *at, const char *format,
                  ...)
{
    char message[320];
    va_list arguments;
    uint64_t line, column;
    if (reader->status != OW_OK)
        return false;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    json_place(reader->walk.begin, at, &line, &column);
    reader->status = error_set(reader->error, status, (uint64_t)(at - reader->walk.begin), NULL,
                               "line %llu, column %llu: %s", (unsigned long long)line,
                               (unsigned long long)column, message);
    return false;
}

bool bench_starve(struct bench_reader *reader)
{
    if (reader->status == OW_OK)
        reader->status = error_limited(reader->error, reader->bench->arena.status,
                                       reader->bench->options.max_memory);
    return false;
}

void *bench_take(struct bench_reader *reader, size_t count, size_t size)
{
    void *memory = arena_take(&reader->bench->arena, (count + 1) * size);
    if (!memory)
        bench_starve(reader);
    else
        memset(memory, 0, (count + 1) * size);
    return memory;
}

static bool keep_token(struct bench_reader *reader, const struct json_token *token, ow_text *text)
{
    char *to = arena_take(&reader->bench->arena, token->size + 1);
    if (!to)
        return bench_starve(reader);
    *text = (ow_text){to, 0};
    if (!json_unescape(token, to, &text->size))
        return bench_refuse(reader, OW_BAD_JSON, token->data,
                            "the string has an escape that JSON does not know");
    to[text->size] = '\0';
    return true;
}

bool bench_read_text(struct bench_reader *reader, const char *at, ow_text *text)
{
    struct json_token token;
    return value_text(&reader->walk, at, &token)
               ? keep_token(reader, &token, text)
               : bench_refuse(reader, OW_BAD_JSON, at, "a string was expected here");
}

bool bench_next_entry(struct bench_reader *reader, struct object_walk *object,
                      struct bench_entry *entry)
{
    struct json_token token;
    if (!next_object_member(object, &token, &entry->at))
        return false;
    entry->name_at = token.data;
    return keep_token(reader, &token, &entry->name);
}

static unsigned digit_of(char letter)
{
    if (letter >= '0' && letter <= '9')
        return (unsigned)(letter - '0');
    if (letter >= 'a' && letter <= 'f')
        return (unsigned)(letter - 'a') + 10;
    return letter >= 'A' && letter <= 'F' ? (unsigned)(letter - 'A') + 10 : 99;
}

/* "0x1f" and "0b101". */
static bool read_digits(ow_text text, uint64_t *number)
{
    bool hex = text.size > 2 && memcmp(text.data, "0x", 2) == 0;
    bool binary = text.size > 2 && memcmp(text.data, "0b", 2) == 0;
    unsigned bits = hex ? 4 : 1;
    *number = 0;
    if ((!hex && !binary) || (text.size - 2) * bits > MOST_BITS)
        return false;
    for (size_t i = 2; i < text.size; i++) {
        unsigned digit = digit_of(text.data[i]);
        if (digit >= 1u << bits)
            return false;
        *number = *number << bits | digit;
    }
    return true;
}

bool bench_read_number(struct bench_reader *reader, const char *at, uint64_t *number)
{
    struct json_token token;
    ow_text text;
    struct json_cursor cursor = walk_cursor(&reader->walk, at);
    if (value_unsigned(&reader->walk, at, number))
        return true;
    *number = 1;
    if (json_literal(&cursor, "true"))
        return true;
    *number = 0;
    cursor = walk_cursor(&reader->walk, at);
    if (json_literal(&cursor, "false"))
        return true;
    if (value_text(&reader->walk, at, &token) && bench_read_text(reader, at, &text) &&
        read_digits(text, number))
        return true;
    return bench_refuse(reader, OW_BAD_JSON, at,
                        "a whole number was expected here, such as 27, \"0x1b\" or \"0b11011\"");
}

bool bench_members(struct bench_reader *reader, const char *at, struct member *members,
                   size_t count)
{
    struct object_walk object = walk_object(&reader->walk, at);
    struct json_token name;
    const char *value;
    if (!walk_members(&reader->walk, at, members, count))
        return bench_refuse(reader, OW_BAD_JSON, reader->walk.at, "%s was expected here",
                            reader->walk.problem);
    while (next_object_member(&object, &name, &value)) {
        size_t known = 0;
        while (known < count && !json_token_is(&name, members[known].name))
            known++;
        if (known == count)
            return bench_refuse(reader, OW_BAD_JSON, name.data,
                                "\"%.*s\" is nothing that a bench has here",
                                (int)(name.size < 64 ? name.size : 64), name.data);
    }
    return true;
}

/* A switch or a button that drives a net, which is then set by its hand. */
static uint32_t hand_of(const ow_circuit *circuit, uint32_t net)
{
    const ow_circuit_net *record = &circuit->nets[net];
    for (uint32_t i = 0; i < record->driver_count; i++) {
        uint32_t component = circuit->outputs[circuit->drivers[record->first_driver + i]].component;
        ow_logic logic = circuit->components[component].logic;
        if (logic == OW_LOGIC_SWITCH || logic == OW_LOGIC_BUTTON)
            return component;
    }
    return NO_COMPONENT;
}

static struct bench_signal *make_signal(struct bench_reader *reader, ow_text name, uint32_t count)
{
    struct bench_signal *signal = bench_take(reader, 1, sizeof *signal);
    if (!signal)
        return NULL;
    signal->name = name;
    signal->nets = bench_take(reader, count, sizeof *signal->nets);
    signal->hands = bench_take(reader, count, sizeof *signal->hands);
    return signal->nets && signal->hands ? signal : NULL;
}

/* One whose nets are all there. */
static struct bench_signal *keep_signal(struct ow_bench *bench, struct bench_signal *signal)
{
    *bench->last_signal = signal;
    bench->last_signal = &signal->next;
    return signal;
}

static bool add_net(struct bench_reader *reader, const char *at, struct bench_signal *signal,
                    ow_text name)
{
    const ow_circuit *circuit = reader->bench->run->circuit;
    struct circuit_peg peg;
    uint32_t net = ow_circuit_find_net(circuit, name);
    if (net == OW_NO_NET)
        return bench_refuse(
            reader, OW_NOT_THERE, at,
            "the circuit has no net \"%.*s\": names are those that `overworld nets` tells, "
            "or pegs such as C-12, C-12.in0, C-12.out1",
            (int)utf8_cut(name, 64), name.data);
    bool own = circuit_find_peg(circuit, name, &peg) && peg.output;
    uint32_t hand = own ? peg.component : hand_of(circuit, net);
    ow_logic logic = hand != NO_COMPONENT ? circuit->components[hand].logic : OW_LOGIC_NONE;
    signal->hands[signal->count] =
        logic == OW_LOGIC_SWITCH || logic == OW_LOGIC_BUTTON ? hand : NO_COMPONENT;
    signal->nets[signal->count++] = net;
    return true;
}

struct bench_signal *bench_find_signal(struct bench_reader *reader, const char *at, ow_text name)
{
    struct bench_signal *signal = reader->bench->signals;
    while (signal &&
           (signal->name.size != name.size || memcmp(signal->name.data, name.data, name.size) != 0))
        signal = signal->next;
    if (signal || !reader->bench->run)
        return signal;
    signal = make_signal(reader, name, 1);
    return signal && add_net(reader, at, signal, name) ? keep_signal(reader->bench, signal) : NULL;
}

static bool read_bus(struct bench_reader *reader, const char *at, ow_text name)
{
    struct elements elements = walk_elements(&reader->walk, at);
    size_t count = walk_count(&reader->walk, at);
    const char *element;
    ow_text net;
    if (count == 0 || count > MOST_BITS)
        return bench_refuse(reader, OW_BAD_JSON, at, "a bus has 1 to %d nets, lowest bit first",
                            MOST_BITS);
    struct bench_signal *signal = make_signal(reader, name, (uint32_t)count);
    while (signal && next_element(&elements, &element))
        if (!bench_read_text(reader, element, &net) || !add_net(reader, element, signal, net))
            return false;
    return signal && keep_signal(reader->bench, signal);
}

static bool read_signal(struct bench_reader *reader, const struct bench_entry *entry)
{
    ow_text net;
    if (*entry->at == '[')
        return read_bus(reader, entry->at, entry->name);
    struct bench_signal *signal = make_signal(reader, entry->name, 1);
    return signal && bench_read_text(reader, entry->at, &net) &&
           add_net(reader, entry->at, signal, net) && keep_signal(reader->bench, signal);
}

bool bench_read_signals(struct bench_reader *reader, const char *at)
{
    struct object_walk object = walk_object(&reader->walk, at);
    struct bench_entry entry;
    if (!at)
        return true;
    if (*at != '{')
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "names with a net, or a list of nets, were expected here");
    while (bench_next_entry(reader, &object, &entry))
        if (!read_signal(reader, &entry))
            return false;
    return reader->status == OW_OK;
}

static bool read_clock(struct bench_reader *reader, const char *at, struct bench_clock *clock)
{
    enum { NET, HALF, FROM, CYCLES, MEMBERS };
    struct member members[MEMBERS] = {
        {"net", NULL}, {"half", NULL}, {"from", NULL}, {"cycles", NULL}};
    uint64_t cycles = UINT64_MAX;
    ow_text name;
    if (!bench_members(reader, at, members, MEMBERS))
        return false;
    if (!members[NET].at || !members[HALF].at)
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "a clock has \"net\" and \"half\", a half period in ticks");
    if (!bench_read_text(reader, members[NET].at, &name) ||
        !(clock->signal = bench_find_signal(reader, members[NET].at, name)) ||
        !bench_read_number(reader, members[HALF].at, &clock->half) ||
        (members[FROM].at && !bench_read_number(reader, members[FROM].at, &clock->next)) ||
        (members[CYCLES].at && !bench_read_number(reader, members[CYCLES].at, &cycles)))
        return false;
    if (clock->half == 0)
        return bench_refuse(reader, OW_BAD_JSON, members[HALF].at,
                            "a half period is 1 tick at least");
    clock->next += clock->next > UINT64_MAX - clock->half ? 0 : clock->half;
    clock->cycles_left = cycles;
    return true;
}

static bool read_clocks(struct bench_reader *reader, const char *at)
{
    struct ow_bench *bench = reader->bench;
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    bench->clocks = bench_take(reader, walk_count(&reader->walk, at), sizeof *bench->clocks);
    while (bench->clocks && next_element(&elements, &element))
        if (!read_clock(reader, element, &bench->clocks[bench->clock_count++]))
            return false;
    return bench->clocks != NULL;
}

/* Whether the text is JSON at all, and where not. */
static bool check_text(struct bench_reader *reader)
{
    return walk_whole(&reader->walk) || bench_refuse(reader, OW_BAD_JSON, reader->walk.at,
                                                     "%s was expected here", reader->walk.problem);
}

static bool count_own_signals(struct ow_bench *bench)
{
    for (const struct bench_signal *signal = bench->signals; signal; signal = signal->next)
        bench->own_signals++;
    return true;
}

static bool read_bench(struct bench_reader *reader)
{
    enum { SCHEMA, NETS, CLOCKS, MEMORIES, STEPS, TICKS, TITLE, MEMBERS };
    struct member members[MEMBERS] = {{"$schema", NULL},  {"nets", NULL},  {"clocks", NULL},
                                      {"memories", NULL}, {"steps", NULL}, {"ticks", NULL},
                                      {"title", NULL}};
    return check_text(reader) && bench_members(reader, reader->walk.begin, members, MEMBERS) &&
           bench_read_signals(reader, members[NETS].at) && count_own_signals(reader->bench) &&
           read_clocks(reader, members[CLOCKS].at) &&
           bench_read_memories(reader, members[MEMORIES].at) &&
           bench_read_steps(reader, members[STEPS].at) &&
           (!members[TICKS].at ||
            bench_read_number(reader, members[TICKS].at, &reader->bench->ticks)) &&
           !reader->walk.problem; /* of what should have been a list */
}

static void leave_simulation(struct simulation_user *user)
{
    ((struct ow_bench *)user)->run = NULL;
}

ow_status ow_bench_open(const char *text, size_t size, const ow_circuit *circuit,
                        ow_simulation *simulation, const ow_bench_options *bench_options,
                        const ow_options *options, ow_bench **opened, ow_error *error)
{
    static const ow_bench_options nothing;
    error_clear(error);
    if (!opened)
        return error_missing(error, "a place for the bench");
    *opened = NULL;
    if ((!text && size > 0) || !circuit || !simulation)
        return error_missing(error, "a text, a circuit and a simulation of it");
    if (circuit->nets != simulation->circuit->nets)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the simulation is of another circuit than the bench");
    ow_options own = options_or_default(options, size);
    ow_bench *bench = allocator_take(&own.allocator, sizeof *bench);
    if (!bench)
        return error_plain(error, OW_NO_MEMORY);
    *bench = (ow_bench){.user.closing = leave_simulation,
                        .run = simulation,
                        .asked = bench_options ? *bench_options : nothing,
                        .options = own};
    bench->last_signal = &bench->signals;
    simulation_add_user(simulation, &bench->user);
    arena_init(&bench->arena, &own);
    struct bench_reader reader = {
        .walk = {.begin = text, .end = text ? text + size : NULL}, .bench = bench, .error = error};
    if (!read_bench(&reader)) {
        bench_refuse(&reader, OW_BAD_JSON, reader.walk.at ? reader.walk.at : text,
                     "%s was expected here", reader.walk.problem ? reader.walk.problem : "a bench");
        ow_bench_close(bench);
        return reader.status;
    }
    *opened = bench;
    return OW_OK;
}

const uint32_t *ow_bench_find(ow_bench *bench, ow_text name, uint32_t *count)
{
    struct bench_reader reader = {.bench = bench, .walk = {.begin = "", .end = ""}};
    const struct bench_signal *signal = bench && count && name.size > 0 && name.data
                                            ? bench_find_signal(&reader, reader.walk.begin, name)
                                            : NULL;
    if (count)
        *count = signal ? signal->count : 0;
    return signal ? signal->nets : NULL;
}

ow_text ow_bench_signal(const ow_bench *bench, uint32_t at)
{
    const struct bench_signal *signal = bench && at < bench->own_signals ? bench->signals : NULL;
    for (uint32_t i = 0; signal && i < at; i++)
        signal = signal->next;
    return signal ? signal->name : (ow_text){"", 0};
}

void ow_bench_close(ow_bench *bench)
{
    if (!bench)
        return;
    ow_allocator allocator = bench->options.allocator;
    for (const struct bench_memory *memory = bench->memories; bench->run && memory;
         memory = memory->next)
        simulation_detach(bench->run, memory);
    if (bench->run)
        simulation_remove_user(bench->run, &bench->user);
    arena_free(&bench->arena);
    allocator_give(&allocator, bench, sizeof *bench);
}
