/* Pictures of small scenes: where things come to stand, what colour they have. */
#include "../support/test.h"

#include "../support/built_scenes.h"

static const ow_color red = {200, 0, 0, 255}, green = {0, 200, 0, 255}, blue = {0, 0, 200, 255},
                      grey = {100, 100, 100, 255};

static bool same(ow_color a, ow_color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha;
}

#define assert_color(found, expected)                                                              \
    do {                                                                                           \
        ow_color color_ = (found);                                                                 \
        if (!same(color_, expected))                                                               \
            ROW_FAILED("%u %u %u %u is not %s\n", color_.red, color_.green, color_.blue,           \
                       color_.alpha, #expected);                                                   \
    } while (0)

static ow_picture_options plain(ow_view_kind view, uint32_t side)
{
    return (ow_picture_options){.width = side,
                                .height = side,
                                .view = view,
                                .plain = true,
                                .transparent = true,
                                .samples = 1};
}

/* A grey box with a red one towards x, a green one above and a blue one towards z. */
static ow_scene axes(void)
{
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    add_item(&builder, box, 0, 0, 0, grey);
    add_item(&builder, box, 2, 0, 0, red);
    add_item(&builder, box, 0, 2, 0, green);
    add_item(&builder, box, 0, 0, 2, blue);
    return end_scene(&builder);
}

static void each_view_looks_from_its_own_side(void **state)
{
    (void)state;
    /* Pixels of a picture of 60 by 60; three units reach over 60 / 1.08 of them, one over 18. */
    static const struct {
        ow_view_kind view;
        unsigned turn;
        const ow_color *lower_left, *upper_left, *lower_right;
    } rows[] = {
        {OW_VIEW_FRONT, 0, &blue, &green, &red}, {OW_VIEW_TOP, 0, &blue, &green, NULL},
        {OW_VIEW_RIGHT, 0, &blue, NULL, &red},   {OW_VIEW_FRONT, 1, &blue, NULL, &red},
        {OW_VIEW_BACK, 0, &red, NULL, &grey},    {OW_VIEW_LEFT, 0, &grey, &green, &blue},
        {OW_VIEW_BOTTOM, 0, &grey, &blue, &red}, {OW_VIEW_FRONT, 2, &red, NULL, &grey},
    };
    ow_scene scene = axes();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_picture_options options = plain(rows[i].view, 60);
        options.turn = rows[i].turn;
        ow_picture picture = draw(&scene, &options);
        const ow_color *expected[3] = {rows[i].lower_left, rows[i].upper_left, rows[i].lower_right};
        static const uint32_t places[3][2] = {{12, 48}, {12, 12}, {48, 48}};
        for (int p = 0; p < 3; p++) {
            ow_color found = pixel_of(&picture, places[p][0], places[p][1]);
            if (expected[p] ? !same(found, *expected[p]) : found.alpha != 0)
                ROW_FAILED("row %zu, place %d: %u %u %u %u\n", i, p, found.red, found.green,
                           found.blue, found.alpha);
        }
        ow_picture_free(&picture);
    }
    ow_scene_free(&scene);
}

static uint64_t alpha_of(const ow_picture *picture)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        sum += picture->pixels[i].alpha;
    return sum;
}

/* A part as large as a unit, seen from a side: of its square in 10000ths. */
static void solids_cover_what_they_are_wide(void **state)
{
    (void)state;
    static const struct {
        ow_scene_part part;
        ow_view_kind view;
        uint64_t covered;
    } rows[] = {
        {{.solid = OW_BOX}, OW_VIEW_TOP, 10000},
        {{.solid = OW_BOX}, OW_VIEW_FRONT, 10000},
        {{.solid = OW_WEDGE, .low = 0.5f}, OW_VIEW_RIGHT, 7500},
        {{.solid = OW_WEDGE, .low = 0}, OW_VIEW_LEFT, 5000},
        {{.solid = OW_CYLINDER}, OW_VIEW_TOP, 7725}, /* of a polygon of 20 corners */
        {{.solid = OW_CYLINDER}, OW_VIEW_FRONT, 10000},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        add_item(&builder, add_shape(&builder, rows[i].part), 0, 0, 0, red);
        ow_scene scene = end_scene(&builder);
        for (unsigned samples = 1; samples <= 4; samples++) {
            ow_picture_options options = plain(rows[i].view, 270);
            options.samples = samples;
            ow_picture picture = draw(&scene, &options);
            uint64_t covered = alpha_of(&picture) * 10000 / (255 * 250 * 250);
            if (covered + 60 < rows[i].covered || covered > rows[i].covered + 60)
                ROW_FAILED("row %zu, %u samples: %u\n", i, samples, (unsigned)covered);
            ow_picture_free(&picture);
        }
        ow_scene_free(&scene);
    }
}

static void boxes_side_by_side_leave_no_gap_and_share_no_sample(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    ow_scene_part part = {.solid = OW_BOX, .rotation = {0.1f, 0.2f, 0.3f, 0.927f}};
    for (int i = 0; i < 2; i++) {
        part.center[0] = (float)i;
        add_item(&builder, add_shape(&builder, part), 0, 0, 0, i ? red : blue);
    }
    ow_scene scene = end_scene(&builder);
    for (uint32_t side = 20; side < 90; side++) {
        ow_picture_options options = plain(OW_VIEW_TOP, side);
        ow_picture picture = draw(&scene, &options);
        for (uint32_t y = 0; y < side; y++) {
            uint32_t changes = 0;
            for (uint32_t x = 1; x < side; x++)
                changes += (pixel_of(&picture, x, y).alpha != 0) !=
                           (pixel_of(&picture, x - 1, y).alpha != 0);
            if (changes > 4)
                ROW_FAILED("side %u: %u changes in row %u\n", side, changes, y);
        }
        ow_picture_free(&picture);
    }
    ow_scene_free(&scene);
}

static void the_games_view_frames_as_its_thumbnails(void **state)
{
    (void)state;
    ow_scene scene = axes();
    ow_picture_options options = {.width = 128, .height = 128, .view = OW_VIEW_GAME, .samples = 3};
    ow_picture picture = draw(&scene, &options);
    uint32_t top = 128, bottom = 0;
    for (uint32_t i = 0; i < 128 * 128; i++) {
        uint8_t alpha = picture.pixels[i].alpha;
        assert_true(alpha == 0 || alpha == 255);
        if (alpha && i / 128 < top)
            top = i / 128;
        if (alpha && i / 128 > bottom)
            bottom = i / 128;
    }
    /* 118.5 pixels around 64: this is higher than wide */
    assert_in_range(top, 4, 5);
    assert_in_range(bottom, 122, 123);
    ow_picture_free(&picture);
    ow_scene_free(&scene);
}

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
        ow_picture_options options = plain(rows[i].view, 20);
        ow_picture picture = draw(&scene, &options);
        assert_color(pixel_of(&picture, 10, 10), rows[i].expected);
        ow_picture_free(&picture);
    }
    ow_scene_free(&scene);
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
        ow_picture_options options = plain(OW_VIEW_TOP, 20);
        options.without_states = rows[i].without_states;
        ow_picture picture = draw(&scene, &options);
        if (!same(pixel_of(&picture, 10, 10), *rows[i].expected))
            ROW_FAILED("row %zu\n", i);
        ow_picture_free(&picture);
        ow_scene_free(&scene);
    }
}

static void what_is_hidden_is_not_drawn(void **state)
{
    (void)state;
    ow_scene scene = axes();
    scene.items[3].flags |= OW_HIDDEN;
    ow_picture_options options = plain(OW_VIEW_FRONT, 60);
    ow_picture picture = draw(&scene, &options);
    assert_color(pixel_of(&picture, 12, 48), grey);
    ow_picture_free(&picture);
    scene.parts[0].is_hidden = true;
    picture = draw(&scene, &options);
    assert_int_equal(alpha_of(&picture), 0);
    ow_picture_free(&picture);
    ow_scene_free(&scene);
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
    ow_picture_options options = plain(OW_VIEW_TOP, 216);
    ow_picture picture = draw(&scene, &options);
    /* a square is 50 pixels wide, the first line but the edge's at 58 */
    assert_true(pixel_of(&picture, 33, 33).red > pixel_of(&picture, 58, 33).red + 10);
    assert_true(pixel_of(&picture, 33, 33).red == pixel_of(&picture, 83, 83).red);
    assert_true(pixel_of(&picture, 58, 58).red < pixel_of(&picture, 58, 33).red);
    ow_picture_free(&picture);
    options = plain(OW_VIEW_TOP, 8);
    picture = draw(&scene, &options);
    assert_color(pixel_of(&picture, 4, 4), light);
    assert_color(pixel_of(&picture, 3, 5), light);
    ow_picture_free(&picture);
    options = plain(OW_VIEW_FRONT, 54);
    picture = draw(&scene, &options);
    assert_int_equal(pixel_of(&picture, 27, 27).red, 112);
    ow_picture_free(&picture);
    ow_scene_free(&scene);
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
    ow_picture_options options = plain(OW_VIEW_TOP, 60);
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
    ow_scene_free(&scene);
}

static void segments_are_as_wide_as_they_are(void **state)
{
    (void)state;
    static const struct {
        ow_view_kind view;
        float roll;
        uint64_t hundredths; /* of a square unit */
    } rows[] = {{OW_VIEW_TOP, 0, 300},
                {OW_VIEW_FRONT, 0, 100},
                {OW_VIEW_TOP, 90, 100},
                {OW_VIEW_FRONT, 90, 300}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        ow_scene_segment segment = {.from = {-5, 0, 0},
                                    .to = {5, 0, 0},
                                    .width = 0.3f,
                                    .thickness = 0.1f,
                                    .roll = rows[i].roll,
                                    .color = red};
        scene_segment(&builder, &segment);
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = plain(rows[i].view, 1080);
        ow_picture picture = draw(&scene, &options);
        uint64_t found = alpha_of(&picture) / 255 * 100 / (100 * 100);
        if (found + 6 < rows[i].hundredths || found > rows[i].hundredths + 6)
            ROW_FAILED("row %zu: %u\n", i, (unsigned)found);
        ow_picture_free(&picture);
        ow_scene_free(&scene);
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
        ow_picture_options options = plain(OW_VIEW_TOP, 108);
        options.without_states = without == 1;
        ow_picture picture = draw(&scene, &options);
        assert_color(pixel_of(&picture, 54, 59), *(without ? &grey : &red));
        ow_picture_free(&picture);
    }
    ow_scene_free(&scene);
}

static void perspective_makes_what_is_far_smaller(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    add_item(&builder, box, 1, 0, 0, red);
    add_item(&builder, box, -1, 0, -6, blue);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = plain(OW_VIEW_FRONT, 200);
    for (int perspective = 0; perspective < 2; perspective++) {
        uint32_t reds = 0, blues = 0;
        options.perspective = perspective == 1;
        ow_picture picture = draw(&scene, &options);
        for (uint32_t i = 0; i < 200 * 200; i++) {
            reds += picture.pixels[i].red == 200;
            blues += picture.pixels[i].blue == 200;
        }
        if (perspective)
            assert_true(blues > 100 && reds > blues * 2);
        else
            assert_true(reds - blues + 80 < 160);
        ow_picture_free(&picture);
    }
    ow_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_view_looks_from_its_own_side),
        cmocka_unit_test(solids_cover_what_they_are_wide),
        cmocka_unit_test(boxes_side_by_side_leave_no_gap_and_share_no_sample),
        cmocka_unit_test(the_games_view_frames_as_its_thumbnails),
        cmocka_unit_test(light_multiplies_by_face),
        cmocka_unit_test(states_have_their_colour),
        cmocka_unit_test(what_is_hidden_is_not_drawn),
        cmocka_unit_test(boards_have_dark_rims_and_squares_that_blur_away),
        cmocka_unit_test(marks_are_seen_through),
        cmocka_unit_test(segments_are_as_wide_as_they_are),
        cmocka_unit_test(wires_that_are_on_can_be_drawn_as_if_off),
        cmocka_unit_test(perspective_makes_what_is_far_smaller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
