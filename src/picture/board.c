/* Boards: rims that are darker than their faces, and lines between squares that blur into nothing. */
#include "board.h"

/* As fitted to the game's own pictures: brighter or darker than other materials, by how much the sun
 * falls on a face. */
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

double board_brightness(const struct painter *painter, struct vector normal, bool is_rim)
{
    double rim = painter->like_game ? 0.48 : 0.7;
    double brightness =
        painter->like_game ? fall_brightness(light_fall(&painter->light, normal)) : 1;
    return is_rim ? rounded_to_double(rim * brightness) : brightness;
}

/* How much darker it is at a place between 0 and 1 square, in 65536ths: a tent over the line. */
static int64_t darkness(const struct surface *surface, int64_t at)
{
    int64_t place = at & 65535, from_line = place < 32768 ? place : 65536 - place;
    int64_t half_width = surface->numbers[1];
    return from_line < half_width
               ? (int64_t)surface->numbers[2] * (half_width - from_line) / half_width
               : 0;
}

static uint8_t scaled_channel(uint8_t channel, int64_t brightness)
{
    int64_t scaled = (channel * brightness + 32768) >> 16;
    return (uint8_t)(scaled < 255 ? scaled : 255);
}

static ow_color square_color(const struct surface *surface, ow_color color, int64_t u, int64_t v)
{
    int64_t brightness = surface->numbers[0] - darkness(surface, u) - darkness(surface, v);
    return (ow_color){scaled_channel(color.red, brightness),
                      scaled_channel(color.green, brightness),
                      scaled_channel(color.blue, brightness), color.alpha};
}

/* Coordinates that are 0, 0 at corner 0, `along`, 0 at corner 1 and 0, `across` at corner 3. */
static bool lay_out(const struct face *face, double along, double across, struct surface *surface)
{
    const struct spot *a = face->corners[0], *b = face->corners[1], *d = face->corners[3];
    double px = b->x - a->x, py = b->y - a->y, qx = d->x - a->x, qy = d->y - a->y;
    double turn = rounded_to_double(rounded_to_double(px * qy) - rounded_to_double(py * qx));
    if (turn == 0)
        return false;
    double u = rounded_to_double(along / turn), v = rounded_to_double(across / turn);
    surface->u_by_x = rounded_to_double(u * qy);
    surface->u_by_y = rounded_to_double(u * -qx);
    surface->v_by_x = rounded_to_double(v * -py);
    surface->v_by_y = rounded_to_double(v * px);
    surface->u = -rounded_to_double(rounded_to_double(surface->u_by_x * a->x) +
                                    rounded_to_double(surface->u_by_y * a->y));
    surface->v = -rounded_to_double(rounded_to_double(surface->v_by_x * a->x) +
                                    rounded_to_double(surface->v_by_y * a->y));
    return true;
}

/* How many squares a pixel of the picture reaches over, at most. */
static double footprint(const struct surface *surface)
{
    double u = rounded_to_double(fabs(surface->u_by_x) + fabs(surface->u_by_y));
    double v = rounded_to_double(fabs(surface->v_by_x) + fabs(surface->v_by_y));
    return rounded_to_double((u > v ? u : v) * SPOT_STEPS);
}

bool board_squares(const struct painter *painter, const struct face *face, double along,
                   double across, struct surface *surface)
{
    static const double flat_from = 0.5, fades_from = 0.36, least_line = 0.05, strength = 0.058;
    *surface = (struct surface){.color = square_color};
    if (!(along < 1e9 && across < 1e9) || !lay_out(face, along, across, surface))
        return false;
    double pixel = footprint(surface);
    if (!(pixel < flat_from))
        return false;
    double share = pixel < fades_from ? 1 : (flat_from - pixel) / (flat_from - fades_from);
    double half_width = rounded_to_double(pixel * 0.8);
    if (half_width < least_line)
        half_width = least_line;
    double ink = rounded_to_double(strength * share * (painter->like_game ? 1 : 0.6));
    surface->numbers[0] = (int32_t)rounded_to_double(65536 * (1 + 2 * ink));
    surface->numbers[1] = (int32_t)rounded_to_double(65536 * half_width);
    surface->numbers[2] = (int32_t)rounded_to_double(65536 * rounded_to_double(ink / half_width));
    return true;
}
