/* Things so small that they lie between the centres of samples: no sample shows them. From far,
 * these are nearly all things of a large world. */
#ifndef OW_SRC_PICTURE_GAPS_H
#define OW_SRC_PICTURE_GAPS_H

#include "camera.h"
#include "raster.h"

#include <math.h>

/* The parts of a picture that may show a thing: it has so many from top to bottom. */
enum { PARTS = 256 };

struct parts_shown {
    uint8_t first, last;
};

/* Of a picture without perspective, in samples, with the centres of samples at whole numbers. */
struct gaps {
    double scale, x, y;              /* the place of view space's origin */
    double left, right, top, bottom; /* centres at the edges of the raster */
    const double *reaches;           /* of each shape: radius; infinite: it has lines around it */
    const struct parts_shown *shown; /* of each thing; NULL: not known */
    struct parts_shown parts;        /* of the raster */
};

/* The part of a row of samples, of `rows` in the picture. */
static inline uint8_t part_of_row(double row, double rows)
{
    double part = row * PARTS / rows;
    return part > 0 ? part < PARTS - 1 ? (uint8_t)part : PARTS - 1 : 0;
}

static inline struct gaps gaps_of(const struct camera *camera, const struct raster *raster,
                                  const double *reaches)
{
    return (struct gaps){.scale = camera->scale,
                         .x = camera->half_width - camera->middle_x * camera->scale - 0.5,
                         .y = camera->half_height + camera->middle_y * camera->scale - 0.5,
                         .left = raster->left,
                         .right = raster->left + raster->width - 1,
                         .top = raster->top,
                         .bottom = raster->top + raster->height - 1,
                         .reaches = reaches};
}

/* Whether no centre from `first` to `last` is within `reach` of a place. The slack is more than
 * what corners move when they are rounded to steps. */
static inline bool gap_at(double place, double reach, double first, double last)
{
    static const double slack = 1.0 / 64;
    double low = place - reach - slack, high = place + reach + slack;
    if (!(high >= first && low <= last))
        return true;
    /* `high` is at least `first`, which is no less than 0, and at most a sample beyond `last`. */
    return high - low < 1 && (double)(int64_t)high < low;
}

/* Whether nothing shows what is within `right` and `up` of a point of view space. */
static inline bool gaps_hide(const struct gaps *gaps, struct vector seen, double right, double up)
{
    return gap_at(gaps->x + seen.x * gaps->scale, right * gaps->scale, gaps->left, gaps->right) ||
           gap_at(gaps->y - seen.y * gaps->scale, up * gaps->scale, gaps->top, gaps->bottom);
}

/* The parts of the picture that may show it, of gaps whose raster is the whole picture. */
static inline struct parts_shown gaps_parts(const struct gaps *gaps, struct vector seen,
                                            double right, double up)
{
    if (gaps_hide(gaps, seen, right, up))
        return (struct parts_shown){PARTS - 1, 0};
    double place = gaps->y - seen.y * gaps->scale, reach = up * gaps->scale + 1;
    double rows = gaps->bottom + 1;
    return (struct parts_shown){part_of_row(place - reach, rows), part_of_row(place + reach, rows)};
}

/* The first thing from number `first` up to `end` that is not known to be elsewhere. */
static inline uint32_t gaps_next(const struct gaps *gaps, uint32_t first, uint32_t end)
{
    const struct parts_shown *shown = gaps->shown;
    struct parts_shown parts = gaps->parts;
    while (first < end && (shown[first].first > parts.last || shown[first].last < parts.first))
        first++;
    return first;
}

#endif
