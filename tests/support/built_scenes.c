#include "built_scenes.h"

#include "test.h"

void begin_scene(struct scene_builder *builder)
{
    static const struct rotation none = {0, 0, 0, 1};
    static const ow_options options = {.max_memory = UINT64_MAX};
    scene_begin(builder, &options, 0, NULL);
    builder->scene.light = (ow_scene_light){{1, 1, 1}, {{0}}};
    uint16_t kind = scene_kind(builder, "thing", "/things");
    scene_type(builder, ow_text_of("thing"), (ow_color){1, 2, 3, 255}, OW_INFERRED_COLOR);
    scene_group(builder, ow_text_of("all"), kind, 0, OW_NONE, none);
}

uint32_t add_shape(struct scene_builder *builder, ow_scene_part part)
{
    uint32_t shape = scene_shape(builder, NULL);
    if (part.size[0] == 0 && part.size[1] == 0 && part.size[2] == 0)
        part.size[0] = part.size[1] = part.size[2] = 1;
    if (part.paint == OW_PAINT_PART && part.color.alpha == 0)
        part.paint = OW_PAINT_ITEM;
    scene_part(builder, &part);
    return shape;
}

void add_item(struct scene_builder *builder, uint32_t shape, float x, float y, float z,
              ow_color color)
{
    ow_scene_item item = {.position = {x, y, z},
                          .rotation = {0, 0, 0, 1},
                          .scale = {1, 1, 1},
                          .color = color,
                          .shape = shape,
                          .subject = builder->scene.item_count};
    scene_item(builder, &item);
}

ow_scene end_scene(struct scene_builder *builder)
{
    ow_scene scene;
    assert_int_equal(scene_finish(builder, &scene), OW_OK);
    return scene;
}

ow_picture draw(const ow_scene *scene, const ow_picture_options *options)
{
    ow_picture picture;
    ow_error error;
    if (ow_picture_draw(scene, options, NULL, &picture, &error) != OW_OK)
        fail_msg("%s", error.message);
    return picture;
}

ow_color pixel_of(const ow_picture *picture, uint32_t x, uint32_t y)
{
    assert_true(x < picture->width && y < picture->height);
    return picture->pixels[(size_t)y * picture->width + x];
}

uint64_t hash_of(const ow_picture *picture)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const ow_color *color = &picture->pixels[i];
        const uint8_t bytes[4] = {color->red, color->green, color->blue, color->alpha};
        for (int b = 0; b < 4; b++)
            hash = (hash ^ bytes[b]) * UINT64_C(1099511628211);
    }
    return hash;
}

bool same_color(ow_color a, ow_color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha;
}

ow_picture_options plain_options(ow_view_kind view, uint32_t side)
{
    return (ow_picture_options){.width = side,
                                .height = side,
                                .view = view,
                                .plain = true,
                                .transparent = true,
                                .samples = 1};
}
