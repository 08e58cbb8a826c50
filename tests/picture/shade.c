/* Resolving samples into pixels, beside the same one pixel after another, as it is defined. */
#include "../support/test.h"

#include "../../src/picture/shade.h"

#include <stdlib.h>

enum { ROWS = 40, COLUMNS = 300, MOST_SAMPLES = 4 };

static struct sample samples[ROWS * COLUMNS * MOST_SAMPLES * MOST_SAMPLES];
static uint8_t opacities[ROWS * COLUMNS * MOST_SAMPLES * MOST_SAMPLES];
static int32_t heights[ROWS * COLUMNS];

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Things of a few sides, with hills and steps; a tenth of the picture is empty. */
static void fill(const struct raster *raster)
{
    uint32_t state = 7;
    for (int32_t y = 0; y < raster->height; y++)
        for (int32_t x = 0; x < raster->width; x++) {
            size_t at = (size_t)y * (size_t)raster->width + (size_t)x;
            uint32_t thing = (uint32_t)(x / 23 + y / 17 * 31) % 10;
            uint32_t depth = 5000 + thing * 40 + (uint32_t)(x % 50) * (thing % 3) * 6;
            if (next(&state) % 41 == 0)
                depth += next(&state) % 3000;
            samples[at] = (struct sample){.depth = thing == 0                 ? 0
                                                   : thing == 9 && x % 5 == 0 ? NEAREST_DEPTH
                                                                              : depth,
                                          .color = {(uint8_t)(thing * 20), (uint8_t)next(&state),
                                                    (uint8_t)x, (uint8_t)(1 + x / 9 % 2)},
                                          .id = thing};
            opacities[at] = (uint8_t)(next(&state) % 256);
        }
}

static int brightness_of(ow_color color)
{
    return (color.red * 5 + color.green * 9 + color.blue * 2) / 16;
}

static bool is_same_side(const struct sample *a, const struct sample *b)
{
    return a->id == b->id && a->color.alpha == b->color.alpha;
}

/* How strong the line at a sample is because of one neighbour, of 256. */
static unsigned line_beside(const struct shade *shade, const struct sample *sample,
                            const struct sample *other, bool is_before)
{
    if (is_same_side(sample, other) || other->depth == NEAREST_DEPTH)
        return 0;
    if (other->depth == 0)
        return 200;
    if (other->depth > sample->depth && other->depth - sample->depth > shade->gap)
        return 176;
    bool is_behind = sample->depth > other->depth && sample->depth - other->depth > shade->gap;
    return !is_before || is_behind ? 0 : other->id == sample->id ? 44 : 104;
}

static uint8_t toward(int from, int to, unsigned share)
{
    int lighter = to < 255 ? to : 255;
    return (uint8_t)(from + (lighter - from) * (int)share / 256);
}

static ow_color with_line(ow_color color, int beside, unsigned strength)
{
    bool is_dark = (brightness_of(color) + beside) / 2 < 96;
    return (ow_color){toward(color.red, is_dark ? color.red + 120 : color.red / 4, strength),
                      toward(color.green, is_dark ? color.green + 126 : color.green / 4, strength),
                      toward(color.blue, is_dark ? color.blue + 132 : color.blue / 4, strength),
                      color.alpha};
}

static ow_color expected_sample(const struct shade *shade, int32_t x, int32_t y)
{
    static const int8_t ways[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const struct raster *raster = shade->raster;
    const struct sample *sample = &samples[y * raster->width + x];
    unsigned strongest = 0;
    int beside = 0;
    if (shade->line_strength == 0 || sample->depth == 0 || sample->depth == NEAREST_DEPTH)
        return sample->color;
    for (int way = 0; way < 4; way++) {
        int32_t right = x + ways[way][0], down = y + ways[way][1];
        if (right < 0 || right >= raster->width || down < 0 || down >= raster->height)
            continue;
        const struct sample *other = &samples[down * raster->width + right];
        unsigned strength = line_beside(shade, sample, other, way < 2);
        if (strength > strongest) {
            strongest = strength;
            beside = other->depth == 0 ? 255 : brightness_of(other->color);
        }
    }
    return strongest == 0
               ? sample->color
               : with_line(sample->color, beside, strongest * shade->line_strength / 256);
}

/* What one pair of points hides of the sky over a pixel. */
static int64_t expected_taken(int64_t here, int64_t one, int64_t other, int64_t radius)
{
    int64_t rise = one + other - 2 * here, slope = rise * 8 / radius;
    if (one < 0 || other < 0 || rise <= 0 || slope > 4096)
        return 0;
    return slope * 512 * 256 / (slope * slope + 65536);
}

static unsigned expected_light(const struct shade *shade, int32_t x, int32_t y)
{
    static const int ways[8][2] = {{16, 0}, {0, 16}, {11, 11}, {11, -11},
                                   {15, 6}, {6, 15}, {15, -6}, {6, -15}};
    int count = shade->radii[1] > 8 ? 8 : 4;
    int64_t sum = 0, here = heights[y * COLUMNS + x];
    if (shade->radii[0] == 0 || here < 0)
        return 256;
    for (int i = 0; i < 2 * count; i++) {
        int radius = shade->radii[i / count];
        int right = (ways[i % count][0] * radius + 8) >> 4;
        int down = (ways[i % count][1] * radius + 8) >> 4;
        if (x - right < 0 || x + right >= COLUMNS || y - abs(down) < 0 || y + abs(down) >= ROWS)
            continue;
        sum += expected_taken(here, heights[(y + down) * COLUMNS + x + right],
                              heights[(y - down) * COLUMNS + x - right], radius);
    }
    sum /= count * 4;
    return 256 - (unsigned)(sum < 96 ? sum : 96);
}

static ow_color expected_pixel(const struct shade *shade, int32_t x, int32_t y)
{
    unsigned sums[3] = {0}, whole = 0, side = shade->samples;
    unsigned most = side * side * (shade->raster->opacities ? 255 : 1);
    for (unsigned i = 0; i < side * side; i++) {
        int32_t column = (int32_t)((unsigned)x * side + i % side);
        int32_t row = (int32_t)((unsigned)y * side + i / side);
        size_t at = (size_t)row * (size_t)shade->raster->width + (size_t)column;
        ow_color color = expected_sample(shade, column, row);
        unsigned weight = !shade->raster->opacities ? 1
                          : samples[at].depth == 0  ? 0
                                                    : opacities[at];
        sums[0] += color.red * weight;
        sums[1] += color.green * weight;
        sums[2] += color.blue * weight;
        whole += weight;
    }
    if (whole == 0)
        return (ow_color){0};
    for (int i = 0; i < 3; i++)
        sums[i] = ((sums[i] + whole / 2) / whole * expected_light(shade, x, y) + 128) / 256;
    return (ow_color){(uint8_t)sums[0], (uint8_t)sums[1], (uint8_t)sums[2],
                      (uint8_t)((whole * 255 + most / 2) / most)};
}

static void assert_resolved(const struct shade *shade)
{
    ow_color found[COLUMNS];
    const struct heights all = {heights, COLUMNS, ROWS};
    for (int32_t y = 0; y < ROWS; y++)
        shade_heights(shade, y, heights + y * COLUMNS);
    for (int32_t y = 0; y < ROWS; y++) {
        shade_row(shade, y, found);
        if (shade->radii[0] > 0)
            shade_softly(shade, &all, y, found);
        for (int32_t x = 0; x < COLUMNS; x++) {
            ow_color expected = expected_pixel(shade, x, y);
            if (memcmp(&found[x], &expected, sizeof expected) != 0)
                ROW_FAILED("%u samples, radius %d, at %d, %d: %u %u %u %u, not %u %u %u %u\n",
                           shade->samples, (int)shade->radii[0], (int)x, (int)y, found[x].red,
                           found[x].green, found[x].blue, found[x].alpha, expected.red,
                           expected.green, expected.blue, expected.alpha);
        }
    }
}

static void rows_are_resolved_as_each_pixel_would_be(void **state)
{
    (void)state;
    static const struct {
        unsigned samples, line_strength;
        int32_t radii[2];
        bool is_transparent;
    } rows[] = {{1, 160, {3, 7}, false}, {2, 256, {7, 16}, false}, {3, 256, {7, 16}, false},
                {4, 90, {1, 3}, false},  {3, 0, {0, 0}, false},    {3, 0, {5, 9}, false},
                {2, 256, {0, 0}, true},  {3, 200, {7, 16}, true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct raster raster = {.samples = samples,
                                .opacities = rows[i].is_transparent ? opacities : NULL,
                                .width = COLUMNS * (int32_t)rows[i].samples,
                                .height = ROWS * (int32_t)rows[i].samples};
        struct shade shade = {.raster = &raster,
                              .samples = rows[i].samples,
                              .line_strength = rows[i].line_strength,
                              .gap = 60,
                              .radii = {rows[i].radii[0], rows[i].radii[1]},
                              .depth_to_pixels = 0.5};
        uint16_t taken[2][512 * 16 + 4];
        for (int r = 0; r < 2 && shade.radii[0] > 0; r++) {
            assert_true(shade_rises(shade.radii[r]) <= LENGTH(taken[r]));
            shade_fill_taken(shade.radii[r], taken[r]);
            shade.taken[r] = taken[r];
        }
        fill(&raster);
        assert_resolved(&shade);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_resolved_as_each_pixel_would_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
