/* Turning a draft into a document. */
#ifndef OW_SRC_CALLS_DRAFT_DOCUMENT_H
#define OW_SRC_CALLS_DRAFT_DOCUMENT_H

#include "../change/draft.h"
#include "../formats.h"

/* Makes a document of a draft. On failure *error says why. */
ow_status draft_document(struct draft *draft, const struct format_row *row,
                         const ow_options *options, void **document, ow_error *error);

#endif
