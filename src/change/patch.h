/* Applying a JSON Patch (RFC 6902) to a draft. Knows no format. */
#ifndef OW_SRC_CHANGE_PATCH_H
#define OW_SRC_CHANGE_PATCH_H

#include "draft.h"

/* Applies all operations of a patch in order. After a failure the draft is unusable, and its error
 * says why: OW_BAD_JSON for an invalid patch, OW_NOT_THERE for an operation without its target or
 * a failed test. The text must outlive the draft. */
bool patch_apply(struct draft *draft, struct json_text patch, const ow_options *options);

/* Applies the reverse of each operation, the last one first: leads from the changed world back to
 * the old one. Operations that overwrite or remove a value need a test of the value before them.
 * Fails as patch_apply, and with OW_NOT_THERE if the world is not what the patch leads to. */
bool patch_apply_back(struct draft *draft, struct json_text patch, const ow_options *options);

/* Writes the patch with a test of the old value before each operation that replaces or removes one.
 * The draft is of the old world. Fails as patch_apply. */
bool patch_write_with_tests(struct draft *draft, struct json_text patch, const ow_options *options,
                            struct output *output);

/* Returns true if text is one valid JSON value and nothing else. */
bool patch_is_value(struct json_text text);

#endif
