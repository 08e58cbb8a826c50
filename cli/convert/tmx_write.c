/* Writes events of a map or a tileset as Tiled's XML. */
#include "convert/tmx.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 16, LONG = 64, TAIL = 32, PER_LINE = 64, ROOM = 32 * 1024 };

/* An open object or array. */
struct frame {
    const char *element; /* its name in XML; NULL until "type" is known, and for arrays */
    const char *array;   /* of an array: its name in JSON */
    bool begun;          /* its start tag is complete */
    bool image;          /* of a tileset: an element for its image must follow */
    char tail[TAIL];     /* an empty element that follows */
    uint64_t columns, count;
};

struct tmx_writer {
    ow_sink sink;
    bool failed;
    unsigned depth;
    struct frame frames[DEPTH];
    size_t kept; /* bytes that the sink does not have yet */
    char buffer[ROOM];
};

static void hand_over(struct tmx_writer *writer, const char *text, size_t size)
{
    writer->failed =
        writer->failed || (size > 0 && !writer->sink.write(writer->sink.context, text, size));
}

static void put(struct tmx_writer *writer, const char *text, size_t size)
{
    if (size > ROOM - writer->kept) {
        hand_over(writer, writer->buffer, writer->kept);
        writer->kept = 0;
    }
    if (size > ROOM) {
        hand_over(writer, text, size);
    } else if (size > 0) {
        memcpy(writer->buffer + writer->kept, text, size);
        writer->kept += size;
    }
}

static void put_string(struct tmx_writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

static void put_line(struct tmx_writer *writer, unsigned depth)
{
    static const char blanks[] = "\n                ";
    put(writer, blanks, 1 + (depth < DEPTH ? depth : DEPTH));
}

/* Escapes characters that XML reserves, and line breaks, which readers of attributes turn into
 * spaces. The library does not emit characters that XML excludes, but names of files may contain
 * them. */
static const char *sign_of(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
        return "&#9;";
    case '\n':
        return "&#10;";
    case '\r':
        return "&#13;";
    default:
        return (unsigned char)character < ' ' ? "?" : NULL;
    }
}

static void put_text(struct tmx_writer *writer, ow_text text)
{
    size_t plain = 0;
    for (size_t i = 0; i < text.size; i++) {
        const char *sign = sign_of(text.data[i]);
        if (!sign)
            continue;
        put(writer, text.data + plain, i - plain);
        put_string(writer, sign);
        plain = i + 1;
    }
    put(writer, text.data + plain, text.size - plain);
}

static void put_value(struct tmx_writer *writer, const ow_event *event, bool in_words)
{
    char digits[LONG];
    if (event->type == OW_TEXT) {
        put_text(writer, event->value.text);
    } else if (event->type == OW_BOOLEAN) {
        put_string(writer, in_words ? (event->value.integer ? "true" : "false")
                                    : (event->value.integer ? "1" : "0"));
    } else {
        snprintf(digits, sizeof digits, "%" PRId64, event->value.integer);
        put_string(writer, digits);
    }
}

static struct frame *top(struct tmx_writer *writer)
{
    return writer->depth > 0 ? &writer->frames[writer->depth - 1] : NULL;
}

static bool is(const char *name, const char *other)
{
    return name && strcmp(name, other) == 0;
}

/* The element of an object in an array; NULL if its "type" determines it. */
static const char *element_in(const struct frame *around)
{
    return !around                           ? NULL
           : is(around->array, "tilesets")   ? "tileset"
           : is(around->array, "objects")    ? "object"
           : is(around->array, "properties") ? "property"
                                             : NULL;
}

static const char *element_of_type(ow_text type)
{
    static const char *const elements[][2] = {{"map", "map"},
                                              {"tileset", "tileset"},
                                              {"tilelayer", "layer"},
                                              {"objectgroup", "objectgroup"}};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strlen(elements[i][0]) == type.size &&
            memcmp(elements[i][0], type.data, type.size) == 0)
            return elements[i][1];
    return "group";
}

static void open_tag(struct tmx_writer *writer, const char *element)
{
    unsigned depth = writer->depth > 0 ? (writer->depth - 1) / 2 : 0;
    put_line(writer, depth);
    put_string(writer, "<");
    put_string(writer, element);
}

static void begin_object(struct tmx_writer *writer)
{
    struct frame *around = top(writer), *frame = &writer->frames[writer->depth++];
    *frame = (struct frame){.element = element_in(around)};
    if (around && (is(around->array, "polygon") || is(around->array, "polyline")))
        frame->element = ""; /* a point: its numbers are in the tag of the line */
    if (frame->element && *frame->element)
        open_tag(writer, frame->element);
}

static void put_attribute(struct tmx_writer *writer, const char *name, const ow_event *event,
                          bool in_words)
{
    put_string(writer, " ");
    put_string(writer, name);
    put_string(writer, "=\"");
    put_value(writer, event, in_words);
    put_string(writer, "\"");
}

/* Keeps an attribute of a tileset's image, which becomes an element of its own. */
static bool keep_for_image(struct tmx_writer *writer, const ow_event *event)
{
    static const char *const names[][2] = {
        {"image", "source"}, {"imagewidth", "width"}, {"imageheight", "height"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!is(event->name, names[i][0]))
            continue;
        if (!top(writer)->image)
            put_string(writer, ">\n  <image");
        top(writer)->image = top(writer)->begun = true;
        put_attribute(writer, names[i][1], event, false);
        return true;
    }
    return false;
}

static void put_point(struct tmx_writer *writer, const ow_event *event)
{
    put_string(writer,
               is(event->name, "x") ? (writer->frames[writer->depth - 2].count++ ? " " : "") : ",");
    put_value(writer, event, false);
}

static void put_cell(struct tmx_writer *writer, struct frame *data, const ow_event *event)
{
    if (data->count > 0)
        put_string(writer, ",");
    if (data->columns > 0 ? data->count % data->columns == 0 : data->count % PER_LINE == 0)
        put_string(writer, "\n");
    data->count++;
    put_value(writer, event, false);
}

static void put_scalar(struct tmx_writer *writer, const ow_event *event)
{
    struct frame *frame = top(writer);
    if (frame->array) {
        put_cell(writer, frame, event);
    } else if (!frame->element) {
        frame->element = event->type == OW_TEXT ? element_of_type(event->value.text) : "group";
        open_tag(writer, frame->element);
    } else if (!*frame->element) {
        put_point(writer, event);
    } else if (is(event->name, "point") || is(event->name, "ellipse")) {
        snprintf(frame->tail, sizeof frame->tail, "<%s/>", event->name);
    } else if (!is(frame->element, "tileset") || !keep_for_image(writer, event)) {
        put_attribute(writer, event->name, event, is(frame->element, "property"));
        if (is(event->name, "width"))
            frame->columns = (uint64_t)event->value.integer;
    }
}

static void begin_array(struct tmx_writer *writer, const char *name)
{
    struct frame *around = top(writer), *frame = &writer->frames[writer->depth++];
    *frame = (struct frame){.array = name, .columns = around ? around->columns : 0};
    if (around && !around->begun) {
        put_string(writer, ">");
        around->begun = true;
    }
    if (is(name, "properties")) {
        open_tag(writer, "properties>");
    } else if (is(name, "data")) {
        open_tag(writer, "data encoding=\"csv\">");
    } else if (is(name, "polygon") || is(name, "polyline")) {
        open_tag(writer, name);
        put_string(writer, " points=\"");
    }
}

static void end_array(struct tmx_writer *writer)
{
    const struct frame *frame = top(writer);
    if (is(frame->array, "properties")) {
        put_line(writer, (writer->depth - 1) / 2);
        put_string(writer, "</properties>");
    } else if (is(frame->array, "data")) {
        put_string(writer, "\n</data>");
    } else if (is(frame->array, "polygon") || is(frame->array, "polyline")) {
        put_string(writer, "\"/>");
    }
    writer->depth--;
}

static void end_object(struct tmx_writer *writer)
{
    const struct frame *frame = top(writer);
    if (frame->image)
        put_string(writer, "/>");
    if (frame->element && *frame->element) {
        if (*frame->tail && !frame->begun)
            put_string(writer, ">");
        put_string(writer, frame->tail);
        if (!frame->begun && !*frame->tail) {
            put_string(writer, "/>");
        } else {
            put_string(writer, "</");
            put_string(writer, frame->element);
            put_string(writer, ">");
        }
    }
    writer->depth--;
}

struct tmx_writer *tmx_open(const ow_sink *sink)
{
    struct tmx_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return NULL;
    writer->sink = *sink;
    put_string(writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    return writer;
}

ow_visit tmx_visit(void *context, const ow_event *event)
{
    struct tmx_writer *writer = context;
    bool opens = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    if (opens && writer->depth == DEPTH)
        return OW_STOP;
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
        begin_object(writer);
        break;
    case OW_END_OBJECT:
        end_object(writer);
        break;
    case OW_BEGIN_ARRAY:
        begin_array(writer, event->name);
        break;
    case OW_END_ARRAY:
        end_array(writer);
        break;
    case OW_VALUE:
        put_scalar(writer, event);
        break;
    }
    return writer->failed ? OW_STOP : OW_GO_ON;
}

ow_status tmx_close(struct tmx_writer *writer)
{
    put_string(writer, "\n");
    hand_over(writer, writer->buffer, writer->kept);
    ow_status status = writer->failed ? OW_WRITE_FAILED : OW_OK;
    free(writer);
    return status;
}
