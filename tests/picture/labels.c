/* Labels that stand upright on the picture: none lies over another, in pixels and in SVG alike. */
#include "../support/test.h"

#include "../support/built_scenes.h"
#include "../support/bytes.h"

enum { MOST_LABELS = 6 };

static const struct {
    const char *what;
    struct {
        float x, y, z, size;
    } labels[MOST_LABELS]; /* size 0: there are no more */
    const char *seen;      /* '#' for each that is whole, '.' for each that is not there */
} rows[] = {
    {"one", {{0, 0, 0, 1}}, "#"},
    {"two far from each other", {{-50, 0, 0, 1}, {50, 0, 0, 1}}, "##"},
    {"three at one place: two move up and down", {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}, "###"},
    {"the fourth at one place", {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}, "###."},
    {"the farthest of four", {{0, 0, 5, 1}, {0, 0, 1, 1}, {0, 0, 8, 1}, {0, 0, 9, 1}}, "#.##"},
    {"the smallest of four, though it is nearest",
     {{0, 0, 1, 9}, {0, 0, 9, 1}, {0, 0, 2, 9}, {0, 0, 3, 9}},
     "#.##"},
    {"one that is not on the picture", {{0, 0, 0, 1}, {0, 2000, 0, 1}}, "#."},
};

static ow_color color_of(unsigned label)
{
    return (ow_color){200, (uint8_t)(20 * label), 0, 255};
}

/* Boxes in the corners say what is framed: four pixels a unit in a picture of 432. */
static ow_scene scene_of(size_t row)
{
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (int i = 0; i < 2; i++)
        add_item(&builder, box, i ? 49.5f : -49.5f, i ? 49.5f : -49.5f, 0,
                 (ow_color){0, 0, 99, 255});
    for (unsigned i = 0; i < MOST_LABELS && rows[row].labels[i].size > 0; i++)
        scene_label(&builder,
                    &(ow_scene_label){.position = {rows[row].labels[i].x, rows[row].labels[i].y,
                                                   rows[row].labels[i].z},
                                      .font_size = rows[row].labels[i].size,
                                      .flags = OW_FACES_VIEWER,
                                      .text = OW_LITERAL("Name"),
                                      .color = color_of(i)});
    ow_scene scene = end_scene(&builder);
    return scene;
}

static unsigned pixels_in(const ow_picture *picture, ow_color color)
{
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        count += same_color(picture->pixels[i], color);
    return count;
}

static ow_picture_options asked(void)
{
    ow_picture_options options = plain_options(OW_VIEW_FRONT, 432);
    options.labels = true;
    return options;
}

/* The letters of "Name" are 62 dots, of one pixel or of four. */
static void labels_do_not_lie_over_each_other(void **state)
{
    (void)state;
    enum { DOTS = 62 };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of(i);
        ow_picture_options options = asked();
        if (rows[i].labels[1].y > 1000)
            scene.labels[1].flags |= OW_OUTLYING; /* has no say in what is framed */
        ow_picture picture = draw(&scene, &options);
        for (unsigned k = 0; k < scene.label_count; k++) {
            unsigned side = rows[i].labels[k].size > 6 ? 2 : 1;
            unsigned expected = rows[i].seen[k] == '#' ? DOTS * side * side : 0;
            unsigned found = pixels_in(&picture, color_of(k));
            if (found != expected)
                ROW_FAILED("%s: %u pixels of label %u, not %u\n", rows[i].what, found, k, expected);
        }
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

static void svg_has_the_same_labels(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of(i);
        ow_picture_options options = asked();
        struct bytes svg = {0};
        ow_sink sink = sink_to(&svg);
        if (rows[i].labels[1].y > 1000)
            scene.labels[1].flags |= OW_OUTLYING;
        assert_int_equal(ow_picture_write_svg(&scene, &options, NULL, &sink, NULL), OW_OK);
        put_u8(&svg, 0);
        for (unsigned k = 0; k < scene.label_count; k++) {
            char fill[32];
            snprintf(fill, sizeof fill, "fill=\"#c8%02x00\"><tspan", color_of(k).green);
            if ((strstr((const char *)svg.data, fill) != NULL) != (rows[i].seen[k] == '#'))
                ROW_FAILED("%s: label %u\n%s", rows[i].what, k, (const char *)svg.data);
        }
        bytes_free(&svg);
        ow_scene_close(&scene);
    }
}

/* Work is bounded, however many labels there are and wherever they stand. */
static void very_many_labels_end(void **state)
{
    (void)state;
    enum { MANY = 300000 };
    struct scene_builder builder;
    begin_scene(&builder);
    for (int i = 0; i < MANY; i++)
        scene_label(&builder, &(ow_scene_label){.position = {(float)(i % 701), (float)(i % 503), 0},
                                                .font_size = 1,
                                                .flags = OW_FACES_VIEWER,
                                                .text = OW_LITERAL("a label"),
                                                .align_x = 127,
                                                .align_y = -128,
                                                .color = color_of(1)});
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = asked();
    ow_picture picture = draw(&scene, &options);
    assert_in_range(pixels_in(&picture, color_of(1)), 4000, 60000);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_do_not_lie_over_each_other),
        cmocka_unit_test(svg_has_the_same_labels),
        cmocka_unit_test(very_many_labels_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
