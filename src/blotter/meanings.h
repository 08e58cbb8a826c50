/* What values mean, and setting values by their meaning. */
#ifndef OW_SRC_BLOTTER_MEANINGS_H
#define OW_SRC_BLOTTER_MEANINGS_H

#include "../driver/meanings.h"

extern const struct meanings blotter_meanings;

/* Converts thousandths of a game unit to squares, as they are displayed. */
float blotter_squares(double thousandths);

/* Converts a quaternion to degrees, as they are displayed. Returns false if it is not a
 * rotation. */
bool blotter_find_degrees(const double rotation[4], float degrees[3]);

/* See struct meanings. */
enum decoded_outcome blotter_set_decoded(struct decoded_change *change, const struct leaf *leaf);

#endif
