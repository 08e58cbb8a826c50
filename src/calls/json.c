/* Documents and files of any format to JSON and back, and schemas. */
#include "json.h"
#include "input.h"
#include "json_slices.h"

#include "../base/error.h"
#include "../json/writer.h"
#include "../schema/schema.h"

#include <string.h>

/* Writes a trace as JSON text. */
static ow_status write_json(const struct format_row *row, const ow_options *options,
                            const ow_sink *sink,
                            ow_status (*write)(void *what, ow_json_writer *writer, ow_error *error),
                            void *what, ow_error *error)
{
    ow_json_writer *writer;
    if (!sink || !sink->write)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing sink: the pointer is NULL");
    ow_status status = ow_json_open(row->about.name, options, sink, &writer, error);
    if (status != OW_OK)
        return status;
    status = write(what, writer, error);
    ow_error closing = {0};
    ow_status closed = ow_json_close(writer, &closing);
    if (status == OW_OK && closed != OW_OK && error)
        *error = closing;
    return status != OW_OK ? status : closed;
}

/* A file whose JSON gets more members. */
struct file_input {
    struct input input;
    const struct json_extra *extra; /* NULL: none */
    ow_json_writer *writer;
    unsigned depth;
};

/* Passes events on, and adds members before the end of the root. */
static ow_visit add_extra(void *context, const ow_event *event)
{
    struct file_input *file = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    file->depth += begins;
    if (!begins && event->kind != OW_VALUE && --file->depth == 0) {
        json_expect_constants(file->writer, false);
        file->extra->write(file->extra->context, file->writer);
    }
    return ow_json_visit(file->writer, event);
}

static ow_status write_file(void *what, ow_json_writer *writer, ow_error *error)
{
    struct file_input *file = what;
    file->writer = writer;
    json_expect_constants(writer, true); /* the layouts have the names */
    ow_visitor visit = file->extra ? add_extra : ow_json_visit;
    void *context = file->extra ? (void *)file : writer;
    struct json_slices *slices = json_slices_open(&file->input, writer, visit, context);
    ow_status status = slices ? input_trace(&file->input, json_slices_visit, slices, error)
                              : input_trace(&file->input, visit, context, error);
    json_slices_close(slices);
    return status;
}

ow_status json_write_file(const void *bytes, size_t size, const struct json_extra *extra,
                          const ow_options *options, const ow_sink *sink, ow_error *error)
{
    struct file_input file = {.extra = extra};
    ow_status status = input_open(&file.input, bytes, size, options, error);
    return status == OW_OK ? write_json(file.input.row, options, sink, write_file, &file, error)
                           : status;
}

ow_status ow_to_json(const void *bytes, size_t size, const ow_options *options, const ow_sink *sink,
                     ow_error *error)
{
    return json_write_file(bytes, size, NULL, options, sink, error);
}

struct document_input {
    const ow_document *document;
    const ow_options *options;
};

static ow_status write_document(void *what, ow_json_writer *writer, ow_error *error)
{
    const struct document_input *input = what;
    return ow_trace_document(input->document, input->options, ow_json_visit, writer, error);
}

ow_status ow_document_to_json(const ow_document *document, const ow_options *options,
                              const ow_sink *sink, ow_error *error)
{
    struct document_input input = {document, options};
    error_clear(error);
    return document_is_there(document) ? write_json(format_row_of(document->format), options, sink,
                                                    write_document, &input, error)
                                       : document_missing(error);
}

/* The error if row_of_json finds no format. */
static ow_status no_row(const struct json_cursor *cursor, ow_error *error)
{
    if (!cursor->problem)
        return error_set(
            error, OW_UNKNOWN_FORMAT, 0, "/format",
            "the JSON is not a world of Overworld: its \"format\" is missing or unknown");
    uint64_t line, column;
    json_place(cursor->begin, cursor->at, &line, &column);
    return error_set(error, OW_BAD_JSON, (uint64_t)(cursor->at - cursor->begin), NULL,
                     "line %llu, column %llu: expected %s", (unsigned long long)line,
                     (unsigned long long)column, cursor->problem);
}

ow_status json_world_open(struct json_world *world, const char *text, size_t size, ow_error *error)
{
    *world = (struct json_world){0};
    if (!text)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing text to read: the pointer is NULL");
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        world->mark = 3;
    world->text = (struct json_text){text + world->mark, size - world->mark};
    struct json_cursor cursor = {.begin = world->text.data,
                                 .at = world->text.data,
                                 .end = world->text.data + world->text.size};
    world->row = format_row_of_json(&cursor);
    if (world->row)
        return OW_OK;
    ow_status status = no_row(&cursor, error);
    if (error && status != OW_UNKNOWN_FORMAT)
        error->offset += world->mark;
    return status;
}

ow_status ow_from_json(const char *text, size_t size, const ow_options *options,
                       ow_document *document, ow_error *error)
{
    struct json_world world;
    ow_json_note *note = options ? options->json_note : NULL;
    if (note)
        *note = (ow_json_note){.text = NULL};
    ow_status status = result_open(document, error);
    if (status == OW_OK)
        status = json_world_open(&world, text, size, error);
    if (status != OW_OK)
        return status;
    status = driver_parse(world.row, &world.text, options, &document->as.any, error);
    if (status == OW_OK && note) {
        note->text = text;
        note->size = size;
        note->folder += note->folder > 0 ? world.mark : 0;
    }
    if (status != OW_OK && error && status != OW_UNKNOWN_FORMAT)
        error->offset += world.mark;
    return result_keep(world.row, status, document);
}

static ow_status no_format(ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing format: the pointer is NULL");
}

ow_status ow_schema(const ow_format *format, const ow_options *options, const ow_sink *sink,
                    ow_error *error)
{
    return format ? schema_write(format_row_of(format), options, sink, error) : no_format(error);
}

ow_status ow_fields(const ow_format *format, const ow_options *options, ow_visitor visit,
                    void *context, ow_error *error)
{
    return format ? schema_fields(format_row_of(format), options, visit, context, error)
                  : no_format(error);
}

ow_status ow_list_fields(const ow_format *format, const ow_options *options, ow_field_visitor visit,
                         void *context, ow_error *error)
{
    return format ? schema_list_fields(format_row_of(format), options, visit, context, error)
                  : no_format(error);
}
