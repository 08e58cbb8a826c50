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

ow_status ow_set_heights(ow_document *document, const ow_heights *heights, ow_error *error)
{
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    if (!heights)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there are no heights: the pointer to them is null");
    const struct format_row *row = format_row_of(document->format);
    return row->set_heights ? row->set_heights(document->as.any, heights, error)
                            : format_has_no(row, "ground", error);
}
