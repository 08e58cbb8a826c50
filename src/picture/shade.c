/* Lines and soft shading from depths, in integers. */
#include "shade.h"

/* Wide shading samples more directions; at most this much of 256 is taken. */
enum { FINE_RADIUS = 8, MOST_SHADE = 96 };

static int brightness_of(ow_color color)
{
    return (color.red * 5 + color.green * 9 + color.blue * 2) >> 4;
}

static uint8_t toward(uint8_t from, int to, unsigned share)
{
    return (uint8_t)((int)from + ((to - (int)from) * (int)share / 256));
}

/* Light lines on dark colours, dark ones on light colours. */
static ow_color lined(ow_color color, int beside, unsigned strength)
{
    int own = brightness_of(color), mean = (own + beside) / 2;
    if (mean < 96)
        return (ow_color){toward(color.red, color.red + 120, strength),
                          toward(color.green, color.green + 126, strength),
                          toward(color.blue, color.blue + 132, strength), color.alpha};
    return (ow_color){toward(color.red, color.red / 4, strength),
                      toward(color.green, color.green / 4, strength),
                      toward(color.blue, color.blue / 4, strength), color.alpha};
}

static bool same_side(const struct sample *a, const struct sample *b)
{
    return a->id == b->id && a->color.alpha == b->color.alpha;
}

/* The line at a sample. A nearer neighbour casts a full line on it, so that thin things keep their
 * width. Where two sides of one thing meet, the later side has a weak line. */
static ow_color edge_color(const struct shade *shade, const struct sample *sample,
                           const struct sample *const beside[4])
{
    unsigned strength = 0;
    int brightness = 0;
    for (int i = 0; i < 4; i++) {
        const struct sample *other = beside[i];
        if (same_side(sample, other) || other->depth == NEAREST_DEPTH)
            continue;
        unsigned found = 0;
        if (other->depth == 0)
            found = 200;
        else if (other->depth > sample->depth && other->depth - sample->depth > shade->gap)
            found = 176;
        else if (i < 2 &&
                 (sample->depth <= other->depth || sample->depth - other->depth <= shade->gap))
            found = other->id == sample->id ? 44 : 104;
        if (found > strength) {
            strength = found;
            brightness = other->depth == 0 ? 255 : brightness_of(other->color);
        }
    }
    if (strength == 0)
        return sample->color;
    return lined(sample->color, brightness, strength * shade->line_strength >> 8);
}

static ow_color color_of_sample(const struct shade *shade, int32_t x, int32_t y)
{
    const struct raster *raster = shade->raster;
    const struct sample *sample = &raster->samples[(size_t)y * (size_t)raster->width + (size_t)x];
    if (shade->line_strength == 0 || sample->depth == 0 || sample->depth == NEAREST_DEPTH)
        return sample->color;
    const struct sample *left = x > 0 ? sample - 1 : sample;
    const struct sample *right = x + 1 < raster->width ? sample + 1 : sample;
    const struct sample *above = y > 0 ? sample - raster->width : sample;
    const struct sample *below = y + 1 < raster->height ? sample + raster->width : sample;
    if (same_side(sample, left) && same_side(sample, right) && same_side(sample, above) &&
        same_side(sample, below))
        return sample->color;
    const struct sample *const beside[4] = {left, above, right, below};
    return edge_color(shade, sample, beside);
}

void shade_heights(const struct shade *shade, uint32_t first, uint32_t end)
{
    static const double most = 1 << 28;
    const struct raster *raster = shade->raster;
    unsigned samples = shade->samples;
    uint32_t columns = (uint32_t)raster->width / samples;
    for (uint32_t y = first; y < end; y++)
        for (uint32_t x = 0; x < columns; x++) {
            uint32_t row = y * samples + samples / 2, column = x * samples + samples / 2;
            uint32_t depth = raster->samples[(size_t)row * (size_t)raster->width + column].depth;
            double height = rounded_to_double(depth * shade->depth_to_pixels);
            shade->heights[(size_t)y * columns + x] =
                depth == 0 || depth == NEAREST_DEPTH ? -1
                                                     : (int32_t)(height < most ? height : most);
        }
}

/* How much sky two points on both sides of a pixel hide, in 256ths: most if they rise by about
 * their distance, little if they are far in front. */
static int32_t taken(int32_t here, int32_t one, int32_t other, int32_t radius)
{
    if (one < 0 || other < 0)
        return 0;
    int64_t rise = (int64_t)one + other - 2 * (int64_t)here;
    if (rise <= 0)
        return 0;
    int64_t slope = rise * 8 / radius; /* 256: as high as wide */
    if (slope > 4096)
        return 0;
    return (int32_t)(slope * 512 * 256 / (slope * slope + 256 * 256));
}

/* Brightness of a pixel in 256ths. */
static unsigned soft_shade(const struct shade *shade, int32_t x, int32_t y)
{
    static const int8_t ways[8][2] = {{16, 0}, {0, 16}, {11, 11}, {11, -11},
                                      {15, 6}, {6, 15}, {15, -6}, {6, -15}};
    int count = shade->radii[1] > FINE_RADIUS ? 8 : 4;
    const struct raster *raster = shade->raster;
    int32_t columns = raster->width / (int32_t)shade->samples;
    int32_t rows = raster->height / (int32_t)shade->samples;
    const int32_t *at = shade->heights + (size_t)y * (size_t)columns + (size_t)x;
    int32_t sum = 0;
    if (*at < 0)
        return 256;
    for (int r = 0; r < 2; r++)
        for (int way = 0; way < count; way++) {
            int32_t right = (ways[way][0] * shade->radii[r] + 8) >> 4;
            int32_t down = (ways[way][1] * shade->radii[r] + 8) >> 4;
            int32_t above = down < 0 ? -down : down;
            if (x < right || x + right >= columns || y < above || y + above >= rows)
                continue;
            int32_t offset = down * columns + right;
            sum += taken(*at, at[offset], at[-offset], shade->radii[r]);
        }
    sum = sum / (count * 4);
    return (unsigned)(256 - (sum < MOST_SHADE ? sum : MOST_SHADE));
}

/* Weighted sum of a pixel's samples; the background fills the rest. */
struct sum {
    unsigned channels[3], whole, most;
};

static void add_sample(struct sum *sum, ow_color color, unsigned opacity)
{
    sum->channels[0] += color.red * opacity;
    sum->channels[1] += color.green * opacity;
    sum->channels[2] += color.blue * opacity;
    sum->whole += opacity;
}

static struct sum sum_of_pixel(const struct shade *shade, int32_t x, int32_t y)
{
    const struct raster *raster = shade->raster;
    int32_t samples = (int32_t)shade->samples;
    struct sum sum = {{0}, 0, shade->samples * shade->samples * (raster->opacities ? 255 : 1)};
    for (int32_t row = y * samples; row < (y + 1) * samples; row++)
        for (int32_t column = x * samples; column < (x + 1) * samples; column++) {
            size_t place = (size_t)row * (size_t)raster->width + (size_t)column;
            if (!raster->opacities)
                add_sample(&sum, color_of_sample(shade, column, row), 1);
            else if (raster->samples[place].depth != 0)
                add_sample(&sum, color_of_sample(shade, column, row), raster->opacities[place]);
        }
    return sum;
}

void shade_row(const struct shade *shade, int32_t row, ow_color *pixels)
{
    int32_t columns = shade->raster->width / (int32_t)shade->samples;
    for (int32_t x = 0; x < columns; x++) {
        struct sum sum = sum_of_pixel(shade, x, row);
        unsigned *channels = sum.channels, whole = sum.whole;
        pixels[x] = (ow_color){0};
        if (whole == 0)
            continue;
        unsigned light = shade->radii[0] > 0 ? soft_shade(shade, x, row) : 256;
        for (int i = 0; i < 3; i++)
            channels[i] = ((channels[i] + whole / 2) / whole * light + 128) >> 8;
        pixels[x] = (ow_color){(uint8_t)channels[0], (uint8_t)channels[1], (uint8_t)channels[2],
                               (uint8_t)((whole * 255 + sum.most / 2) / sum.most)};
    }
}
