/* What a verb wrote of a file, and what it warned of, for --json. */
#include "written.h"

#include "terminal.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(struct written *written)
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
    if (warning.message && (warning.pointer || !pointer) && make_room(written)) {
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

/* What a world's JSON begins with: version and variant stand before its first list. */
struct front {
    struct written_world *world;
    unsigned depth;
    bool in_variant; /* which is a name, or an object with one */
};

static bool is_called(const ow_event *event, const char *name)
{
    return event->name && strcmp(event->name, name) == 0;
}

static void take_value(const struct front *front, const ow_event *event)
{
    struct written_world *world = front->world;
    if (event->type == OW_INTEGER && !front->in_variant && is_called(event, "version"))
        world->version = event->value.integer;
    if (event->type == OW_TEXT && is_called(event, front->in_variant ? "name" : "variant"))
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
    front->in_variant = begins && is_called(event, "variant");
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

/* Why nothing was written: as the library said it, or the last words that people were told. */
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
