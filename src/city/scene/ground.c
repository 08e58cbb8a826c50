/* The ground of a city. As in the game, it is green where it is level, then earth, then rock, and
 * sand under water, but in flat colours. If its heights are not available, it is a plane, which is
 * inferred. */
#include "scene.h"

#include "../../base/error.h"
#include "../../base/floats.h"
#include "../../base/steps.h"

static const ow_color plain = {134, 174, 94, 255}, slope = {180, 160, 116, 255},
                      cliff = {148, 142, 136, 255}, sea_floor = {206, 190, 146, 255},
                      no_number = {255, 0, 255, 255}, unknown = {172, 174, 164, 255};

/* The game's limits, for the upward component of the normal vector. Above 0.98 the ground is plain.
 * From 0.98 - 0.25 to 0.98 it blends with the slope, which blends with the cliff from 0.7 - 0.2 to
 * 0.7. */
static const double plain_to = 0.73, plain_blend = 0.25, slope_from = 0.70, slope_to = 0.50,
                    slope_blend = 0.20, sea_floor_depth = 2.5;

/* The game's ground, if it is not known: 129 vertices on each side. */
enum { USUAL_SIDE = 128, UNKNOWN_CELLS = 32 };

/* The position of a value in a range, from 0 to 1. */
static double share_of(double value, double from, double size)
{
    double share = rounded_to_double(rounded_to_double(value - from) / size);
    return share > 0 ? fmin(share, 1) : 0;
}

static uint8_t mix_channel(uint8_t first, uint8_t second, double share)
{
    double mixed = rounded_to_double(first + rounded_to_double((second - first) * share));
    return (uint8_t)round(mixed);
}

static ow_color mix(ow_color first, ow_color second, double share)
{
    return (ow_color){mix_channel(first.red, second.red, share),
                      mix_channel(first.green, second.green, share),
                      mix_channel(first.blue, second.blue, share), UINT8_MAX};
}

/* The slope of a row of heights at one of them, from its neighbours. */
static double rise(const float *heights, uint32_t at, uint32_t count, size_t step)
{
    uint32_t before = at > 0 ? at - 1 : at, behind = at + 1 < count ? at + 1 : at;
    const float *first = heights + (size_t)before * step, *last = heights + (size_t)behind * step;
    return behind > before ? rounded_to_double(rounded_to_double((double)*last - (double)*first) /
                                               (behind - before))
                           : 0;
}

static ow_color color_at(const ow_scene_ground *ground, uint32_t x, uint32_t z)
{
    const float *heights = ground->heights;
    double along = rise(heights + (size_t)z * ground->width, x, ground->width, 1);
    double across = rise(heights + x, z, ground->height, ground->width);
    double steep =
        rounded_to_double(rounded_to_double(along * along) + rounded_to_double(across * across));
    double up = rounded_to_double(1 / rounded_to_double(sqrt(rounded_to_double(1 + steep))));
    double height = (double)heights[(size_t)z * ground->width + x];
    ow_color land = mix(slope, plain, share_of(up, plain_to, plain_blend));
    if (up < slope_from)
        land = mix(cliff, slope, share_of(up, slope_to, slope_blend));
    double depth = (double)OW_CITY_WATER_LEVEL - height;
    return mix(land, sea_floor, share_of(depth, 0, sea_floor_depth));
}

/* The heights in the form of a scene, and a colour for each. Heights that are not finite become the
 * lowest finite one. */
static bool fill_ground(struct site *site, ow_scene_ground *ground)
{
    const ow_heights *from = &site->heights;
    size_t count = (size_t)from->x_vertices * from->y_vertices;
    float *heights = scene_take(site->builder, count, sizeof *heights);
    ow_color *colors = scene_take(site->builder, count, sizeof *colors);
    if (!heights || !colors)
        return false;
    float least, most;
    if (!find_range(from->values, count, &least, &most))
        least = 0;
    ground->heights = heights;
    ground->colors = colors;
    for (size_t i = 0; i < count; i++) {
        float height = isfinite(from->values[i]) ? from->values[i] : least;
        heights[i] = rounded_to_float(scene_within((double)height));
        ground->has_water |= heights[i] < OW_CITY_WATER_LEVEL;
    }
    for (uint32_t z = 0; z < ground->height; z++)
        for (uint32_t x = 0; x < ground->width && scene_go_on(site->builder); x++, colors++)
            *colors = isfinite(from->values[colors - ground->colors]) ? color_at(ground, x, z)
                                                                      : no_number;
    return site->builder->status == OW_OK;
}

static bool fill_plane(struct site *site, ow_scene_ground *ground)
{
    double side = fmax(site->width, site->length) / UNKNOWN_CELLS;
    ground->spacing = rounded_to_float(fmax(side, 1e-3));
    ground->width = 1 + (uint32_t)round(rounded_to_double(site->width / (double)ground->spacing));
    ground->height = 1 + (uint32_t)round(rounded_to_double(site->length / (double)ground->spacing));
    size_t count = (size_t)ground->width * ground->height;
    float *heights = scene_take(site->builder, count, sizeof *heights);
    ow_color *colors = scene_take(site->builder, count, sizeof *colors);
    if (!heights || !colors)
        return false;
    for (size_t i = 0; i < count; i++) {
        heights[i] = 0;
        colors[i] = unknown;
    }
    ground->heights = heights;
    ground->colors = colors;
    ground->flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    return true;
}

void city_add_ground(struct site *site)
{
    bool known = site->heights.x_vertices > 0;
    ow_scene_ground ground = {
        .width = site->heights.x_vertices,
        .height = site->heights.y_vertices,
        .spacing = 1,
        .water_level = OW_CITY_WATER_LEVEL,
        .water_depth = 8.0f / 7,     /* the game's: 0.7 per unit, at most 0.8 */
        .water = {34, 86, 114, 204}, /* lighter than the game's, which has glittering waves */
        .kind = site->ground,
    };
    scene_place(site->builder, city_place(site->left, site->top, known ? 0 : site->level),
                ground.position);
    if (known ? fill_ground(site, &ground) : fill_plane(site, &ground))
        scene_ground(site->builder, &ground);
}

/* The extent of the things of a city with unknown ground: the game's usual ground if all are on
 * it. */
static void span_things(struct site *site)
{
    const double farthest = 1e8;
    const ow_city_save *save = site->save;
    double least[3] = {0, 0, INFINITY}, most[2] = {USUAL_SIDE, USUAL_SIDE};
    for (uint32_t i = 0; i < save->thing_count; i++) {
        const ow_city_thing *thing = &save->things[i];
        double x = (double)thing->x, y = (double)thing->y, z = (double)thing->z;
        if (fabs(x) <= farthest && fabs(y) <= farthest) {
            least[0] = fmin(least[0], x), most[0] = fmax(most[0], x);
            least[1] = fmin(least[1], y), most[1] = fmax(most[1], y);
        }
        if (fabs(z) <= farthest)
            least[2] = fmin(least[2], z);
    }
    site->left = least[0];
    site->top = least[1];
    site->width = most[0] - least[0];
    site->length = most[1] - least[1];
    site->level = isfinite(least[2]) ? least[2] : 0;
}

static ow_status find_heights(struct site *site, ow_error *error)
{
    const ow_city_terrain *terrain = &site->save->terrain;
    if (terrain->kind == OW_CITY_HEIGHTS) {
        site->heights.x_vertices = terrain->x_vertices;
        site->heights.y_vertices = terrain->y_vertices;
        site->heights.values = terrain->heights;
        return OW_OK;
    }
    ow_error missing;
    ow_options options = site->builder->options;
    options.max_memory = site->builder->is_limited ? options.max_memory : 0;
    ow_status status = city_get_heights(site->save, &options, &site->heights, &missing);
    if (status == OW_BAD_VALUE)
        scene_warn(site->builder, "/terrain/image_path",
                   "%s; things are drawn on flat ground instead", missing.message);
    else if (status != OW_OK && error)
        *error = missing;
    scene_allow(site->builder, (uint64_t)site->heights.x_vertices * site->heights.y_vertices *
                                   (sizeof(float) + sizeof(ow_color)));
    return status == OW_BAD_VALUE ? OW_OK : status;
}

ow_status city_find_site(struct site *site, ow_error *error)
{
    ow_status status = find_heights(site, error);
    if (status != OW_OK)
        return status;
    if (site->heights.x_vertices == 0 || site->heights.y_vertices == 0) {
        site->heights.x_vertices = site->heights.y_vertices = 0;
        span_things(site);
        return OW_OK;
    }
    site->width = site->heights.x_vertices - 1;
    site->length = site->heights.y_vertices - 1;
    return OW_OK;
}
