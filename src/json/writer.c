/* Events into JSON text: the root's fields and the records of its lists one a line. */
#include "writer.h"
#include "base64.h"

#include "../base/error.h"
#include "../base/floats.h"
#include "../base/memory.h"
#include "../base/output.h"

#include <overworld/overworld.h>

enum { WRITER_DEPTH = 64 };

struct ow_json_writer {
    struct output output;
    ow_options options;
    const char *format;
    unsigned depth;
    uint8_t rest[3]; /* of bytes that come in pieces: what no group of three is full of yet */
    size_t rest_size;
    struct {
        bool array, filled;
        bool spread; /* its fields, or the records in it, take a line each */
        bool lines;  /* the last one did */
    } open[WRITER_DEPTH];
};

static void put(struct output *output, const char *text, size_t size)
{
    uint8_t *room = output_room(output, size);
    if (room)
        memcpy(room, text, size);
}

#define put_literal(output, text) put(output, text, sizeof(text) - 1)

static void put_line(struct output *output, unsigned depth)
{
    put_literal(output, "\n");
    for (unsigned i = 0; i < depth; i++)
        put_literal(output, "  ");
}

static void put_integer(struct output *output, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    bool wide = value > (1ll << 53) || value < -(1ll << 53); /* a double would lose it */
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (wide)
        digits[--at] = '"';
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        digits[--at] = '-';
    if (wide)
        digits[--at] = '"';
    put(output, digits + at, sizeof digits - at);
}

static void put_unsigned(struct output *output, uint64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + value % 10);
    while (value /= 10);
    put(output, digits + at, sizeof digits - at);
}

static void put_float(struct output *output, const float *value)
{
    char text[OW_FLOAT_TEXT];
    size_t size = float_text(value, text);
    bool finite = isfinite(*value);
    if (!finite)
        put_literal(output, "\"");
    put(output, text, size);
    if (!finite)
        put_literal(output, "\"");
}

static void put_digits(struct output *output, const uint8_t *bytes, size_t size)
{
    enum { AT_ONCE = 3 * 4096 };
    while (size > 0) {
        size_t part = size < AT_ONCE ? size : AT_ONCE;
        uint8_t *room = output_room(output, base64_size(part));
        if (!room)
            return;
        base64_encode(bytes, part, (char *)room);
        bytes += part;
        size -= part;
    }
}

static void put_base64(struct output *output, const uint8_t *bytes, size_t size)
{
    put_literal(output, "\"");
    put_digits(output, bytes, size);
    put_literal(output, "\"");
}

static void put_escaped(struct output *output, char character)
{
    static const char hex[] = "0123456789abcdef";
    static const char short_from[] = "\"\\\b\f\n\r\t", short_to[] = "\"\\bfnrt";
    const char *found = character ? strchr(short_from, character) : NULL;
    if (found) {
        char text[2] = {'\\', short_to[found - short_from]};
        put(output, text, sizeof text);
    } else {
        char text[6] = {'\\', 'u', '0', '0', hex[character >> 4 & 15], hex[character & 15]};
        put(output, text, sizeof text);
    }
}

static void put_string(struct output *output, const char *text, size_t size)
{
    put_literal(output, "\"");
    size_t plain = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char character = (unsigned char)text[i];
        if (character >= 0x20 && character != '"' && character != '\\' && character != 0x7f &&
            character != 0xc2)
            continue;
        /* U+0080 to U+009F are control characters too, which a terminal may act on. */
        bool second = character == 0xc2;
        if (second && (i + 1 == size || (unsigned char)text[i + 1] >= 0xa0))
            continue;
        output_bytes(output, text + plain, i - plain);
        i += second;
        put_escaped(output, text[i]);
        plain = i + 1;
    }
    output_bytes(output, text + plain, size - plain);
    put_literal(output, "\"");
}

/* Text that is not UTF-8 has no JSON string: its bytes stand in an object of their own. */
static void put_text(struct output *output, ow_text text)
{
    if (ow_text_is_utf8(text)) {
        put_string(output, text.data, text.size);
        return;
    }
    put_literal(output, "{\"base64\": ");
    put_base64(output, (const uint8_t *)text.data, text.size);
    put_literal(output, "}");
}

static void put_value(struct output *output, const ow_event *event)
{
    switch (event->type) {
    case OW_INTEGER:
        put_integer(output, event->value.integer);
        break;
    case OW_BOOLEAN:
        if (event->value.integer)
            put_literal(output, "true");
        else
            put_literal(output, "false");
        break;
    case OW_FLOAT:
        put_float(output, &event->value.number);
        break;
    case OW_TEXT:
        put_text(output, event->value.text);
        break;
    case OW_UNSIGNED_64:
        put_literal(output, "\"");
        put_unsigned(output, event->value.unsigned_64);
        put_literal(output, "\"");
        break;
    case OW_BYTES:
        if (event->value.bytes.data)
            put_base64(output, event->value.bytes.data, event->value.bytes.size);
        else
            put_literal(output, "null");
        break;
    }
}

/* What stands between the value before and this one: comma, line or space, the field's name. */
static void put_lead(ow_json_writer *writer, const ow_event *event)
{
    if (writer->depth == 0)
        return;
    struct output *output = &writer->output;
    unsigned around = writer->depth - 1;
    bool spread = writer->open[around].spread;
    bool lines = writer->open[around].array ? spread && event->kind != OW_VALUE : spread;
    if (writer->open[around].filled)
        put_literal(output, ",");
    if (lines)
        put_line(output, writer->depth);
    else if (writer->open[around].filled)
        put_literal(output, " ");
    writer->open[around].filled = true;
    writer->open[around].lines = lines;
    if (event->name && !writer->open[around].array) {
        put_literal(output, "\"");
        put(output, event->name, strlen(event->name));
        put_literal(output, "\": ");
    }
}

/* The fields of a spread object and the records of its lists take a line each. */
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
        put_value(&writer->output, event);
        break;
    }
    return writer->output.status == OW_OK ? OW_GO_ON : OW_STOP;
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
        put_digits(&writer->output, writer->rest, sizeof writer->rest);
        writer->rest_size = 0;
    }
    size_t whole = size - size % sizeof writer->rest;
    put_digits(&writer->output, bytes, whole);
    for (; whole < size; whole++)
        writer->rest[writer->rest_size++] = bytes[whole];
    return writer->output.status == OW_OK;
}

void json_end_base64(ow_json_writer *writer)
{
    put_digits(&writer->output, writer->rest, writer->rest_size);
    writer->rest_size = 0;
    put_literal(&writer->output, "\"");
}

ow_status ow_json_open(const char *format, const ow_options *options, const ow_sink *sink,
                       ow_json_writer **writer, ow_error *error)
{
    error_clear(error);
    if (!writer)
        return error_missing(error, "place for the writer");
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
    allocator_give(&allocator, writer, sizeof *writer);
    return status == OW_OK ? OW_OK : error_plain(error, status);
}
