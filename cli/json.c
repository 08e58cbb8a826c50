/* JSON out of the command: where it goes, and what every value about a file has. */
#include "json.h"

#include "judge.h"
#include "output.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* How values are laid out: a run writes one after another. */
static struct {
    bool on_one_line;
    bool in_layout; /* behind a line break that is left out */
    char last;      /* that was written */
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
        form.last = text[at];
        print_data(&form.last, 1);
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
    form.in_layout = false;
    if (ow_json_open(NULL, NULL, &sink, &writer, &error) != OW_OK)
        complain("%s", error.message);
    return writer;
}

int json_finish(ow_json_writer *writer)
{
    ow_error ignored; /* finish_output tells of what could not be written */
    bool failed = ow_json_close(writer, &ignored) == OW_NO_MEMORY;
    if (form.on_one_line)
        putchar('\n');
    if (failed)
        complain("not enough memory");
    return failed ? EXIT_FILES : EXIT_FINE;
}

bool json_has_room(const struct arguments *arguments, const char *out)
{
    if (!out || strcmp(out, "-") != 0 || !json_asked(arguments))
        return true;
    complain("what is written goes to standard output, so what --json tells has no place there");
    return false;
}

void json_begin_file(ow_json_writer *writer, const struct input *input, const ow_format *format)
{
    if (!format && input->bytes)
        format = ow_identify(input->bytes, input->size);
    const ow_format *named = format_of_name(input);
    json_begin_object(writer, NULL);
    json_add_path(writer, "file", "file_base64", input->path);
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

ow_error error_of_writing(int status)
{
    ow_error error = *last_complaint();
    if (error.status == OW_OK)
        error.status = status == EXIT_FILES ? OW_WRITE_FAILED : OW_BAD_ARGUMENT;
    return error;
}

void json_add_error(ow_json_writer *writer, const ow_error *error, bool failed)
{
    if (failed)
        answer_error(writer, "error", error);
    else
        json_add_null(writer, "error");
}
