/* What a picture is about to show: how far it reaches, and what it costs. */
#ifndef OW_SRC_PICTURE_MEASURE_H
#define OW_SRC_PICTURE_MEASURE_H

#include "solid.h"

struct measure {
    struct extent extent; /* of projected points */
    uint64_t faces;       /* that may look at the viewer */
    double area, rise;    /* of them all: their sizes and heights, in units */
    bool has_marks;       /* something that is seen through */
};

/* Walks all that is to be drawn; false where it was stopped. */
bool measure_scene(const struct projection *projection, struct measure *measure);

#endif
