/* Answers as JSON: events for the library's writer. */
#include "answers.h"

#include <stdlib.h>
#include <string.h>

static void put_event(ow_json_writer *writer, ow_event_kind kind, const char *name)
{
    ow_event event = {.kind = kind, .name = name};
    ow_json_visit(writer, &event);
}

void json_begin_object(ow_json_writer *writer, const char *name)
{
    put_event(writer, OW_BEGIN_OBJECT, name);
}

void json_begin_lines(ow_json_writer *writer, const char *name)
{
    ow_event event = {.kind = OW_BEGIN_OBJECT, .name = name, .spread = true};
    ow_json_visit(writer, &event);
}

void json_end_object(ow_json_writer *writer)
{
    put_event(writer, OW_END_OBJECT, NULL);
}

void json_begin_array(ow_json_writer *writer, const char *name)
{
    put_event(writer, OW_BEGIN_ARRAY, name);
}

void json_end_array(ow_json_writer *writer)
{
    put_event(writer, OW_END_ARRAY, NULL);
}

void json_add_null(ow_json_writer *writer, const char *name)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES, .name = name};
    ow_json_visit(writer, &event);
}

void json_add_integer(ow_json_writer *writer, const char *name, uint64_t value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_INTEGER, .name = name};
    event.value.integer = (int64_t)value;
    ow_json_visit(writer, &event);
}

void json_add_float(ow_json_writer *writer, const char *name, float value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_FLOAT, .name = name};
    event.value.number = value;
    ow_json_visit(writer, &event);
}

void json_add_boolean(ow_json_writer *writer, const char *name, bool value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BOOLEAN, .name = name};
    event.value.integer = value;
    ow_json_visit(writer, &event);
}

static void add_text(ow_json_writer *writer, const char *name, ow_text value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = name};
    event.value.text = value;
    ow_json_visit(writer, &event);
}

/* Escaped as in messages. */
static void add_shown(ow_json_writer *writer, const char *name, ow_text value)
{
    char *shown = malloc(value.size * SHOWN_SAFELY + 1);
    size_t size = 0;
    for (size_t at = 0; shown && at < value.size;)
        size += show_safely(value, false, &at, shown + size);
    if (!shown)
        ow_json_fail(writer, OW_NO_MEMORY);
    add_text(writer, name, (ow_text){shown ? shown : "", size});
    free(shown);
}

void json_add_text(ow_json_writer *writer, const char *name, ow_text value)
{
    if (ow_text_is_utf8(value))
        add_text(writer, name, value);
    else
        add_shown(writer, name, value);
}

void json_add_message(ow_json_writer *writer, const char *name, const char *value)
{
    add_shown(writer, name, ow_text_of(value));
}

void json_add_string(ow_json_writer *writer, const char *name, const char *value)
{
    if (value)
        json_add_text(writer, name, ow_text_of(value));
    else
        json_add_null(writer, name);
}

void json_add_path(ow_json_writer *writer, const char *name, const char *base64_name,
                   const char *path)
{
    json_add_string(writer, name, path);
    if (!path || ow_text_is_utf8(ow_text_of(path)))
        return;
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES, .name = base64_name};
    event.value.bytes.data = (const uint8_t *)path;
    event.value.bytes.size = strlen(path);
    ow_json_visit(writer, &event);
}

const char *words_of_error(const ow_error *error)
{
    return *error->message                 ? error->message
           : error->status == OW_NO_MEMORY ? "not enough memory"
                                           : ow_status_name(error->status);
}

void answer_error(ow_json_writer *writer, const char *name, const ow_error *error)
{
    json_begin_object(writer, name);
    json_add_string(writer, "status",
                    error->status == OW_OK ? "unreadable" : ow_status_name(error->status));
    json_add_integer(writer, "offset", error->offset);
    json_add_string(writer, "pointer", error->pointer);
    json_add_message(writer, "message", words_of_error(error));
    json_end_object(writer);
}
