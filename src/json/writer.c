/* Events to JSON text. The fields of the root and the records of its lists have a line each. */
#include "writer.h"
#include "values.h"

#include "../base/compiler.h"
#include "../base/error.h"
#include "../base/memory.h"
#include "../base/output.h"

#include <overworld/formats.h>
#include <stdio.h>
#include <string.h>

enum { WRITER_DEPTH = 64 };

/* Names as text. An event's name that stays where it is, and the same, is found by its address. */
enum { NAMES = 64, NAME_TEXT = 32 };
struct written_name {
    const char *name;
    uint8_t size;                /* of the text; 0: it is too long, or unusual */
    uint8_t text[NAME_TEXT + 2]; /* with a comma and a space in front; any bytes behind it */
};

struct ow_json_writer {
    struct output output;
    ow_options options;
    const char *format;
    unsigned depth;
    uint8_t rest[3]; /* of bytes in pieces: an incomplete group of three */
    size_t rest_size;
    ow_status failure;  /* set by ow_json_fail */
    bool has_constants; /* see json_expect_constants */
    struct written_name names[NAMES];
    struct {
        bool array, filled;
        bool spread; /* its fields, or its records, have a line each */
        bool lines;  /* the last one had */
    } open[WRITER_DEPTH];
};

static void put(struct output *output, const char *text, size_t size)
{
    uint8_t *room = output_room(output, size);
    if (room)
        memcpy(room, text, size);
}

#define put_literal(output, text) put(output, text, sizeof(text) - 1)

/* A new line, or with a depth of NO_LINE a space, behind a comma if there is one. */
enum { NO_LINE = UINT8_MAX };
static void put_between(struct output *output, bool comma, unsigned depth)
{
    uint8_t *to = output_reserve(output, 2 + 2 * WRITER_DEPTH);
    if (!to)
        return;
    *to = ',';
    to += comma;
    *to++ = depth == NO_LINE ? ' ' : '\n';
    for (unsigned i = 0; i < depth && depth != NO_LINE; i++, to += 2)
        memcpy(to, "  ", 2);
    output->at = to;
}

static void put_line(struct output *output, unsigned depth)
{
    put_between(output, false, depth);
}

static struct written_name *find_name(ow_json_writer *writer, const char *name)
{
    const uint64_t hash = (uintptr_t)name * (uint64_t)0x9e3779b97f4a7c15u;
    struct written_name *found = &writer->names[hash / (UINT64_MAX / NAMES + 1)];
    if (LIKELY(found->name == name))
        return found;
    *found = (struct written_name){.name = name};
    const size_t size = strlen(name);
    if (json_name_is_usual(name, size) && size + sizeof ", \"\": " - 1 <= NAME_TEXT)
        found->size =
            (uint8_t)snprintf((char *)found->text, sizeof found->text, ", \"%s\": ", name);
    return found;
}

/* The name of a field in the line of the field before; most are such. Returns false if it is not
 * written. */
static bool put_constant(ow_json_writer *writer, const char *name, bool comma)
{
    const struct written_name *found = find_name(writer, name);
    uint8_t *to = found->size > 0 ? output_reserve(&writer->output, NAME_TEXT) : NULL;
    if (!to)
        return false;
    const size_t skip = comma ? 0 : 2;
    memcpy(to, found->text + skip, NAME_TEXT);
    writer->output.at = to + found->size - skip;
    return true;
}

/* Writes what precedes a value: comma, newline or space, the field's name. */
static void put_lead(ow_json_writer *writer, const ow_event *event)
{
    if (writer->depth == 0)
        return;
    struct output *output = &writer->output;
    unsigned around = writer->depth - 1;
    bool spread = writer->open[around].spread;
    bool lines = writer->open[around].array ? spread && event->kind != OW_VALUE : spread;
    const bool comma = writer->open[around].filled;
    writer->open[around].filled = true;
    writer->open[around].lines = lines;
    if (writer->has_constants && event->name && !lines && !writer->open[around].array &&
        put_constant(writer, event->name, comma))
        return;
    if (lines || comma)
        put_between(output, comma, lines ? writer->depth : NO_LINE);
    if (event->name && !writer->open[around].array)
        json_put_name(output, event->name);
}

/* The fields of a spread object and the records of its lists have a line each. */
static void open_container(ow_json_writer *writer, bool array, bool spread)
{
    if (array)
        put_literal(&writer->output, "[");
    else
        put_literal(&writer->output, "{");
    bool inherited = array && writer->depth > 0 && writer->open[writer->depth - 1].spread &&
                     !writer->open[writer->depth - 1].array;
    writer->open[writer->depth].spread = spread || inherited || writer->depth == 0;
    writer->open[writer->depth].array = array;
    writer->open[writer->depth].filled = writer->open[writer->depth].lines = false;
    writer->depth++;
    if (writer->depth == 1 && writer->format) {
        ow_event format = {.kind = OW_VALUE, .type = OW_TEXT, .name = "format"};
        format.value.text = (ow_text){writer->format, strlen(writer->format)};
        ow_json_visit(writer, &format);
    }
}

static void close_container(ow_json_writer *writer, bool array)
{
    writer->depth--;
    if (writer->open[writer->depth].lines)
        put_line(&writer->output, writer->depth);
    if (array)
        put_literal(&writer->output, "]");
    else
        put_literal(&writer->output, "}");
}

ow_visit ow_json_visit(void *context, const ow_event *event)
{
    ow_json_writer *writer = context;
    if (!writer || !event)
        return OW_STOP;
    if (event->derived)
        return OW_GO_ON;
    bool array = event->kind == OW_BEGIN_ARRAY || event->kind == OW_END_ARRAY;
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        if (writer->depth == WRITER_DEPTH)
            return OW_STOP;
        put_lead(writer, event);
        open_container(writer, array, event->spread);
        break;
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        close_container(writer, array);
        break;
    case OW_VALUE:
        put_lead(writer, event);
        json_put_value(&writer->output, event);
        break;
    }
    return writer->output.status == OW_OK ? OW_GO_ON : OW_STOP;
}

void ow_json_fail(ow_json_writer *writer, ow_status status)
{
    if (writer && writer->failure == OW_OK)
        writer->failure = status;
}

void json_expect_constants(ow_json_writer *writer, bool expected)
{
    writer->has_constants = expected;
}

void json_begin_base64(ow_json_writer *writer, const char *name, const char *prefix)
{
    const ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = name};
    put_lead(writer, &event);
    put_literal(&writer->output, "\"");
    put(&writer->output, prefix, strlen(prefix));
    writer->rest_size = 0;
}

bool json_more_base64(ow_json_writer *writer, const uint8_t *bytes, size_t size)
{
    while (writer->rest_size > 0 && writer->rest_size < sizeof writer->rest && size > 0) {
        writer->rest[writer->rest_size++] = *bytes++;
        size--;
    }
    if (writer->rest_size == sizeof writer->rest) {
        json_put_base64(&writer->output, writer->rest, sizeof writer->rest);
        writer->rest_size = 0;
    }
    size_t whole = size - size % sizeof writer->rest;
    json_put_base64(&writer->output, bytes, whole);
    for (; whole < size; whole++)
        writer->rest[writer->rest_size++] = bytes[whole];
    return writer->output.status == OW_OK;
}

void json_end_base64(ow_json_writer *writer)
{
    json_put_base64(&writer->output, writer->rest, writer->rest_size);
    writer->rest_size = 0;
    put_literal(&writer->output, "\"");
}

struct output *json_begin_elements(ow_json_writer *writer, const char *name)
{
    const ow_event event = {.kind = OW_BEGIN_ARRAY, .name = name};
    ow_json_visit(writer, &event);
    writer->open[writer->depth - 1].lines = true;
    return &writer->output;
}

void json_end_elements(ow_json_writer *writer)
{
    const ow_event event = {.kind = OW_END_ARRAY};
    ow_json_visit(writer, &event);
}

ow_json_writer *json_piece_open(const ow_options *options)
{
    ow_json_writer *piece = allocator_take(&options->allocator, sizeof *piece);
    if (!piece)
        return NULL;
    *piece = (ow_json_writer){.options = *options, .has_constants = true};
    output_to_buffer(&piece->output, options, &(ow_buffer){0});
    return piece;
}

void json_piece_begin(ow_json_writer *piece, const ow_json_writer *writer, bool is_first)
{
    piece->output.at = piece->output.begin;
    piece->depth = writer->depth;
    memcpy(piece->open, writer->open, sizeof piece->open);
    piece->open[piece->depth - 1].filled = !is_first;
}

void json_piece_put(ow_json_writer *writer, const ow_json_writer *piece)
{
    ow_json_fail(writer, piece->output.status);
    output_bytes(&writer->output, piece->output.begin,
                 (size_t)(piece->output.at - piece->output.begin));
}

bool json_piece_join(ow_json_writer *writer, const ow_json_writer *piece)
{
    writer->open[writer->depth - 1] = piece->open[piece->depth - 1];
    return writer->output.status == OW_OK && writer->failure == OW_OK;
}

void json_piece_close(ow_json_writer *piece)
{
    if (!piece)
        return;
    ow_allocator allocator = piece->options.allocator;
    allocator_give(&allocator, piece->output.begin, piece->output.capacity);
    allocator_give(&allocator, piece, sizeof *piece);
}

ow_status ow_json_open(const char *format, const ow_options *options, const ow_sink *sink,
                       ow_json_writer **writer, ow_error *error)
{
    error_clear(error);
    if (!writer)
        return error_missing(error, "output for the writer");
    *writer = NULL;
    if (!sink || !sink->write)
        return error_missing(error, "sink to write to");
    ow_options filled = options_or_default(options, 0);
    ow_json_writer *opened = allocator_take(&filled.allocator, sizeof *opened);
    if (!opened)
        return error_plain(error, OW_NO_MEMORY);
    *opened = (ow_json_writer){.options = filled, .format = format};
    if (output_to_sink(&opened->output, &filled, sink) != OW_OK) {
        allocator_give(&filled.allocator, opened, sizeof *opened);
        return error_plain(error, OW_NO_MEMORY);
    }
    *writer = opened;
    return OW_OK;
}

ow_status ow_json_close(ow_json_writer *writer, ow_error *error)
{
    error_clear(error);
    if (!writer)
        return error_missing(error, "writer of JSON");
    ow_allocator allocator = writer->options.allocator;
    put_literal(&writer->output, "\n");
    ow_status status = output_close_sink(&writer->output);
    status = status == OW_OK ? writer->failure : status;
    allocator_give(&allocator, writer, sizeof *writer);
    return status == OW_OK ? OW_OK : error_plain(error, status);
}
