/* Rings around highlighted things that are too small to see. */
#ifndef OW_SRC_PICTURE_RINGS_H
#define OW_SRC_PICTURE_RINGS_H

#include "faces.h"

/* Adds a solid of a highlighted thing; draws the ring of the previous thing. */
void ring_include(struct painter *painter, const struct solid *solid, const struct spot *spots,
                  unsigned count);

/* Draws the ring of the last thing. */
void ring_finish(struct painter *painter);

#endif
