/* What boards are covered with. */
#ifndef OW_SRC_PICTURE_BOARD_H
#define OW_SRC_PICTURE_BOARD_H

#include "faces.h"

/* How bright the face of a board of a colour is beside other faces in the same light. */
double board_brightness(const struct painter *painter, struct vector normal, ow_color color,
                        bool is_rim);

/* Whether that is what board_squares made, how wide a line between squares is, in units, and how dark. */
bool board_is_squared(const struct surface *surface, double *width, double *darkness);

/* Squares on a face, whose corners 0, 1, 3 have these sides between them in units; false: it is flat,
 * the squares are too small to be seen. */
bool board_squares(const struct painter *painter, const struct face *face, double along,
                   double across, struct surface *surface);

#endif
