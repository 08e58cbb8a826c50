/* Reading names of nets and types of mods from the caller, as records or as JSON text. */
#include "given.h"

#include "../base/error.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>

bool given_refuse(struct given_reader *reader, const char *at, const char *expected)
{
    uint64_t line, column;
    if (reader->status != OW_OK)
        return false;
    json_place(reader->walk.begin, at, &line, &column);
    reader->status = error_set(reader->error, OW_BAD_JSON, (uint64_t)(at - reader->walk.begin),
                               NULL, "%s, line %llu, column %llu: expected %s", reader->what,
                               (unsigned long long)line, (unsigned long long)column, expected);
    return false;
}

bool given_no_memory(struct given_reader *reader)
{
    reader->status = error_plain(reader->error, reader->maker->scratch.status);
    return false;
}

static bool keep_token(struct given_reader *reader, const struct json_token *token, ow_text *text)
{
    char *to = arena_take(&reader->maker->scratch, token->size + 24); /* a number may follow */
    if (!to)
        return given_no_memory(reader);
    *text = (ow_text){to, 0};
    return json_unescape(token, to, &text->size) ||
           given_refuse(reader, token->data, "a valid string");
}

bool given_read_text(struct given_reader *reader, const char *at, ow_text *text)
{
    struct json_token token;
    return value_text(&reader->walk, at, &token) ? keep_token(reader, &token, text)
                                                 : given_refuse(reader, at, "a string");
}

/* Makes room for `count` more records of `size` bytes in a list. */
static void *grow(struct given_reader *reader, const void *list, size_t used, size_t count,
                  size_t size)
{
    uint8_t *grown = arena_take(&reader->maker->scratch, (used + count + 1) * size);
    if (!grown)
        given_no_memory(reader);
    else if (used > 0)
        memcpy(grown, list, used * size);
    return grown;
}

static bool add_name(struct given_reader *reader, const char *at, ow_text name)
{
    struct circuit_given *given = &reader->maker->given;
    ow_text peg;
    if (!given_read_text(reader, at, &peg))
        return false;
    given->names[given->name_count++] = (ow_circuit_name){name, peg};
    return true;
}

static bool add_bus(struct given_reader *reader, const char *at, ow_text name)
{
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    while (next_element(&elements, &element)) {
        size_t room = name.size + 24;
        char *numbered = arena_take(&reader->maker->scratch, room);
        if (!numbered)
            return given_no_memory(reader);
        int size = snprintf(numbered, room, "%.*s[%llu]", (int)name.size, name.data,
                            (unsigned long long)elements.index);
        if (!add_name(reader, element, (ow_text){numbered, (size_t)size}))
            return false;
    }
    return true;
}

/* Most names: the number of values in the text. */
static size_t most_names(const struct json_walk *walk)
{
    size_t count = 1;
    for (const char *at = walk->begin; at < walk->end; at++)
        count += *at == ',';
    return count;
}

static bool read_names(struct given_reader *reader, const char *at)
{
    struct circuit_given *given = &reader->maker->given;
    struct object_walk object = walk_object(&reader->walk, at);
    struct json_token token;
    ow_text name;
    given->names = grow(reader, given->names, given->name_count, most_names(&reader->walk),
                        sizeof *given->names);
    if (!given->names)
        return false;
    if (*at != '{')
        return given_refuse(reader, at, "an object of names");
    while (next_object_member(&object, &token, &at))
        if (!keep_token(reader, &token, &name) ||
            !(*at == '[' ? add_bus(reader, at, name) : add_name(reader, at, name)))
            return false;
    return true;
}

static bool read_rows(struct given_reader *reader, const char *at, ow_circuit_type *type)
{
    ow_text text;
    size_t count = 0;
    if (!given_read_text(reader, at, &text))
        return false;
    uint8_t *rows = arena_take(&reader->maker->scratch, text.size + 1);
    if (!rows)
        return given_no_memory(reader);
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '0' || text.data[i] == '1')
            rows[count++] = text.data[i] == '1';
        else if (text.data[i] != ' ')
            return given_refuse(reader, at, "a table of 0 and 1");
    }
    type->table = rows;
    return (type->inputs <= OW_CIRCUIT_TABLE_INPUTS && type->outputs > 0 &&
            count == ((size_t)1 << type->inputs) * type->outputs) ||
           given_refuse(reader, at, "a table with the outputs of each row of the inputs");
}

bool given_read_count(struct given_reader *reader, const char *at, uint32_t most, uint32_t *count)
{
    uint64_t value = 0;
    if (!value_unsigned(&reader->walk, at, &value) || value > most)
        return given_refuse(reader, at ? at : reader->walk.begin, "a small whole number");
    *count = (uint32_t)value;
    return true;
}

static bool read_type(struct given_reader *reader, const char *at, ow_circuit_type *type)
{
    enum { NAME, LIKE, INPUTS, OUTPUTS, TABLE, MEMORY, MEMBERS };
    struct member members[MEMBERS] = {{"name", NULL},    {"like", NULL},  {"inputs", NULL},
                                      {"outputs", NULL}, {"table", NULL}, {"memory", NULL}};
    *type = (ow_circuit_type){.like = {"", 0}};
    if (!walk_members(&reader->walk, at, members, MEMBERS))
        return given_refuse(reader, at, "an object");
    if (!members[NAME].at || (!members[LIKE].at && !members[TABLE].at && !members[MEMORY].at))
        return given_refuse(reader, at, "\"name\", and one of \"like\", \"table\" and \"memory\"");
    if (members[TABLE].at && members[MEMORY].at)
        return given_refuse(reader, members[MEMORY].at, "one of \"table\" and \"memory\"");
    if (!given_read_text(reader, members[NAME].at, &type->name))
        return false;
    if (members[LIKE].at)
        return given_read_text(reader, members[LIKE].at, &type->like);
    uint32_t most = members[MEMORY].at ? OW_CIRCUIT_MEMORY_INPUTS : OW_CIRCUIT_TABLE_INPUTS;
    return given_read_count(reader, members[INPUTS].at, most, &type->inputs) &&
           given_read_count(reader, members[OUTPUTS].at, 64, &type->outputs) &&
           (members[MEMORY].at ? given_read_memory(reader, members[MEMORY].at, type)
                               : read_rows(reader, members[TABLE].at, type));
}

/* Returns true if a type that takes precedence has the name. */
static bool is_known(const struct given_reader *reader, ow_text name)
{
    const struct circuit_given *given = &reader->maker->given;
    for (size_t i = 0; i < reader->known; i++)
        if (text_is_same(given->types[i].name, name))
            return true;
    return false;
}

static bool read_types(struct given_reader *reader, const char *at)
{
    struct circuit_given *given = &reader->maker->given;
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    size_t count = walk_count(&reader->walk, at);
    given->types = grow(reader, given->types, given->type_count, count, sizeof *given->types);
    while (given->types && next_element(&elements, &element)) {
        ow_circuit_type *type = &given->types[given->type_count];
        if (!read_type(reader, element, type))
            return false;
        given->type_count += !is_known(reader, type->name);
    }
    return given->types &&
           (!reader->walk.problem || given_refuse(reader, reader->walk.at, reader->walk.problem));
}

/* Reads one text: a valid JSON object with the member `list`. */
static ow_status read_json(struct circuit_maker *maker, ow_text text, const char *list,
                           const char *what, size_t known,
                           bool (*read)(struct given_reader *reader, const char *at),
                           ow_error *error)
{
    struct member member = {list, NULL};
    if (text.size == 0)
        return OW_OK;
    struct given_reader reader = {.maker = maker,
                                  .walk = {.begin = text.data, .end = text.data + text.size},
                                  .what = what,
                                  .known = known,
                                  .error = error};
    if (!walk_whole(&reader.walk))
        given_refuse(&reader, reader.walk.at, reader.walk.problem);
    else if (!walk_members(&reader.walk, text.data, &member, 1))
        given_refuse(&reader, text.data, "an object");
    else if (member.at)
        read(&reader, member.at);
    return reader.status;
}

static bool all_there(const ow_circuit_options *asked)
{
    if ((!asked->types && asked->type_count > 0) || (!asked->names && asked->name_count > 0) ||
        !text_is_there(asked->names_json) || !text_is_there(asked->types_json))
        return false;
    for (size_t i = 0; i < asked->type_count; i++)
        if (!text_is_there(asked->types[i].name) || !text_is_there(asked->types[i].like))
            return false;
    for (size_t i = 0; i < asked->name_count; i++)
        if (!text_is_there(asked->names[i].name) || !text_is_there(asked->names[i].peg))
            return false;
    return true;
}

/* Reads what mods say of their types. */
static ow_status read_mods(struct circuit_maker *maker, ow_error *error)
{
    const ow_mods *mods = maker->asked->mods;
    const struct mod_records *records = mods ? mods_records(mods) : NULL;
    const size_t known = maker->given.type_count;
    ow_status status = OW_OK;
    for (uint32_t i = 0; records && status == OW_OK && i < records->text_count; i++)
        status = read_json(maker, records->texts[i].text, "types", records->texts[i].path.data,
                           known, read_types, error);
    return status;
}

ow_status circuit_read_given(struct circuit_maker *maker, ow_error *error)
{
    if (!all_there(maker->asked))
        return error_missing(error, "list or text that the options of the circuit count");
    const ow_circuit_options *asked = maker->asked;
    struct given_reader reader = {.maker = maker, .error = error};
    struct circuit_given *given = &maker->given;
    given->types = grow(&reader, NULL, 0, asked->type_count, sizeof *given->types);
    given->names = grow(&reader, NULL, 0, asked->name_count, sizeof *given->names);
    if (!given->types || !given->names)
        return reader.status;
    if (asked->type_count > 0)
        memcpy(given->types, asked->types, asked->type_count * sizeof *given->types);
    if (asked->name_count > 0)
        memcpy(given->names, asked->names, asked->name_count * sizeof *given->names);
    given->type_count = asked->type_count;
    given->name_count = asked->name_count;
    ow_status status =
        read_json(maker, asked->types_json, "types", "the types", 0, read_types, error);
    if (status == OW_OK)
        status = read_mods(maker, error);
    return status == OW_OK
               ? read_json(maker, asked->names_json, "nets", "the names", 0, read_names, error)
               : status;
}
