/* A document on its way to be changed by JSON. */
#ifndef OW_SRC_CALLS_PATCHING_H
#define OW_SRC_CALLS_PATCHING_H

#include "draft_document.h"
#include "input.h"

#include "../change/patch.h"

struct patching {
    const struct format_row *row;
    const void *document;
    ow_options options;
    struct arena arena;
    struct draft draft;
};

/* Begins with a draft of the document as it is. `size` is that of the JSON to come, for the limit of memory.
 * After a failure there is nothing to finish. */
ow_status patching_begin(struct patching *patching, const ow_document *document, size_t size,
                         const ow_options *options, ow_document *changed, ow_error *error);

/* Makes a document of the draft, if nothing has failed in it. */
ow_status patching_finish(struct patching *patching, ow_document *changed, ow_error *error);

#endif
