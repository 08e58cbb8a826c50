/* Boxes that may be turned, and which of them share space. Units are squares, cells or blocks. */
#ifndef OW_SRC_BASE_SOLIDS_H
#define OW_SRC_BASE_SOLIDS_H

#include "extents.h"
#include "vectors.h"

/* How deep boxes have to be in each other to share space. Places in files are rounded, and real
 * worlds have neighbours that are this deep in each other. */
#define SOLID_TOUCH 0.02

struct solid {
    struct vector middle, axes[3]; /* unit vectors */
    double half[3];                /* of its sizes, less a part of SOLID_TOUCH */
};

/* Makes a box of a size, whose sides are turned by a unit quaternion. Returns false if the box is
 * too thin to share space, if its size or distance is 1e30 or not finite, or if the quaternion is
 * far from a unit one. */
bool solid_make(struct solid *solid, struct vector middle, struct vector size,
                struct rotation turn);

/* The part of a wedge that is as high as its low end: the size and the middle of a box. `low` is
 * the height of the low end as a part of the height. */
struct vector solid_in_wedge(struct vector size, double low, struct rotation turn,
                             struct vector *middle);

/* The extent of a box along the axes of the world. */
struct extent solid_extent(const struct solid *solid);

/* Returns true if two boxes share space. */
bool solids_overlap(const struct solid *a, const struct solid *b);

#endif
