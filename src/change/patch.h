/* Applying a JSON Patch (RFC 6902) to a draft. Knows no format. */
#ifndef OW_SRC_CHANGE_PATCH_H
#define OW_SRC_CHANGE_PATCH_H

#include "draft.h"

/* Applies all operations of a patch in order. After a failure the draft is unusable, and its error
 * says why: OW_BAD_JSON for an invalid patch, OW_NOT_THERE for an operation without its target or
 * a failed test. The text must outlive the draft. */
bool patch_apply(struct draft *draft, struct json_text patch, const ow_options *options);

/* Returns true if text is one valid JSON value and nothing else. */
bool patch_is_value(struct json_text text);

#endif
