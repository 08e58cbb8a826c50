/* Opening, making, copying, writing and converting documents of any format. */
#include "input.h"

#include "../base/error.h"

ow_status ow_open(const void *bytes, size_t size, const ow_options *options, ow_document *document,
                  ow_error *error)
{
    struct input input;
    ow_status status = result_open(document, error);
    if (status == OW_OK)
        status = input_open(&input, bytes, size, options, error);
    if (status != OW_OK)
        return status;
    status = driver_read(input.row, bytes, size, options, &document->as.any, error);
    return result_keep(input.row, status, document);
}

static const char *const *extensions_of(const struct format_row *row, const void *document)
{
    const char *const *found = row->extensions_of(document);
    return found ? found : row->about.extensions;
}

const char *const *ow_document_extensions(const ow_document *document)
{
    if (!document_is_there(document))
        return NULL;
    const struct format_row *row = format_row_of(document->format);
    return extensions_of(row, document->as.any);
}

const char *const *ow_file_extensions(const void *bytes, size_t size)
{
    struct input input;
    struct preset front = {{0}};
    if (input_open(&input, bytes, size, NULL, NULL) != OW_OK)
        return NULL;
    const struct format_row *row = input.row;
    if (row->read_front(&input.file, &front) != OW_OK)
        return row->about.extensions;
    /* Lists of extensions are constants. */
    /* cppcheck-suppress returnDanglingLifetime */
    return extensions_of(row, &front);
}

ow_status ow_new(const ow_format *format, const ow_options *options, ow_document *document,
                 ow_error *error)
{
    ow_status status = result_open(document, error);
    if (status != OW_OK)
        return status;
    if (!format_is_ours(format))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "unknown format: the pointer must come from this library");
    status = driver_new(format_row_of(format), options, &document->as.any, error);
    return result_keep(format_row_of(format), status, document);
}

ow_status ow_copy(const ow_document *document, const ow_options *options, ow_document *copy,
                  ow_error *error)
{
    /* `copy` may be `document` itself */
    ow_document from = document ? *document : (ow_document){0};
    ow_status status = result_open(copy, error);
    if (status != OW_OK)
        return status;
    if (!document_is_there(&from))
        return document_missing(error);
    status = driver_copy(format_row_of(from.format), from.as.any, options, &copy->as.any, error);
    return result_keep(format_row_of(from.format), status, copy);
}

void ow_close(ow_document *document)
{
    if (!document)
        return;
    if (document_is_there(document))
        arena_release(format_row_of(document->format)->owner_of(document->as.any));
    *document = (ow_document){0};
}

ow_status ow_write(const ow_document *document, const ow_options *options, const ow_sink *sink,
                   ow_error *error)
{
    error_clear(error);
    return document_is_there(document) ? driver_write(format_row_of(document->format),
                                                      document->as.any, options, sink, error)
                                       : document_missing(error);
}

ow_status ow_write_buffer(const ow_document *document, const ow_options *options, ow_buffer *buffer,
                          ow_error *error)
{
    error_clear(error);
    return document_is_there(document)
               ? driver_write_buffer(format_row_of(document->format), document->as.any, options,
                                     buffer, error)
               : document_missing(error);
}

ow_status ow_convert(const ow_document *document, const ow_target *target,
                     const ow_options *options, ow_warn warn, void *warn_context,
                     ow_document *converted, ow_error *error)
{
    ow_status status = result_open(converted, error);
    if (status != OW_OK)
        return status;
    if (!document_is_there(document))
        return document_missing(error);
    const struct format_row *row = format_row_of(document->format);
    status = driver_convert(row, document->as.any, target, options, warn, warn_context,
                            &converted->as.any, error);
    return result_keep(row, status, converted);
}
