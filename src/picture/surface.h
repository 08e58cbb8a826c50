/* What faces are covered with: coordinates that change evenly over them. */
#ifndef OW_SRC_PICTURE_SURFACE_H
#define OW_SRC_PICTURE_SURFACE_H

#include "raster.h"

/* Gives a face of four corners coordinates: 0, 0 at the first corner, `along`, 0 at the second and 0,
 * `across` at the fourth. False where it is seen edge on. */
bool surface_lay_out(struct surface *surface, const struct camera *camera, const struct face *face,
                     double along, double across);

/* How far a pixel of `samples` a side reaches over the coordinates, at most, in the middle of a face. */
double surface_footprint(const struct surface *surface, const struct face *face, unsigned samples);

/* Strokes across, `period` apart; false where they are too fine to be seen. */
bool surface_hatch(struct surface *surface, const struct face *face, unsigned samples,
                   double period);

/* A colour `brightness` 65536ths as bright. */
static inline uint8_t surface_channel(uint8_t channel, int64_t brightness)
{
    int64_t scaled = (channel * brightness + 32768) / 65536;
    return (uint8_t)(scaled < 0 ? 0 : scaled < 255 ? scaled : 255);
}

static inline ow_color surface_shade(ow_color color, int64_t brightness)
{
    return (ow_color){surface_channel(color.red, brightness),
                      surface_channel(color.green, brightness),
                      surface_channel(color.blue, brightness), color.alpha};
}

#endif
