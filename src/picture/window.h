/* The visible part of the world, for pictures that frame a place: the rest is skipped. */
#ifndef OW_SRC_PICTURE_WINDOW_H
#define OW_SRC_PICTURE_WINDOW_H

#include "../base/vectors.h"

#include <math.h>
#include <stdbool.h>

struct window {
    bool is_asked; /* false: everything is on the picture */
    bool perspective;
    struct vector middle;           /* in view space: the centre of the picture */
    double half_width, half_height; /* in units, there */
    double distance;                /* distance of the eye from the centre */
    const double *reaches;          /* of each shape: radius around its origin */
};

/* Anything nearer to the eye than this share of its distance is behind the viewer. */
static const double window_nearest = 1.0 / 64;

static inline bool window_is_behind(const struct window *window, struct vector seen)
{
    return window->is_asked && window->perspective &&
           rounded_to_double(window->distance - (seen.z - window->middle.z)) <
               rounded_to_double(window->distance * window_nearest);
}

/* Returns true if anything within `reach` of a point of view space may be visible. */
static inline bool window_shows(const struct window *window, struct vector seen, double reach)
{
    double times = 1;
    if (!window->is_asked)
        return true;
    struct vector from = vector_subtract(seen, window->middle);
    if (window->perspective) {
        /* The picture widens with distance; a ball at its side is a little farther from its
         * edge. */
        times = rounded_to_double((window->distance - from.z + reach) / window->distance);
        if (times < window_nearest)
            return false;
        reach = rounded_to_double(reach * 1.25);
    }
    return fabs(from.x) <= rounded_to_double(window->half_width * times) + reach &&
           fabs(from.y) <= rounded_to_double(window->half_height * times) + reach;
}

#endif
