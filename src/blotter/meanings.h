/* What values stand for, and values in words put into a save. */
#ifndef OW_SRC_BLOTTER_MEANINGS_H
#define OW_SRC_BLOTTER_MEANINGS_H

#include "../driver/meanings.h"

extern const struct meanings blotter_meanings;

/* Thousandths of the game's unit in squares, as they are shown. */
float blotter_squares(double thousandths);

/* A quaternion as degrees, as they are shown. False if it is no rotation. */
bool blotter_find_degrees(const double rotation[4], float degrees[3]);

/* See struct meanings. */
enum decoded_outcome blotter_set_decoded(struct decoded_change *change, const struct leaf *leaf);

#endif
