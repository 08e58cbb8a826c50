/* What values mean. */
#ifndef OW_SRC_STRUCTURE_MEANINGS_H
#define OW_SRC_STRUCTURE_MEANINGS_H

#include "../driver/meanings.h"

#include <overworld/structure.h>

extern const struct meanings structure_meanings;

/* The place of a block, as it is displayed. */
void structure_shown_place(const ow_structure_root *root, const int16_t position[3],
                           float place[3]);

/* See struct meanings. */
enum decoded_outcome structure_set_decoded(struct decoded_change *change, const struct leaf *leaf);

#endif
