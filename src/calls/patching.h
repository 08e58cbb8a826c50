/* Changing a document by JSON. */
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

/* Starts with a draft of the unchanged document. `size` is that of the JSON to come, for the
 * memory limit. After a failure there is nothing to finish. */
ow_status patching_begin(struct patching *patching, const ow_document *document, size_t size,
                         const ow_options *options, ow_document *changed, ow_error *error);

/* Makes a document of the draft, unless it has failed. */
ow_status patching_finish(struct patching *patching, ow_document *changed, ow_error *error);

#endif
