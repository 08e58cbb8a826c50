/* Pictures by their digests: the same with every compiler, optimisation and word size. A change
 * that is meant prints the new ones; look at the pictures before they are taken over. */
#include "../support/test.h"

#include "../support/built_scenes.h"

#include <overworld/picture.h>

static void add_machines(struct scene_builder *builder)
{
    static const ow_color off = {26, 23, 24, 255}, on = {255, 15, 10, 255};
    uint32_t shapes[4] = {
        add_shape(builder, (ow_scene_part){.solid = OW_BOX}),
        add_shape(builder, (ow_scene_part){.solid = OW_WEDGE, .low = 0.4f}),
        add_shape(builder, (ow_scene_part){.solid = OW_CYLINDER, .size = {0.8f, 1.4f, 0.8f}}),
        add_shape(builder,
                  (ow_scene_part){.material = OW_HATCHED, .rotation = {0, 0.3f, 0, 0.95f}})};
    for (int i = 0; i < 40; i++) {
        float x = (float)(i * 7 % 12) - 5.5f, z = (float)(i * 5 % 11) - 5;
        add_item(builder, shapes[i % 4], x, 0.75f, z,
                 (ow_color){(uint8_t)(i * 37), (uint8_t)(i * 91), (uint8_t)(200 - i), 255});
        ow_scene_segment wire = {.from = {x, 1.4f, z},
                                 .to = {z, 1.3f, x},
                                 .width = 0.2f,
                                 .thickness = 0.07f,
                                 .color = i % 3 ? off : on,
                                 .on = i % 3 == 0,
                                 .flags = i % 5 ? 0 : OW_ARROW,
                                 .roll = (float)(i % 2 * 30)};
        scene_segment(builder, &wire);
    }
}

static ow_scene machine(void)
{
    static const ow_scene_light light = {
        {0.70f, 0.727f, 0.763f},
        {{0.125f, 0.820f, -0.202f}, {0.138f, 0.832f, -0.215f}, {0.132f, 0.828f, -0.210f}}};
    struct scene_builder builder;
    begin_scene(&builder);
    builder.scene.light = light;
    uint32_t board =
        add_shape(&builder, (ow_scene_part){.material = OW_BOARD, .size = {12, 0.5f, 12}});
    uint32_t mark = add_shape(&builder, (ow_scene_part){.material = OW_MARK, .size = {3, 3, 3}});
    add_item(&builder, board, 0, 0, 0, (ow_color){51, 51, 51, 255});
    add_machines(&builder);
    add_item(&builder, mark, 3, 1.5f, 3, (ow_color){0, 120, 255, 90});
    ow_scene_label label = {.position = {0, 0.26f, 0},
                            .rotation = {-0.70710678f, 0, 0, 0.70710678f},
                            .font_size = 1.5f,
                            .text = OW_LITERAL("Hello"),
                            .color = {255, 255, 255, 255}};
    scene_label(&builder, &label);
    return end_scene(&builder);
}

static void pictures_have_their_digests(void **state)
{
    (void)state;
    static const uint32_t highlights[2] = {3, 4};
    static const struct {
        ow_picture_options options;
        uint64_t hash;
    } rows[] = {
        {{.view = OW_VIEW_ISO}, UINT64_C(0x0e80bae4df33b9b5)},
        {{.view = OW_VIEW_TOP, .samples = 1}, UINT64_C(0x0e47186969d64643)},
        {{.view = OW_VIEW_GAME}, UINT64_C(0xb36fe30df50db609)},
        {{.view = OW_VIEW_FRONT, .turn = 1, .plain = true}, UINT64_C(0x9d60ca4bb3eef3c7)},
        {{.view = OW_VIEW_CITY, .grid = true, .scale_bar = true}, UINT64_C(0xddc6e12938a698fd)},
        {{.view = OW_VIEW_ANGLES, .yaw = 201.7, .pitch = 23.9, .samples = 4},
         UINT64_C(0x29768ef778ecb2b0)},
        {{.view = OW_VIEW_ISO, .perspective = true, .legend = true}, UINT64_C(0xb9993426a61652ab)},
        {{.view = OW_VIEW_ISO, .transparent = true, .without_states = true, .samples = 2},
         UINT64_C(0xf04d2f0ed20aef50)},
    };
    ow_scene scene = machine();
    bool differ = false;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_picture_options options = rows[i].options;
        options.width = 160;
        options.height = 120;
        if (i == LENGTH(rows) - 1) {
            options.highlights = highlights;
            options.highlight_count = LENGTH(highlights);
        }
        ow_picture picture = draw(&scene, &options);
        uint64_t hash = hash_of(&picture);
        if (hash != rows[i].hash)
            print_error("row %zu: 0x%016llx\n", i, (unsigned long long)hash);
        differ = differ || hash != rows[i].hash;
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
    assert_false(differ);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_have_their_digests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
