/* Whether a component looks the same in a mirror, and which inputs are swapped then. */
#ifndef OW_SRC_BLOTTER_TYPES_MIRROR_H
#define OW_SRC_BLOTTER_TYPES_MIRROR_H

#include "types.h"

/* A plane in a component's own frame: the component looks the same on both sides of it. */
struct type_mirror {
    double sum;       /* twice the plane's place on its axis, in squares */
    unsigned axis;    /* 0 x, 1 y, 2 z */
    bool is_reversed; /* the first input is where the last one was; both do the same */
};

/* Finds the plane across an axis. Returns false if there is none, or if the type's shape is not
 * known. */
bool type_find_mirror(const struct type_use *use, unsigned axis, struct type_mirror *mirror);

/* The middle of a component's bodies in its own frame, in squares; of its first peg if it has no
 * bodies. */
struct vector type_middle(const struct type_use *use);

#endif
