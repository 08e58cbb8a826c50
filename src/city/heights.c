/* A city's terrain as heights, from its image or its own numbers, and replacing the heights. */
#include "city.h"

#include "../base/error.h"
#include "../base/floats.h"

#include <stdio.h>
#include <string.h>

/* Paths are untrusted, so only names with / between them are allowed. The whole path is checked,
 * because other systems have other separators. */
const char *city_path_problem(ow_text path)
{
    if (path.size == 0)
        return "is empty";
    if (path.data[0] == '/')
        return "begins with /";
    for (size_t i = 0; i < path.size; i++) {
        if ((uint8_t)path.data[i] < ' ' || path.data[i] == 0x7f)
            return "has a control character";
        if (path.data[i] == '\\' || path.data[i] == ':')
            return "has a character that separates names on other systems (\\ or :)";
    }
    for (size_t begin = 0; begin <= path.size;) {
        const char *name = path.data + begin;
        const char *slash = memchr(name, '/', path.size - begin);
        size_t size = slash ? (size_t)(slash - name) : path.size - begin;
        if (size == 2 && memcmp(name, "..", 2) == 0)
            return "leaves the folder with ..";
        if (size == 0 || (size == 1 && *name == '.'))
            return "has an empty name or the name .";
        begin += size + 1;
    }
    return NULL;
}

static ow_status no_image(ow_error *error, const char *sentence)
{
    return error_set(error, OW_BAD_VALUE, 0, "/terrain/image_path", "%s", sentence);
}

ow_status city_load_image(ow_text path, const ow_options *options, ow_image *image, ow_error *error)
{
    char sentence[256];
    const char *problem = city_path_problem(path);
    *image = (ow_image){0};
    if (problem)
        return error_set(error, OW_BAD_VALUE, 0, "/terrain/image_path",
                         "the path of the terrain's image %s, so the image is not opened", problem);
    if (!options->images.load)
        return no_image(error, "the terrain is an image, but no image loader was given");
    snprintf(sentence, sizeof sentence, "the terrain's image cannot be read");
    if (!options->images.load(options->images.context, path, image, sentence, sizeof sentence))
        return no_image(error, sentence);
    if (image->width > 0 && image->height > 0 && image->samples)
        return OW_OK;
    city_release_image(options, image);
    return no_image(error, "the terrain's image has no pixels");
}

void city_release_image(const ow_options *options, ow_image *image)
{
    if (options->images.release)
        options->images.release(options->images.context, image);
    *image = (ow_image){0};
}

/* Allocates heights in an arena of their own. */
static ow_status take_heights(struct arena *arena, uint32_t x_vertices, uint32_t y_vertices,
                              ow_heights *heights)
{
    uint64_t count = (uint64_t)x_vertices * y_vertices;
    if (count > SIZE_MAX / sizeof *heights->values)
        return OW_TOO_MUCH_MEMORY;
    *heights = (ow_heights){.x_vertices = x_vertices, .y_vertices = y_vertices};
    heights->values = arena_take(arena, (size_t)count * sizeof *heights->values);
    return heights->values ? OW_OK : arena->status;
}

static ow_status keep_heights(struct arena *arena, ow_heights *heights, ow_error *error)
{
    void *copy;
    heights->owner = arena_adopt(arena, heights, sizeof *heights, &copy);
    if (heights->owner)
        return OW_OK;
    *heights = (ow_heights){0};
    return error_limited(error, arena->status, arena_limit(arena));
}

static ow_status drop_heights(struct arena *arena, ow_heights *heights, ow_status status,
                              ow_error *error)
{
    arena_free(arena);
    *heights = (ow_heights){0};
    return error_limited(error, status, arena_limit(arena));
}

static ow_status copy_heights(const ow_city_terrain *terrain, const ow_options *options,
                              ow_heights *heights, ow_error *error)
{
    uint64_t count = (uint64_t)terrain->x_vertices * terrain->y_vertices;
    ow_options filled = options_or_default(options, count * sizeof *terrain->heights);
    struct arena arena;
    arena_init(&arena, &filled);
    ow_status status = take_heights(&arena, terrain->x_vertices, terrain->y_vertices, heights);
    if (status != OW_OK)
        return drop_heights(&arena, heights, status, error);
    if (count > 0)
        memcpy(heights->values, terrain->heights, (size_t)count * sizeof *heights->values);
    return keep_heights(&arena, heights, error);
}

/* Like the game, reads 8 bits of red and multiplies floats. */
static ow_status scale_image(const ow_image *image, float z_scale, const ow_options *options,
                             ow_heights *heights, ow_error *error)
{
    uint64_t count = (uint64_t)image->width * image->height;
    ow_options filled = options_or_default(options, count * sizeof *image->samples);
    struct arena arena;
    arena_init(&arena, &filled);
    ow_status status = take_heights(&arena, image->width, image->height, heights);
    if (status != OW_OK)
        return drop_heights(&arena, heights, status, error);
    unsigned unused_bits = image->depth > 8 ? image->depth - 8 : 0;
    for (size_t i = 0; i < count; i++)
        heights->values[i] =
            one_nan(multiply_floats(z_scale, (float)(image->samples[i] >> unused_bits)));
    return keep_heights(&arena, heights, error);
}

ow_status city_get_heights(const void *document, const ow_options *options, ow_heights *heights,
                           ow_error *error)
{
    const ow_city_save *save = document;
    *heights = (ow_heights){0};
    if (save->terrain.kind == OW_CITY_HEIGHTS)
        return copy_heights(&save->terrain, options, heights, error);
    ow_options filled = options_or_default(options, 0);
    ow_image image;
    ow_status status = city_load_image(save->terrain.image_path, &filled, &image, error);
    if (status != OW_OK)
        return status;
    float z_scale = city_has_z_scale(save->variant) ? save->terrain.z_scale : OW_CITY_USUAL_Z_SCALE;
    status = scale_image(&image, z_scale, options, heights, error);
    city_release_image(&filled, &image);
    return status;
}

ow_status city_file_heights(const struct city_file *file, ow_heights *heights, ow_error *error)
{
    ow_options options = file->options;
    options.max_memory = file->allowed;
    return city_get_heights(&file->front.save, &options, heights, error);
}

ow_status city_set_heights(void *document, const ow_heights *heights, ow_error *error)
{
    ow_city_save *save = document;
    struct arena *owner = save->owner;
    uint64_t count = (uint64_t)heights->x_vertices * heights->y_vertices;
    if (!owner)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/terrain",
                         "the heights cannot be changed: the save's owner is NULL");
    if (count == 0 || !heights->values)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/terrain",
                         "the grid of heights is empty: %u x %u vertices", heights->x_vertices,
                         heights->y_vertices);
    if (count > SIZE_MAX / 2 / sizeof(float))
        return error_plain(error, OW_TOO_MUCH_MEMORY);
    size_t size = (size_t)count * sizeof(float);
    float *copy = arena_take_unlimited(owner, size);
    if (!copy)
        return error_limited(error, owner->status, owner->limit);
    memcpy(copy, heights->values, size);
    save->terrain = (ow_city_terrain){
        .kind = OW_CITY_HEIGHTS,
        .x_vertices = heights->x_vertices,
        .y_vertices = heights->y_vertices,
        .heights = copy,
    };
    return OW_OK;
}
