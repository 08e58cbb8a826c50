/* What values stand for. */
#ifndef OW_SRC_STRUCTURE_MEANINGS_H
#define OW_SRC_STRUCTURE_MEANINGS_H

#include "../driver/meanings.h"

#include <overworld/structure.h>

extern const struct meanings structure_meanings;

/* Where a block stands, as it is shown. */
void structure_shown_place(const ow_structure_root *root, const int16_t position[3],
                           float place[3]);

/* See struct meanings. */
enum decoded_outcome structure_set_decoded(struct decoded_change *change, const struct leaf *leaf);

#endif
