/* Pictures of bars that are thinner than a sample. They are drawn as one face each, and have to look
 * like the boxes that they are. */
#include "../support/test.h"

#include "../support/built_scenes.h"

enum { SIDE = 120, LENGTH_OF_BAR = 60 };

static const ow_color grey = {100, 100, 100, 255};

/* Sides towards +x, +y and +z have different colours, the others have one. */
static const ow_scene_light light = {{0.5f, 0.5f, 0.5f}, {{2, 0, 2}, {2, 2, 0}, {0, 2, 2}}};
static const ow_color of_x = {250, 250, 50, 255}, of_y = {50, 250, 250, 255},
                      of_z = {250, 50, 250, 255}, of_others = {50, 50, 50, 255};

/* A bar as wide and thick as part of a pixel, from where it is seen, and the side that shows most. */
static const struct row {
    bool is_along_z;
    float width, thickness;
    double yaw, pitch;
    const ow_color *color;
} rows[] = {{false, 0.5f, 0.3f, 10, 60, &of_y},      {false, 0.5f, 0.3f, 10, 10, &of_z},
            {false, 0.3f, 0.6f, 25, 35, &of_z},      {false, 0.5f, 0.3f, 160, 40, &of_y},
            {true, 0.5f, 0.3f, 70, 60, &of_y},       {true, 0.5f, 0.3f, 70, 10, &of_x},
            {true, 0.3f, 0.6f, -55, 20, &of_others}, {true, 0.4f, 0.4f, -80, -60, &of_others}};

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

/* A pixel is one unit wide. */
static ow_picture draw_from(struct scene_builder *builder, const struct row *row)
{
    ow_scene scene = end_scene(builder);
    ow_picture_options options = plain_options(OW_VIEW_ANGLES, SIDE);
    options.yaw = row->yaw;
    options.pitch = row->pitch;
    options.is_framed = true;
    options.scale = 1;
    ow_picture picture = draw(&scene, &options);
    ow_scene_close(&scene);
    return picture;
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
        for (uint32_t k = 0; k < SIDE * SIDE; k++) {
            const ow_color found = bar.pixels[k];
            covered += found.alpha > 0;
            other += (found.alpha > 0) != (box.pixels[k].alpha > 0);
            if (found.alpha > 0 && !same_color(found, *rows[i].color))
                ROW_FAILED("row %zu: %u %u %u\n", i, found.red, found.green, found.blue);
        }
        if (covered < 10 || other > ENDS)
            ROW_FAILED("row %zu: %u pixels, %u are not those of the box\n", i, covered, other);
        ow_picture_free(&bar);
        ow_picture_free(&box);
    }
}

/* The side that is seen is above the board, the middle line is not. */
static void thin_bars_are_as_near_as_their_sides(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        unsigned seen = 0;
        if (rows[i].color != &of_y)
            continue;
        begin_lit(&builder);
        put_bar(&builder, &rows[i], -0.05f);
        add_item(&builder,
                 add_shape(&builder, (ow_scene_part){.solid = OW_BOX, .size = {100, 2, 100}}), 0,
                 -1, 0, (ow_color){20, 20, 20, 255});
        ow_picture picture = draw_from(&builder, &rows[i]);
        for (uint32_t k = 0; k < SIDE * SIDE; k++)
            seen += same_color(picture.pixels[k], of_y);
        if (seen < 10)
            ROW_FAILED("row %zu: %u pixels\n", i, seen);
        ow_picture_free(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thin_bars_cover_what_boxes_do),
        cmocka_unit_test(thin_bars_are_as_near_as_their_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
