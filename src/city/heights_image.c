/* Replaces a city's terrain in the form that its game reads: an image with 8 bits of red beside the
 * save, and a scale. The specification has heights in the file itself, but the game never read
 * them. */
#include "city.h"

#include "../base/error.h"
#include "../base/floats.h"
#include "../base/steps.h"

#include <math.h>
#include <string.h>

enum { LARGEST_RED = 255 };

/* The red value with the nearest height. */
static uint16_t red_of(float height, float z_scale)
{
    double red = z_scale > 0 ? rint(rounded_to_double((double)height / z_scale)) : 0;
    return red > 0 ? (uint16_t)(red < LARGEST_RED ? red : LARGEST_RED) : 0;
}

/* The largest difference between a height and its value when read back. Stops at a difference of
 * `enough`. */
static double error_of(const ow_heights *heights, float z_scale, double enough)
{
    size_t count = (size_t)heights->x_vertices * heights->y_vertices;
    double largest = 0;
    for (size_t i = 0; i < count && largest < enough; i++) {
        float height = heights->values[i];
        if (!isfinite(height))
            return INFINITY;
        float back = multiply_floats(z_scale, (float)red_of(height, z_scale));
        double error = fabs((double)height - back);
        largest = error > largest ? error : largest;
    }
    return largest;
}

struct choice {
    const ow_heights *heights;
    float z_scale;
    double error;
};

static void try_scale(struct choice *choice, float z_scale)
{
    if (!(z_scale > 0) || !isfinite(z_scale))
        return;
    double error = error_of(choice->heights, z_scale, choice->error);
    if (error >= choice->error)
        return;
    choice->error = error;
    choice->z_scale = z_scale;
}

/* The scale that preserves heights best: the save's own or the game's if no other is better,
 * otherwise one that maps the highest height to a red value. */
static struct choice choose_scale(const ow_city_save *save, const ow_heights *heights)
{
    struct choice choice = {heights, OW_CITY_USUAL_Z_SCALE, INFINITY};
    float least = 0, most = 0;
    size_t count = (size_t)heights->x_vertices * heights->y_vertices;
    bool free = city_has_z_scale(save->variant);
    if (free && save->terrain.kind == OW_CITY_IMAGE)
        try_scale(&choice, save->terrain.z_scale);
    try_scale(&choice, OW_CITY_USUAL_Z_SCALE);
    find_range(heights->values, count, &least, &most);
    for (int red = LARGEST_RED; free && red > 0 && choice.error > 0; red--)
        try_scale(&choice, divide_floats(most, (float)red));
    return choice;
}

static ow_status fill_image(const ow_heights *heights, float z_scale, const ow_options *options,
                            ow_image *image, ow_error *error)
{
    size_t count = (size_t)heights->x_vertices * heights->y_vertices;
    ow_options filled = options_or_default(options, count * sizeof *heights->values);
    struct arena arena;
    arena_init(&arena, &filled);
    ow_image made = {.width = heights->x_vertices, .height = heights->y_vertices, .depth = 8};
    made.scale = z_scale;
    made.samples = arena_take(&arena, count * sizeof *made.samples);
    void *copy;
    if (!made.samples || !(made.owner = arena_adopt(&arena, &made, sizeof made, &copy)))
        return error_limited(error, arena.status, filled.max_memory);
    float least = 0, most;
    if (!find_range(heights->values, count, &least, &most))
        least = 0;
    for (size_t i = 0; i < count; i++)
        made.samples[i] =
            red_of(isfinite(heights->values[i]) ? heights->values[i] : least, z_scale);
    *image = made;
    return OW_OK;
}

/* Whether an image can represent these heights. */
static ow_status check_arguments(const ow_city_save *save, const ow_heights *heights, ow_text path,
                                 ow_error *error)
{
    uint64_t count = (uint64_t)heights->x_vertices * heights->y_vertices;
    const char *problem = city_path_problem(path);
    if (problem)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/terrain/image_path",
                         "the path of the terrain's image %s, so no game would open it", problem);
    if (path.size > UINT16_MAX)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/terrain/image_path",
                         "the path of the terrain's image is longer than 65535 bytes");
    if (!save->owner)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/terrain",
                         "the path cannot be changed: the save's owner is NULL");
    if (count == 0 || !heights->values)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/terrain",
                         "the grid of heights is empty: %u x %u vertices", heights->x_vertices,
                         heights->y_vertices);
    return count <= SIZE_MAX / 2 / sizeof(float) ? OW_OK : error_plain(error, OW_TOO_MUCH_MEMORY);
}

ow_status city_set_heights_image(void *document, const ow_heights *heights, ow_text path,
                                 const ow_options *options, ow_image *image, float *largest_error,
                                 ow_error *error)
{
    ow_city_save *save = document;
    ow_status status = check_arguments(save, heights, path, error);
    if (status != OW_OK)
        return status;
    struct choice choice = choose_scale(save, heights);
    status = fill_image(heights, choice.z_scale, options, image, error);
    if (status != OW_OK)
        return status;
    struct arena *owner = save->owner;
    char *copy = arena_take_unlimited(owner, path.size);
    if (!copy) {
        ow_image_free(image);
        return error_limited(error, owner->status, owner->limit);
    }
    memcpy(copy, path.data, path.size);
    save->terrain = (ow_city_terrain){.kind = OW_CITY_IMAGE, .image_path = {copy, path.size}};
    if (city_has_z_scale(save->variant))
        save->terrain.z_scale = choice.z_scale;
    if (largest_error)
        *largest_error = float_from_above(choice.error);
    return OW_OK;
}
