/* Pictures of small scenes: what colour things have. */
#include "../support/test.h"

#include "../support/built_scenes.h"

static const ow_color red = {200, 0, 0, 255}, green = {0, 200, 0, 255}, blue = {0, 0, 200, 255},
                      grey = {100, 100, 100, 255};

static void light_multiplies_by_face(void **state)
{
    (void)state;
    static const ow_scene_light light = {{0.5f, 0.5f, 0.5f},
                                         {{0, 0.5f, 0.25f}, {0, 0.5f, 0.25f}, {0, 1, 0.25f}}};
    static const struct {
        ow_view_kind view;
        ow_color expected;
    } rows[] = {{OW_VIEW_TOP, {100, 100, 150, 255}},
                {OW_VIEW_FRONT, {75, 75, 75, 255}},
                {OW_VIEW_BACK, {50, 50, 50, 255}},
                {OW_VIEW_RIGHT, {50, 50, 50, 255}}};
    struct scene_builder builder;
    begin_scene(&builder);
    builder.scene.light = light;
    add_item(&builder, add_shape(&builder, (ow_scene_part){.solid = OW_BOX}), 0, 0, 0, grey);
    ow_scene scene = end_scene(&builder);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_picture_options options = plain_options(rows[i].view, 20);
        ow_picture picture = draw(&scene, &options);
        assert_color(pixel_of(&picture, 10, 10), rows[i].expected);
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
}

static void states_have_their_colour(void **state)
{
    (void)state;
    static const struct {
        ow_paint paint;
        bool on, without_states;
        const ow_color *expected;
    } rows[] = {
        {OW_PAINT_PART, true, false, &blue},      {OW_PAINT_ITEM, true, false, &red},
        {OW_PAINT_STATE, false, false, &blue},    {OW_PAINT_STATE, true, false, &green},
        {OW_PAINT_STATE, true, true, &blue},      {OW_PAINT_ITEM_STATE, false, false, &blue},
        {OW_PAINT_ITEM_STATE, true, false, &red}, {OW_PAINT_ITEM_STATE, true, true, &blue},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        scene_states(&builder, 12);
        if (rows[i].on)
            scene_set_state(&builder, 11);
        uint32_t shape = add_shape(
            &builder,
            (ow_scene_part){.paint = rows[i].paint, .state = 1, .color = blue, .color_on = green});
        ow_scene_item item = {
            .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}, .color = red, .shape = shape};
        item.first_state = 10;
        scene_item(&builder, &item);
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = plain_options(OW_VIEW_TOP, 20);
        options.without_states = rows[i].without_states;
        ow_picture picture = draw(&scene, &options);
        if (!same_color(pixel_of(&picture, 10, 10), *rows[i].expected))
            ROW_FAILED("row %zu\n", i);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

static void boards_have_dark_rims_and_squares_that_blur_away(void **state)
{
    (void)state;
    static const ow_color light = {160, 160, 160, 255};
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t board = add_shape(
        &builder, (ow_scene_part){.material = OW_BOARD, .size = {4, 0.5f, 4}, .solid = OW_BOX});
    add_item(&builder, board, 0, 0, 0, light);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = plain_options(OW_VIEW_TOP, 216);
    ow_picture picture = draw(&scene, &options);
    /* a square is 50 pixels wide, the first line but the edge's at 58 */
    assert_true(pixel_of(&picture, 33, 33).red > pixel_of(&picture, 58, 33).red + 10);
    assert_true(pixel_of(&picture, 33, 33).red == pixel_of(&picture, 83, 83).red);
    assert_true(pixel_of(&picture, 58, 58).red < pixel_of(&picture, 58, 33).red);
    ow_picture_free(&picture);
    options = plain_options(OW_VIEW_TOP, 8);
    picture = draw(&scene, &options);
    assert_color(pixel_of(&picture, 4, 4), light);
    assert_color(pixel_of(&picture, 3, 5), light);
    ow_picture_free(&picture);
    options = plain_options(OW_VIEW_FRONT, 54);
    picture = draw(&scene, &options);
    assert_int_equal(pixel_of(&picture, 27, 27).red, 112);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

static void marks_are_seen_through(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    uint32_t mark = add_shape(
        &builder, (ow_scene_part){.solid = OW_BOX, .material = OW_MARK, .size = {3, 3, 3}});
    add_item(&builder, mark, 0, 0, 0, (ow_color){0, 200, 0, 128}); /* first, yet drawn after */
    add_item(&builder, box, 0, 0, 0, red);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = plain_options(OW_VIEW_TOP, 60);
    options.transparent = false;
    options.has_background = true;
    options.background = (ow_color){0, 0, 0, 255};
    ow_picture picture = draw(&scene, &options);
    ow_color middle = pixel_of(&picture, 30, 30);
    assert_in_range(middle.red, 98, 101);
    assert_in_range(middle.green, 99, 102);
    assert_color(pixel_of(&picture, 12, 30), ((ow_color){0, 100, 0, 255}));
    assert_color(pixel_of(&picture, 0, 0), options.background);
    assert_color(pixel_of(&picture, 2, 30), green); /* the outline */
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

/* Colours, and how much of them is there, where nothing is behind. */
static void what_is_seen_through_is_so_without_a_background(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        ow_color colors[2]; /* of boxes, the second one above; alpha 0: there is none */
        ow_color found;
    } rows[] = {
        {"a whole one", {{200, 0, 0, 255}}, {200, 0, 0, 255}},
        {"a half one", {{200, 0, 0, 128}}, {200, 0, 0, 128}},
        {"one that is hardly there", {{200, 0, 0, 1}}, {200, 0, 0, 1}},
        {"two halves", {{200, 0, 0, 128}, {0, 200, 0, 128}}, {66, 134, 0, 192}},
        {"a half before a whole", {{200, 0, 0, 255}, {0, 200, 0, 128}}, {100, 100, 0, 255}},
        {"a whole before a half", {{200, 0, 0, 128}, {0, 200, 0, 255}}, {0, 200, 0, 255}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
        for (int k = 0; k < 2 && rows[i].colors[k].alpha > 0; k++)
            add_item(&builder, box, 0, (float)k * 2, 0, rows[i].colors[k]);
        ow_scene scene = end_scene(&builder);
        for (unsigned samples = 1; samples <= 3; samples += 2) {
            ow_picture_options options = plain_options(OW_VIEW_TOP, 20);
            options.samples = samples;
            ow_picture picture = draw(&scene, &options);
            ow_color found = pixel_of(&picture, 10, 10);
            if (!same_color(found, rows[i].found))
                ROW_FAILED("%s: %u %u %u %u\n", rows[i].what, found.red, found.green, found.blue,
                           found.alpha);
            ow_picture_free(&picture);
        }
        ow_scene_close(&scene);
    }
}

static void wires_that_are_on_can_be_drawn_as_if_off(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    for (int i = 0; i < 2; i++) {
        ow_scene_segment segment = {.from = {-5, 0, (float)i},
                                    .to = {5, 0, (float)i},
                                    .width = 0.5f,
                                    .thickness = 0.5f,
                                    .color = i ? red : grey,
                                    .on = i == 1};
        scene_segment(&builder, &segment);
    }
    ow_scene scene = end_scene(&builder);
    for (int without = 0; without < 2; without++) {
        ow_picture_options options = plain_options(OW_VIEW_TOP, 108);
        options.without_states = without == 1;
        ow_picture picture = draw(&scene, &options);
        assert_color(pixel_of(&picture, 54, 59), *(without ? &grey : &red));
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_multiplies_by_face),
        cmocka_unit_test(states_have_their_colour),
        cmocka_unit_test(boards_have_dark_rims_and_squares_that_blur_away),
        cmocka_unit_test(marks_are_seen_through),
        cmocka_unit_test(what_is_seen_through_is_so_without_a_background),
        cmocka_unit_test(wires_that_are_on_can_be_drawn_as_if_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
