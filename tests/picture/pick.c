/* What stands at a pixel is what was drawn there. */
#include "../support/test.h"

#include "../support/built_scenes.h"

#include <math.h>

enum { SIDE = 120 };

static const ow_picture_options from_above = {.width = SIDE, .height = SIDE, .view = OW_VIEW_TOP};

static uint32_t pick(const ow_scene *scene, const ow_picture_options *options, uint32_t x,
                     uint32_t y, ow_scene_part_kind *part)
{
    uint32_t index = 99;
    ow_error error;
    if (ow_picture_pick(scene, options, NULL, x, y, part, &index, &error) != OW_OK)
        fail_msg("%s", error.message);
    return index;
}

/* Nine boxes in a square, each with a colour of its own; the picture shows them, pick tells
 * them. */
static void each_item_is_found_where_its_colour_is(void **state)
{
    (void)state;
    static const ow_view_kind views[] = {OW_VIEW_TOP, OW_VIEW_ISO, OW_VIEW_GAME, OW_VIEW_BOTTOM};
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.size = {0.9f, 0.9f, 0.9f}});
    for (int i = 0; i < 9; i++)
        add_item(&builder, box, (float)(i % 3), 0, (float)(i / 3),
                 (ow_color){(uint8_t)(20 * i + 20), 0, 0, 255});
    ow_scene scene = end_scene(&builder);
    for (size_t v = 0; v < LENGTH(views); v++) {
        ow_picture_options options = from_above;
        options.view = views[v];
        options.plain = options.transparent = true;
        options.samples = 1;
        ow_picture picture = draw(&scene, &options);
        bool found[9] = {false};
        for (uint32_t i = 0; i < SIDE * SIDE; i += 17) {
            ow_scene_part_kind part;
            uint32_t index = pick(&scene, &options, i % SIDE, i / SIDE, &part);
            ow_color color = picture.pixels[i];
            if (color.alpha == 0) {
                assert_int_equal(part, OW_IN_NOTHING);
                continue;
            }
            assert_int_equal(part, OW_IN_ITEMS);
            assert_int_equal(color.red, 20 * index + 20);
            found[index] = true;
        }
        for (int i = 0; i < 9; i++)
            assert_true(found[i]);
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
}

static void each_kind_of_thing_is_found(void **state)
{
    (void)state;
    static const uint16_t cells[4] = {1, 1, 1, 1};
    static const float heights[4] = {-1, -1, -1, -1};
    static const ow_color colors[4] = {{0}};
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t mark =
        add_shape(&builder, (ow_scene_part){.material = OW_MARK, .size = {0.5f, 0.5f, 0.5f}});
    add_item(&builder, mark, 0.5f, 1, 0.5f, (ow_color){200, 0, 0, 255});
    ow_scene_segment segment = {.from = {1, 0.5f, 1.5f},
                                .to = {2, 0.5f, 1.5f},
                                .width = 0.2f,
                                .thickness = 0.2f,
                                .color = {9, 9, 9, 255}};
    scene_segment(&builder, &segment);
    ow_scene_layer layer = {.width = 2, .height = 2, .cell_count = 4, .cells = cells};
    scene_layer(&builder, &layer);
    ow_scene_ground ground = {.width = 2,
                              .height = 2,
                              .heights = heights,
                              .colors = colors,
                              .position = {2, 0, 0},
                              .spacing = 2};
    scene_ground(&builder, &ground);
    ow_scene scene = end_scene(&builder);
    /* Four units are 111 pixels wide; the upper left corner stands at 4, 32. */
    static const struct {
        uint32_t x, y;
        ow_scene_part_kind part;
    } rows[] = {{18, 46, OW_IN_ITEMS},
                {46, 74, OW_IN_SEGMENTS},
                {46, 46, OW_IN_LAYERS},
                {90, 46, OW_IN_GROUNDS},
                {90, 20, OW_IN_NOTHING}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene_part_kind part;
        uint32_t index = pick(&scene, &from_above, rows[i].x, rows[i].y, &part);
        if (part != rows[i].part || index != 0)
            ROW_FAILED("row %zu: %d, %u\n", i, (int)part, index);
    }
    ow_scene_close(&scene);
}

/* Boxes of side 2 in a row, seen from several sides, with and without perspective: what is seen
 * of them is the surface of one. */
static void places_are_on_what_is_seen(void **state)
{
    (void)state;
    static const double angles[][2] = {{0, 90}, {45, 35}, {-60, 10}, {200, -40}};
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.size = {2, 2, 2}});
    for (int i = 0; i < 3; i++)
        add_item(&builder, box, (float)(5 * i), 1, 3, (ow_color){200, 0, 0, 255});
    ow_scene scene = end_scene(&builder);
    for (size_t v = 0; v < 2 * LENGTH(angles); v++) {
        ow_picture_options options = {.width = SIDE,
                                      .height = SIDE,
                                      .view = OW_VIEW_ANGLES,
                                      .yaw = angles[v / 2][0],
                                      .pitch = angles[v / 2][1],
                                      .perspective = v % 2,
                                      .plain = true};
        unsigned seen = 0;
        for (uint32_t i = 0; i < SIDE * SIDE; i += 31) {
            ow_scene_part_kind part;
            double place[3] = {99, 99, 99};
            bool found;
            uint32_t index = pick(&scene, &options, i % SIDE, i / SIDE, &part);
            assert_int_equal(ow_picture_find_place(&scene, &options, NULL, i % SIDE, i / SIDE,
                                                   place, &found, NULL),
                             OW_OK);
            assert_int_equal(found, part == OW_IN_ITEMS);
            if (!found)
                continue;
            double middle[3] = {5.0 * index, 1, 3}, farthest = 0;
            for (unsigned axis = 0; axis < 3; axis++) {
                double at = place[axis] + scene.origin[axis] - middle[axis];
                farthest = fabs(at) > farthest ? fabs(at) : farthest;
            }
            /* A pixel is a tenth of a unit wide, and its middle may be beside the sample that
             * shows. */
            if (fabs(farthest - 1) > 0.3)
                fail_msg("view %u: %g from the middle of box %u", (unsigned)v, farthest, index);
            seen++;
        }
        assert_true(seen > 20);
    }
    ow_scene_close(&scene);
}

static void a_pixel_outside_is_an_error(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    ow_scene scene = end_scene(&builder);
    ow_scene_part_kind part = OW_IN_ITEMS;
    uint32_t index = 7;
    ow_error error;
    assert_int_equal(pick(&scene, &from_above, SIDE - 1, SIDE - 1, &part), 0);
    assert_int_equal(part, OW_IN_NOTHING);
    assert_int_equal(ow_picture_pick(&scene, &from_above, NULL, SIDE, 0, &part, &index, &error),
                     OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "no pixel 120, 0 in a picture of 120 by 120");
    assert_int_equal(ow_picture_pick(&scene, NULL, NULL, 0, 0, NULL, &index, &error),
                     OW_BAD_ARGUMENT);
    double place[3];
    bool found;
    assert_int_equal(
        ow_picture_find_place(&scene, &from_above, NULL, 0, SIDE, place, &found, &error),
        OW_BAD_ARGUMENT);
    assert_int_equal(ow_picture_find_place(&scene, NULL, NULL, 0, 0, NULL, &found, &error),
                     OW_BAD_ARGUMENT);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_item_is_found_where_its_colour_is),
        cmocka_unit_test(each_kind_of_thing_is_found),
        cmocka_unit_test(places_are_on_what_is_seen),
        cmocka_unit_test(a_pixel_outside_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
