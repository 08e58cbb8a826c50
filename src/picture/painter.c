/* Shared by all drawing: the budget, and lines. */
#include "faces.h"

/* Code of samples of a line. */
enum { LINE_SIDE = 255 };

struct spot painter_spot(const struct painter *painter, struct vector seen)
{
    struct spot spot = camera_snap(&painter->camera, camera_project(&painter->camera, seen));
    if (window_is_behind(&painter->projection.window, seen))
        spot.depth = SPOT_BEHIND;
    return spot;
}

static bool is_behind(const struct face *face)
{
    for (unsigned i = 0; i < face->count; i++)
        if (face->corners[i]->depth == SPOT_BEHIND)
            return true;
    return false;
}

bool painter_is_highlighted(const struct painter *painter, uint32_t id)
{
    return painter->highlighted && painter->highlighted[id / 8] >> id % 8 & 1;
}

void painter_draw_face(struct painter *painter, struct face *face)
{
    if (is_behind(face))
        return;
    if (painter->take_face) {
        painter->take_face(painter->take_context, face);
        return;
    }
    if (painter->is_tight && painter->raster.visited > painter->enough &&
        raster_cost(face) > painter->share) {
        painter->has_less_detail = true;
        return;
    }
    raster_draw(&painter->raster, face);
}

static void lift(struct spot *spot, bool above_all)
{
    static const int32_t little = NEAREST_DEPTH >> 13;
    spot->depth =
        above_all || spot->depth > NEAREST_DEPTH - little ? NEAREST_DEPTH : spot->depth + little;
}

void painter_draw_line(struct painter *painter, struct spot from, struct spot to, double width,
                       ow_color color, uint32_t id)
{
    double x = (double)to.x - from.x, y = (double)to.y - from.y;
    double length = rounded_to_double(
        sqrt(rounded_to_double(rounded_to_double(x * x) + rounded_to_double(y * y))));
    double half = rounded_to_double(width * (SPOT_STEPS / 2 * painter->samples));
    if (!(length > 0) || from.depth == SPOT_BEHIND || to.depth == SPOT_BEHIND)
        return;
    /* a little more than integers, which would round differently on other hosts */
    int32_t across = (int32_t)rounded_to_double(rounded_to_double(-y * half) / length + 0.0078125);
    int32_t down = (int32_t)rounded_to_double(rounded_to_double(x * half) / length + 0.0078125);
    lift(&from, painter->pass == PASS_HIGHLIGHTS);
    lift(&to, painter->pass == PASS_HIGHLIGHTS);
    const struct spot spots[4] = {{from.x + across, from.y + down, from.depth},
                                  {to.x + across, to.y + down, to.depth},
                                  {to.x - across, to.y - down, to.depth},
                                  {from.x - across, from.y - down, from.depth}};
    struct face face = {.corners = {&spots[0], &spots[1], &spots[2], &spots[3]},
                        .count = 4,
                        .color = color,
                        .id = id,
                        .opacity = color.alpha};
    face.color.alpha = LINE_SIDE;
    painter_draw_face(painter, &face);
}
