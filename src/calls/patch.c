/* Changing documents by a JSON Patch. */
#include "patching.h"

#include "room.h"

#include "../base/error.h"
#include "../change/patch.h"

#include <string.h>

static ow_status emit_part(void *context, struct part_request *part, ow_visitor visit,
                           void *visit_context, ow_error *error)
{
    const struct patching *patching = context;
    return driver_emit_part(patching->row, patching->document, part, &patching->options, visit,
                            visit_context, error);
}

ow_status patching_begin(struct patching *patching, const ow_document *document, size_t size,
                         const ow_options *options, ow_document *changed, ow_error *error)
{
    ow_status status = result_open(changed, error);
    if (status != OW_OK)
        return status;
    if (!document_is_there(document))
        return document_missing(error);
    patching->row = format_row_of(document->format);
    patching->document = document->as.any;
    patching->options =
        change_options(options, driver_measure(patching->row, document->as.any, options) + size);
    patching->options.progress = NULL;
    arena_init(&patching->arena, &patching->options);
    const struct draft_source source = {emit_part, patching, document->format->name};
    if (!draft_init(&patching->draft, &source, &patching->arena))
        *error = patching->draft.error;
    return patching->draft.error.status;
}

ow_status patching_finish(struct patching *patching, ow_document *changed, ow_error *error)
{
    draft_document(&patching->draft, patching->row, &patching->options, &changed->as.any, error);
    arena_free(&patching->arena);
    return result_keep(patching->row, error->status, changed);
}

static ow_status apply(const ow_document *document, struct json_text patch,
                       bool (*apply_all)(struct draft *draft, struct json_text patch,
                                         const ow_options *options),
                       const ow_options *options, ow_document *changed, ow_error *error)
{
    ow_error local_error = {0};
    struct patching patching = {0};
    error = error ? error : &local_error;
    if (!patch.data)
        return error_missing(error, "patch");
    ow_status status = patching_begin(&patching, document, patch.size, options, changed, error);
    if (status != OW_OK)
        return status;
    apply_all(&patching.draft, patch, &patching.options);
    return patching_finish(&patching, changed, error);
}

ow_status ow_patch(const ow_document *document, const char *patch, size_t size,
                   const ow_options *options, ow_document *changed, ow_error *error)
{
    return apply(document, (struct json_text){patch, size}, patch_apply, options, changed, error);
}

ow_status ow_patch_back(const ow_document *document, const char *patch, size_t size,
                        const ow_options *options, ow_document *changed, ow_error *error)
{
    return apply(document, (struct json_text){patch, size}, patch_apply_back, options, changed,
                 error);
}

static void write_with_tests(struct patching *patching, struct json_text patch, const ow_sink *sink)
{
    struct output output;
    ow_error *error = &patching->draft.error;
    if (output_to_sink(&output, &patching->options, sink) != OW_OK) {
        error_plain(error, OW_NO_MEMORY);
        return;
    }
    patch_write_with_tests(&patching->draft, patch, &patching->options, &output);
    ow_status status = output_close_sink(&output);
    if (status != OW_OK && error->status == OW_OK)
        error_plain(error, status);
}

ow_status ow_reversible_patch(const ow_document *document, const char *patch, size_t size,
                              const ow_options *options, const ow_sink *sink, ow_error *error)
{
    ow_error local_error = {0};
    struct patching patching = {0};
    ow_document unused;
    error = error ? error : &local_error;
    if (!patch || !sink || !sink->write)
        return error_missing(error, patch ? "sink to write to" : "patch");
    ow_status status = patching_begin(&patching, document, size, options, &unused, error);
    if (status != OW_OK)
        return status;
    write_with_tests(&patching, (struct json_text){patch, size}, sink);
    if (patching.draft.error.status != OW_OK)
        *error = patching.draft.error;
    arena_free(&patching.arena);
    return error->status;
}
