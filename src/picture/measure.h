/* The extent and the cost of what a picture shows. */
#ifndef OW_SRC_PICTURE_MEASURE_H
#define OW_SRC_PICTURE_MEASURE_H

#include "solid.h"

struct measure {
    struct extent extent; /* of projected points */
    uint64_t faces;       /* that may face the viewer */
    double area, rise;    /* sums of all sizes and heights, in units */
    bool has_marks;       /* something translucent */
};

/* Visits everything to be drawn; returns false if stopped. */
bool measure_scene(const struct projection *projection, struct measure *measure);

#endif
