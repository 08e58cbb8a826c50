/* Pictures of small scenes: where things come to stand, and how large. */
#include "../support/test.h"

#include "../support/built_scenes.h"

static const ow_color red = {200, 0, 0, 255}, green = {0, 200, 0, 255}, blue = {0, 0, 200, 255},
                      grey = {100, 100, 100, 255};

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
        ow_picture_options options = plain_options(rows[i].view, 60);
        options.turn = rows[i].turn;
        ow_picture picture = draw(&scene, &options);
        const ow_color *expected[3] = {rows[i].lower_left, rows[i].upper_left, rows[i].lower_right};
        static const uint32_t places[3][2] = {{12, 48}, {12, 12}, {48, 48}};
        for (int p = 0; p < 3; p++) {
            ow_color found = pixel_of(&picture, places[p][0], places[p][1]);
            if (expected[p] ? !same_color(found, *expected[p]) : found.alpha != 0)
                ROW_FAILED("row %zu, place %d: %u %u %u %u\n", i, p, found.red, found.green,
                           found.blue, found.alpha);
        }
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
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
            ow_picture_options options = plain_options(rows[i].view, 270);
            options.samples = samples;
            ow_picture picture = draw(&scene, &options);
            uint64_t covered = alpha_of(&picture) * 10000 / (255 * 250 * 250);
            if (covered + 60 < rows[i].covered || covered > rows[i].covered + 60)
                ROW_FAILED("row %zu, %u samples: %u\n", i, samples, (unsigned)covered);
            ow_picture_free(&picture);
        }
        ow_scene_close(&scene);
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
        ow_picture_options options = plain_options(OW_VIEW_TOP, side);
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
    ow_scene_close(&scene);
}

/* A box, alone or after a longer red one that stands in it: their tops and two sides of each lie
 * in one plane. */
static ow_picture draw_in_one_plane(bool both, ow_color color, const ow_picture_options *options)
{
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    uint32_t beam = add_shape(&builder, (ow_scene_part){.size = {3.3f, 1, 1}});
    if (both)
        add_item(&builder, beam, -1.3f, 0, 0, red);
    add_item(&builder, box, 0, 0, 0, color);
    ow_scene scene = end_scene(&builder);
    ow_picture picture = draw(&scene, options);
    ow_scene_close(&scene);
    return picture;
}

/* Pixels inside the box that show the beam. On an edge that both have, a pixel may, as their
 * corners are rounded. */
static unsigned count_red(const ow_picture *alone, const ow_picture *both)
{
    unsigned count = 0;
    for (uint32_t y = 1; y + 1 < alone->height; y++)
        for (uint32_t x = 1; x + 1 < alone->width; x++) {
            bool is_inside = true;
            for (uint32_t i = 0; i < 9; i++)
                is_inside = is_inside && pixel_of(alone, x + i % 3 - 1, y + i / 3 - 1).alpha != 0;
            count += is_inside && pixel_of(both, x, y).blue < 90;
        }
    return count;
}

static void of_faces_in_one_plane_the_later_is_seen(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        ow_picture_options options = plain_options(OW_VIEW_ANGLES, 90);
        options.yaw = 4 + i * 82 / 200.0;
        options.pitch = 10 + i * 7 % 70;
        options.is_framed = true;
        options.scale = 20 + i / 7.0;
        options.perspective = i % 2;
        ow_picture alone = draw_in_one_plane(false, blue, &options);
        ow_picture both = draw_in_one_plane(true, blue, &options);
        unsigned count = count_red(&alone, &both);
        if (count > 1)
            ROW_FAILED("picture %u: %u red pixels\n", i, count);
        ow_picture_free(&alone);
        ow_picture_free(&both);
    }
}

/* Seen from above: the beam ends at 0.35 to the right of the middle, the box at 0.5. */
static void what_is_seen_through_covers_no_face_in_its_plane(void **state)
{
    (void)state;
    const ow_color seen_through = {0, 0, 200, 128};
    for (unsigned i = 0; i < 60; i++) {
        ow_picture_options options = plain_options(OW_VIEW_TOP, 90);
        options.is_framed = true;
        options.scale = 41 + i / 3.0;
        ow_picture picture = draw_in_one_plane(true, seen_through, &options);
        uint32_t end = 45 + (uint32_t)(0.35 * options.scale);
        for (uint32_t x = 0; x + 2 < end; x++)
            assert_color(pixel_of(&picture, x, 45), red);
        assert_color(pixel_of(&picture, end + 4, 45), seen_through);
        ow_picture_free(&picture);
    }
}

static void what_lies_a_little_before_a_plane_is_seen(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        uint32_t plate = add_shape(&builder, (ow_scene_part){.size = {0.6f, 1.04f, 0.6f}});
        add_item(&builder, plate, 0, 0, 0, red);
        add_item(&builder, add_shape(&builder, (ow_scene_part){.solid = OW_BOX}), 0, 0, 0, blue);
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = plain_options(OW_VIEW_ANGLES, 60);
        options.yaw = i * 9;
        options.pitch = 25 + i;
        options.is_framed = true;
        options.scale = 33;
        ow_picture picture = draw(&scene, &options);
        assert_color(pixel_of(&picture, 30, 15 + i / 5), red);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

static const ow_color mark_color = {255, 140, 0, 255};

/* Pixels of marks within so many of a place, and beyond. */
static void count_marks(const ow_picture *picture, int32_t x, int32_t y, int32_t radius,
                        unsigned *inside, unsigned *beyond)
{
    *inside = *beyond = 0;
    for (int32_t i = 0; i < (int32_t)(picture->width * picture->height); i++) {
        int32_t right = i % (int32_t)picture->width - x, down = i / (int32_t)picture->width - y;
        if (same_color(picture->pixels[i], mark_color))
            ++*(right * right + down * down <= radius * radius ? inside : beyond);
    }
}

/* A floor of 1000 units, of which a pixel shows ten; a box ten units wide on it, and one of 200. */
static void what_is_marked_and_small_has_a_ring(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.size = {10, 10, 10}});
    uint32_t large = add_shape(&builder, (ow_scene_part){.size = {200, 10, 200}});
    add_item(&builder, add_shape(&builder, (ow_scene_part){.size = {1000, 1, 1000}}), 0, 0, 0,
             grey);
    add_item(&builder, box, 200, 5, 0, blue);
    add_item(&builder, large, -200, 5, 0, blue);
    for (int i = 0; i < 100; i++)
        add_item(&builder, box, -450 + 9 * (float)i, 5, 300, blue);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = plain_options(OW_VIEW_TOP, 100);
    options.is_framed = true;
    options.scale = 0.1;
    uint32_t highlights[103];
    for (uint32_t i = 0; i < LENGTH(highlights); i++)
        highlights[i] = i + 1;
    options.highlights = highlights;
    static const struct {
        size_t first, count;
        int32_t x, radius;
        unsigned least, most;
    } rows[] = {
        {0, 1, 70, 11, 30, 200}, /* a ring of 9 pixels around one that is a pixel wide */
        {1, 1, 30, 16, 30, 200}, /* the outline of the box of 20 pixels, and no ring */
        {0, 102, 70, 5, 8, 40},  /* one of many: a ring of 3 pixels */
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        options.highlights = highlights + rows[i].first;
        options.highlight_count = rows[i].count;
        ow_picture picture = draw(&scene, &options);
        unsigned inside, beyond;
        count_marks(&picture, rows[i].x, 50, rows[i].radius, &inside, &beyond);
        if (rows[i].count > 1) { /* nothing in a large ring's place */
            unsigned farther, rest;
            count_marks(&picture, rows[i].x, 50, 13, &farther, &rest);
            assert_int_equal(farther, inside);
        }
        if (inside < rows[i].least || inside > rows[i].most || (rows[i].count == 1 && beyond > 0))
            ROW_FAILED("row %zu: %u pixels inside, %u beyond\n", i, inside, beyond);
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
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
    ow_scene_close(&scene);
}

/* Nine boxes in a square around the origin, in perspective or without. */
static ow_picture draw_framed(const ow_scene *scene, bool perspective, uint32_t width, double x)
{
    ow_picture_options options = plain_options(OW_VIEW_ANGLES, 60);
    options.width = width;
    options.yaw = 30;
    options.pitch = 50;
    options.perspective = perspective;
    options.is_framed = true;
    options.target[0] = x;
    options.scale = 20;
    return draw(scene, &options);
}

/* What a narrow picture leaves out because it lies beside it changes nothing in what it shows. */
static void a_framed_picture_is_a_part_of_a_wider_one(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.size = {0.9f, 3, 0.9f}});
    for (int i = 0; i < 81; i++)
        add_item(&builder, box, (float)(i % 9 - 4), 0, (float)(i / 9 - 4),
                 (ow_color){(uint8_t)(3 * i), 0, 0, 255});
    ow_scene scene = end_scene(&builder);
    for (int i = 0; i < 12; i++) {
        double x = i / 2 - 3;
        ow_picture narrow = draw_framed(&scene, i % 2, 60, x);
        ow_picture wide = draw_framed(&scene, i % 2, 360, x);
        for (uint32_t at = 0; at < 60 * 60; at++)
            if (!same_color(narrow.pixels[at], pixel_of(&wide, at % 60 + 150, at / 60)))
                ROW_FAILED("picture %d, pixel %u\n", i, at);
        assert_true(alpha_of(&narrow) > 0);
        ow_picture_free(&narrow);
        ow_picture_free(&wide);
    }
    ow_scene_close(&scene);
}

static void a_framed_place_stands_in_the_middle_as_large_as_asked(void **state)
{
    (void)state;
    ow_scene scene = axes();
    for (int perspective = 0; perspective < 2; perspective++) {
        ow_picture_options options = plain_options(OW_VIEW_FRONT, 60);
        options.perspective = perspective;
        options.is_framed = true;
        options.target[0] = 2; /* the red box's middle; its face is half a unit nearer */
        options.target[2] = 0.5;
        options.scale = 20;
        ow_picture picture = draw(&scene, &options);
        assert_color(pixel_of(&picture, 30, 30), red);
        assert_color(pixel_of(&picture, 21, 21), red);
        assert_color(pixel_of(&picture, 38, 38), red);
        assert_int_equal(pixel_of(&picture, 18, 30).alpha, 0);
        assert_int_equal(pixel_of(&picture, 41, 30).alpha, 0);
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
}

/* The eye stands within the boxes: those behind it do not come out in front. */
static void what_is_behind_the_eye_is_not_drawn(void **state)
{
    (void)state;
    ow_scene scene = axes();
    ow_picture_options options = plain_options(OW_VIEW_FRONT, 60);
    options.perspective = options.is_framed = true;
    options.target[2] = -20;
    options.scale = 10;
    ow_picture picture = draw(&scene, &options);
    assert_int_equal(alpha_of(&picture), 0);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

static void what_cannot_be_framed_is_refused(void **state)
{
    (void)state;
    static const struct {
        double x, scale;
    } rows[] = {{0, 0}, {0, -1}, {0, NAN}, {NAN, 1}, {INFINITY, 1}, {0, INFINITY}};
    ow_scene scene = axes();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_picture picture;
        ow_error error;
        const ow_picture_options options = {
            .is_framed = true, .target = {rows[i].x}, .scale = rows[i].scale};
        assert_int_equal(ow_picture_draw(&scene, &options, NULL, &picture, &error),
                         OW_BAD_ARGUMENT);
    }
    ow_scene_close(&scene);
}

static void what_is_hidden_is_not_drawn(void **state)
{
    (void)state;
    ow_scene scene = axes();
    scene.items[3].flags |= OW_HIDDEN;
    ow_picture_options options = plain_options(OW_VIEW_FRONT, 60);
    ow_picture picture = draw(&scene, &options);
    assert_color(pixel_of(&picture, 12, 48), grey);
    ow_picture_free(&picture);
    scene.parts[0].is_hidden = true;
    picture = draw(&scene, &options);
    assert_int_equal(alpha_of(&picture), 0);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
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
        ow_picture_options options = plain_options(rows[i].view, 1080);
        ow_picture picture = draw(&scene, &options);
        uint64_t found = alpha_of(&picture) / 255 * 100 / (100 * 100);
        if (found + 6 < rows[i].hundredths || found > rows[i].hundredths + 6)
            ROW_FAILED("row %zu: %u\n", i, (unsigned)found);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
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
    ow_picture_options options = plain_options(OW_VIEW_FRONT, 200);
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
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_view_looks_from_its_own_side),
        cmocka_unit_test(solids_cover_what_they_are_wide),
        cmocka_unit_test(boxes_side_by_side_leave_no_gap_and_share_no_sample),
        cmocka_unit_test(of_faces_in_one_plane_the_later_is_seen),
        cmocka_unit_test(what_is_seen_through_covers_no_face_in_its_plane),
        cmocka_unit_test(what_lies_a_little_before_a_plane_is_seen),
        cmocka_unit_test(what_is_marked_and_small_has_a_ring),
        cmocka_unit_test(the_games_view_frames_as_its_thumbnails),
        cmocka_unit_test(a_framed_picture_is_a_part_of_a_wider_one),
        cmocka_unit_test(a_framed_place_stands_in_the_middle_as_large_as_asked),
        cmocka_unit_test(what_is_behind_the_eye_is_not_drawn),
        cmocka_unit_test(what_cannot_be_framed_is_refused),
        cmocka_unit_test(what_is_hidden_is_not_drawn),
        cmocka_unit_test(segments_are_as_wide_as_they_are),
        cmocka_unit_test(perspective_makes_what_is_far_smaller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
