/* Things smaller than samples: they are seen where they cover the centre of one, as others are. */
#include "../support/test.h"

#include "../support/built_scenes.h"

#include "circuit/random.h"
#include "scene/scene.h"

#include <math.h>

enum { SIDE = 120, GRID = 4, BOXES = SIDE / GRID };

static const ow_color grey = {100, 100, 100, 255};

static double random_between(struct random *random, double least, double most)
{
    return least + (most - least) * random_below(random, 1 << 20) / (1 << 20);
}

/* A box that is seen from above: its middle, and half of its side. */
struct box {
    double x, z, angle, half;
};

/* How far a point is inside a box; negative outside. */
static double depth_in(const struct box *box, double x, double z)
{
    double sine = sin(box->angle), cosine = cos(box->angle);
    double across = fabs((x - box->x) * cosine - (z - box->z) * sine),
           along = fabs((x - box->x) * sine + (z - box->z) * cosine);
    return box->half - (across > along ? across : along);
}

/* One box in each place of a grid of pixels. Some are parts beside the origin of their item. */
static ow_scene scatter(struct random *random, struct box boxes[BOXES * BOXES])
{
    struct scene_builder builder;
    begin_scene(&builder);
    const uint32_t shapes[2] = {
        add_shape(&builder, (ow_scene_part){.solid = OW_BOX}),
        add_shape(&builder,
                  (ow_scene_part){.solid = OW_BOX, .center = {2.5, 0, 0}, .size = {1, 1, 1}})};
    for (uint32_t i = 0; i < BOXES * BOXES; i++) {
        struct box *box = &boxes[i];
        *box = (struct box){random_between(random, 1, 3) + GRID * (i % BOXES) - SIDE / 2,
                            random_between(random, 1, 3) + GRID * (i / BOXES) - SIDE / 2,
                            random_between(random, 0, 1.5), random_between(random, 0.01, 0.6)};
        float across = (float)box->half * 2;
        double aside = i % 2 ? 2.5 * (double)across : 0;
        ow_scene_item item = {
            .position = {(float)(box->x - aside * cos(box->angle)), 0,
                         (float)(box->z + aside * sin(box->angle))},
            .rotation = {0, (float)sin(box->angle / 2), 0, (float)cos(box->angle / 2)},
            .scale = {across, 1, across},
            .color = grey,
            .shape = shapes[i % 2],
            .subject = i};
        if (i % 3 == 0) { /* on its side: its y axis is across the picture */
            box->angle = 0;
            item = (ow_scene_item){.position = {(float)box->x, 0, (float)box->z},
                                   .rotation = {0, 0, sqrtf(0.5f), sqrtf(0.5f)},
                                   .scale = {1, across, across},
                                   .color = grey,
                                   .shape = shapes[0],
                                   .subject = i};
        }
        scene_item(&builder, &item);
    }
    return end_scene(&builder);
}

static void boxes_are_seen_at_the_centres_of_samples(void **state)
{
    (void)state;
    static const double borderline = 0.02;
    struct box boxes[BOXES * BOXES];
    struct random random = random_begin(1);
    unsigned seen = 0, small_and_seen = 0;
    ow_scene scene = scatter(&random, boxes);
    ow_picture_options options = plain_options(OW_VIEW_TOP, SIDE);
    options.is_framed = true;
    options.scale = 1;
    ow_picture picture = draw(&scene, &options);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const struct box *box = &boxes[i / SIDE / GRID * BOXES + i % SIDE / GRID];
        double depth = depth_in(box, i % SIDE + 0.5 - SIDE / 2, i / SIDE + 0.5 - SIDE / 2);
        bool is_seen = picture.pixels[i].alpha > 0;
        if (fabs(depth) > borderline && is_seen != (depth > 0))
            ROW_FAILED("%u, %u: %d, but %g\n", i % SIDE, i / SIDE, is_seen, depth);
        seen += is_seen;
        small_and_seen += is_seen && box->half < 0.25;
    }
    assert_in_range(seen, 200, 600);
    assert_in_range(small_and_seen, 10, 100);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

/* Marks have lines around them, which are as wide as on paper. */
static void a_mark_is_seen_wherever_it_is(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        uint32_t mark = add_shape(
            &builder,
            (ow_scene_part){.solid = OW_BOX, .material = OW_MARK, .size = {0.3f, 0.3f, 0.3f}});
        add_item(&builder, mark, (float)i / 16, 0, 0.5f, (ow_color){200, 0, 0, 200});
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = plain_options(OW_VIEW_TOP, 8);
        options.is_framed = true;
        options.scale = 1;
        ow_picture picture = draw(&scene, &options);
        unsigned seen = 0;
        for (uint32_t k = 0; k < 8 * 8; k++)
            seen += picture.pixels[k].alpha > 0;
        if (seen == 0)
            ROW_FAILED("nothing is seen at place %d\n", i);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

/* So does a highlight: it has a ring. */
static void a_highlight_is_seen_wherever_it_is(void **state)
{
    (void)state;
    static const uint32_t first = 0;
    for (int i = 0; i < 16; i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        uint32_t box = add_shape(&builder, (ow_scene_part){.size = {0.05f, 0.05f, 0.05f}});
        add_item(&builder, box, (float)(i % 4) / 4, 0, (float)(i / 4) / 4, grey);
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = plain_options(OW_VIEW_TOP, 40);
        options.is_framed = true;
        options.scale = 1;
        options.highlights = &first;
        options.highlight_count = 1;
        ow_picture picture = draw(&scene, &options);
        unsigned seen = 0;
        for (uint32_t k = 0; k < 40 * 40; k++)
            seen += picture.pixels[k].alpha > 0;
        if (seen < 30)
            ROW_FAILED("%u pixels are seen at place %d\n", seen, i);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

/* The same of each picture that shows a window of it. */
static void a_window_shows_the_same(void **state)
{
    (void)state;
    struct box boxes[BOXES * BOXES];
    struct random random = random_begin(2);
    ow_scene scene = scatter(&random, boxes);
    ow_picture_options options = plain_options(OW_VIEW_TOP, SIDE);
    options.is_framed = true;
    options.scale = 1;
    ow_picture picture = draw(&scene, &options);
    for (uint32_t i = 0; i < SIDE * SIDE; i += 7) {
        ow_scene_part_kind part;
        uint32_t index;
        ow_error error;
        assert_int_equal(
            ow_picture_pick(&scene, &options, NULL, i % SIDE, i / SIDE, &part, &index, &error),
            OW_OK);
        if ((part == OW_IN_ITEMS) != (picture.pixels[i].alpha > 0))
            ROW_FAILED("%u, %u: %d\n", i % SIDE, i / SIDE, (int)part);
    }
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

/* Also if rotations are none: of files of strangers. */
static void bounds_are_those_of_all_corners(void **state)
{
    (void)state;
    struct random random = random_begin(3);
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX, .center = {0.5, 0, 1}});
    for (uint32_t i = 0; i < 2000; i++) {
        ow_scene_item item = {.color = grey, .shape = box, .subject = i};
        for (int k = 0; k < 4; k++)
            item.rotation[k] = (float)random_between(&random, -1.5, 1.5);
        for (int k = 0; k < 3; k++) {
            item.position[k] = (float)random_between(&random, -60, 60);
            item.scale[k] = (float)random_between(&random, -0.2, 0.2);
        }
        scene_item(&builder, &item);
    }
    ow_scene scene = end_scene(&builder);
    struct scene_bounds expected = {0};
    for (uint32_t i = 0; i < scene.item_count; i++)
        for (unsigned corner = 0; corner < 8; corner++)
            scene_include(&expected,
                          scene_vertex(&scene.items[i],
                                       scene_part_vertex(&scene.parts[0], scene_corner(corner))));
    for (int i = 0; i < 3; i++) {
        assert_true((double)scene.least[i] == (double)(float)expected.least[i]);
        assert_true((double)scene.most[i] == (double)(float)expected.most[i]);
    }
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_seen_at_the_centres_of_samples),
        cmocka_unit_test(a_mark_is_seen_wherever_it_is),
        cmocka_unit_test(a_highlight_is_seen_wherever_it_is),
        cmocka_unit_test(a_window_shows_the_same),
        cmocka_unit_test(bounds_are_those_of_all_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
