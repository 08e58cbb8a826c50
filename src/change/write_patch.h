/* Writing differences between two worlds as a JSON Patch (RFC 6902). Knows no format. */
#ifndef OW_SRC_CHANGE_WRITE_PATCH_H
#define OW_SRC_CHANGE_WRITE_PATCH_H

#include "compare.h"
#include "draft.h"

struct patch_writer;

/* Opens a patch; `after` is the source of the new world's parts, whose values are written. Memory
 * counts in `account`. */
ow_status patch_writer_open(const struct draft_source *after, const ow_options *options,
                            struct arena *account, struct patch_writer **opened);

/* Receives the findings of a comparison; the context is the writer. Returns false after a
 * failure. */
bool patch_writer_find(void *context, struct comparison *comparison, const struct finding *finding);

/* Writes the patch and releases the writer. */
ow_status patch_writer_close(struct patch_writer *writer, const ow_sink *sink, ow_error *error);

#endif
