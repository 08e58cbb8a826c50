/* Pictures of bars that are thinner than a sample. They are drawn as one face each, and have to
 * look like the boxes that they are. */
#include "../support/test.h"

#include "../support/built_scenes.h"
#include "../support/bytes.h"

enum { SIDE = 120, LENGTH_OF_BAR = 60 };

static const ow_color grey = {100, 100, 100, 255};

/* Sides towards +x, +y and +z have different colours, the others have one. */
static const ow_scene_light light = {{0.5f, 0.5f, 0.5f}, {{2, 0, 2}, {2, 2, 0}, {0, 2, 2}}};
static const ow_color of_x = {250, 250, 50, 255}, of_y = {50, 250, 250, 255},
                      of_z = {250, 50, 250, 255}, of_others = {50, 50, 50, 255};

/* A bar as wide and thick as part of a pixel, from where it is seen, and the side that shows most;
 * NULL: there is more than one, as the bar is not thin. */
static const struct row {
    bool is_along_z;
    float width, thickness;
    double yaw, pitch;
    const ow_color *color;
} rows[] = {{false, 0.5f, 0.3f, 10, 60, &of_y},      {false, 0.5f, 0.3f, 10, 10, &of_z},
            {false, 0.3f, 0.6f, 25, 35, &of_z},      {false, 0.5f, 0.3f, 160, 40, &of_y},
            {true, 0.5f, 0.3f, 70, 60, &of_y},       {true, 0.5f, 0.3f, 70, 10, &of_x},
            {true, 0.3f, 0.6f, -55, 20, &of_others}, {true, 0.4f, 0.4f, -80, -60, &of_others},
            {false, 0.8f, 0.3f, 10, 25, &of_y},      {true, 0.3f, 9, 0, 45, NULL},
            {true, 0.8f, 0.8f, 0, 0, &of_z},         {true, 0.8f, 0.8f, 0.5, 0.5, NULL}};

static void begin_lit(struct scene_builder *builder)
{
    begin_scene(builder);
    builder->scene.light = light;
}

static void put_bar(struct scene_builder *builder, const struct row *row, float y)
{
    const float half = LENGTH_OF_BAR / 2.0f;
    ow_scene_segment bar = {.from = {-half, y, 0},
                            .to = {half, y, 0},
                            .width = row->width,
                            .thickness = row->thickness,
                            .color = grey};
    if (row->is_along_z)
        bar = (ow_scene_segment){.from = {0, y, -half},
                                 .to = {0, y, half},
                                 .width = row->width,
                                 .thickness = row->thickness,
                                 .color = grey};
    scene_segment(builder, &bar);
}

/* The same as an item. */
static void put_box(struct scene_builder *builder, const struct row *row)
{
    ow_scene_part part = {.solid = OW_BOX, .size = {LENGTH_OF_BAR, row->thickness, row->width}};
    if (row->is_along_z) {
        part.size[0] = row->width;
        part.size[2] = LENGTH_OF_BAR;
    }
    add_item(builder, add_shape(builder, part), 0, 0, 0, grey);
}

/* A pixel is one unit wide, and has the origin in its middle. */
static ow_picture_options options_of(const struct row *row)
{
    ow_picture_options options = plain_options(OW_VIEW_ANGLES, SIDE);
    options.yaw = row->yaw;
    options.pitch = row->pitch;
    options.is_framed = true;
    options.scale = 1;
    options.width = options.height = SIDE + 1;
    return options;
}

static ow_picture draw_with(struct scene_builder *builder, const ow_picture_options *options)
{
    ow_scene scene = end_scene(builder);
    ow_picture picture = draw(&scene, options);
    ow_scene_close(&scene);
    return picture;
}

static ow_picture draw_from(struct scene_builder *builder, const struct row *row)
{
    ow_picture_options options = options_of(row);
    return draw_with(builder, &options);
}

static void thin_bars_cover_what_boxes_do(void **state)
{
    (void)state;
    enum { ENDS = 2 /* pixels */ };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder with_bar, with_box;
        unsigned covered = 0, other = 0;
        begin_lit(&with_bar);
        begin_lit(&with_box);
        put_bar(&with_bar, &rows[i], 0);
        put_box(&with_box, &rows[i]);
        ow_picture bar = draw_from(&with_bar, &rows[i]), box = draw_from(&with_box, &rows[i]);
        for (uint32_t k = 0; k < (SIDE + 1) * (SIDE + 1); k++) {
            const ow_color found = bar.pixels[k];
            covered += found.alpha > 0;
            other += (found.alpha > 0) != (box.pixels[k].alpha > 0);
            if (found.alpha > 0 && rows[i].color && !same_color(found, *rows[i].color))
                ROW_FAILED("row %zu: %u %u %u\n", i, found.red, found.green, found.blue);
        }
        if (covered < 1 || (rows[i].pitch >= 1 && covered < 10) || other > ENDS)
            ROW_FAILED("row %zu: %u pixels, %u are not those of the box\n", i, covered, other);
        ow_picture_free(&bar);
        ow_picture_free(&box);
    }
}

static unsigned count_of(struct scene_builder *builder, const struct row *row)
{
    ow_picture picture = draw_from(builder, row);
    unsigned count = 0;
    for (uint32_t k = 0; k < (SIDE + 1) * (SIDE + 1); k++)
        count += same_color(picture.pixels[k], of_y);
    ow_picture_free(&picture);
    return count;
}

/* The side that is seen is a little above a board, the middle line is not. */
static void thin_bars_are_as_near_as_their_sides(void **state)
{
    (void)state;
    static const ow_color dark = {20, 20, 20, 255};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder alone, on_board;
        const float y = 0.02f - rows[i].thickness / 2;
        if (rows[i].color != &of_y)
            continue;
        begin_lit(&alone);
        begin_lit(&on_board);
        put_bar(&alone, &rows[i], y);
        put_bar(&on_board, &rows[i], y);
        add_item(&on_board,
                 add_shape(&on_board, (ow_scene_part){.solid = OW_BOX, .size = {100, 2, 100}}), 0,
                 -1, 0, dark);
        unsigned expected = count_of(&alone, &rows[i]), found = count_of(&on_board, &rows[i]);
        if (expected < 10 || found != expected)
            ROW_FAILED("row %zu: %u of %u pixels\n", i, found, expected);
    }
}

/* What is near the eye of a perspective may be wider than a sample; and what is highlighted has a
 * line around it, or a ring. */
static void other_bars_are_boxes(void **state)
{
    (void)state;
    static const uint32_t highlights[] = {0};
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int is_highlighted = 0; is_highlighted < 2; is_highlighted++) {
            struct scene_builder with_bar, with_box;
            ow_picture_options of_bar = options_of(&rows[i]);
            of_bar.perspective = !is_highlighted;
            ow_picture_options of_box = of_bar;
            if (is_highlighted) {
                of_bar.highlight_segments = of_box.highlights = highlights;
                of_bar.highlight_segment_count = of_box.highlight_count = 1;
            }
            begin_lit(&with_bar);
            begin_lit(&with_box);
            put_bar(&with_bar, &rows[i], 0);
            put_box(&with_box, &rows[i]);
            ow_picture bar = draw_with(&with_bar, &of_bar), box = draw_with(&with_box, &of_box);
            unsigned other = 0;
            for (uint32_t k = 0; k < (SIDE + 1) * (SIDE + 1); k++)
                other += !same_color(bar.pixels[k], box.pixels[k]);
            if (other > 0)
                ROW_FAILED("row %zu, %d: %u pixels differ\n", i, is_highlighted, other);
            ow_picture_free(&bar);
            ow_picture_free(&box);
        }
}

/* The number of elements. */
static unsigned elements_with(struct scene_builder *builder, const struct row *row)
{
    unsigned count = 0;
    ow_scene scene = end_scene(builder);
    ow_picture_options options = options_of(row);
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error;
    assert_int_equal(ow_picture_write_svg(&scene, &options, NULL, &sink, &error), OW_OK);
    for (size_t i = 0; i < bytes.size; i++)
        count += bytes.data[i] == '<';
    bytes_free(&bytes);
    ow_scene_close(&scene);
    return count;
}

/* An SVG has no samples, and may be enlarged. */
static void an_svg_has_the_sides_of_thin_bars(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder with_bar, with_box;
        begin_lit(&with_bar);
        begin_lit(&with_box);
        put_bar(&with_bar, &rows[i], 0);
        put_box(&with_box, &rows[i]);
        assert_int_equal(elements_with(&with_bar, &rows[i]), elements_with(&with_box, &rows[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thin_bars_cover_what_boxes_do),
        cmocka_unit_test(thin_bars_are_as_near_as_their_sides),
        cmocka_unit_test(other_bars_are_boxes),
        cmocka_unit_test(an_svg_has_the_sides_of_thin_bars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
