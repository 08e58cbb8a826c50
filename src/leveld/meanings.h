/* What values mean, and setting values by their meaning. */
#ifndef OW_SRC_LEVELD_MEANINGS_H
#define OW_SRC_LEVELD_MEANINGS_H

#include "../driver/meanings.h"

extern const struct meanings leveld_meanings;

/* Converts pixels to cells of a size, as they are displayed; 0 stands for the usual size. */
float leveld_cells(uint32_t pixels, uint32_t cell);

/* See struct meanings. */
enum decoded_outcome leveld_set_decoded(struct decoded_change *change, const struct leaf *leaf);

#endif
