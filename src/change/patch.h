/* A JSON Patch (RFC 6902) done to a draft. Knows no format. */
#ifndef OW_SRC_CHANGE_PATCH_H
#define OW_SRC_CHANGE_PATCH_H

#include "draft.h"

/* Does all operations of a patch, one after another. On a failure the draft is of no use any more, and its
 * error has the words: OW_BAD_JSON for what is no JSON Patch, OW_NOT_THERE for an operation that has nothing
 * to work on, or a test that fails. The text must live as long as the draft. */
bool patch_apply(struct draft *draft, struct json_text patch, const ow_options *options);

/* Whether text is one JSON value and nothing else, without what JSON may not have in it. */
bool patch_is_value(struct json_text text);

#endif
