/* Surfaces of faces: coordinates that are linear over them. */
#ifndef OW_SRC_PICTURE_SURFACE_H
#define OW_SRC_PICTURE_SURFACE_H

#include "raster.h"

/* Gives a face of four corners coordinates: 0, 0 at the first corner, `along`, 0 at the second and
 * 0, `across` at the fourth. Returns false if it is seen edge-on. */
bool surface_lay_out(struct surface *surface, const struct camera *camera, const struct face *face,
                     double along, double across);

/* The largest extent of a pixel of `samples` per side in these coordinates, at the centre of a
 * face. */
double surface_footprint(const struct surface *surface, const struct face *face, unsigned samples);

/* Makes strokes, `period` apart; returns false if they are too fine to see. */
bool surface_hatch(struct surface *surface, const struct face *face, unsigned samples,
                   double period);

/* A colour times `brightness` 65536ths, at most 2^24. */
static inline uint8_t surface_channel(uint8_t channel, uint32_t brightness)
{
    uint32_t scaled = (channel * brightness + 32768) >> 16;
    return (uint8_t)(scaled < 255 ? scaled : 255);
}

static inline ow_color surface_shade(ow_color color, uint32_t brightness)
{
    return (ow_color){surface_channel(color.red, brightness),
                      surface_channel(color.green, brightness),
                      surface_channel(color.blue, brightness), color.alpha};
}

#endif
