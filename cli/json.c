/* JSON out of the command: events made by hand for the library's writer. */
#include "json.h"

#include "output.h"
#include "terminal.h"

#include <string.h>

ow_json_writer *json_to_stdout(void)
{
    static ow_sink sink; /* outlives the writer */
    ow_json_writer *writer;
    ow_error error;
    sink = standard_output();
    if (ow_json_open(NULL, NULL, &sink, &writer, &error) != OW_OK)
        complain("%s", error.message);
    return writer;
}

void json_finish(ow_json_writer *writer)
{
    ow_error ignored; /* finish_output tells */
    ow_json_close(writer, &ignored);
}

static void tell(ow_json_writer *writer, ow_event_kind kind, const char *name)
{
    ow_event event = {.kind = kind, .name = name};
    ow_json_visit(writer, &event);
}

void json_begin_object(ow_json_writer *writer, const char *name)
{
    tell(writer, OW_BEGIN_OBJECT, name);
}

void json_begin_lines(ow_json_writer *writer, const char *name)
{
    ow_event event = {.kind = OW_BEGIN_OBJECT, .name = name, .spread = true};
    ow_json_visit(writer, &event);
}

void json_end_object(ow_json_writer *writer)
{
    tell(writer, OW_END_OBJECT, NULL);
}

void json_begin_array(ow_json_writer *writer, const char *name)
{
    tell(writer, OW_BEGIN_ARRAY, name);
}

void json_end_array(ow_json_writer *writer)
{
    tell(writer, OW_END_ARRAY, NULL);
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

void json_add_string(ow_json_writer *writer, const char *name, const char *value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = name};
    event.value.text = (ow_text){value, strlen(value)};
    ow_json_visit(writer, &event);
}

void json_add_error(ow_json_writer *writer, const ow_error *error)
{
    json_begin_object(writer, "error");
    json_add_string(writer, "status",
                    error->status == OW_OK ? "unreadable" : ow_status_name(error->status));
    json_add_integer(writer, "offset", error->offset);
    json_add_string(writer, "pointer", error->pointer);
    json_add_string(writer, "message", error->message);
    json_end_object(writer);
}

void json_unopened(const char *path, const ow_error *error, bool judged)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return;
    json_begin_object(writer, NULL);
    json_add_string(writer, "file", path);
    json_add_error(writer, error);
    if (judged)
        json_add_boolean(writer, "fine", false);
    json_end_object(writer);
    json_finish(writer);
}
