/* The ground of a document of any format. */
#include "input.h"

#include "../base/error.h"

ow_status ow_get_heights(const ow_document *document, const ow_options *options,
                         ow_heights *heights, ow_error *error)
{
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    if (!heights)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there is no place for the heights: the pointer to it is null");
    *heights = (ow_heights){0};
    const struct format_row *row = format_row_of(document->format);
    return row->get_heights ? row->get_heights(document->as.any, options, heights, error)
                            : format_has_no(row, "ground", error);
}

/* Whether there are a document with a ground and heights to put there. */
static ow_status check_ground(const ow_document *document, const ow_heights *heights,
                              ow_error *error)
{
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    if (!heights)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there are no heights: the pointer to them is null");
    const struct format_row *row = format_row_of(document->format);
    return row->set_heights ? OW_OK : format_has_no(row, "ground", error);
}

ow_status ow_set_heights(ow_document *document, const ow_heights *heights, ow_error *error)
{
    ow_status status = check_ground(document, heights, error);
    if (status != OW_OK)
        return status;
    return format_row_of(document->format)->set_heights(document->as.any, heights, error);
}

ow_status ow_set_heights_image(ow_document *document, const ow_heights *heights, ow_text path,
                               const ow_options *options, ow_image *image, float *largest_error,
                               ow_error *error)
{
    if (image)
        *image = (ow_image){0};
    ow_status status = check_ground(document, heights, error);
    if (status != OW_OK)
        return status;
    if (!image)
        return error_missing(error, "place for the image");
    if (!path.data && path.size > 0)
        return error_missing(error, "path of the image");
    return format_row_of(document->format)
        ->set_heights_image(document->as.any, heights, path, options, image, largest_error, error);
}
