/* The surface of boards. */
#ifndef OW_SRC_PICTURE_BOARD_H
#define OW_SRC_PICTURE_BOARD_H

#include "faces.h"

/* The brightness of a board's face of a colour, relative to other faces in the same light. */
double board_brightness(const struct painter *painter, struct vector normal, ow_color color,
                        bool is_rim);

/* Returns true if board_squares made the surface; the width of lines in units, and their
 * darkness. */
bool board_is_squared(const struct surface *surface, double *width, double *darkness);

/* Makes squares on a face with these sides between corners 0, 1 and 3, in units. Returns false if
 * the face is flat, or the squares are too small to see. */
bool board_squares(const struct painter *painter, const struct face *face, double along,
                   double across, struct surface *surface);

#endif
