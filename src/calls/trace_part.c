/* Parts of documents as events. */
#include "input.h"

#include "../base/error.h"
#include "../base/memory.h"
#include "../codec/part_filter.h"
#include "../driver/meanings.h"

/* The request. */
struct trace_request {
    const struct format_row *row;
    const void *document;
    const char *pointer;
    uint64_t first, count;
    const ow_options *options;
    ow_visitor visit;
    void *context;
};

/* The result, and whether the part was found. */
struct trace_outcome {
    ow_status status;
    bool found;
};

/* Traces the part; `walk` is NULL without meanings. */
static struct trace_outcome trace_plain(const struct trace_request *request,
                                        struct part_filter *filter, struct meaning_walk *walk,
                                        ow_error *error)
{
    part_filter_open(filter, request->pointer, request->visit, request->context);
    filter->part.first = request->first;
    filter->part.count = request->count;
    /* finding them takes a walk through the whole document */
    filter->part.has_sizes = request->count == 0;
    struct trace_outcome outcome;
    outcome.status = driver_emit_part(request->row, request->document, &filter->part,
                                      request->options, walk ? meanings_visit : part_filter_visit,
                                      walk ? (void *)walk : filter, error);
    outcome.found = filter->target > 0;
    return outcome;
}

/* Meanings depend on a table that may be elsewhere. */
static struct trace_outcome trace_with_meanings(const struct trace_request *request,
                                                ow_error *error)
{
    struct arena arena;
    struct meaning_walk walk;
    struct part_filter filter;
    ow_options filled = options_or_default(request->options, 0);
    arena_init(&arena, &filled);
    struct trace_outcome outcome = {
        .status =
            meanings_open(&walk, request->row->meanings, part_filter_visit, &filter, NULL, &arena)};
    if (outcome.status == OW_OK)
        meanings_note(&walk, request->document);
    if (arena.status == OW_OK)
        outcome = trace_plain(request, &filter, &walk, error);
    if (arena.status != OW_OK)
        outcome.status = error_limited(error, arena.status, filled.max_memory);
    arena_free(&arena);
    return outcome;
}

ow_status ow_trace_part(const ow_document *document, const char *pointer, uint64_t first,
                        uint64_t count, const ow_options *options, ow_visitor visit, void *context,
                        ow_error *error)
{
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    if (!pointer || !visit)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing %s: the pointer is NULL",
                         pointer ? "visitor" : "JSON Pointer");
    struct trace_request request = {.row = format_row_of(document->format),
                                    .document = document->as.any,
                                    .pointer = pointer,
                                    .first = first,
                                    .count = count,
                                    .options = options,
                                    .visit = visit,
                                    .context = context};
    struct part_filter filter;
    struct trace_outcome outcome = options && options->meanings
                                       ? trace_with_meanings(&request, error)
                                       : trace_plain(&request, &filter, NULL, error);
    if (outcome.status == OW_OK && !outcome.found)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "there is no field \"%s\"", pointer);
    return outcome.status;
}
