/* Checking, describing and mapping files and documents of any format. */
#include "input.h"

#include "../base/emit.h"
#include "../base/error.h"
#include "../base/report.h"

static ow_status check_input(const struct input *input, const ow_check_options *check,
                             ow_check_totals *totals, ow_error *error)
{
    static const ow_check_options everything;
    struct report report;
    ow_status status =
        report_init(&report, input->row->about.issue_codes, check ? check : &everything, error);
    if (status == OW_OK)
        status = input->row->check(&input->file, &report, error);
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
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing visitor: the pointer is NULL");
    emit_begin_object(&emit, NULL);
    emit_string(&emit, "format", input->row->about.name);
    ow_status status = input->row->summarise(&input->file, whole, &emit, error);
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
                         "missing output for the map: the pointer is NULL");
    *map = (ow_map){0};
    return OW_OK;
}

static ow_status map_input(const struct input *input, ow_map *map, ow_error *error)
{
    return format_outcome(input->row, input->row->map(&input->file, map, error), "map", error);
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
