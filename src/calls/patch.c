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
    patching->options = options_or_default(options, 0);
    if (!options || !options->max_memory)
        patching->options = change_options(
            options, driver_measure(patching->row, document->as.any, options) + size);
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

ow_status ow_patch(const ow_document *document, const char *patch, size_t size,
                   const ow_options *options, ow_document *changed, ow_error *error)
{
    ow_error local_error = {0};
    struct patching patching = {0};
    error = error ? error : &local_error;
    if (!patch)
        return error_missing(error, "patch");
    ow_status status = patching_begin(&patching, document, size, options, changed, error);
    if (status != OW_OK)
        return status;
    patch_apply(&patching.draft, (struct json_text){patch, size}, &patching.options);
    return patching_finish(&patching, changed, error);
}
