/* The registry: the one file that knows every format. A new format is a folder and a line in
 * `rows`. */
#include "base/ascii.h"
#include "base/emit.h"
#include "base/report.h"
#include "driver/driver.h"
#include "schema/schema.h"

#include <string.h>

extern const struct format_row blotter_format, leveld_format, city_format, structure_format;

/* In the order in which they are tried: those that can be told with less certainty come later. */
static const struct format_row *const rows[] = {&blotter_format, &leveld_format, &city_format,
                                                &structure_format};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

const ow_format *ow_format_at(size_t index)
{
    return index < ROW_COUNT ? &rows[index]->about : NULL;
}

static const struct format_row *row_by_name(const char *name)
{
    for (size_t i = 0; i < ROW_COUNT && name; i++)
        if (strcmp(rows[i]->about.name, name) == 0)
            return rows[i];
    return NULL;
}

const ow_format *ow_format_by_name(const char *name)
{
    const struct format_row *row = row_by_name(name);
    return row ? &row->about : NULL;
}

const ow_format *ow_format_by_extension(const char *extension)
{
    for (size_t i = 0; i < ROW_COUNT && extension; i++)
        for (const char *const *known = rows[i]->about.extensions; *known; known++)
            if (same_but_for_case(*known, extension))
                return &rows[i]->about;
    return NULL;
}

static const struct format_row *row_of_bytes(const void *bytes, size_t size)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i]->sniff(bytes, size))
            return rows[i];
    return NULL;
}

/* `about` is the first member of its row. */
static const struct format_row *row_of(const ow_format *format)
{
    return (const struct format_row *)(const void *)format;
}

/* Whether a format is one of those that the library hands out, and no copy of one. */
static bool is_ours(const ow_format *format)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (format == &rows[i]->about)
            return true;
    return false;
}

const ow_format *ow_identify(const void *bytes, size_t size)
{
    const struct format_row *row = bytes || size == 0 ? row_of_bytes(bytes, size) : NULL;
    return row ? &row->about : NULL;
}

static ow_status unknown_format(size_t size, ow_error *error)
{
    if (size == 0)
        return error_set(error, OW_UNKNOWN_FORMAT, 0, NULL, "the file is empty");
    return error_set(
        error, OW_UNKNOWN_FORMAT, 0, NULL,
        "this is no game world that Overworld knows: its first bytes are of no format");
}

/* A file that a call looks into, with its row. */
struct input {
    const struct format_row *row;
    struct file file;
    struct known known;
    ow_buffer written; /* of a document: its bytes */
};

/* Opens a file as the options say. */
static ow_status open_input(struct input *input, const void *bytes, size_t size,
                            const ow_options *options, ow_error *error)
{
    error_clear(error);
    input->written = (ow_buffer){0};
    if (!bytes && size > 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "the bytes to read are a null pointer");
    const char *name = options ? options->format : NULL;
    input->row = name ? row_by_name(name) : row_of_bytes(bytes, size);
    if (name && !input->row)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "there is no format called \"%s\"", name);
    if (!input->row)
        return unknown_format(size, error);
    return driver_open(input->row, bytes, size, options, &input->file, &input->known, error);
}

static ow_status no_document(ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                     "there is no document: the pointer to it or what it holds is null, or its "
                     "format is none of "
                     "those that the library hands out");
}

static bool is_document(const ow_document *document)
{
    return document && is_ours(document->format) && document->as.any;
}

static ow_status open_document(struct input *input, const ow_document *document,
                               const ow_options *options, ow_error *error)
{
    error_clear(error);
    input->written = (ow_buffer){0};
    if (!is_document(document))
        return no_document(error);
    input->row = row_of(document->format);
    return driver_open_document(input->row, document->as.any, options, &input->written,
                                &input->file, &input->known, error);
}

static void close_input(struct input *input, const ow_options *options)
{
    ow_buffer_free(&input->written, options);
}

/* Where a call puts a document. */
static ow_status open_result(ow_document *document, ow_error *error)
{
    error_clear(error);
    if (!document)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there is no place for the document: the pointer to it is null");
    *document = (ow_document){0};
    return OW_OK;
}

static ow_status keep_result(const struct format_row *row, ow_status status, ow_document *document)
{
    document->format = status == OW_OK ? &row->about : NULL;
    return status;
}

ow_status ow_open(const void *bytes, size_t size, const ow_options *options, ow_document *document,
                  ow_error *error)
{
    struct input input;
    ow_status status = open_result(document, error);
    if (status == OW_OK)
        status = open_input(&input, bytes, size, options, error);
    if (status != OW_OK)
        return status;
    status = driver_read(input.row, bytes, size, options, &document->as.any, error);
    return keep_result(input.row, status, document);
}

ow_status ow_new(const ow_format *format, const ow_options *options, ow_document *document,
                 ow_error *error)
{
    ow_status status = open_result(document, error);
    if (status != OW_OK)
        return status;
    if (!is_ours(format))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there is no format: the pointer is to none that the library hands out");
    status = driver_new(row_of(format), options, &document->as.any, error);
    return keep_result(row_of(format), status, document);
}

ow_status ow_copy(const ow_document *document, const ow_options *options, ow_document *copy,
                  ow_error *error)
{
    ow_document from = document ? *document : (ow_document){0}; /* which `copy` may be */
    ow_status status = open_result(copy, error);
    if (status != OW_OK)
        return status;
    if (!is_document(&from))
        return no_document(error);
    status = driver_copy(row_of(from.format), from.as.any, options, &copy->as.any, error);
    return keep_result(row_of(from.format), status, copy);
}

void ow_close(ow_document *document)
{
    if (!document)
        return;
    if (is_document(document))
        arena_let_go(row_of(document->format)->owner_of(document->as.any));
    *document = (ow_document){0};
}

ow_status ow_write(const ow_document *document, const ow_options *options, const ow_sink *sink,
                   ow_error *error)
{
    error_clear(error);
    return is_document(document)
               ? driver_write(row_of(document->format), document->as.any, options, sink, error)
               : no_document(error);
}

ow_status ow_write_buffer(const ow_document *document, const ow_options *options, ow_buffer *buffer,
                          ow_error *error)
{
    error_clear(error);
    return is_document(document) ? driver_write_buffer(row_of(document->format), document->as.any,
                                                       options, buffer, error)
                                 : no_document(error);
}

ow_status ow_convert(const ow_document *document, const ow_target *target,
                     const ow_options *options,
                     void (*warn)(void *context, const char *pointer, const char *message),
                     void *warn_context, ow_document *converted, ow_error *error)
{
    ow_status status = open_result(converted, error);
    if (status != OW_OK)
        return status;
    if (!is_document(document))
        return no_document(error);
    const struct format_row *row = row_of(document->format);
    status = driver_convert(row, document->as.any, target, options, warn, warn_context,
                            &converted->as.any, error);
    return keep_result(row, status, converted);
}

static ow_status trace_input(struct input *input, ow_visitor visit, void *context, ow_error *error)
{
    if (input->row->trace)
        return input->row->trace(&input->file, visit, context, error);
    struct known known;
    driver_find(input->row, &input->file, &known);
    return driver_trace(input->row, &input->file, &known, visit, context, error);
}

ow_status ow_trace(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                   void *context, ow_error *error)
{
    struct input input;
    ow_status status = open_input(&input, bytes, size, options, error);
    return status == OW_OK ? trace_input(&input, visit, context, error) : status;
}

ow_status ow_trace_document(const ow_document *document, const ow_options *options,
                            ow_visitor visit, void *context, ow_error *error)
{
    error_clear(error);
    return is_document(document) ? driver_tell(row_of(document->format), document->as.any, options,
                                               visit, context, error)
                                 : no_document(error);
}

static ow_status check_input(const struct input *input, const ow_check_options *check,
                             ow_check_totals *totals, ow_error *error)
{
    static const ow_check_options everything;
    struct report report;
    ow_status status =
        report_init(&report, input->row->about.issue_codes, check ? check : &everything, error);
    if (status == OW_OK)
        status = driver_check(input->row, &input->file, &report, error);
    if (totals)
        *totals = report.totals;
    return status;
}

ow_status ow_check(const void *bytes, size_t size, const ow_options *options,
                   const ow_check_options *check, ow_check_totals *totals, ow_error *error)
{
    struct input input;
    if (totals)
        *totals = (ow_check_totals){0};
    ow_status status = open_input(&input, bytes, size, options, error);
    return status == OW_OK ? check_input(&input, check, totals, error) : status;
}

ow_status ow_check_document(const ow_document *document, const ow_options *options,
                            const ow_check_options *check, ow_check_totals *totals, ow_error *error)
{
    struct input input;
    if (totals)
        *totals = (ow_check_totals){0};
    ow_status status = open_document(&input, document, options, error);
    if (status == OW_OK)
        status = check_input(&input, check, totals, error);
    close_input(&input, options);
    return status;
}

static ow_status summarise_input(const struct input *input, bool whole, ow_visitor visit,
                                 void *context, ow_error *error)
{
    struct emitter emit = {.visit = visit, .context = context};
    if (!visit)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "there is no visitor to tell it to");
    emit_begin_object(&emit, NULL);
    emit_string(&emit, "format", input->row->about.name);
    ow_status status = driver_summarise(input->row, &input->file, whole, &emit, error);
    emit_end_object(&emit);
    return status;
}

ow_status ow_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                       ow_visitor visit, void *context, ow_error *error)
{
    struct input input;
    ow_status status = open_input(&input, bytes, size, options, error);
    return status == OW_OK ? summarise_input(&input, whole, visit, context, error) : status;
}

ow_status ow_summarise_document(const ow_document *document, const ow_options *options,
                                ow_visitor visit, void *context, ow_error *error)
{
    struct input input;
    ow_status status = open_document(&input, document, options, error);
    if (status == OW_OK)
        status = summarise_input(&input, true, visit, context, error);
    close_input(&input, options);
    return status;
}

static ow_status has_no(const struct format_row *row, const char *what, ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a %s has no %s", row->about.title, what);
}

static ow_status no_map(ow_map *map, ow_error *error)
{
    error_clear(error);
    if (!map)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there is no place for the map: the pointer to it is null");
    *map = (ow_map){0};
    return OW_OK;
}

static ow_status map_input(const struct input *input, ow_map *map, ow_error *error)
{
    return input->row->map ? input->row->map(&input->file, map, error)
                           : has_no(input->row, "map", error);
}

ow_status ow_map_open(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                      ow_error *error)
{
    struct input input;
    ow_status status = no_map(map, error);
    if (status == OW_OK)
        status = open_input(&input, bytes, size, options, error);
    return status == OW_OK ? map_input(&input, map, error) : status;
}

ow_status ow_map_open_document(const ow_document *document, const ow_options *options, ow_map *map,
                               ow_error *error)
{
    struct input input;
    ow_status status = no_map(map, error);
    if (status != OW_OK)
        return status;
    status = open_document(&input, document, options, error);
    if (status == OW_OK)
        status = map_input(&input, map, error);
    close_input(&input, options);
    return status;
}

ow_status ow_get_heights(const ow_document *document, const ow_options *options,
                         ow_heights *heights, ow_error *error)
{
    error_clear(error);
    if (!is_document(document))
        return no_document(error);
    if (!heights)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there is no place for the heights: the pointer to it is null");
    *heights = (ow_heights){0};
    const struct format_row *row = row_of(document->format);
    return row->get_heights ? row->get_heights(document->as.any, options, heights, error)
                            : has_no(row, "terrain", error);
}

ow_status ow_set_heights(ow_document *document, const ow_heights *heights, ow_error *error)
{
    error_clear(error);
    if (!is_document(document))
        return no_document(error);
    if (!heights || (!heights->values && heights->x_vertices && heights->y_vertices))
        return error_set(error, OW_BAD_ARGUMENT, 0, "/terrain",
                         "there are no heights: the pointer to them is null");
    const struct format_row *row = row_of(document->format);
    return row->set_heights ? row->set_heights(document->as.any, heights, error)
                            : has_no(row, "terrain", error);
}

static ow_status no_format(ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                     "there is no format: the pointer to it is null");
}

ow_status ow_schema(const ow_format *format, const ow_options *options, const ow_sink *sink,
                    ow_error *error)
{
    return format ? schema_write(row_of(format), options, sink, error) : no_format(error);
}

ow_status ow_fields(const ow_format *format, const ow_options *options, ow_visitor visit,
                    void *context, ow_error *error)
{
    return format ? schema_fields(row_of(format), options, visit, context, error)
                  : no_format(error);
}

/* Runs a telling into JSON text. */
static ow_status write_json(const struct format_row *row, const ow_options *options,
                            const ow_sink *sink,
                            ow_status (*tell)(void *what, ow_json_writer *writer, ow_error *error),
                            void *what, ow_error *error)
{
    ow_json_writer *writer;
    if (!sink || !sink->write)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "there is no sink to write to");
    ow_status status = ow_json_open(row->about.name, options, sink, &writer, error);
    if (status != OW_OK)
        return status;
    status = tell(what, writer, error);
    ow_error closing = {0};
    ow_status closed = ow_json_close(writer, &closing);
    if (status == OW_OK && closed != OW_OK && error)
        *error = closing;
    return status != OW_OK ? status : closed;
}

static ow_status tell_file(void *what, ow_json_writer *writer, ow_error *error)
{
    return trace_input(what, ow_json_visit, writer, error);
}

ow_status ow_to_json(const void *bytes, size_t size, const ow_options *options, const ow_sink *sink,
                     ow_error *error)
{
    struct input input;
    ow_status status = open_input(&input, bytes, size, options, error);
    return status == OW_OK ? write_json(input.row, options, sink, tell_file, &input, error)
                           : status;
}

struct told_document {
    const ow_document *document;
    const ow_options *options;
};

static ow_status tell_document(void *what, ow_json_writer *writer, ow_error *error)
{
    const struct told_document *told = what;
    return ow_trace_document(told->document, told->options, ow_json_visit, writer, error);
}

ow_status ow_document_to_json(const ow_document *document, const ow_options *options,
                              const ow_sink *sink, ow_error *error)
{
    struct told_document told = {document, options};
    error_clear(error);
    return is_document(document)
               ? write_json(row_of(document->format), options, sink, tell_document, &told, error)
               : no_document(error);
}

/* The row that a JSON document's "format" names; `cursor` stops there, or at a problem. */
static const struct format_row *row_of_json(struct json_cursor *cursor)
{
    struct json_token key, value;
    json_take(cursor, '{', "an object");
    if (json_take_if(cursor, '}'))
        return NULL;
    do {
        if (!json_string(cursor, &key) || !json_take(cursor, ':', "a colon after the field's name"))
            return NULL;
        if (json_token_is(&key, "format")) {
            if (!json_string(cursor, &value))
                return NULL;
            for (size_t i = 0; i < ROW_COUNT; i++)
                if (json_token_is(&value, rows[i]->about.name))
                    return rows[i];
            return NULL;
        }
    } while (json_skip(cursor) && json_take_if(cursor, ','));
    json_take(cursor, '}', "a comma or the end of the object");
    return NULL;
}

/* Why row_of_json found none. */
static ow_status no_row(const struct json_cursor *cursor, ow_error *error)
{
    if (!cursor->problem)
        return error_set(error, OW_UNKNOWN_FORMAT, 0, "/format",
                         "the JSON is no document of Overworld: its \"format\" is missing or is "
                         "none that is known");
    uint64_t line, column;
    json_place(cursor->begin, cursor->at, &line, &column);
    return error_set(error, OW_BAD_JSON, (uint64_t)(cursor->at - cursor->begin), NULL,
                     "line %llu, column %llu: expected %s", (unsigned long long)line,
                     (unsigned long long)column, cursor->problem);
}

ow_status ow_from_json(const char *text, size_t size, const ow_options *options,
                       ow_document *document, ow_error *error)
{
    ow_status status = open_result(document, error);
    if (status != OW_OK)
        return status;
    if (!text)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "the text to read is a null pointer");
    size_t mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* says nothing */
    text += mark, size -= mark;
    struct json_cursor cursor = {.begin = text, .at = text, .end = text + size};
    const struct format_row *row = row_of_json(&cursor);
    struct json_text json = {text, size};
    status =
        row ? driver_parse(row, &json, options, &document->as.any, error) : no_row(&cursor, error);
    if (status != OW_OK && error && status != OW_UNKNOWN_FORMAT)
        error->offset += mark;
    return row ? keep_result(row, status, document) : status;
}
