/* Worlds for the tests of glTF. */
#include "gltf_worlds.h"

#include "../support/test.h"

const struct rotation no_turn = {0, 0, 0, 1};
const ow_scene_item standing = {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
const ow_scene_part cube = {.solid = OW_BOX, .size = {1, 1, 1}, .color = {200, 100, 50, 255}};

/* A builder with a kind of things, a kind of wires, and two groups: "root" and on it "board". */
struct scene_builder begin_world(void)
{
    struct scene_builder builder;
    scene_begin(&builder, NULL, 0, NULL);
    scene_kind(&builder, "thing", "/things");
    scene_kind(&builder, "wire", "/wires");
    scene_group(&builder, OW_LITERAL("root"), THINGS, 0, OW_NONE, no_turn);
    scene_group(&builder, OW_LITERAL("board"), THINGS, 7, 0, no_turn);
    return builder;
}

ow_scene finish_world(struct scene_builder *builder)
{
    ow_scene scene;
    assert_int_equal(scene_finish(builder, &scene), OW_OK);
    return scene;
}

uint32_t add_solid(struct scene_builder *builder, const ow_scene_part *part)
{
    uint32_t shape = scene_shape(builder, NULL);
    scene_part(builder, part);
    return shape;
}

void stand_item(struct scene_builder *builder, uint32_t shape, float x, float y, float z)
{
    ow_scene_item item = standing;
    item.shape = shape;
    item.subject = builder->scene.item_count;
    item.position[0] = x;
    item.position[1] = y;
    item.position[2] = z;
    scene_item(builder, &item);
}

struct gltf_file written_world(struct scene_builder *builder, const ow_gltf_options *asked)
{
    ow_scene scene = finish_world(builder);
    struct gltf_file gltf = gltf_of(&scene, asked);
    ow_scene_close(&scene);
    gltf_assert_sound(&gltf);
    return gltf;
}

/* Things of all sorts, the same each time. */
ow_scene varied_scene(void)
{
    struct scene_builder builder = begin_world();
    ow_scene_part parts[] = {cube, cube, cube, cube};
    parts[1] = (ow_scene_part){
        .solid = OW_CYLINDER, .paint = OW_PAINT_ITEM, .size = {0.4f, 1, 0.3f}, .center = {0, 1, 0}};
    parts[2] = (ow_scene_part){.solid = OW_WEDGE,
                               .paint = OW_PAINT_ITEM,
                               .size = {0.5f, 0.5f, 0.5f},
                               .center = {0, 1.5f, 0.1f},
                               .rotation = {0, 0.6f, 0, 0.8f},
                               .low = 0.25f};
    parts[3].material = OW_MARK;
    parts[3].center[1] = 3;
    uint32_t shape = add_solid(&builder, &parts[0]);
    for (size_t i = 1; i < LENGTH(parts); i++)
        scene_part(&builder, &parts[i]);
    for (uint32_t i = 0; i < 40; i++) {
        ow_scene_item item = standing;
        item.shape = shape;
        item.subject = i;
        item.group = i % 2;
        item.color = (ow_color){(uint8_t)(6 * i), (uint8_t)(255 - i), 40, 255};
        item.scale[1] = 1 + (float)(i % 3);
        scene_turn((struct rotation){0.125 * (i % 7), 0.25, 0, 1}, item.rotation);
        item.position[0] = (float)(3 * (i % 8));
        item.position[2] = (float)(i / 8) * 2.75f;
        scene_item(&builder, &item);
        ow_scene_segment bar = {.from = {(float)i, 0, 0},
                                .to = {(float)i * 0.75f, 3, (float)(i % 5)},
                                .width = 0.2f,
                                .thickness = 0.1f,
                                .roll = (float)i * 11,
                                .color = {200, (uint8_t)i, 3, 255},
                                .group = i % 2,
                                .subject = i,
                                .kind = WIRES};
        scene_segment(&builder, &bar);
    }
    return finish_world(&builder);
}
