/* JSON out of the command: events made by hand for the library's writer. */
#include "json.h"

#include "judge.h"
#include "output.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* How values are laid out, and whether one of them failed: a run writes one after another. */
static struct {
    bool on_one_line;
    bool in_layout; /* behind a line break that is left out */
    char last;      /* that was written */
    bool failed;
} form;

bool json_asked(const struct arguments *arguments)
{
    form.on_one_line = option_set(arguments, "json-lines");
    return form.on_one_line || option_set(arguments, "json");
}

/* Line breaks and what follows them are layout: in texts they are escaped. */
static bool write_on_one_line(void *context, const void *data, size_t size)
{
    const char *text = data;
    (void)context;
    for (size_t at = 0; at < size; at++) {
        bool was_in_layout = form.in_layout;
        form.in_layout = text[at] == '\n' || (was_in_layout && text[at] == ' ');
        if (form.in_layout)
            continue;
        if (was_in_layout && form.last == ',')
            putchar(' ');
        putchar(form.last = text[at]);
    }
    return !ferror(stdout);
}

ow_json_writer *json_to_stdout(void)
{
    static ow_sink sink; /* outlives the writer */
    ow_json_writer *writer;
    ow_error error;
    sink = standard_output();
    if (form.on_one_line)
        sink = (ow_sink){.write = write_on_one_line};
    form.in_layout = form.failed = false;
    if (ow_json_open(NULL, NULL, &sink, &writer, &error) != OW_OK)
        complain("%s", error.message);
    return writer;
}

int json_finish(ow_json_writer *writer)
{
    ow_error ignored; /* finish_output tells */
    ow_json_close(writer, &ignored);
    if (form.on_one_line)
        putchar('\n');
    if (form.failed)
        complain("not enough memory");
    return form.failed ? EXIT_FILES : EXIT_FINE;
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

/* What is not UTF-8, and control characters, as in messages. */
static void add_shown(ow_json_writer *writer, const char *name, ow_text value, bool valid)
{
    char *shown = malloc(value.size * SHOWN_SAFELY + 1);
    size_t size = 0;
    for (size_t at = 0; shown && at < value.size;)
        size += show_safely(value, valid, &at, shown + size);
    form.failed |= !shown;
    add_text(writer, name, (ow_text){shown ? shown : "", size});
    free(shown);
}

void json_add_text(ow_json_writer *writer, const char *name, ow_text value)
{
    if (ow_text_is_utf8(value))
        add_text(writer, name, value);
    else
        add_shown(writer, name, value, false);
}

void json_add_message(ow_json_writer *writer, const char *name, const char *value)
{
    const ow_text text = ow_text_of(value);
    add_shown(writer, name, text, ow_text_is_utf8(text));
}

void json_add_string(ow_json_writer *writer, const char *name, const char *value)
{
    if (value)
        json_add_text(writer, name, ow_text_of(value));
    else
        json_add_null(writer, name);
}

void json_begin_file(ow_json_writer *writer, const struct input *input)
{
    const ow_format *format = input->bytes ? ow_identify(input->bytes, input->size) : NULL;
    const ow_format *named = format_of_name(input);
    json_begin_object(writer, NULL);
    json_add_string(writer, "file", input->path);
    json_add_string(writer, "name", input->name);
    if (input->bytes)
        json_add_integer(writer, "bytes", input->file_size);
    else
        json_add_null(writer, "bytes");
    json_add_string(writer, "format", format ? format->name : NULL);
    json_add_string(writer, "encoding",
                    !format           ? NULL
                    : input->tiled    ? "tiled"
                    : input->was_text ? "json"
                                      : "binary");
    json_add_string(writer, "named_as", named ? named->name : NULL);
}

void json_add_error(ow_json_writer *writer, const ow_error *error, bool failed)
{
    if (!failed) {
        json_add_null(writer, "error");
        return;
    }
    json_begin_object(writer, "error");
    json_add_string(writer, "status",
                    error->status == OW_OK ? "unreadable" : ow_status_name(error->status));
    json_add_integer(writer, "offset", error->offset);
    json_add_string(writer, "pointer", error->pointer);
    json_add_message(writer, "message", words_of_error(error));
    json_end_object(writer);
}
