/* The ground on a map: blue under water, otherwise green to brown to white, with light from the
 * north-west. */
#include "map.h"

#include "../base/floats.h"

#include <overworld/city.h>

#include <math.h>

struct colour {
    float red, green, blue;
};

/* From the shore to the highest point. */
static const struct colour land[] = {
    {78, 140, 62}, {128, 158, 74}, {150, 118, 72}, {244, 244, 240}};
static const struct colour shallow = {74, 136, 204}, deep = {14, 40, 98};

/* By height: each for a fifth of the heights above the water. */
static const char ramp[] = {'.', ':', '+', '*', '^'};
enum { BANDS = sizeof land / sizeof *land - 1, RAMP = sizeof ramp };

void city_measure_ground(struct ground *ground)
{
    bool any = false;
    for (uint64_t i = 0; i < (uint64_t)ground->heights.x_vertices * ground->heights.y_vertices;
         i++) {
        float height = ground->heights.values[i];
        if (!isfinite(height))
            continue;
        ground->least = any && ground->least < height ? ground->least : height;
        ground->most = any && ground->most > height ? ground->most : height;
        any = true;
    }
}

static float part_filter(float first, float second, float share)
{
    return add_floats(first, multiply_floats(subtract_floats(second, first), share));
}

static struct colour mixed(struct colour first, struct colour second, float share)
{
    return (struct colour){
        part_filter(first.red, second.red, share),
        part_filter(first.green, second.green, share),
        part_filter(first.blue, second.blue, share),
    };
}

static uint8_t lit(float value, double light)
{
    double result = rounded_to_double((double)value * light);
    return (uint8_t)(result > 255 ? 255 : result);
}

/* The position of a height between two others, 0 to 1. Computed in double, so that no range
 * overflows. */
static float share_between(float low, float high, float height)
{
    double range = (double)high - (double)low;
    return rounded_to_float(range > 0 ? ((double)height - (double)low) / range : 0);
}

/* Slopes that rise towards the south-east are lit, slopes that fall are in shadow. */
static double light_on(const struct ground *ground, uint32_t x, uint32_t y)
{
    const double strength = 5, most = 0.35;
    double range = (double)ground->most - (double)ground->least;
    if (x == 0 || y == 0 || !(range > 0))
        return 1;
    const float *here = &ground->heights.values[(size_t)y * ground->heights.x_vertices + x];
    const float *north_west = here - ground->heights.x_vertices - 1;
    if (!isfinite(*north_west))
        return 1;
    double rise = rounded_to_double(((double)*here - (double)*north_west) / range * strength);
    return 1 + (rise < -most ? -most : rise > most ? most : rise);
}

static ow_map_cell water_cell(const struct ground *ground, float height)
{
    float depth = subtract_floats(1, share_between(ground->least, OW_CITY_WATER_LEVEL, height));
    struct colour colour = mixed(shallow, deep, depth);
    return (ow_map_cell){lit(colour.red, 1), lit(colour.green, 1), lit(colour.blue, 1), '~'};
}

ow_map_cell city_ground_cell(const struct ground *ground, uint32_t x, uint32_t y)
{
    static const ow_map_cell no_number = {255, 0, 255, '?'};
    float height = ground->heights.values[(size_t)y * ground->heights.x_vertices + x];
    if (!isfinite(height))
        return no_number;
    if (height < OW_CITY_WATER_LEVEL)
        return water_cell(ground, height);
    float shore = ground->least > OW_CITY_WATER_LEVEL ? ground->least : OW_CITY_WATER_LEVEL;
    float share = share_between(shore, ground->most, height);
    float bands = multiply_floats(share, BANDS);
    int band = share < 1 ? (int)bands : BANDS - 1;
    int step = share < 1 ? (int)multiply_floats(share, RAMP) : RAMP - 1;
    struct colour colour = mixed(land[band], land[band + 1], subtract_floats(bands, (float)band));
    double light = light_on(ground, x, y);
    return (ow_map_cell){lit(colour.red, light), lit(colour.green, light), lit(colour.blue, light),
                         ramp[step]};
}
