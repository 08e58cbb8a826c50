/* Scenes of files and documents of any format. */
#include "list.h"

#include "../base/error.h"
#include "../base/output.h"
#include "../calls/input.h"

static ow_status no_scene(ow_scene *scene, ow_error *error)
{
    error_clear(error);
    if (!scene)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing output for the scene: the pointer is NULL");
    *scene = (ow_scene){0};
    return OW_OK;
}

/* The memory limit is a multiple of `input_size`. */
static ow_status fill(const ow_document *document, uint64_t input_size, const ow_options *options,
                      const ow_scene_options *asked, ow_scene *scene, ow_error *error)
{
    const struct format_row *row = format_row_of(document->format);
    struct scene_builder builder;
    scene_filler *fill_scene = scene_filler_of(row);
    if (!fill_scene)
        return format_outcome(row, FORMAT_HAS_NONE, "scene", error);
    scene_begin(&builder, options, input_size, asked);
    ow_status status = fill_scene(document->as.any, &builder, error);
    if (status != OW_OK) {
        arena_free(&builder.arena);
        return format_outcome(row, status, "scene", error);
    }
    status = scene_finish(&builder, scene); /* the limit may have risen, see scene_allow */
    return status == OW_OK ? OW_OK : error_limited(error, status, builder.options.max_memory);
}

static bool count_bytes(void *context, const void *bytes, size_t size)
{
    (void)bytes;
    *(uint64_t *)context += size;
    return true;
}

/* The size of a document as a file. Fails if it could not be written. A sink takes a block of
 * memory, a buffer as much as the document has bytes. */
static ow_status measure(const ow_document *document, const ow_options *options, uint64_t *size,
                         ow_error *error)
{
    const ow_sink sink = {.context = size, .write = count_bytes};
    ow_buffer buffer = {0};
    *size = 0;
    if (driver_measure(format_row_of(document->format), document->as.any, options) > OUTPUT_BLOCK)
        return ow_write(document, options, &sink, error);
    ow_status status = ow_write_buffer(document, options, &buffer, error);
    *size = buffer.size;
    ow_buffer_free(&buffer, options);
    return status;
}

ow_status ow_scene_open_document(const ow_document *document, const ow_options *options,
                                 const ow_scene_options *scene_options, ow_scene *scene,
                                 ow_error *error)
{
    ow_status status = no_scene(scene, error);
    if (status != OW_OK)
        return status;
    if (!document_is_there(document))
        return document_missing(error);
    uint64_t size;
    status = measure(document, options, &size, error);
    if (status == OW_OK)
        status = fill(document, size, options, scene_options, scene, error);
    return status;
}

ow_status ow_scene_open(const void *bytes, size_t size, const ow_options *options,
                        const ow_scene_options *scene_options, ow_scene *scene, ow_error *error)
{
    ow_document document;
    ow_status status = no_scene(scene, error);
    if (status == OW_OK)
        status = ow_open(bytes, size, options, &document, error);
    if (status != OW_OK)
        return status;
    status = fill(&document, size, options, scene_options, scene, error);
    ow_close(&document);
    return status;
}
