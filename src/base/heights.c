/* Height fields: the height at a point, and heights as an image. */
#include "error.h"
#include "floats.h"
#include "memory.h"
#include "steps.h"

#include <overworld/heights.h>

#include <math.h>

void ow_heights_free(ow_heights *heights)
{
    if (!heights)
        return;
    arena_release(heights->owner);
    *heights = (ow_heights){0};
}

void ow_image_free(ow_image *image)
{
    if (!image)
        return;
    arena_release(image->owner);
    *image = (ow_image){0};
}

/* A vertex with weight 0 must not count, even if it is infinite: infinity times 0 is NaN. */
static double between(double first, double second, double weight)
{
    return weight > 0 ? first + rounded_to_double((second - first) * weight) : first;
}

/* Interpolates between a vertex and the next on its row; `right` is 0 to 1. */
static double on_row(const float *vertex, double right)
{
    return right > 0 ? between(vertex[0], vertex[1], right) : vertex[0];
}

bool ow_heights_at(const ow_heights *heights, float x, float y, float *height)
{
    if (!heights || !heights->values || !height)
        return false;
    /* Written so that NaN is outside. A grid without vertices has no inside. */
    bool inside = heights->x_vertices > 0 && heights->y_vertices > 0 && x >= 0 && y >= 0 &&
                  (double)x <= heights->x_vertices - 1 && (double)y <= heights->y_vertices - 1;
    if (!inside)
        return false;
    double right = x - floor(x), down = y - floor(y);
    const float *vertex = heights->values + (size_t)y * heights->x_vertices + (size_t)x;
    double here = on_row(vertex, right);
    if (down > 0)
        here = between(here, on_row(vertex + heights->x_vertices, right), down);
    *height = one_nan(rounded_to_float(here));
    return true;
}

/* Maps the range of heights to the whole range of samples. */
static struct height_scale stretch(float least, float most)
{
    return (struct height_scale){((double)most - least) / LARGEST_SAMPLE, least};
}

/* Fills samples. Returns the largest difference between a height and its sample. */
static double fill_samples(const float *values, size_t count, const struct height_scale *by,
                           uint16_t lowest, uint16_t *samples)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        bool finite = isfinite(values[i]);
        samples[i] = finite ? sample_of(by, values[i]) : lowest;
        double error = finite ? fabs((double)values[i] - height_of(by, samples[i])) : INFINITY;
        largest = error > largest ? error : largest;
    }
    return largest;
}

/* Bytes of a grid. If a size_t overflows, a size that no arena can allocate. */
static size_t size_of_grid(uint32_t width, uint32_t height, size_t each)
{
    uint64_t count = (uint64_t)width * height;
    return count < SIZE_MAX / each ? (size_t)count * each : SIZE_MAX;
}

/* Checks the arguments of ow_heights_to_image and clears the image. */
static ow_status check_heights(const ow_heights *heights, ow_image *image, ow_error *error)
{
    error_clear(error);
    if (!image)
        return error_missing(error, "output for the image");
    *image = (ow_image){0};
    if (!heights)
        return error_missing(error, "grid of heights");
    return heights->values || !heights->x_vertices || !heights->y_vertices
               ? OW_OK
               : error_missing(error, "height in the grid");
}

ow_status ow_heights_to_image(const ow_heights *heights, const ow_options *options, ow_image *image,
                              float *largest_error, ow_error *error)
{
    ow_status status = check_heights(heights, image, error);
    if (status != OW_OK)
        return status;
    size_t count = (size_t)heights->x_vertices * heights->y_vertices;
    ow_options filled = options_or_default(options, count * sizeof *heights->values);
    struct height_scale by;
    float least, most;
    bool exact = find_exact_scale(heights->values, count, &filled, &by, &status);
    if (status != OW_OK)
        return error_limited(error, status, filled.max_memory);
    bool any = find_range(heights->values, count, &least, &most);
    if (!exact)
        by = stretch(least, most);
    struct arena arena;
    arena_init(&arena, &filled);
    ow_image made = {.width = heights->x_vertices, .height = heights->y_vertices, .depth = 16};
    made.scale = by.scale, made.offset = by.offset;
    made.samples = arena_take(&arena, count * sizeof *made.samples);
    void *copy;
    if (!made.samples || !(made.owner = arena_adopt(&arena, &made, sizeof made, &copy)))
        return error_limited(error, arena.status, filled.max_memory);
    double largest =
        fill_samples(heights->values, count, &by, any ? sample_of(&by, least) : 0, made.samples);
    if (largest_error)
        *largest_error = float_from_above(largest);
    *image = made;
    return OW_OK;
}

/* Checks the arguments of ow_heights_from_image and clears the heights. */
static ow_status check_image(const ow_image *image, ow_heights *heights, ow_error *error)
{
    error_clear(error);
    if (!heights)
        return error_missing(error, "output for the heights");
    *heights = (ow_heights){0};
    if (!image)
        return error_missing(error, "image");
    if (!image->samples && image->width && image->height)
        return error_missing(error, "sample in the image");
    if (image->scale == 0 || !isfinite(image->scale) || !isfinite(image->offset))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the image does not say what its samples mean as heights: set its scale");
    return OW_OK;
}

ow_status ow_heights_from_image(const ow_image *image, const ow_options *options,
                                ow_heights *heights, ow_error *error)
{
    ow_status status = check_image(image, heights, error);
    if (status != OW_OK)
        return status;
    struct height_scale by = {image->scale, image->offset};
    size_t count = (size_t)image->width * image->height;
    size_t size = size_of_grid(image->width, image->height, sizeof *heights->values);
    ow_options filled = options_or_default(options, size);
    struct arena arena;
    arena_init(&arena, &filled);
    ow_heights made = {.x_vertices = image->width, .y_vertices = image->height};
    made.values = arena_take(&arena, size);
    void *copy;
    if (!made.values || !(made.owner = arena_adopt(&arena, &made, sizeof made, &copy)))
        return error_limited(error, arena.status, filled.max_memory);
    for (size_t i = 0; i < count; i++)
        made.values[i] = height_of(&by, image->samples[i]);
    *heights = made;
    return OW_OK;
}
