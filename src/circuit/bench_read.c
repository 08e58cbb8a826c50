/* Reading benches from JSON: values, clocks, and the whole. Signals are in bench_signals.c. */
#include "bench.h"

#include "../base/error.h"
#include "../base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

bool bench_no_memory(struct bench_reader *reader)
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
        bench_no_memory(reader);
    else
        memset(memory, 0, (count + 1) * size);
    return memory;
}

static bool keep_token(struct bench_reader *reader, const struct json_token *token, ow_text *text)
{
    char *to = arena_take(&reader->bench->arena, token->size + 1);
    if (!to)
        return bench_no_memory(reader);
    *text = (ow_text){to, 0};
    if (!json_unescape(token, to, &text->size))
        return bench_refuse(reader, OW_BAD_JSON, token->data, "the string has an unknown escape");
    to[text->size] = '\0';
    return true;
}

bool bench_read_text(struct bench_reader *reader, const char *at, ow_text *text)
{
    struct json_token token;
    return value_text(&reader->walk, at, &token)
               ? keep_token(reader, &token, text)
               : bench_refuse(reader, OW_BAD_JSON, at, "expected a string");
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
                        "expected a whole number, such as 27, \"0x1b\" or \"0b11011\"");
}

static bool refuse_key(struct bench_reader *reader, const struct json_token *name,
                       const struct member *members, size_t count)
{
    char known[200];
    size_t used = 0;
    *known = '\0';
    for (size_t i = 0; i < count && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "",
                                 members[i].name);
    return bench_refuse(reader, OW_BAD_JSON, name->data, "unknown key \"%.*s\"; known keys: %s",
                        (int)utf8_cut((ow_text){name->data, name->size}, 64), name->data, known);
}

bool bench_members(struct bench_reader *reader, const char *at, struct member *members,
                   size_t count)
{
    struct object_walk object = walk_object(&reader->walk, at);
    struct json_token name;
    const char *value;
    uint64_t seen = 0;
    if (!walk_members(&reader->walk, at, members, count))
        return bench_refuse(reader, OW_BAD_JSON, reader->walk.at, "expected %s",
                            reader->walk.problem);
    while (next_object_member(&object, &name, &value)) {
        size_t known = 0;
        while (known < count && !json_token_is(&name, members[known].name))
            known++;
        if (known == count)
            return refuse_key(reader, &name, members, count);
        if (seen >> known & 1)
            return bench_refuse(reader, OW_BAD_JSON, name.data, "duplicate key \"%s\"",
                                members[known].name);
        seen |= (uint64_t)1 << known;
    }
    return true;
}

/* Sets the start of a clock: by default off for half a period. */
static void start_clock(struct bench_clock *clock, bool on_first)
{
    if (!on_first)
        clock->next += clock->next > UINT64_MAX - clock->half ? 0 : clock->half;
}

static bool read_clock(struct bench_reader *reader, const char *at, struct bench_clock *clock)
{
    enum { NET, HALF, FROM, CYCLES, ON_FIRST, MEMBERS };
    struct member members[MEMBERS] = {
        {"net", NULL}, {"half", NULL}, {"from", NULL}, {"cycles", NULL}, {"on_first", NULL}};
    uint64_t cycles = UINT64_MAX, on_first = 0;
    ow_text name;
    if (!bench_members(reader, at, members, MEMBERS))
        return false;
    if (!members[NET].at || !members[HALF].at)
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "a clock needs \"net\" and \"half\", a half period in ticks");
    if (!bench_read_text(reader, members[NET].at, &name) ||
        !(clock->signal = bench_find_signal(reader, members[NET].at, name)) ||
        !bench_check_settable(reader, members[NET].at, clock->signal) ||
        !bench_read_number(reader, members[HALF].at, &clock->half) ||
        (members[FROM].at && !bench_read_number(reader, members[FROM].at, &clock->next)) ||
        (members[CYCLES].at && !bench_read_number(reader, members[CYCLES].at, &cycles)) ||
        (members[ON_FIRST].at && !bench_read_number(reader, members[ON_FIRST].at, &on_first)))
        return false;
    if (clock->signal->count != 1)
        return bench_refuse(reader, OW_BAD_JSON, members[NET].at,
                            "a clock drives one net, but \"%.*s\" is a bus of %u",
                            (int)utf8_cut(name, 64), name.data, (unsigned)clock->signal->count);
    if (clock->half == 0)
        return bench_refuse(reader, OW_BAD_JSON, members[HALF].at,
                            "a half period is at least 1 tick");
    start_clock(clock, on_first != 0);
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

/* Checks that the text is JSON. */
static bool check_text(struct bench_reader *reader)
{
    return walk_whole(&reader->walk) ||
           bench_refuse(reader, OW_BAD_JSON, reader->walk.at, "expected %s", reader->walk.problem);
}

static bool read_bench(struct bench_reader *reader)
{
    enum { SCHEMA, NETS, CLOCKS, MEMORIES, STEPS, TICKS, TITLE, MEMBERS };
    struct member members[MEMBERS] = {{"$schema", NULL},  {"nets", NULL},  {"clocks", NULL},
                                      {"memories", NULL}, {"steps", NULL}, {"ticks", NULL},
                                      {"title", NULL}};
    /* another value instead of a list */
    return check_text(reader) && bench_members(reader, reader->walk.begin, members, MEMBERS) &&
           bench_read_signals(reader, members[NETS].at) &&
           read_clocks(reader, members[CLOCKS].at) &&
           bench_read_memories(reader, members[MEMORIES].at) &&
           bench_read_steps(reader, members[STEPS].at) &&
           (!members[TICKS].at ||
            bench_read_number(reader, members[TICKS].at, &reader->bench->ticks)) &&
           !reader->walk.problem;
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
        return error_missing(error, "output for the bench");
    *opened = NULL;
    if ((!text && size > 0) || !circuit || !simulation)
        return error_missing(error, "text, circuit or simulation of it");
    if (circuit->nets != simulation->circuit->nets)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the simulation belongs to another circuit than the bench");
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
        bench_refuse(&reader, OW_BAD_JSON, reader.walk.at ? reader.walk.at : text, "expected %s",
                     reader.walk.problem ? reader.walk.problem : "a bench");
        ow_bench_close(bench);
        return reader.status;
    }
    *opened = bench;
    return OW_OK;
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
