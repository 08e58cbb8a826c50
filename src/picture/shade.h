/* Resolving samples into pixels: lines at edges, soft shading where things meet, and the mean. */
#ifndef OW_SRC_PICTURE_SHADE_H
#define OW_SRC_PICTURE_SHADE_H

#include "raster.h"

#include "../base/memory.h"

struct shade {
    const struct raster *raster;
    unsigned samples;
    unsigned line_strength; /* of 256; 0: no lines */
    uint32_t gap;           /* depth difference from which one thing is in front of another */
    /* Soft shading; radii of 0: none. */
    int32_t radii[2];       /* in pixels */
    double depth_to_pixels; /* a step of depth in 16ths of a pixel's width */
    int32_t *heights;       /* a row for each pixel row of the raster, see shade_heights */
};

/* Computes the nearness of each pixel into the rows of `heights` from first up to end. */
void shade_heights(const struct shade *shade, uint32_t first, uint32_t end);

/* Resolves one row of pixels; `row` counts from the raster's top. */
void shade_row(const struct shade *shade, int32_t row, ow_color *pixels);

#endif
