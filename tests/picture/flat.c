/* What lies flat: layers of tiles, grounds, labels; and what lies over a picture. */
#include "../support/test.h"

#include "../support/built_scenes.h"

#define GREEN                                                                                      \
    {                                                                                              \
        0, 200, 0, 255                                                                             \
    }

static ow_picture_options from_above(uint32_t side)
{
    return (ow_picture_options){.width = side,
                                .height = side,
                                .view = OW_VIEW_TOP,
                                .plain = true,
                                .transparent = true,
                                .samples = 1};
}

static bool is(ow_color found, uint8_t red, uint8_t green, uint8_t blue)
{
    return found.alpha == 255 && found.red == red && found.green == green && found.blue == blue;
}

static ow_scene level(const uint16_t *cells, uint32_t count, uint16_t flags, unsigned layers)
{
    static ow_color colors[3] = {{10, 20, 30, 255}, {250, 0, 0, 255}, {0, 0, 250, 255}};
    struct scene_builder builder;
    begin_scene(&builder);
    builder.scene.tile_colors = colors;
    builder.scene.tile_color_count = 3;
    for (unsigned i = 0; i < layers; i++) {
        ow_scene_layer layer = {.width = 3,
                                .height = 2,
                                .cell_count = count,
                                .cells = cells,
                                .position = {0, (float)i, 0},
                                .flags = i ? flags : 0};
        scene_layer(&builder, &layer);
    }
    return end_scene(&builder);
}

/* A picture of 108 pixels has cells of 33.3; the first cell's middle stands at 21, 37. */
static ow_color cell_of(const ow_picture *picture, uint32_t x, uint32_t y)
{
    return pixel_of(picture, 20 + x * 33, 37 + y * 33);
}

static void cells_have_their_tiles_colour_and_missing_ones_none(void **state)
{
    (void)state;
    static const uint16_t cells[5] = {0, 1, 2, 2, 1};
    ow_scene scene = level(cells, 5, 0, 1);
    ow_picture_options options = from_above(108);
    ow_picture picture = draw(&scene, &options);
    assert_true(is(cell_of(&picture, 0, 0), 10, 20, 30));
    assert_true(is(cell_of(&picture, 1, 0), 250, 0, 0));
    assert_true(is(cell_of(&picture, 2, 0), 0, 0, 250));
    assert_true(is(cell_of(&picture, 0, 1), 0, 0, 250));
    assert_true(is(cell_of(&picture, 1, 1), 250, 0, 0));
    assert_int_equal(cell_of(&picture, 2, 1).alpha, 0);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

static void an_upper_layer_hides_the_lower_but_where_it_is_empty(void **state)
{
    (void)state;
    static const uint16_t cells[6] = {0, 1, 2, 2, 1, 0};
    static const uint16_t upper[6] = {1, 0, 0, 0, 0, 0};
    static const struct {
        uint16_t flags;
        bool hide_lower;
        uint8_t red[2]; /* of the first two cells */
    } rows[] = {{0, false, {250, 10}},
                {OW_ZERO_IS_EMPTY, false, {250, 250}},
                {OW_ZERO_IS_EMPTY, true, {250, 0}},
                {OW_ROOF, false, {10, 250}},
                {OW_ROOF, true, {250, 10}}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = level(cells, 6, rows[i].flags, 2);
        scene.layers[1].cells = upper;
        if (rows[i].hide_lower) {
            scene.layers[0].flags |= OW_HIDDEN;
            scene.layers[1].flags = rows[i].flags;
        }
        ow_picture_options options = from_above(108);
        ow_picture picture = draw(&scene, &options);
        for (uint32_t x = 0; x < 2; x++)
            if (cell_of(&picture, x, 0).red != rows[i].red[x])
                ROW_FAILED("row %zu, cell %u: %u\n", i, x, cell_of(&picture, x, 0).red);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

static void blocked_cells_are_hatched(void **state)
{
    (void)state;
    static const uint16_t cells[6] = {1, 1 | OW_TILE_BLOCKED, 1, 1, 1, 1};
    ow_scene scene = level(cells, 6, 0, 1);
    ow_picture_options options = from_above(216);
    ow_picture picture = draw(&scene, &options);
    unsigned dark[2] = {0};
    for (uint32_t x = 12; x < 138; x++)
        dark[x > 74] += pixel_of(&picture, x, 60).red < 200;
    assert_int_equal(dark[0], 0);
    assert_in_range(dark[1], 12, 40);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

static void tiles_come_from_their_image(void **state)
{
    (void)state;
    /* two tiles of 2 by 2, one apart, after a border of one */
    static ow_color image[7 * 4];
    static const uint16_t cells[6] = {0, 1, 0, 0, 0, 0};
    for (int i = 0; i < 7 * 4; i++)
        image[i] = (ow_color){(uint8_t)(i % 7 * 10), (uint8_t)(i / 7 * 10), 99, 255};
    ow_scene scene = level(cells, 6, 0, 1);
    scene.tileset = (ow_scene_tileset){.image = {.width = 7, .height = 4, .pixels = image},
                                       .left = 1,
                                       .top = 1,
                                       .tile_width = 2,
                                       .tile_height = 2,
                                       .spacing_x = 1,
                                       .spacing_y = 1,
                                       .columns = 2,
                                       .count = 2};
    ow_picture_options options = from_above(324);
    ow_picture picture = draw(&scene, &options);
    assert_true(is(pixel_of(&picture, 12 + 25, 62 + 25), 10, 10, 99));
    assert_true(is(pixel_of(&picture, 12 + 75, 62 + 75), 20, 20, 99));
    assert_true(is(pixel_of(&picture, 112 + 25, 62 + 75), 40, 20, 99));
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

static void grounds_have_the_colours_between_and_water_over_them(void **state)
{
    (void)state;
    static const float heights[4] = {0, 0, 4, 4};
    static const ow_color colors[4] = {
        {0, 100, 0, 255}, {200, 100, 0, 255}, {0, 100, 0, 255}, {200, 100, 0, 255}};
    ow_scene_ground ground = {.width = 2,
                              .height = 2,
                              .heights = heights,
                              .colors = colors,
                              .spacing = 10,
                              .water_level = 2,
                              .water_depth = 2,
                              .water = {0, 0, 255, 255}};
    for (int has_water = 0; has_water < 2; has_water++) {
        struct scene_builder builder;
        begin_scene(&builder);
        ground.has_water = has_water == 1;
        scene_ground(&builder, &ground);
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = from_above(108);
        ow_picture picture = draw(&scene, &options);
        ow_color high = pixel_of(&picture, 54, 90), deep = pixel_of(&picture, 54, 10);
        assert_in_range(high.red, 80, 120);
        assert_int_equal(high.blue, 0);
        assert_true(pixel_of(&picture, 90, 90).red > 150);
        assert_true(has_water ? deep.blue > 180 : deep.blue == 0);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

/* Ten units are a hundred pixels wide; the ground rises from 0 at the back to 4, its sides reach
 * to -0.5. */
static void grounds_have_sides_of_earth_and_water(void **state)
{
    (void)state;
    static const float heights[4] = {0, 0, 4, 4};
    static const ow_color green = GREEN, colors[4] = {GREEN, GREEN, GREEN, GREEN},
                          earth = {178, 150, 118, 255}, water = {0, 0, 255, 255}, none = {0};
    static const struct {
        ow_view_kind view;
        uint32_t x, y;
        const ow_color *color;
    } rows[] = {
        {OW_VIEW_FRONT, 54, 33, &earth}, {OW_VIEW_FRONT, 54, 75, &earth},
        {OW_VIEW_FRONT, 54, 78, &none},  {OW_VIEW_BACK, 54, 33, &green},
        {OW_VIEW_BACK, 54, 60, &water},  {OW_VIEW_BACK, 54, 74, &earth},
        {OW_VIEW_RIGHT, 7, 50, &earth},  {OW_VIEW_RIGHT, 101, 62, &water},
        {OW_VIEW_RIGHT, 101, 50, &none}, {OW_VIEW_TOP, 54, 101, &green},
        {OW_VIEW_LEFT, 7, 62, &water},   {OW_VIEW_LEFT, 30, 74, &earth},
    };
    struct scene_builder builder;
    begin_scene(&builder);
    ow_scene_ground ground = {.width = 2,
                              .height = 2,
                              .heights = heights,
                              .colors = colors,
                              .spacing = 10,
                              .has_water = true,
                              .water_level = 2,
                              .water = {0, 0, 255, 255}};
    scene_ground(&builder, &ground);
    ow_scene scene = end_scene(&builder);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_picture_options options = plain_options(rows[i].view, 108);
        ow_picture picture = draw(&scene, &options);
        ow_color found = pixel_of(&picture, rows[i].x, rows[i].y);
        if (!same_color(found, *rows[i].color))
            ROW_FAILED("row %zu: %u %u %u %u\n", i, found.red, found.green, found.blue,
                       found.alpha);
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
}

/* Lines a unit apart, ten pixels, on a slope. */
static void a_grid_lies_on_the_ground(void **state)
{
    (void)state;
    static const float heights[4] = {0, 0, 4, 4};
    static const ow_color green = GREEN, colors[4] = {GREEN, GREEN, GREEN, GREEN};
    static const struct {
        uint32_t x, y;
        bool is_line;
    } rows[] = {{14, 99, true}, {19, 99, false}, {64, 99, true}, {19, 93, true}, {64, 70, true}};
    struct scene_builder builder;
    begin_scene(&builder);
    ow_scene_ground ground = {
        .width = 2, .height = 2, .heights = heights, .colors = colors, .spacing = 10};
    scene_ground(&builder, &ground);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = plain_options(OW_VIEW_TOP, 108);
    options.grid = true;
    options.samples = 3;
    ow_picture picture = draw(&scene, &options);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_color found = pixel_of(&picture, rows[i].x, rows[i].y);
        if (same_color(found, green) == rows[i].is_line)
            ROW_FAILED("row %zu: %u %u %u\n", i, found.red, found.green, found.blue);
    }
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

/* The first row of a column in which something is drawn. */
static uint32_t top_of(const ow_picture *picture, uint32_t x)
{
    uint32_t y = 0;
    while (y < picture->height && pixel_of(picture, x, y).green == 0)
        y++;
    return y;
}

/* Seen at a slant, lines neither rise above a ground that is level and then a slope, nor leave
 * it. */
static void a_grid_follows_each_cell_of_the_ground(void **state)
{
    (void)state;
    static const float heights[9] = {0, 0, 4, 0, 0, 4, 0, 0, 4};
    static const ow_color colors[9] = {GREEN, GREEN, GREEN, GREEN, GREEN,
                                       GREEN, GREEN, GREEN, GREEN};
    struct scene_builder builder;
    begin_scene(&builder);
    ow_scene_ground ground = {
        .width = 3, .height = 3, .heights = heights, .colors = colors, .spacing = 4};
    scene_ground(&builder, &ground);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = plain_options(OW_VIEW_ANGLES, 128);
    options.yaw = 20;
    options.pitch = 25;
    options.transparent = false;
    options.has_background = true;
    options.background = (ow_color){0, 0, 0, 255};
    ow_picture bare = draw(&scene, &options);
    options.grid = true;
    ow_picture lined = draw(&scene, &options);
    unsigned differing = 0;
    for (size_t i = 0; i < (size_t)bare.width * bare.height; i++)
        differing += !same_color(bare.pixels[i], lined.pixels[i]);
    assert_in_range(differing, 200, 4000);
    for (uint32_t x = 0; x < bare.width; x++) {
        uint32_t expected = top_of(&bare, x), found = top_of(&lined, x);
        if (expected < bare.height && found + 2 < expected)
            ROW_FAILED("column %u begins at %u, not %u\n", x, found, expected);
    }
    ow_picture_free(&bare);
    ow_picture_free(&lined);
    ow_scene_close(&scene);
}

static unsigned dots_of(const ow_picture *picture)
{
    unsigned dots = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        dots += picture->pixels[i].red == 255 && picture->pixels[i].green == 0;
    return dots;
}

/* On a board of six units a side that a picture of 648 pixels shows with 100 a unit. */
static void labels_are_written_on_their_side_alone(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        float turned; /* about x: -0.7 lies on its back, 0.7 on its face */
        uint16_t flags;
        bool labels;
        unsigned dots;
    } rows[] = {
        {"i", -1, 0, false, 9},
        {"i", 1, 0, false, 0},
        {"", -1, 0, false, 0},
        {"T", -1, OW_HIDDEN, true, 0},
        {"T", -1, OW_FACES_VIEWER, false, 0},
        {"\xc3\xa4", -1, 0, false, 16},
        {"\xd0\xb4\n\xd0\x94", -1, 0, false, 34},
        {"\xff", -1, 0, false, 10},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        begin_scene(&builder);
        add_item(&builder, add_shape(&builder, (ow_scene_part){.size = {6, 0.1f, 6}}), 0, 0, 0,
                 (ow_color){0, 90, 0, 255});
        ow_scene_label label = {.position = {0, rows[i].turned < 0 ? 0.06f : -0.06f, 0},
                                .rotation = {rows[i].turned * 0.70710678f, 0, 0, 0.70710678f},
                                .font_size = 1.2f,
                                .flags = rows[i].flags,
                                .text = ow_text_of(rows[i].text),
                                .color = {255, 0, 0, 255}};
        scene_label(&builder, &label);
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = from_above(648);
        options.labels = rows[i].labels;
        ow_picture picture = draw(&scene, &options);
        if ((dots_of(&picture) + 50) / 100 != rows[i].dots)
            ROW_FAILED("row %zu: %u pixels\n", i, dots_of(&picture));
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

static void upright_labels_show_from_every_side(void **state)
{
    (void)state;
    static const ow_view_kind views[] = {OW_VIEW_TOP, OW_VIEW_ISO, OW_VIEW_BACK, OW_VIEW_LEFT};
    struct scene_builder builder;
    begin_scene(&builder);
    add_item(&builder, add_shape(&builder, (ow_scene_part){.size = {6, 6, 6}}), 0, 0, 0,
             (ow_color){0, 90, 0, 255});
    ow_scene_label label = {.rotation = {0, 0, 0, 1}, /* inside of the box */
                            .font_size = 0.1f,
                            .flags = OW_FACES_VIEWER,
                            .text = OW_LITERAL("i"),
                            .color = {255, 0, 0, 255}};
    scene_label(&builder, &label);
    ow_scene scene = end_scene(&builder);
    for (size_t i = 0; i < LENGTH(views); i++) {
        ow_picture_options options = from_above(200);
        options.view = views[i];
        options.labels = true;
        ow_picture picture = draw(&scene, &options);
        assert_int_equal(dots_of(&picture), 9);
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
}

static void a_legend_stands_beside_and_the_scale_below(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    builder.scene.types[0].color = (ow_color){255, 0, 0, 255};
    add_item(&builder, add_shape(&builder, (ow_scene_part){.solid = OW_BOX}), 0, 0, 0,
             (ow_color){0, 0, 90, 255});
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = from_above(400);
    options.legend = options.scale_bar = true;
    ow_picture picture = draw(&scene, &options);
    assert_true(is(pixel_of(&picture, 12, 14), 255, 0, 0));
    assert_int_equal(dots_of(&picture), 64);
    assert_int_equal(pixel_of(&picture, 100, 200).alpha,
                     0); /* the box begins right of the legend */
    assert_true(is(pixel_of(&picture, 380, 200), 0, 0, 90));
    unsigned ink = 0;
    for (uint32_t x = 0; x < 400; x++)
        ink += is(pixel_of(&picture, x, 391), 40, 52, 68);
    assert_in_range(ink, 40, 82); /* 0.2 units of about 250 pixels */
    ow_picture_free(&picture);
    scene.items[0].flags |= OW_HIDDEN;
    picture = draw(&scene, &options);
    assert_int_equal(dots_of(&picture), 0);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_have_their_tiles_colour_and_missing_ones_none),
        cmocka_unit_test(an_upper_layer_hides_the_lower_but_where_it_is_empty),
        cmocka_unit_test(blocked_cells_are_hatched),
        cmocka_unit_test(tiles_come_from_their_image),
        cmocka_unit_test(grounds_have_the_colours_between_and_water_over_them),
        cmocka_unit_test(grounds_have_sides_of_earth_and_water),
        cmocka_unit_test(a_grid_lies_on_the_ground),
        cmocka_unit_test(a_grid_follows_each_cell_of_the_ground),
        cmocka_unit_test(labels_are_written_on_their_side_alone),
        cmocka_unit_test(upright_labels_show_from_every_side),
        cmocka_unit_test(a_legend_stands_beside_and_the_scale_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
