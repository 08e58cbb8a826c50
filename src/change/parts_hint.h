/* Suggestions for selectors that match nothing. */
#ifndef OW_SRC_CHANGE_PARTS_HINT_H
#define OW_SRC_CHANGE_PARTS_HINT_H

#include "parts.h"

enum { UNMATCHED_HINT = 256 };

/* Writes a suggestion for a selector that matches nothing: ` (did you mean "type:A"?)`, the
 * existing kinds, or "". */
void hint_at_parts(const struct parts *parts, const struct selector_words *words,
                   char hint[UNMATCHED_HINT]);

/* Completes a type name without its mod, if records have exactly one such type and none of the
 * name itself. The name is in the arena of `parts`. */
ow_status parts_resolve_type(struct parts *parts, ow_text *type);

/* Writes `no record has the type "X" (did you mean "Y"?)` to the error. Returns OW_BAD_ARGUMENT. */
ow_status parts_none_of_type_here(const struct parts *parts, ow_text type, ow_error *error);

/* Warns about a type, text or tag of a choice that no record of the world has. */
void note_unknown(const struct parts *parts, const ow_part_choice *choice);

#endif
