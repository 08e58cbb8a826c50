/* Samples into pixels: lines where one thing ends, soft shade where things meet, and their mean. */
#ifndef OW_SRC_PICTURE_SHADE_H
#define OW_SRC_PICTURE_SHADE_H

#include "raster.h"

#include "../base/memory.h"

struct shade {
    const struct raster *raster;
    unsigned samples;
    unsigned line_strength; /* of 256; 0: no lines */
    uint32_t gap;           /* of depth, from which on one thing stands before another */
    /* Soft shade: none where there are no radii. */
    int32_t radii[2];       /* in pixels */
    double depth_to_pixels; /* what a step of depth is in 16ths of a pixel's width */
    int32_t *heights;       /* a row of each pixel of the raster, see shade_heights */
};

/* Finds how near each pixel stands; `heights` has room for them. */
void shade_heights(struct shade *shade);

/* One row of pixels, as many as the raster has; `row` counts from its top. */
void shade_row(const struct shade *shade, int32_t row, ow_color *pixels);

#endif
