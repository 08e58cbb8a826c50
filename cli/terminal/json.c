/* JSON output of the command: its destination, and the common members about a file. */
#include "terminal/json.h"

#include "io/output.h"
#include "look/judge.h"
#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

/* The layout of values, which a run writes one after another. */
static struct {
    bool on_one_line;
    bool in_layout; /* after a line break that was dropped */
    char last;      /* the last character written */
} form;

bool json_asked(const struct arguments *arguments)
{
    form.on_one_line = option_set(arguments, "json-lines");
    return form.on_one_line || option_set(arguments, "json");
}

/* Removes line breaks and indentation. Those inside texts are escaped, so all others are layout. */
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
    if (ow_json_open(NULL, NULL, &sink, &writer, &error) != OW_OK)
        complain("%s", error.message);
    return writer;
}

int json_finish(ow_json_writer *writer)
{
    ow_error ignored; /* finish_output reports failed writes */
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
    complain(
        "--json needs standard output, but the result is written there too; name a file with -o");
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

/* What a verb wrote for a file, and its warnings, for --json. */

static bool grow_files(struct written *written)
{
    if (written->warning_count < written->warning_room)
        return true;
    size_t room = written->warning_room ? written->warning_room * 2 : 16;
    struct written_warning *larger = realloc(written->warnings, room * sizeof *larger);
    if (!larger)
        return false;
    written->warnings = larger;
    written->warning_room = room;
    return true;
}

void written_warn(struct written *written, const char *pointer, const char *message)
{
    if (!written->asked || written->no_memory)
        return;
    struct written_warning warning = {pointer ? strdup(pointer) : NULL, strdup(message)};
    if (warning.message && (warning.pointer || !pointer) && grow_files(written)) {
        written->warnings[written->warning_count++] = warning;
        return;
    }
    free(warning.pointer);
    free(warning.message);
    written->no_memory = true;
}

void written_add(struct written *written, const struct written_file *file)
{
    if (written->asked && written->count < MOST_WRITTEN)
        written->files[written->count++] = *file;
}

/* The beginning of a world's JSON: version and variant come before its first list. */
struct front {
    struct written_world *world;
    unsigned depth;
    bool in_variant; /* a name, or an object with one */
};

static bool has_name(const ow_event *event, const char *name)
{
    return event->name && strcmp(event->name, name) == 0;
}

static void take_value(const struct front *front, const ow_event *event)
{
    struct written_world *world = front->world;
    if (event->type == OW_INTEGER && !front->in_variant && has_name(event, "version"))
        world->version = event->value.integer;
    if (event->type == OW_TEXT && has_name(event, front->in_variant ? "name" : "variant"))
        snprintf(world->variant, sizeof world->variant, "%.*s", (int)event->value.text.size,
                 event->value.text.data);
}

static ow_visit take_front(void *context, const ow_event *event)
{
    struct front *front = context;
    if (event->kind == OW_VALUE) {
        take_value(front, event);
        return OW_GO_ON;
    }
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    front->in_variant = begins && has_name(event, "variant");
    return begins && front->depth++ > 0 && !front->in_variant ? OW_STOP : OW_GO_ON;
}

struct written_world world_of_document(const ow_document *document)
{
    struct written_world world = {.format = document->format};
    struct front front = {.world = &world};
    ow_options options = {.max_memory = memory_limit()};
    ow_error ignored; /* what is written has a version */
    ow_trace_document(document, &options, take_front, &front, &ignored);
    return world;
}

struct written_world world_of_bytes(const struct input *input)
{
    struct written_world world = {.format = ow_identify(input->bytes, input->size)};
    struct front front = {.world = &world};
    ow_options options = {.max_memory = memory_limit(), .variant = input->variant};
    ow_error ignored;
    ow_trace(input->bytes, input->size, &options, take_front, &front, &ignored);
    return world;
}

static void write_warnings(ow_json_writer *writer, const struct written *written)
{
    json_begin_array(writer, "warnings");
    for (size_t i = 0; i < written->warning_count; i++)
        answer_loss(writer, written->warnings[i].pointer, written->warnings[i].message);
    json_end_array(writer);
}

static void add_pixels(ow_json_writer *writer, const char *name, uint32_t pixels)
{
    if (pixels > 0)
        json_add_integer(writer, name, pixels);
    else
        json_add_null(writer, name);
}

static void write_file(ow_json_writer *writer, const struct written_file *file)
{
    const struct written_world *world = &file->world;
    json_begin_object(writer, NULL);
    json_add_path(writer, "path", "path_base64", file->path);
    json_add_integer(writer, "bytes", file->bytes);
    json_add_string(writer, "kind", file->kind);
    json_add_string(writer, "format", file->has_world ? world->format->name : NULL);
    if (file->has_world)
        json_add_integer(writer, "version", (uint64_t)world->version);
    else
        json_add_null(writer, "version");
    json_add_string(writer, "variant", *world->variant ? world->variant : NULL);
    add_pixels(writer, "width", file->width);
    add_pixels(writer, "height", file->height);
    json_end_object(writer);
}

/* Why nothing was written: the library's error, or the last message. */
static ow_error error_of(const struct input *input, int status)
{
    if (input->error.status != OW_OK || *input->error.message)
        return input->error;
    return input->trouble ? *last_complaint() : error_of_writing(status);
}

static int write_all(const struct written *written, const struct input *input,
                     const ow_format *format, int status)
{
    const ow_error error = error_of(input, status);
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    json_begin_file(writer, input, format);
    write_warnings(writer, written);
    json_begin_array(writer, "written");
    for (unsigned i = 0; i < written->count; i++)
        write_file(writer, &written->files[i]);
    json_end_array(writer);
    json_add_error(writer, &error, status != EXIT_FINE);
    json_end_object(writer);
    return json_finish(writer);
}

int written_end(struct written *written, const struct input *input, const ow_format *format,
                int status)
{
    int finished = EXIT_FINE;
    if (written->no_memory) {
        complain("not enough memory");
        status = status > EXIT_FILES ? status : EXIT_FILES;
    }
    if (written->asked)
        finished = write_all(written, input, format, status);
    for (size_t i = 0; i < written->warning_count; i++) {
        free(written->warnings[i].pointer);
        free(written->warnings[i].message);
    }
    free(written->warnings);
    return status != EXIT_FINE ? status : finished;
}
