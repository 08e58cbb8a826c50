/* The ground of a document of any format. */
#include "input.h"

#include "../base/error.h"

ow_status ow_get_heights(const ow_document *document, const ow_options *options,
                         ow_heights *heights, ow_error *error)
{
    error_clear(error);
    if (heights)
        *heights = (ow_heights){0};
    if (!document_is_there(document))
        return document_missing(error);
    if (!heights)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing output for the heights: the pointer is NULL");
    const struct format_row *row = format_row_of(document->format);
    ow_status status = row->get_heights(document->as.any, options, heights, error);
    return format_outcome(row, status, "ground", error);
}

/* Checks that there are a document and heights. */
static ow_status check_arguments(const ow_document *document, const ow_heights *heights,
                                 ow_error *error)
{
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    if (!heights)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing heights: the pointer is NULL");
    return OW_OK;
}

ow_status ow_set_heights(ow_document *document, const ow_heights *heights, ow_error *error)
{
    ow_status status = check_arguments(document, heights, error);
    if (status != OW_OK)
        return status;
    const struct format_row *row = format_row_of(document->format);
    status = row->set_heights(document->as.any, heights, error);
    return format_outcome(row, status, "ground", error);
}

ow_status ow_set_heights_image(ow_document *document, const ow_heights *heights, ow_text path,
                               const ow_options *options, ow_image *image, float *largest_error,
                               ow_error *error)
{
    if (image)
        *image = (ow_image){0};
    ow_status status = check_arguments(document, heights, error);
    if (status != OW_OK)
        return status;
    if (!image)
        return error_missing(error, "output for the image");
    if (!path.data && path.size > 0)
        return error_missing(error, "path of the image");
    const struct format_row *row = format_row_of(document->format);
    status = row->set_heights_image(document->as.any, heights, path, options, image, largest_error,
                                    error);
    return format_outcome(row, status, "ground", error);
}
