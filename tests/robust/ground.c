/* What can be seen of a world: its map and its ground, where pictures are found that it refers
 * to. */
#include "harness.h"

/* A picture of 4 x 3 samples stands for any that a world refers to. */
enum { PICTURE_WIDTH = 4, PICTURE_HEIGHT = 3 };

static bool load_picture(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    static const uint16_t samples[PICTURE_WIDTH * PICTURE_HEIGHT] = {0,   10, 20, 30, 40, 255,
                                                                     250, 80, 80, 1,  2,  3};
    int *open = context;
    if (path.size % 2 == 1) {
        snprintf(message, room, "there is no such picture");
        return false;
    }
    uint16_t *copy = malloc(sizeof samples);
    if (!copy)
        abort();
    memcpy(copy, samples, sizeof samples);
    *image =
        (ow_image){.width = PICTURE_WIDTH, .height = PICTURE_HEIGHT, .depth = 8, .samples = copy};
    ++*open;
    return true;
}

static void release_picture(void *context, ow_image *image)
{
    int *open = context;
    free(image->samples);
    *image = (ow_image){0};
    --*open;
}

ow_options with_pictures(const ow_options *options, int *open)
{
    ow_options filled = options ? *options : (ow_options){0};
    filled.images =
        (ow_image_source){.context = open, .load = load_picture, .release = release_picture};
    return filled;
}

static void note_cell(struct bytes *result, const ow_map_cell *cell)
{
    put_u8(result, cell->red);
    put_u8(result, cell->green);
    put_u8(result, cell->blue);
    put_u8(result, (uint8_t)cell->symbol);
}

static void note_map(struct bytes *result, const ow_map *map)
{
    size_t cells = (size_t)map->width * map->height * map->layer_count;
    put_u32(result, map->width);
    put_u32(result, map->height);
    put_u32(result, map->layer_count);
    for (size_t i = 0; i < cells; i++)
        note_cell(result, &map->cells[i]);
    for (size_t i = 0; i < OW_MAP_KEYS && map->keys[i].meaning; i++)
        put_text(result, map->keys[i].meaning);
}

/* Not every world has a map or a ground; where it cannot be read at all, that is the outcome. */
static ow_status outcome(ow_status status, const void *bytes, size_t size,
                         const ow_options *options, struct bytes *result, ow_error *error)
{
    put_u8(result, (unsigned)status);
    bool refused = status == OW_BAD_ARGUMENT || status == OW_BAD_VALUE;
    return refused ? ow_trace(bytes, size, options, NULL, NULL, error) : status;
}

ow_status deed_map(const void *bytes, size_t size, const ow_options *options, struct bytes *result,
                   ow_error *error)
{
    int open = 0;
    ow_options filled = with_pictures(options, &open);
    ow_map map;
    ow_status status = ow_map_open(bytes, size, &filled, &map, error);
    if (status == OW_OK)
        note_map(result, &map);
    ow_map_close(&map);
    if (open != 0)
        broken("%d pictures were not released", open);
    return outcome(status, bytes, size, options, result, error);
}

static ow_status through_image(const ow_heights *heights, const ow_options *options,
                               struct bytes *result, ow_error *error)
{
    ow_image image;
    ow_heights back = {0};
    float largest;
    ow_status status = ow_heights_to_image(heights, options, &image, &largest, error);
    if (status != OW_OK)
        return status;
    put_f32(result, largest);
    status = ow_heights_from_image(&image, options, &back, error);
    if (status == OW_OK)
        put_raw(result, back.values, (size_t)back.x_vertices * back.y_vertices * sizeof(float));
    ow_heights_free(&back);
    ow_image_free(&image);
    return status;
}

static ow_status get_and_set(ow_document *document, const ow_options *options, struct bytes *result,
                             ow_error *error)
{
    ow_heights heights = {0};
    ow_status status = ow_get_heights(document, options, &heights, error);
    if (status == OW_OK)
        status = through_image(&heights, options, result, error);
    if (status == OW_OK)
        status = ow_set_heights(document, &heights, error);
    if (status == OW_OK)
        status = write_to(document, options, result, error);
    ow_heights_free(&heights);
    return status;
}

ow_status deed_heights(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error)
{
    int open = 0;
    ow_options filled = with_pictures(options, &open);
    ow_document document;
    ow_status status = ow_open(bytes, size, &filled, &document, error);
    if (status == OW_OK)
        status = get_and_set(&document, &filled, result, error);
    ow_close(&document);
    if (open != 0)
        broken("%d pictures were not released", open);
    return outcome(status, bytes, size, options, result, error);
}
