/* Spans of samples: the crossings of a face's edges with the centres of rows, exact to the step.
 * So faces with a common edge share no sample and omit none. */
#include "raster.h"

#include "blend.h"

#include "../base/compiler.h"

#include <math.h>

/* Cost of a row of a face, in samples; and how far ahead rows are asked for. */
enum { HALF_STEPS = SPOT_STEPS / 2, ROW_COST = 12, AHEAD = 6 };

void raster_clear_row(struct raster *raster, int32_t row, ow_color color)
{
    struct sample *samples = raster->samples + (size_t)row * (size_t)raster->width;
    const struct sample nothing = {0, color, 0};
    for (int32_t i = 0; i < raster->width; i++)
        samples[i] = nothing;
}

/* Added to the facing of a sample that shows the background through something translucent. */
enum { SEEN_THROUGH = 1 << 14 };

/* From -1..1 to 1..121. Usual directions of builds are far from where two numbers meet. */
static uint16_t direction_number(double part)
{
    return (uint16_t)rounded_to_double(rounded_to_double(part * 60.3) + 61.5);
}

uint16_t facing_of(struct vector normal)
{
    double length = vector_length(normal);
    if (!(length > 0))
        return 0;
    return (uint16_t)(direction_number(rounded_to_double(normal.x / length)) << 7 |
                      direction_number(rounded_to_double(normal.y / length)));
}

int64_t face_area(const struct face *face)
{
    const struct spot *a = face->corners[0], *b = face->corners[1], *c = face->corners[2];
    if (face->count == 4) {
        const struct spot *d = face->corners[3];
        return (int64_t)(d->x - b->x) * (c->y - a->y) - (int64_t)(c->x - a->x) * (d->y - b->y);
    }
    int64_t area = 0;
    for (unsigned i = 1; i + 1 < face->count; i++) {
        b = face->corners[i], c = face->corners[i + 1];
        area += (int64_t)(c->x - a->x) * (b->y - a->y) - (int64_t)(b->x - a->x) * (c->y - a->y);
    }
    return area;
}

/* The first sample with its centre at or after a coordinate in steps. */
static int32_t first_sample(int32_t steps)
{
    enum { FAR = 1 << 29 }; /* beyond any coordinate: keeps the dividend from being negative */
    return (int32_t)((uint32_t)(steps + FAR + HALF_STEPS - 1) / SPOT_STEPS) - FAR / SPOT_STEPS;
}

/* The samples that a face may cover. */
struct reach {
    int32_t left, right, top, bottom, least_depth, most_depth;
};

static struct reach reach_of(const struct face *face)
{
    const struct spot *first = face->corners[0];
    struct reach reach = {first->x, first->x, first->y, first->y, first->depth, first->depth};
    for (unsigned i = 1; i < face->count; i++) {
        const struct spot *spot = face->corners[i];
        reach.left = spot->x < reach.left ? spot->x : reach.left;
        reach.right = spot->x > reach.right ? spot->x : reach.right;
        reach.top = spot->y < reach.top ? spot->y : reach.top;
        reach.bottom = spot->y > reach.bottom ? spot->y : reach.bottom;
        reach.least_depth = spot->depth < reach.least_depth ? spot->depth : reach.least_depth;
        reach.most_depth = spot->depth > reach.most_depth ? spot->depth : reach.most_depth;
    }
    reach.left = first_sample(reach.left);
    reach.right = first_sample(reach.right);
    reach.top = first_sample(reach.top);
    reach.bottom = first_sample(reach.bottom);
    return reach;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Records where a downward edge crosses the rows: the first sample after it. */
static void cross_rows(struct raster *raster, const struct spot *from, const struct spot *to,
                       const struct reach *reach, int side)
{
    int32_t row = larger(first_sample(from->y), reach->top);
    int32_t end = smaller(first_sample(to->y), reach->bottom);
    if (row >= end)
        return;
    int64_t rise = (int64_t)to->y - from->y, run = (int64_t)to->x - from->x;
    int64_t down = (int64_t)row * SPOT_STEPS + HALF_STEPS - from->y;
    /* The first sample at or after the crossing, from->x + run * down / rise, is a quotient
     * rounded up. */
    int64_t scaled = rise * SPOT_STEPS;
    int64_t offset = ((int64_t)from->x - HALF_STEPS) * rise + run * down - 1;
    int64_t at = offset / scaled + 1, rest = offset % scaled;
    if (rest < 0)
        at--, rest += scaled;
    int64_t step = run * SPOT_STEPS / scaled, more = run * SPOT_STEPS % scaled;
    if (more < 0)
        step--, more += scaled;
    rest -= scaled; /* so that its sign says whether the quotient goes up: no jump to guess */
    int32_t(*crossing)[2] = &raster->crossings[row - reach->top];
    for (; row < end; row++, crossing++) {
        (*crossing)[side] = (int32_t)at;
        rest += more;
        at += step + (rest >= 0);
        rest -= rest >= 0 ? scaled : 0;
    }
}

/* Depth over the picture: its value at a corner, its change per step, and its limits. */
struct slope {
    double depth, by_x, by_y, least, most;
    uint32_t doubt; /* tolerance of depths in one plane */
};

/* Corners are at integer steps, so a face's plane may be off by a step; a few steps are a small
 * part of a sample. */
static uint32_t doubt_of(const struct slope *slope)
{
    double steepness = rounded_to_double(fabs(slope->by_x) + fabs(slope->by_y));
    double doubt = rounded_to_double(4 * steepness + 8);
    return doubt < NEAREST_DEPTH ? (uint32_t)doubt : NEAREST_DEPTH;
}

static struct slope slope_of(const struct face *face, const struct reach *reach)
{
    /* Two lines across the face: its diagonals, or two sides of a triangle in it. */
    unsigned third = face->count == 4 ? 1 : face->count / 3;
    const struct spot *a = face->corners[0], *c = face->corners[face->count == 4 ? 2 : 2 * third];
    const struct spot *e = face->count == 4 ? face->corners[1] : a;
    const struct spot *f = face->corners[face->count == 4 ? 3 : third];
    struct slope slope = {.depth = (double)a->depth,
                          .least = (double)reach->least_depth,
                          .most = (double)reach->most_depth};
    int64_t px = c->x - a->x, py = c->y - a->y, pz = c->depth - a->depth;
    int64_t qx = f->x - e->x, qy = f->y - e->y, qz = f->depth - e->depth;
    double turn = (double)(px * qy - py * qx);
    if (turn != 0) {
        slope.by_x = rounded_to_double((double)(pz * qy - py * qz) / turn);
        slope.by_y = rounded_to_double((double)(px * qz - pz * qx) / turn);
    }
    slope.doubt = doubt_of(&slope);
    return slope;
}

/* The change of depth from a corner to a row. */
static double depth_down(const struct slope *slope, const struct spot *corner, int32_t row)
{
    double y = (double)((int64_t)row * SPOT_STEPS + HALF_STEPS - corner->y);
    return rounded_to_double(slope->by_y * y);
}

/* Without a jump that depends on the depth. */
static int64_t depth_at(const struct slope *slope, double down, const struct spot *corner,
                        int32_t column)
{
    double x = (double)((int64_t)column * SPOT_STEPS + HALF_STEPS - corner->x);
    double depth = rounded_to_double(slope->depth + rounded_to_double(slope->by_x * x));
    depth = rounded_to_double(depth + down);
    depth = depth > slope->least ? depth : slope->least;
    depth = depth < slope->most ? depth : slope->most;
    return (int64_t)depth;
}

struct span {
    struct sample *samples;
    uint8_t *opacities; /* or NULL */
    uint16_t *facings;
    uint16_t facing;
    uint32_t doubt; /* tolerance of depths in one plane */
    int32_t count;
    int64_t depth, step; /* in 65536ths */
};

/* Returns true if a sample shows something in the plane of the face. */
static inline bool is_in_plane(const struct span *span, int32_t at, uint32_t depth)
{
    uint32_t nearest = span->samples[at].depth;
    uint32_t between = depth > nearest ? depth - nearest : nearest - depth;
    return span->facing != 0 && nearest != 0 && between <= span->doubt &&
           (span->facings[at] & ~SEEN_THROUGH) == span->facing;
}

/* Returns true if an opaque face is visible at a sample. */
static inline bool hides(const struct span *span, int32_t at, uint32_t depth)
{
    return depth >= span->samples[at].depth || is_in_plane(span, at, depth);
}

/* Returns true if a translucent face covers a sample: not one with something opaque in its
 * plane. */
static inline bool covers(const struct span *span, int32_t at, uint32_t depth)
{
    return is_in_plane(span, at, depth) ? (span->facings[at] & SEEN_THROUGH) != 0
                                        : depth >= span->samples[at].depth;
}

/* Sets a sample to something opaque. Keeps the nearest depth, so that many faces in one plane do
 * not sink step by step. */
static inline void put_sample(const struct span *span, int32_t at, struct sample drawn)
{
    struct sample *sample = &span->samples[at];
    drawn.depth = drawn.depth > sample->depth ? drawn.depth : sample->depth;
    *sample = drawn;
    span->facings[at] = span->facing;
    if (span->opacities)
        span->opacities[at] = 255;
}

static void fill_plain(const struct span *span, const struct face *face)
{
    int64_t depth = span->depth;
    struct sample drawn = {0, face->color, face->id};
    for (int32_t i = 0; i < span->count; i++, depth += span->step) {
        drawn.depth = (uint32_t)(depth >> 16);
        if (hides(span, i, drawn.depth))
            put_sample(span, i, drawn);
    }
}

/* Blends a translucent face over a sample; an empty sample becomes used. */
static void mix(const struct span *span, int32_t at, ow_color color, uint8_t opacity,
                uint32_t depth, const struct face *face, bool takes_id)
{
    struct sample *sample = &span->samples[at];
    uint8_t there = !span->opacities ? 255 : sample->depth == 0 ? 0 : span->opacities[at];
    uint8_t both = blend(&sample->color, there, color, opacity);
    if (span->opacities)
        span->opacities[at] = both;
    if (sample->depth == 0 || takes_id) {
        if (sample->depth == 0)
            span->facings[at] = span->facing | SEEN_THROUGH;
        sample->depth = sample->depth == 0 ? depth : sample->depth;
        sample->color.alpha = face->color.alpha;
        sample->id = face->id;
    }
}

static void fill_seen_through(const struct span *span, const struct face *face, bool takes_ids)
{
    int64_t depth = span->depth;
    for (int32_t i = 0; i < span->count; i++, depth += span->step)
        if (covers(span, i, (uint32_t)(depth >> 16)))
            mix(span, i, face->color, face->opacity, (uint32_t)(depth >> 16), face, takes_ids);
}

static double plane_at(const struct plane *plane, double x, double y)
{
    double at = rounded_to_double(plane->at + rounded_to_double(plane->by_x * x));
    return rounded_to_double(at + rounded_to_double(plane->by_y * y));
}

/* In 65536ths, limited. */
static int64_t fixed(double number)
{
    static const double most = 70368744177664.0;
    number = rounded_to_double(number * 65536);
    if (!(number > -most))
        return -(INT64_C(1) << 46);
    return number < most ? (int64_t)rounded_to_double(number + most) - (INT64_C(1) << 46)
                         : INT64_C(1) << 46;
}

/* Coordinates of a span's samples. */
struct coordinates {
    int64_t u, v, step_u, step_v;
};

static struct coordinates coordinates_at(const struct surface *surface, int32_t column, int32_t row)
{
    double x = (double)((int64_t)column * SPOT_STEPS + HALF_STEPS);
    double y = (double)((int64_t)row * SPOT_STEPS + HALF_STEPS);
    double u = plane_at(&surface->u, x, y), v = plane_at(&surface->v, x, y);
    if (surface->in_perspective) {
        double w = plane_at(&surface->w, x, y);
        return (struct coordinates){fixed(rounded_to_double(u / w)),
                                    fixed(rounded_to_double(v / w)), 0, 0};
    }
    return (struct coordinates){fixed(u), fixed(v),
                                fixed(rounded_to_double(surface->u.by_x * SPOT_STEPS)),
                                fixed(rounded_to_double(surface->v.by_x * SPOT_STEPS))};
}

static void fill_covered(const struct span *span, const struct face *face, int32_t column,
                         int32_t row, bool takes_ids)
{
    const struct surface *surface = face->surface;
    struct coordinates at = coordinates_at(surface, column, row);
    int64_t depth = span->depth;
    for (int32_t i = 0; i < span->count;
         i++, depth += span->step, at.u += at.step_u, at.v += at.step_v) {
        uint32_t here = (uint32_t)(depth >> 16);
        if (!hides(span, i, here))
            continue;
        if (surface->in_perspective)
            at = coordinates_at(surface, column + i, row);
        ow_color color = surface->color(surface, face->color, at.u, at.v);
        if (color.alpha == 0)
            continue;
        bool is_print = surface->is_print && span->samples[i].depth != 0;
        if (is_print || (surface->is_seen_through && color.alpha < 255)) {
            mix(span, i, color, color.alpha, here, face, takes_ids);
            continue;
        }
        color.alpha = face->color.alpha;
        put_sample(span, i, (struct sample){here, color, face->id});
    }
}

static void draw_row(struct raster *raster, const struct face *face, const struct slope *slope,
                     const struct reach *reach, int32_t row)
{
    const int32_t *crossing = raster->crossings[row - reach->top];
    int32_t left = smaller(crossing[0], crossing[1]), right = larger(crossing[0], crossing[1]);
    left = larger(left, raster->left);
    right = smaller(right, raster->left + raster->width);
    if (left >= right)
        return;
    const double down = depth_down(slope, face->corners[0], row);
    int64_t first = depth_at(slope, down, face->corners[0], left);
    int64_t last = first;
    size_t place =
        (size_t)(row - raster->top) * (size_t)raster->width + (size_t)(left - raster->left);
    struct span span = {.samples = raster->samples + place,
                        .opacities = raster->opacities ? raster->opacities + place : NULL,
                        .facings = raster->facings + place,
                        .facing = face->facing,
                        .doubt = slope->doubt,
                        .count = right - left};
    if (span.count > 1) {
        last = depth_at(slope, down, face->corners[0], right - 1);
        span.step = (last - first) * 65536 / (span.count - 1);
    }
    span.depth = first * 65536 + 32768;
    raster->visited += (uint64_t)span.count + ROW_COST;
    if (face->surface)
        fill_covered(&span, face, left, row, raster->ids_of_see_through);
    else if (face->opacity < 255)
        fill_seen_through(&span, face, raster->ids_of_see_through);
    else
        fill_plain(&span, face);
}

/* The rows of a long thin face are far from each other in memory: asks for one before its turn. */
static void ask_for_row(const struct raster *raster, const struct reach *reach, int32_t row)
{
    const int32_t *crossing = raster->crossings[row - reach->top];
    int32_t column = smaller(crossing[0], crossing[1]) - raster->left;
    if (column < 0 || column >= raster->width)
        return;
    size_t place = (size_t)(row - raster->top) * (size_t)raster->width + (size_t)column;
    PREFETCH_TO_WRITE(&raster->samples[place]);
    PREFETCH_TO_WRITE(&raster->facings[place]);
}

void raster_draw(struct raster *raster, const struct face *face)
{
    struct reach reach = reach_of(face);
    reach.top = larger(reach.top, raster->top);
    reach.bottom = smaller(reach.bottom, raster->top + raster->height);
    if (reach.top >= reach.bottom || reach.left >= reach.right || reach.right <= raster->left ||
        reach.left >= raster->left + raster->width)
        return;
    struct slope slope = slope_of(face, &reach);
    for (unsigned i = 0; i < face->count; i++) {
        const struct spot *from = face->corners[i];
        const struct spot *to = face->corners[i + 1 < face->count ? i + 1 : 0];
        if (from->y < to->y)
            cross_rows(raster, from, to, &reach, 0);
        else if (from->y > to->y)
            cross_rows(raster, to, from, &reach, 1);
    }
    for (int32_t row = reach.top; row < reach.bottom; row++) {
        if (row + AHEAD < reach.bottom)
            ask_for_row(raster, &reach, row + AHEAD);
        draw_row(raster, face, &slope, &reach, row);
    }
}

uint64_t raster_cost(const struct face *face)
{
    struct reach reach = reach_of(face);
    int64_t area = face_area(face);
    uint64_t samples = (uint64_t)(area < 0 ? -area : area) / (2 * SPOT_STEPS * SPOT_STEPS);
    return samples + (uint64_t)(reach.bottom - reach.top) * ROW_COST;
}
