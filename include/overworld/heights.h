/* Height fields: the ground of a world, as numbers and as a picture. */
#ifndef OVERWORLD_HEIGHTS_H
#define OVERWORLD_HEIGHTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A grid of heights in the world's own unit: that of vertex x, y is values[y * x_vertices + x]. */
typedef struct ow_heights {
    uint32_t x_vertices, y_vertices;
    float *values;
    void *owner; /* the memory behind them; NULL where the caller built them */
    uint64_t reserved[4];
} ow_heights;

/* Gives heights that a call of the library made back and zeroes them. NULL is fine. */
OW_API void ow_heights_free(ow_heights *heights);

/* The height at a point, between vertices weighed by distance (bilinear). False outside the grid. */
OW_API bool ow_heights_at(const ow_heights *heights, float x, float y, float *height);

/* Turns heights into an image of 16-bit samples and the way back. The image's scale and offset are
 * chosen so that it holds every height exactly where any choice does (steps that are all multiples
 * of one, at most 65535 of them), or else so that the whole range is used; *largest_error (may be
 * NULL) is by how much a height that is read back differs at most, 0 where all are exact. Heights
 * that are not finite become the least one; *largest_error is infinite then. */
OW_API ow_status ow_heights_to_image(const ow_heights *heights, const ow_options *options,
                                     ow_image *image, float *largest_error, ow_error *error);
OW_API ow_status ow_heights_from_image(const ow_image *image, const ow_options *options,
                                       ow_heights *heights, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
