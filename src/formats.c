/* The registry: the one file that knows every format. A new format is a folder and a line in
 * `rows`. */
#include "base/ascii.h"
#include "base/emit.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/report.h"
#include "format.h"
#include "json/reader.h"

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

const ow_format *ow_format_by_name(const char *name)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i]->about.name, name) == 0)
            return &rows[i]->about;
    return NULL;
}

const ow_format *ow_format_by_extension(const char *extension)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
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

const ow_format *ow_identify(const void *bytes, size_t size)
{
    const struct format_row *row = row_of_bytes(bytes, size);
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

/* The row of a file, if it may be read as the options say; NULL with *status set. */
static const struct format_row *row_for(const void *bytes, size_t size, const ow_options *options,
                                        ow_status *status, ow_error *error)
{
    const struct format_row *row = row_of_bytes(bytes, size);
    if (!row) {
        *status = unknown_format(size, error);
        return NULL;
    }
    if (!options || !options->reading)
        return row;
    for (const char *const *name = row->about.readings; *name; name++)
        if (strcmp(*name, options->reading) == 0)
            return row;
    *status = error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a %s cannot be read as \"%s\"",
                        row->about.title, options->reading);
    return NULL;
}

ow_status ow_open(const void *bytes, size_t size, const ow_options *options, ow_document *document,
                  ow_error *error)
{
    *document = (ow_document){0};
    ow_status refused = OW_OK;
    const struct format_row *row = row_for(bytes, size, options, &refused, error);
    if (!row)
        return refused;
    ow_status status = row->read(bytes, size, options, &document->as.any, error);
    if (status == OW_OK)
        document->format = &row->about;
    return status;
}

void ow_close(ow_document *document)
{
    if (document->format)
        row_of(document->format)->free(document->as.any);
    *document = (ow_document){0};
}

ow_status ow_write(const ow_document *document, const ow_options *options, const ow_sink *sink,
                   ow_error *error)
{
    return row_of(document->format)->write(document->as.any, options, sink, error);
}

ow_status ow_write_buffer(const ow_document *document, const ow_options *options, ow_buffer *buffer,
                          ow_error *error)
{
    return row_of(document->format)->write_buffer(document->as.any, options, buffer, error);
}

/* Refuses a target that the format does not have. */
static ow_status check_target(const ow_format *format, const ow_target *target, ow_error *error)
{
    if (target->has_version &&
        (target->version < format->oldest_written || target->version > format->newest_version))
        return format->oldest_written == format->newest_version
                   ? error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                               "version %u of %s cannot be written; only version %u can",
                               target->version, format->name, format->newest_version)
                   : error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                               "version %u of %s cannot be written; versions %u to %u can",
                               target->version, format->name, format->oldest_written,
                               format->newest_version);
    const char *const *dialect = format->dialects;
    while (target->dialect && *dialect && strcmp(*dialect, target->dialect) != 0)
        dialect++;
    if (target->dialect && !*dialect)
        return error_set(error, OW_BAD_ARGUMENT, 0, "", "%s has no dialect called \"%s\"",
                         format->name, target->dialect);
    return OW_OK;
}

ow_status ow_convert(const ow_document *document, const ow_target *target,
                     const ow_options *options,
                     void (*warn)(void *context, const char *pointer, const char *message),
                     void *warn_context, ow_document *converted, ow_error *error)
{
    *converted = (ow_document){0};
    ow_status status = check_target(document->format, target, error);
    if (status != OW_OK)
        return status;
    status = row_of(document->format)
                 ->convert(document->as.any, target, options, warn, warn_context,
                           &converted->as.any, error);
    if (status == OW_OK)
        converted->format = document->format;
    return status;
}

ow_status ow_trace(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                   void *context, ow_error *error)
{
    ow_status refused = OW_OK;
    const struct format_row *row = row_for(bytes, size, options, &refused, error);
    return row ? row->trace(bytes, size, options, visit, context, error) : refused;
}

ow_status ow_check(const void *bytes, size_t size, const ow_options *options,
                   const ow_check_options *check, ow_check_totals *totals, ow_error *error)
{
    *totals = (ow_check_totals){0};
    ow_status refused = OW_OK;
    const struct format_row *row = row_for(bytes, size, options, &refused, error);
    if (!row)
        return refused;
    struct report report;
    ow_status status = report_init(&report, row->about.issue_codes, check, error);
    if (status == OW_OK)
        status = row->check(bytes, size, options, &report, error);
    *totals = report.totals;
    return status;
}

ow_status ow_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                       ow_visitor visit, void *context, ow_error *error)
{
    ow_status refused = OW_OK;
    const struct format_row *row = row_for(bytes, size, options, &refused, error);
    if (!row)
        return refused;
    struct emitter emit = {.visit = visit, .context = context};
    emit_begin_object(&emit, NULL);
    emit_string(&emit, "format", row->about.name);
    ow_status status = row->summarise(bytes, size, options, whole, &emit, error);
    emit_end_object(&emit);
    return status;
}

static ow_status has_no(const struct format_row *row, const char *what, ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a %s has no %s", row->about.title, what);
}

ow_status ow_map_open(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                      ow_error *error)
{
    *map = (ow_map){0};
    ow_status refused = OW_OK;
    const struct format_row *row = row_for(bytes, size, options, &refused, error);
    if (!row)
        return refused;
    return row->map ? row->map(bytes, size, options, map, error) : has_no(row, "map", error);
}

ow_status ow_get_heights(const ow_document *document, const ow_options *options,
                         ow_heights *heights, ow_error *error)
{
    *heights = (ow_heights){0};
    const struct format_row *row = row_of(document->format);
    return row->get_heights ? row->get_heights(document->as.any, options, heights, error)
                            : has_no(row, "terrain", error);
}

ow_status ow_set_heights(ow_document *document, const ow_heights *heights, ow_error *error)
{
    const struct format_row *row = row_of(document->format);
    return row->set_heights ? row->set_heights(document->as.any, heights, error)
                            : has_no(row, "terrain", error);
}

ow_status ow_to_json(const void *bytes, size_t size, const ow_options *options, const ow_sink *sink,
                     ow_error *error)
{
    ow_status refused = OW_OK;
    const struct format_row *row = row_for(bytes, size, options, &refused, error);
    if (!row)
        return refused;
    ow_json_writer *writer;
    ow_status status = ow_json_open(row->about.name, options, sink, &writer, error);
    if (status != OW_OK)
        return status;
    status = row->trace(bytes, size, options, ow_json_visit, writer, error);
    ow_error closing = {0};
    ow_status closed = ow_json_close(writer, &closing);
    if (status == OW_OK && closed != OW_OK && error)
        *error = closing;
    return status != OW_OK ? status : closed;
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
    *document = (ow_document){0};
    size_t mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* says nothing */
    text += mark, size -= mark;
    struct json_cursor cursor = {.begin = text, .at = text, .end = text + size};
    const struct format_row *row = row_of_json(&cursor);
    struct json_text json = {text, size};
    ow_status status =
        row ? row->parse(&json, options, &document->as.any, error) : no_row(&cursor, error);
    if (status == OW_OK)
        document->format = &row->about;
    else if (error && status != OW_UNKNOWN_FORMAT)
        error->offset += mark;
    return status;
}
