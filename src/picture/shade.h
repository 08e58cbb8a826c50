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
    int32_t radii[2];         /* in pixels */
    const uint16_t *taken[2]; /* of each radius, see shade_fill_taken */
    double depth_to_pixels;   /* a step of depth in 16ths of a pixel's width */
};

/* How near the pixels of some rows of the picture are: -1 for nothing. */
struct heights {
    int32_t *list;
    int32_t columns, rows;
};

/* How much sky two points on both sides of a pixel hide, in 256ths, by how far they rise above it:
 * most if they rise by about their distance, little if they are far in front. The list has
 * shade_rises(radius) numbers; the last one is for all higher rises. */
uint32_t shade_rises(int32_t radius);
void shade_fill_taken(int32_t radius, uint16_t *taken);

/* Resolves one row of pixels, without soft shading; `row` counts from the raster's top. */
void shade_row(const struct shade *shade, int32_t row, ow_color *pixels);

/* Finds how near the pixels of such a row are. */
void shade_heights(const struct shade *shade, int32_t row, int32_t *heights);

/* Applies soft shading to a row of pixels; `row` counts from the first row of `heights`. There must
 * be shade->radii[1] rows of heights above and below, or all rows up to the picture's edge. */
void shade_softly(const struct shade *shade, const struct heights *heights, int32_t row,
                  ow_color *pixels);

#endif
