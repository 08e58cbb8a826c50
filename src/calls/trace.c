/* Files and documents of any format as events, and tracers. */
#include "input.h"

#include "../base/error.h"
#include "../base/memory.h"
#include "../codec/places.h"
#include "../driver/meanings.h"

/* Traces a file, or a document if `input` is NULL. */
static ow_status trace_any(struct input *input, const ow_document *document,
                           const ow_options *options, ow_visitor visit, void *context,
                           ow_error *error)
{
    return input ? input_trace(input, visit, context, error)
                 : driver_emit(format_row_of(document->format), document->as.any, options, visit,
                               context, error);
}

/* The same with meanings of values, if the options ask for them. */
static ow_status trace_with_meanings(const struct format_row *row, struct input *input,
                                     const ow_document *document, const ow_options *options,
                                     ow_visitor visit, void *context, ow_error *error)
{
    if (!options || !options->meanings || !visit)
        return trace_any(input, document, options, visit, context, error);
    struct arena arena;
    struct meaning_walk walk;
    ow_options filled = options_or_default(options, input ? input->file.size : 0);
    arena_init(&arena, &filled);
    ow_status status = meanings_open(&walk, row->meanings, visit, context,
                                     input ? input->file.places : NULL, &arena);
    ow_status traced = OW_OK;
    if (status == OW_OK && document)
        meanings_note(&walk, document->as.any);
    if (status == OW_OK && arena.status == OW_OK)
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

struct ow_tracer {
    struct input input;
    struct preset preset;
    struct list_places places;
    struct arena arena;
};

static ow_visit nobody(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_SKIP;
}

/* Reads the file once, up to an error. */
static ow_status note_places(ow_tracer *tracer, ow_error *error)
{
    struct input *input = &tracer->input;
    struct file *file = &input->file;
    driver_find(input->row, file, &tracer->preset);
    arena_init(&tracer->arena, &file->options);
    if (!places_open(&tracer->places, &tracer->arena, file->size))
        return error_limited(error, tracer->arena.status, file->options.max_memory);
    file->places = &tracer->places;
    ow_status status = driver_trace(input->row, file, &tracer->preset, nobody, NULL, error);
    tracer->places.is_noting = false;
    if (!driver_may_retry(status) && status != OW_OK)
        return status;
    error_clear(error);
    if (status == OW_OK || input->row->trace == driver_trace_file)
        file->preset = &tracer->preset;
    else
        file->places = NULL; /* a search gives better errors, each time */
    return OW_OK;
}

ow_status ow_tracer_open(const void *bytes, size_t size, const ow_options *options,
                         ow_tracer **tracer, ow_error *error)
{
    ow_options filled = options_or_default(options, size);
    error_clear(error);
    if (!tracer)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing output for the tracer: the pointer is NULL");
    ow_tracer *made = allocator_take(&filled.allocator, sizeof *made);
    *tracer = NULL;
    if (!made)
        return error_limited(error, OW_NO_MEMORY, filled.max_memory);
    *made = (ow_tracer){.arena.allocator = filled.allocator};
    ow_status status = input_open(&made->input, bytes, size, options, error);
    if (status == OW_OK)
        status = note_places(made, error);
    if (status == OW_OK)
        *tracer = made;
    else
        ow_tracer_close(made);
    return status;
}

void ow_tracer_close(ow_tracer *tracer)
{
    if (!tracer)
        return;
    ow_allocator allocator = tracer->arena.allocator;
    arena_free(&tracer->arena);
    allocator_give(&allocator, tracer, sizeof *tracer);
}

ow_status ow_tracer_run(ow_tracer *tracer, const ow_options *options, ow_visitor visit,
                        void *context, ow_error *error)
{
    error_clear(error);
    if (!tracer)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing tracer: the pointer is NULL");
    tracer->input.file.options.progress = options ? options->progress : NULL;
    tracer->input.file.options.progress_context = options ? options->progress_context : NULL;
    return trace_with_meanings(tracer->input.row, &tracer->input, NULL, options, visit, context,
                               error);
}

void ow_tracer_leave_out(ow_tracer *tracer, uint64_t element, uint64_t offset)
{
    if (!tracer)
        return;
    tracer->places.element = element;
    tracer->places.offset = offset;
}
