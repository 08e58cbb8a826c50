/* Differences between two worlds as a JSON Patch (RFC 6902). Knows no format. */
#ifndef OW_SRC_CHANGE_WRITE_PATCH_H
#define OW_SRC_CHANGE_WRITE_PATCH_H

#include "compare.h"
#include "draft.h"

struct patch_writer;

/* A patch into a sink; `after` tells parts of the world after, whose values go into it. Memory counts in
 * `account`. */
ow_status patch_writer_open(const struct draft_source *after, const ow_options *options,
                            struct arena *account, struct patch_writer **opened);

/* Takes the findings of a comparison one after another; the context is the writer. False after a failure. */
bool patch_writer_find(void *context, struct comparison *comparison, const struct finding *finding);

/* Writes what was found, and gives the writer back. */
ow_status patch_writer_close(struct patch_writer *writer, const ow_sink *sink, ow_error *error);

#endif
