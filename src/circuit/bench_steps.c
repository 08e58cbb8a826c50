/* Reading the steps of a bench from JSON. */
#include "bench.h"

#include "../base/utf8.h"

#include <string.h>

enum {
    NAME,
    AT,
    AFTER,
    UNTIL,
    REST,
    WITHIN,
    EXPECT,
    SET,
    DRIVE,
    PRESS,
    MEMORY,
    PRINTED,
    TABLE,
    MEMBERS
};

/* {"net": 1, "bus": 27} */
static bool read_value(struct bench_reader *reader, const struct bench_entry *entry,
                       struct bench_value *value)
{
    value->at = entry->at;
    value->signal = bench_find_signal(reader, entry->name_at, entry->name);
    if (value->signal && value->signal->named_in == reader->objects)
        return bench_refuse(reader, OW_BAD_JSON, entry->name_at, "duplicate name \"%.*s\"",
                            (int)utf8_cut(entry->name, 64), entry->name.data);
    if (value->signal)
        value->signal->named_in = reader->objects;
    return value->signal && bench_read_number(reader, entry->at, &value->value);
}

static bool read_values(struct bench_reader *reader, const char *at, struct bench_value **values,
                        uint32_t *count)
{
    struct object_walk object = walk_object(&reader->walk, at);
    struct bench_entry entry;
    if (!at)
        return true;
    if (*at != '{')
        return bench_refuse(reader, OW_BAD_JSON, at, "expected names of nets with values");
    struct bench_value *list = *values =
        bench_take(reader, walk_count(&reader->walk, at), sizeof *list);
    reader->objects++;
    while (list && bench_next_entry(reader, &object, &entry))
        if (!read_value(reader, &entry, &list[(*count)++]))
            return false;
    return reader->status == OW_OK;
}

bool bench_check_widths(struct bench_reader *reader, const struct bench_value *values,
                        uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (values[i].signal->count < 64 && values[i].value >> values[i].signal->count != 0)
            return bench_refuse(reader, OW_BAD_JSON, values[i].at,
                                "%llu is too large for \"%.*s\", which has %u bit%s",
                                (unsigned long long)values[i].value,
                                (int)utf8_cut(values[i].signal->name, 64),
                                values[i].signal->name.data, (unsigned)values[i].signal->count,
                                plural(values[i].signal->count));
    return true;
}

static bool check_settable(struct bench_reader *reader, const struct bench_value *values,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!bench_check_settable(reader, values[i].at, values[i].signal))
            return false;
    return true;
}

static bool check_nets(struct bench_reader *reader, const struct bench_value *values,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!bench_check_nets(reader, values[i].at, values[i].signal))
            return false;
    return true;
}

static bool read_content(struct bench_reader *reader, const char *at, ow_text name,
                         struct bench_content *content)
{
    enum { FIRST, TEXT, HEX, CONTENT_MEMBERS };
    struct member members[CONTENT_MEMBERS] = {{"at", NULL}, {"text", NULL}, {"hex", NULL}};
    ow_bytes bytes;
    content->memory = bench_find_memory(reader->bench, name);
    if (!content->memory)
        return bench_refuse(reader, OW_NOT_THERE, at, "unknown memory \"%.*s\"",
                            (int)utf8_cut(name, 64), name.data);
    if (!bench_members(reader, at, members, CONTENT_MEMBERS) ||
        (members[FIRST].at && !bench_read_number(reader, members[FIRST].at, &content->at)) ||
        !bench_read_bytes(reader, members[TEXT].at, members[HEX].at, &bytes))
        return false;
    content->bytes = bytes.data;
    content->size = bytes.size;
    uint64_t first = content->at, room = content->memory->size / content->memory->cell_size;
    content->at = first * content->memory->cell_size;
    return (first < room && bytes.size <= content->memory->size - content->at) ||
           bench_refuse(reader, OW_BAD_JSON, at, "the memory has only %llu cells",
                        (unsigned long long)room);
}

/* {"ram": {"at": 16, "hex": "0a0b"}} */
static bool read_contents(struct bench_reader *reader, const char *at, struct bench_step *step)
{
    struct object_walk object = walk_object(&reader->walk, at);
    struct bench_entry entry;
    if (!at)
        return true;
    if (*at != '{')
        return bench_refuse(reader, OW_BAD_JSON, at, "expected names of memories");
    step->contents = bench_take(reader, walk_count(&reader->walk, at), sizeof *step->contents);
    while (step->contents && bench_next_entry(reader, &object, &entry))
        if (!read_content(reader, entry.at, entry.name, &step->contents[step->content_count++]))
            return false;
    return reader->status == OW_OK;
}

static bool read_wait(struct bench_reader *reader, const char *at, const struct member *members,
                      struct bench_step *step)
{
    static const enum bench_wait waits[] = {WAIT_AT, WAIT_AFTER, WAIT_UNTIL, WAIT_REST};
    for (int i = AT; i <= REST; i++) {
        if (!members[i].at)
            continue;
        if (step->wait != WAIT_NOT)
            return bench_refuse(
                reader, OW_BAD_JSON, members[i].at,
                "a step waits for only one of \"at\", \"after\", \"until\" and \"rest\"");
        step->wait = waits[i - AT];
    }
    if (members[WITHIN].at && step->wait != WAIT_UNTIL)
        return bench_refuse(reader, OW_BAD_JSON, members[WITHIN].at,
                            "\"within\" works only with \"until\"");
    if (step->wait == WAIT_AT || step->wait == WAIT_AFTER)
        return bench_read_number(reader, members[step->wait == WAIT_AT ? AT : AFTER].at,
                                 &step->ticks);
    if (step->wait == WAIT_REST)
        return bench_read_number(reader, members[REST].at, &step->ticks);
    if (step->wait == WAIT_NOT)
        return true;
    if (!members[WITHIN].at)
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "\"until\" needs \"within\", a number of ticks");
    return bench_read_number(reader, members[WITHIN].at, &step->ticks) &&
           read_values(reader, members[UNTIL].at, &step->until, &step->until_count);
}

static bool read_step(struct bench_reader *reader, const char *at, struct bench_step *step)
{
    struct member members[MEMBERS] = {
        {"name", NULL},   {"at", NULL},      {"after", NULL}, {"until", NULL}, {"rest", NULL},
        {"within", NULL}, {"expect", NULL},  {"set", NULL},   {"drive", NULL}, {"press", NULL},
        {"memory", NULL}, {"printed", NULL}, {"table", NULL}};
    ow_bytes printed = {0};
    step->name = (ow_text){"", 0};
    if (!bench_members(reader, at, members, MEMBERS) ||
        (members[NAME].at && !bench_read_text(reader, members[NAME].at, &step->name)) ||
        !read_wait(reader, at, members, step) ||
        !read_values(reader, members[EXPECT].at, &step->expect, &step->expect_count) ||
        !read_values(reader, members[SET].at, &step->set, &step->set_count) ||
        !read_values(reader, members[DRIVE].at, &step->drive, &step->drive_count) ||
        !read_values(reader, members[PRESS].at, &step->press, &step->press_count) ||
        !read_contents(reader, members[MEMORY].at, step) ||
        !bench_check_widths(reader, step->until, step->until_count) ||
        !bench_check_widths(reader, step->expect, step->expect_count) ||
        !bench_check_widths(reader, step->set, step->set_count) ||
        !bench_check_widths(reader, step->drive, step->drive_count) ||
        !check_settable(reader, step->set, step->set_count) ||
        !check_settable(reader, step->press, step->press_count) ||
        !check_nets(reader, step->drive, step->drive_count) ||
        (members[TABLE].at && !bench_read_table(reader, members[TABLE].at, &step->table)))
        return false;
    if (members[PRINTED].at && !bench_read_bytes(reader, members[PRINTED].at, NULL, &printed))
        return false;
    step->printed = members[PRINTED].at ? printed.data : NULL;
    step->printed_size = printed.size;
    return true;
}

bool bench_read_steps(struct bench_reader *reader, const char *at)
{
    struct ow_bench *bench = reader->bench;
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    bench->steps = bench_take(reader, walk_count(&reader->walk, at), sizeof *bench->steps);
    while (bench->steps && next_element(&elements, &element))
        if (!read_step(reader, element, &bench->steps[bench->step_count++]))
            return false;
    return bench->steps != NULL;
}
