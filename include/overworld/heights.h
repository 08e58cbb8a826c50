/* Height fields: the ground of a world as numbers and as an image.
 *
 * Threads: the calls may run at once on different objects, and on the same const object. */
#ifndef OVERWORLD_HEIGHTS_H
#define OVERWORLD_HEIGHTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A grid of heights in the world's own unit: the height of vertex x, y is values[y * x_vertices +
 * x]. */
typedef struct ow_heights {
    uint32_t x_vertices, y_vertices;
    float *values;
    void *owner; /* the memory of `values`; NULL if the caller built them */
    uint64_t reserved[4];
} ow_heights;

/* Releases heights that a call of the library made, and zeroes them. NULL is allowed. Since 0.1. */
OW_API void ow_heights_free(ow_heights *heights);

/* Interpolates the height at a point between vertices (bilinear).
 *
 * x, y: in vertices, from 0 on.
 * height: receives the height, in the world's unit.
 * Returns false if the point is outside the grid, or NaN.
 * Since 0.1. */
OW_API bool ow_heights_at(const ow_heights *heights, float x, float y, float *height);

/* Converts heights to an image of 16-bit samples. The scale and offset of the image represent
 * every height exactly if possible (steps that are multiples of one step, at most 65535 of them).
 * Otherwise the samples use the whole range. Heights that are not finite become the lowest height.
 *
 * image: receives the image; release it with ow_image_free.
 * largest_error: receives the largest difference after a round trip, in the world's unit: 0 if all
 *   heights are exact, infinite if a height is not finite. May be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT without heights.
 * Since 0.1. */
OW_API ow_status ow_heights_to_image(const ow_heights *heights, const ow_options *options,
                                     ow_image *image, float *largest_error, ow_error *error);

/* Converts an image to heights: offset + scale * sample.
 *
 * heights: receives the heights; release them with ow_heights_free.
 * Returns OW_OK; OW_BAD_ARGUMENT without an image.
 * Since 0.1. */
OW_API ow_status ow_heights_from_image(const ow_image *image, const ow_options *options,
                                       ow_heights *heights, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
