/* Files and documents of any format looked at: events, issues, figures, maps. */
#include "input.h"

#include "../base/emit.h"
#include "../base/error.h"
#include "../base/memory.h"
#include "../base/report.h"
#include "../driver/meanings.h"

/* A trace of a file, or of a document where `input` is NULL. */
static ow_status trace_any(struct input *input, const ow_document *document,
                           const ow_options *options, ow_visitor visit, void *context,
                           ow_error *error)
{
    return input ? input_trace(input, visit, context, error)
                 : driver_tell(format_row_of(document->format), document->as.any, options, visit,
                               context, error);
}

/* The same with what values stand for, where the options ask for it. */
static ow_status trace_with_meanings(const struct format_row *row, struct input *input,
                                     const ow_document *document, const ow_options *options,
                                     ow_visitor visit, void *context, ow_error *error)
{
    if (!options || !options->meanings || !row->meanings || !visit)
        return trace_any(input, document, options, visit, context, error);
    struct arena arena;
    struct meaning_walk walk;
    ow_options filled = options_or_default(options, input ? input->file.size : 0);
    arena_init(&arena, &filled);
    ow_status status = meanings_open(&walk, row->meanings, visit, context, &arena);
    ow_status traced = OW_OK;
    if (status == OW_OK)
        traced = trace_any(input, document, options, meanings_visit, &walk, error);
    status = arena.status;
    arena_free(&arena);
    return status == OW_OK ? traced : error_limited(error, status, filled.max_memory);
}

ow_status ow_trace(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                   void *context, ow_error *error)
{
    struct input input;
    ow_status status = input_open(&input, bytes, size, options, error);
    return status == OW_OK
               ? trace_with_meanings(input.row, &input, NULL, options, visit, context, error)
               : status;
}

ow_status ow_trace_document(const ow_document *document, const ow_options *options,
                            ow_visitor visit, void *context, ow_error *error)
{
    error_clear(error);
    return document_is_there(document)
               ? trace_with_meanings(format_row_of(document->format), NULL, document, options,
                                     visit, context, error)
               : document_missing(error);
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
    ow_status status = input_open(&input, bytes, size, options, error);
    return status == OW_OK ? check_input(&input, check, totals, error) : status;
}

ow_status ow_check_document(const ow_document *document, const ow_options *options,
                            const ow_check_options *check, ow_check_totals *totals, ow_error *error)
{
    struct input input;
    if (totals)
        *totals = (ow_check_totals){0};
    ow_status status = input_open_document(&input, document, options, error);
    if (status == OW_OK)
        status = check_input(&input, check, totals, error);
    input_close(&input, options);
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
    ow_status status = input_open(&input, bytes, size, options, error);
    return status == OW_OK ? summarise_input(&input, whole, visit, context, error) : status;
}

ow_status ow_summarise_document(const ow_document *document, const ow_options *options,
                                ow_visitor visit, void *context, ow_error *error)
{
    struct input input;
    ow_status status = input_open_document(&input, document, options, error);
    if (status == OW_OK)
        status = summarise_input(&input, true, visit, context, error);
    input_close(&input, options);
    return status;
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
                           : format_has_no(input->row, "map", error);
}

ow_status ow_map_open(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                      ow_error *error)
{
    struct input input;
    ow_status status = no_map(map, error);
    if (status == OW_OK)
        status = input_open(&input, bytes, size, options, error);
    return status == OW_OK ? map_input(&input, map, error) : status;
}

ow_status ow_map_open_document(const ow_document *document, const ow_options *options, ow_map *map,
                               ow_error *error)
{
    struct input input;
    ow_status status = no_map(map, error);
    if (status != OW_OK)
        return status;
    status = input_open_document(&input, document, options, error);
    if (status == OW_OK)
        status = map_input(&input, map, error);
    input_close(&input, options);
    return status;
}
