/* Lines and soft shading from depths, in integers. */
#include "shade.h"

#include "../base/compiler.h"

/* Wide shading samples more directions; at most this much of 256 is taken. */
enum { FINE_RADIUS = 8, MOST_SHADE = 96 };

static int brightness_of(ow_color color)
{
    return (color.red * 5 + color.green * 9 + color.blue * 2) >> 4;
}

/* `to` may be lighter than the lightest. */
static uint8_t toward(uint8_t from, int to, unsigned share)
{
    int lighter = to < 255 ? to : 255;
    return (uint8_t)((int)from + ((lighter - (int)from) * (int)share / 256));
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

/* The colour and the thing of a sample, which are neighbours in memory; and those of its bits that
 * lines depend on. */
_Static_assert(offsetof(struct sample, id) == offsetof(struct sample, color) + sizeof(ow_color),
               "the thing follows the colour");
static inline ALWAYS_INLINE uint64_t look_of(const struct sample *sample)
{
    uint64_t look;
    memcpy(&look, &sample->color, sizeof look);
    return look;
}

static inline ALWAYS_INLINE uint64_t side_bits(void)
{
    const struct sample sides = {0, {0, 0, 0, UINT8_MAX}, UINT32_MAX};
    return look_of(&sides);
}

static inline ALWAYS_INLINE uint64_t side_of(const struct sample *sample)
{
    return look_of(sample) & side_bits();
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
        if (side_of(sample) == side_of(other) || other->depth == NEAREST_DEPTH)
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
    const uint64_t look = look_of(sample);
    if ((((look_of(left) ^ look) | (look_of(right) ^ look) | (look_of(above) ^ look) |
          (look_of(below) ^ look)) &
         side_bits()) == 0)
        return sample->color;
    const struct sample *const beside[4] = {left, above, right, below};
    return edge_color(shade, sample, beside);
}

void shade_heights(const struct shade *shade, int32_t row, int32_t *heights)
{
    static const double most = 1 << 28;
    const struct raster *raster = shade->raster;
    const int32_t samples = (int32_t)shade->samples, columns = raster->width / samples;
    const ptrdiff_t middle = row * samples + samples / 2;
    const struct sample *sample = raster->samples + middle * raster->width + samples / 2;
    for (int32_t x = 0; x < columns; x++, sample += samples) {
        double height = rounded_to_double(sample->depth * shade->depth_to_pixels);
        heights[x] = sample->depth == 0 || sample->depth == NEAREST_DEPTH
                         ? -1
                         : (int32_t)(height < most ? height : most);
    }
}

/* Pixels of a row that are shaded together, so that most of it is done for several at once. */
enum { CHUNK = 256 };

struct chunk {
    int32_t row, first, count; /* pixels */
    int32_t taken[CHUNK];      /* sky that is hidden from each, in 256ths */
};

/* The highest rise that hides something. */
static uint32_t most_rise(int32_t radius)
{
    enum { STEEPEST = 4096 };
    return (STEEPEST * (uint32_t)radius + (uint32_t)radius - 1) / 8;
}

uint32_t shade_rises(int32_t radius)
{
    return most_rise(radius) + 2;
}

void shade_fill_taken(int32_t radius, uint16_t *taken)
{
    const uint32_t most = most_rise(radius);
    for (uint32_t rise = 0; rise <= most; rise++) {
        const uint32_t slope = rise * 8 / (uint32_t)radius; /* 256: as high as wide */
        taken[rise] = (uint16_t)(slope * 512 * 256 / (slope * slope + 256 * 256));
    }
    taken[most + 1] = 0;
}

/* Adds what the points to the right and down, and to the left and up, hide. Without a jump that
 * depends on a pixel: on a plane, rises are a little more or less than nothing. */
static void look_along(const struct heights *heights, struct chunk *chunk, int32_t right,
                       int32_t down, int32_t most, const uint16_t *taken)
{
    const int32_t columns = heights->columns, above = down < 0 ? -down : down;
    const int32_t first = chunk->first > right ? chunk->first : right;
    int32_t end = chunk->first + chunk->count;
    end = end < columns - right ? end : columns - right;
    if (chunk->row < above || chunk->row + above >= heights->rows)
        return;
    const ptrdiff_t row = (ptrdiff_t)chunk->row * columns, away = (ptrdiff_t)down * columns + right;
    const int32_t *list = heights->list;
    int32_t rises[CHUNK] = {0};
    for (int32_t x = first; x < end; x++) {
        int32_t one = list[row + away + x], other = list[row - away + x];
        int32_t rise = one + other - 2 * list[row + x];
        rise = (one | other) < 0 || rise < 0 ? 0 : rise;
        rises[x - first] = rise < most ? rise : most;
    }
    for (int32_t x = first; x < end; x++)
        chunk->taken[x - chunk->first] += taken[rises[x - first]];
}

/* The brightness of the pixels of a chunk in 256ths. */
static void find_light(const struct shade *shade, const struct heights *heights,
                       struct chunk *chunk, unsigned light[CHUNK])
{
    static const int8_t ways[8][2] = {{16, 0}, {0, 16}, {11, 11}, {11, -11},
                                      {15, 6}, {6, 15}, {15, -6}, {6, -15}};
    int count = shade->radii[1] > FINE_RADIUS ? 8 : 4;
    const int32_t *at =
        heights->list + (size_t)chunk->row * (size_t)heights->columns + chunk->first;
    for (int r = 0; r < 2; r++)
        for (int way = 0; way < count; way++)
            look_along(heights, chunk, (ways[way][0] * shade->radii[r] + 8) >> 4,
                       (ways[way][1] * shade->radii[r] + 8) >> 4,
                       (int32_t)shade_rises(shade->radii[r]) - 1, shade->taken[r]);
    for (int32_t i = 0; i < chunk->count; i++) {
        int32_t sum = chunk->taken[i] / (count * 4);
        light[i] = at[i] < 0 ? 256 : (unsigned)(256 - (sum < MOST_SHADE ? sum : MOST_SHADE));
    }
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

/* Bits in which samples differ from the look of the first one of the pixel. */
static inline ALWAYS_INLINE uint64_t differences(uint64_t first, const struct sample *samples,
                                                 int32_t count)
{
    uint64_t found = 0;
    for (int32_t i = 0; i < count; i++)
        found |= look_of(&samples[i]) ^ first;
    return found;
}

/* Adds a pixel without lines: it and what is beside it show one side of a thing, as most do. Or
 * no lines are drawn. Returns false for another one. */
static inline ALWAYS_INLINE bool add_calm(const struct shade *shade, int32_t x, int32_t y,
                                          int32_t samples, struct sum *sum)
{
    const struct raster *raster = shade->raster;
    const ptrdiff_t width = raster->width;
    const int32_t left = x * samples, top = y * samples;
    const struct sample *first = raster->samples + top * width + left, *row = first;
    const uint64_t look = look_of(first);
    uint64_t inside = 0, around = 0;
    if (top > 0)
        around |= differences(look, first - width, samples);
    if (top + samples < raster->height)
        around |= differences(look, first + width * samples, samples);
    for (int32_t i = 0; i < samples; i++, row += width) {
        inside |= differences(look, row, samples);
        around |= left > 0 ? differences(look, row - 1, 1) : 0;
        around |= left + samples < width ? differences(look, row + samples, 1) : 0;
    }
    if (((inside | around) & side_bits()) != 0 && shade->line_strength > 0)
        return false;
    row = first;
    if (inside == 0)
        add_sample(sum, first->color, (unsigned)(samples * samples));
    for (int32_t i = 0; i < samples && inside != 0; i++, row += width)
        for (int32_t column = 0; column < samples; column++)
            add_sample(sum, row[column].color, 1);
    return true;
}

/* Each number of samples has its own code. */
static bool sum_calm(const struct shade *shade, int32_t x, int32_t y, struct sum *sum)
{
    switch (shade->samples) {
    case 1:
        return add_calm(shade, x, y, 1, sum);
    case 2:
        return add_calm(shade, x, y, 2, sum);
    case 3:
        return add_calm(shade, x, y, 3, sum);
    default:
        return add_calm(shade, x, y, (int32_t)shade->samples, sum);
    }
}

static struct sum sum_of_pixel(const struct shade *shade, int32_t x, int32_t y)
{
    const struct raster *raster = shade->raster;
    int32_t samples = (int32_t)shade->samples;
    unsigned most = shade->samples * shade->samples * (raster->opacities ? 255 : 1);
    struct sum sum = {.most = most};
    if (!raster->opacities && sum_calm(shade, x, y, &sum))
        return sum;
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

/* The mean of a pixel's samples, rounded. Most pixels are filled: then the division is by a number
 * that the compiler knows. */
static unsigned mean_of(unsigned channel, unsigned whole)
{
    switch (whole) {
    case 1:
        return channel;
    case 4:
        return (channel + 2) / 4;
    case 9:
        return (channel + 4) / 9;
    case 16:
        return (channel + 8) / 16;
    default:
        return (channel + whole / 2) / whole;
    }
}

static ow_color resolve(const struct shade *shade, int32_t x, int32_t row)
{
    const struct sum sum = sum_of_pixel(shade, x, row);
    if (sum.whole == 0)
        return (ow_color){0};
    unsigned alpha = sum.whole == sum.most ? 255 : (sum.whole * 255 + sum.most / 2) / sum.most;
    return (ow_color){(uint8_t)mean_of(sum.channels[0], sum.whole),
                      (uint8_t)mean_of(sum.channels[1], sum.whole),
                      (uint8_t)mean_of(sum.channels[2], sum.whole), (uint8_t)alpha};
}

void shade_row(const struct shade *shade, int32_t row, ow_color *pixels)
{
    int32_t columns = shade->raster->width / (int32_t)shade->samples;
    for (int32_t x = 0; x < columns; x++)
        pixels[x] = resolve(shade, x, row);
}

static uint8_t lit(uint8_t channel, unsigned light)
{
    return (uint8_t)((channel * light + 128) >> 8);
}

/* Whether there is nothing but background. */
static bool is_empty(const int32_t *heights, int32_t count)
{
    int32_t all = -1;
    for (int32_t i = 0; i < count; i++)
        all &= heights[i];
    return all < 0;
}

void shade_softly(const struct shade *shade, const struct heights *heights, int32_t row,
                  ow_color *pixels)
{
    unsigned light[CHUNK];
    const int32_t *of_row = heights->list + (size_t)row * (size_t)heights->columns;
    for (int32_t first = 0; first < heights->columns; first += CHUNK) {
        int32_t left = heights->columns - first;
        struct chunk chunk = {.row = row, .first = first, .count = left < CHUNK ? left : CHUNK};
        if (is_empty(of_row + first, chunk.count))
            continue;
        find_light(shade, heights, &chunk, light);
        for (int32_t i = 0; i < chunk.count; i++) {
            ow_color *pixel = &pixels[first + i];
            *pixel = (ow_color){lit(pixel->red, light[i]), lit(pixel->green, light[i]),
                                lit(pixel->blue, light[i]), pixel->alpha};
        }
    }
}
