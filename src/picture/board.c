/* Boards: rims darker than their faces, and lines between squares that blur at a distance. */
#include "board.h"

#include "surface.h"

#include "../base/quotient.h"

/* Fitted to the game's own pictures: boards are brighter or darker than other materials, depending
 * on the sun on a face. */
static double fall_brightness(double fall)
{
    static const struct {
        double fall, brightness;
    } fitted[] = {{0.138, 0.95}, {0.215, 0.99}, {0.832, 1.155}};
    if (fall <= fitted[0].fall)
        return fitted[0].brightness;
    int i = fall < fitted[1].fall ? 0 : 1;
    double share =
        rounded_to_double((fall - fitted[i].fall) / (fitted[i + 1].fall - fitted[i].fall));
    if (share > 1)
        share = 1;
    return rounded_to_double(
        fitted[i].brightness +
        rounded_to_double(share * (fitted[i + 1].brightness - fitted[i].brightness)));
}

/* Dark boards are brightened, so that dark wires are visible on them. */
static double lifted_brightness(ow_color color)
{
    static const double most = 1.5, dark = 60, light = 160;
    double mean = (color.red + color.green + color.blue) / 3.0;
    double share = rounded_to_double((light - mean) / (light - dark));
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return rounded_to_double(1 + rounded_to_double((most - 1) * share));
}

double board_brightness(const struct painter *painter, struct vector normal, ow_color color,
                        bool is_rim)
{
    double rim = painter->like_game ? 0.48 : 0.7;
    double brightness = painter->like_game ? fall_brightness(light_fall(&painter->light, normal))
                                           : lifted_brightness(color);
    return is_rim ? rounded_to_double(rim * brightness) : brightness;
}

/* The darkness at a place from 0 to 1 square, in 65536ths: a tent over the line. Its width is less
 * than a square and its depth less than a third, so products fit. */
static uint32_t darkness(const struct surface *surface, int64_t at)
{
    uint32_t place = (uint32_t)at & 65535, from_line = place < 32768 ? place : 65536 - place;
    uint32_t half_width = (uint32_t)surface->numbers[1];
    if (from_line >= half_width)
        return 0;
    uint32_t dividend = (uint32_t)surface->numbers[2] * (half_width - from_line);
    return quotient_of(dividend, surface->inverse);
}

static ow_color square_color(const struct surface *surface, ow_color color, int64_t u, int64_t v)
{
    uint32_t bright = (uint32_t)surface->numbers[0];
    return surface_shade(color, bright - darkness(surface, u) - darkness(surface, v));
}

bool board_squares(const struct painter *painter, const struct face *face, double along,
                   double across, struct surface *surface)
{
    static const double flat_from = 0.5, fades_from = 0.36, least_line = 0.05, strength = 0.058,
                        deepest = 0.3;
    *surface = (struct surface){.color = square_color};
    if (!(along < 1e9 && across < 1e9) ||
        !surface_lay_out(surface, &painter->camera, face, along, across))
        return false;
    double pixel = surface_footprint(surface, face, painter->samples);
    if (!(pixel < flat_from))
        return false;
    double share = pixel < fades_from ? 1 : (flat_from - pixel) / (flat_from - fades_from);
    double half_width = rounded_to_double(pixel * 0.8);
    if (half_width < least_line)
        half_width = least_line;
    double ink = rounded_to_double(strength * share * (painter->like_game ? 1 : 0.6));
    surface->numbers[0] = (int32_t)rounded_to_double(65536 * (1 + 2 * ink));
    surface->numbers[1] = (int32_t)rounded_to_double(65536 * half_width);
    surface->inverse = quotient_inverse((uint32_t)surface->numbers[1]);
    double depth = rounded_to_double(ink / half_width);
    surface->numbers[2] = (int32_t)rounded_to_double(65536 * (depth < deepest ? depth : deepest));
    return true;
}

bool board_is_squared(const struct surface *surface, double *width, double *darkness)
{
    *width = surface->numbers[1] / 65536.0;
    *darkness = surface->numbers[2] / 65536.0;
    return surface->color == square_color;
}
