/* Pictures as SVG: their text to the byte, the order of faces, limits. */
#include "../support/test.h"

#include "../support/built_scenes.h"
#include "../support/bytes.h"
#include "../support/ledger.h"
#include "../support/levels.h"

#include <overworld/picture.h>

/* The SVG of a scene, zero-terminated. */
static struct bytes svg_of(const ow_scene *scene, const ow_picture_options *options)
{
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error = {0};
    if (ow_picture_write_svg(scene, options, NULL, &sink, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    put_u8(&bytes, 0);
    return bytes;
}

static ow_scene scene_of(const char *json)
{
    struct bytes bytes = level_of(json);
    ow_scene scene;
    assert_int_equal(ow_scene_open(bytes.data, bytes.size, NULL, NULL, &scene, NULL), OW_OK);
    bytes_free(&bytes);
    return scene;
}

/* Cells that look alike and touch are one rectangle; impassable ones have strokes besides. */
static void cells_become_rectangles(void **state)
{
    (void)state;
    ow_scene scene = scene_of(LEVEL(MESH_OF("8", "3", "2", "[1, 1, 32770, 1, 1, 2]")));
    ow_picture_options options = {.width = 324, .height = 216, .transparent = true};
    struct bytes svg = svg_of(&scene, &options);
    char expected[1024];
    const ow_color *one = &scene.tile_colors[1], *two = &scene.tile_colors[2];
    snprintf(expected, sizeof expected,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"324\" height=\"216\" viewBox=\"0 0 "
             "324 216\" font-family=\"monospace\" xml:space=\"preserve\">\n<defs>\n<pattern "
             "id=\"blocked\" width=\".5\" height=\".5\" "
             "patternUnits=\"userSpaceOnUse\"><path fill-opacity=\".36\" d=\"M0 0H.15L0 .15ZM.5 "
             "0V.15L.15 .5H0Z\"/></pattern>\n</defs>\n<g shape-rendering=\"crispEdges\" "
             "transform=\"matrix(100 0 0 100 12 8)\">\n<path fill=\"#%02x%02x%02x\" d=\"M0 "
             "0h2v2h-2z\"/>\n<path fill=\"#%02x%02x%02x\" d=\"M2 0h1v2h-1z\"/>\n<path "
             "fill=\"url(#blocked)\" d=\"M2 0h1v1h-1z\"/>\n</g>\n<g stroke-width=\".5\" "
             "stroke-linejoin=\"round\">\n</g>\n</svg>\n",
             one->red, one->green, one->blue, two->red, two->green, two->blue);
    assert_string_equal((const char *)svg.data, expected);
    bytes_free(&svg);
    ow_scene_close(&scene);
}

/* ---- boxes by hand ---- */

enum { MOST_BOXES = 7000 };

struct boxes {
    ow_scene scene;
    ow_scene_shape shape;
    ow_scene_part part;
    ow_scene_item items[MOST_BOXES];
};

static struct boxes *make_boxes(void)
{
    struct boxes *boxes = calloc(1, sizeof *boxes);
    boxes->part =
        (ow_scene_part){.paint = OW_PAINT_ITEM, .size = {1, 1, 1}, .rotation = {0, 0, 0, 1}};
    boxes->shape.part_count = 1;
    boxes->scene = (ow_scene){.shape_count = 1,
                              .part_count = 1,
                              .shapes = &boxes->shape,
                              .parts = &boxes->part,
                              .items = boxes->items};
    boxes->scene.light.ambient[0] = boxes->scene.light.ambient[1] = 1;
    boxes->scene.light.ambient[2] = 1;
    return boxes;
}

static void add_box(struct boxes *boxes, float x, float y, float z, float width, float height,
                    uint8_t red)
{
    boxes->items[boxes->scene.item_count++] = (ow_scene_item){.position = {x, y, z},
                                                              .rotation = {0, 0, 0, 1},
                                                              .scale = {width, height, width},
                                                              .color = {red, 0, 0, 255}};
}

static size_t place_of(const struct bytes *svg, uint8_t red, bool last)
{
    char color[32];
    snprintf(color, sizeof color, "fill=\"#%02x0000\"", red);
    size_t found = 0;
    for (const char *at = (const char *)svg->data; (at = strstr(at, color)); at++) {
        found = (size_t)(at - (const char *)svg->data) + 1;
        if (!last)
            break;
    }
    assert_true(found > 0);
    return found;
}

/* A board's middle is nearer than what stands at its far end, and farther than what hangs below. */
static void what_stands_on_a_board_comes_after_it(void **state)
{
    (void)state;
    struct boxes *boxes = make_boxes();
    add_box(boxes, -9, 1, -9, 1, 1, 0x11); /* at the far end */
    add_box(boxes, 9, 1, 9, 1, 1, 0x22);
    add_box(boxes, 0, 0, 0, 20, 1, 0x33); /* the board */
    add_box(boxes, 5, -4, 5, 1, 1, 0x44); /* below it, nearer than its middle */
    ow_picture_options options = {.view = OW_VIEW_ISO};
    struct bytes svg = svg_of(&boxes->scene, &options);
    size_t board_begins = place_of(&svg, 0x33, false), board_ends = place_of(&svg, 0x33, true);
    assert_true(place_of(&svg, 0x11, false) > board_begins);
    assert_true(place_of(&svg, 0x22, false) > board_begins);
    assert_true(place_of(&svg, 0x44, true) < board_ends);
    bytes_free(&svg);
    free(boxes);
}

/* Returns true if the first thing is drawn before the second one. */
static bool comes_first(const struct boxes *boxes, const ow_picture_options *options, uint8_t first,
                        uint8_t second)
{
    struct bytes svg = svg_of(&boxes->scene, options);
    bool comes = place_of(&svg, first, false) < place_of(&svg, second, false);
    bytes_free(&svg);
    return comes;
}

/* A plate floats behind a board. On the picture, they have an edge in common. The plate is nearer
 * there, but its middle is farther than the board's. */
static void faces_that_touch_stay_in_the_order_of_their_middles(void **state)
{
    (void)state;
    struct boxes *boxes = make_boxes();
    ow_picture_options options = {.view = OW_VIEW_ISO};
    add_box(boxes, 0, 0, 0, 20, 1, 0x11);
    add_box(boxes, -11, 1, 1, 20, 1, 0x22);
    boxes->items[1].scale[0] = 4;
    assert_true(comes_first(boxes, &options, 0x22, 0x11));
    free(boxes);
}

/* A long box goes away from the viewer. A small one stands before its far end, but farther than its
 * middle. */
static void faces_are_compared_if_they_overlap_by_more_than_an_eighth_of_a_pixel(void **state)
{
    (void)state;
    static const struct {
        float pixels;
        bool is_compared;
    } rows[] = {{0.1f, false}, {0.125f, false}, {0.13f, true}, {1, true}};
    static const ow_picture_options options = {
        .view = OW_VIEW_FRONT, .width = 400, .height = 400, .is_framed = true, .scale = 8};
    static const float end = 10 * 0.8f + 0.5f * 0.6f;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct boxes *boxes = make_boxes();
        for (int axis = 0; axis < 3; axis++)
            boxes->scene.least[axis] = -10, boxes->scene.most[axis] = 10;
        add_box(boxes, 0, 0, 0, 1, 4, 0x11);
        boxes->items[0].scale[0] = 20;
        scene_turn((struct rotation){0, 1, 0, 3}, boxes->items[0].rotation);
        add_box(boxes, end + 0.5f - rows[i].pixels / 8, 0, -3, 1, 1, 0x22);
        if (comes_first(boxes, &options, 0x11, 0x22) != rows[i].is_compared)
            ROW_FAILED("%g\n", (double)rows[i].pixels);
        free(boxes);
    }
}

static void too_many_faces_are_refused(void **state)
{
    (void)state;
    struct boxes *boxes = make_boxes();
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error;
    ow_picture_options options = {.view = OW_VIEW_ISO};
    for (int i = 0; i < MOST_BOXES; i++)
        add_box(boxes, (float)(i % 100), 0, (float)(i / 100), 0.5f, 0.5f, 0x80);
    assert_int_equal(ow_picture_write_svg(&boxes->scene, &options, NULL, &sink, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_non_null(strstr(error.message, "20000 faces"));
    assert_int_equal(bytes.size, 0);
    boxes->scene.item_count = OW_SVG_MOST_FACES / 3;
    assert_int_equal(ow_picture_write_svg(&boxes->scene, &options, NULL, &sink, &error), OW_OK);
    assert_true(bytes.size > 0);
    bytes_free(&bytes);
    free(boxes);
}

static bool note_progress(void *context, uint64_t done, uint64_t total)
{
    uint64_t *noted = context;
    noted[0] = done;
    noted[1] = total;
    return true;
}

/* Measuring is half of the work. A tenth of the other half already has too many faces. */
static void things_after_too_many_faces_cost_no_time(void **state)
{
    (void)state;
    enum { ITEMS = 10 * OW_SVG_MOST_FACES / 3 };
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (int i = 0; i < ITEMS; i++)
        add_item(&builder, box, (float)(i % 200), 0, (float)(i / 200), (ow_color){9, 9, 9, 255});
    ow_scene scene = end_scene(&builder);
    uint64_t noted[2] = {0};
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_options own = {.progress = note_progress, .progress_context = noted};
    ow_picture_options options = {.view = OW_VIEW_ISO};
    assert_int_equal(ow_picture_write_svg(&scene, &options, &own, &sink, NULL), OW_TOO_MUCH_MEMORY);
    assert_in_range(noted[0], 1, noted[1] * 6 / 10);
    assert_int_equal(bytes.size, 0);
    ow_scene_close(&scene);
}

/* All in one place, turned against each other by nothing: each overlaps each. */
static void boxes_in_each_other_end(void **state)
{
    (void)state;
    struct boxes *boxes = make_boxes();
    for (int i = 0; i < OW_SVG_MOST_FACES / 3; i++)
        add_box(boxes, 0, 0, 0, 1 + (float)i / 1000, 2 - (float)i / 5000, (uint8_t)i);
    ow_picture_options options = {.view = OW_VIEW_ISO};
    struct bytes svg = svg_of(&boxes->scene, &options);
    assert_true(svg.size > 0);
    bytes_free(&svg);
    free(boxes);
}

static const struct {
    const char *text, *written;
} texts[] = {
    {"plain", ">plain<"},
    {"<&>", ">&#60;&#38;><"},
    {"a\x01"
     "b\nc",
     ">a b<"},
    {"\xc3\xa9\xff", ">\xc3\xa9?<"},
    {"\xed\xa0\x80", ">?"
                     "?"
                     "?<"},
    {"\xef\xbf\xbf", ">?"
                     "?"
                     "?<"},
    {"\xe2\x82", ">?"
                 "?<"},
    {"\xc3(", ">?(<"},
    {"\xe2\x82(", ">?"
                  "?(<"},
};

static void text_of_a_file_is_no_markup(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        ow_scene_label label = {
            .font_size = 1, .rotation = {0, 0, 0, 1}, .text = ow_text_of(texts[i].text)};
        ow_scene scene = {.labels = &label, .label_count = 1};
        struct bytes svg = svg_of(&scene, NULL);
        if (!strstr((const char *)svg.data, texts[i].written))
            ROW_FAILED("%s: %s\n", texts[i].written, (const char *)svg.data);
        bytes_free(&svg);
    }
}

static void names_are_written_where_they_are_asked_for(void **state)
{
    (void)state;
    ow_scene scene = scene_of(LEVEL(MESH, THNG(THING("77", "0", "8", "8", "0"))));
    ow_picture_options options = {.labels = true};
    struct bytes with = svg_of(&scene, &options), without = svg_of(&scene, NULL);
    assert_non_null(strstr((const char *)with.data, ">77</tspan></text>"));
    assert_null(strstr((const char *)without.data, "<text"));
    bytes_free(&with);
    bytes_free(&without);
    ow_scene_close(&scene);
}

/* A board of ten squares a side with a box on it, and writing on the board, a part of which it
 * hides. */
static ow_scene board(void)
{
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t plate =
        add_shape(&builder, (ow_scene_part){.material = OW_BOARD, .size = {10, 1, 10}});
    add_item(&builder, plate, 0, 0, 0,
             (ow_color){0x33, 0, 0, 255}); /* which is dark, and drawn as 0x4d */
    add_item(&builder, add_shape(&builder, (ow_scene_part){.solid = OW_BOX}), 1, 1, 1,
             (ow_color){0x44, 0, 0, 255});
    scene_label(&builder, &(ow_scene_label){.position = {0, 0.5f, 0},
                                            .rotation = {-0.70710678f, 0, 0, 0.70710678f},
                                            .size = {8, 8},
                                            .font_size = 2,
                                            .text = OW_LITERAL("on it\nby it"),
                                            .color = {0x55, 0, 0, 255}});
    return end_scene(&builder);
}

static void writing_comes_after_what_it_is_on_and_before_what_hides_it(void **state)
{
    (void)state;
    ow_scene scene = board();
    ow_picture_options options = {.view = OW_VIEW_ISO};
    for (unsigned turn = 0; turn < 4; turn++) {
        options.turn = turn;
        struct bytes svg = svg_of(&scene, &options);
        assert_true(place_of(&svg, 0x55, false) > place_of(&svg, 0x4d, true));
        assert_true(place_of(&svg, 0x55, true) < place_of(&svg, 0x44, false));
        assert_non_null(strstr((const char *)svg.data, ">on it</tspan><tspan"));
        bytes_free(&svg);
    }
    options.view = OW_VIEW_BOTTOM;
    struct bytes below = svg_of(&scene, &options);
    assert_null(strstr((const char *)below.data, "<text"));
    bytes_free(&below);
    ow_scene_close(&scene);
}

static unsigned times_in(const struct bytes *svg, const char *words)
{
    unsigned times = 0;
    for (const char *at = (const char *)svg->data; (at = strstr(at, words)); at++)
        times++;
    return times;
}

static void what_pixels_show_besides_is_there_too(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        ow_picture_options options;
        const char *words;
        unsigned times;
    } rows[] = {
        {"nothing", {.view = OW_VIEW_TOP}, "<rect", 1}, /* the background */
        {"names of types", {.view = OW_VIEW_TOP, .legend = true}, ">thing</text>", 1},
        {"what is inferred",
         {.view = OW_VIEW_TOP, .legend = true},
         ">~ appearance is inferred</text>",
         1},
        {"a scale", {.view = OW_VIEW_TOP, .scale_bar = true}, " units</text>", 1},
        {"no scale", {.view = OW_VIEW_TOP, .scale_bar = true, .perspective = true}, " units<", 0},
        {"strong lines", {.view = OW_VIEW_BOTTOM, .grid = true}, "fill=\"#465c7a\"", 6},
        {"weak lines", {.view = OW_VIEW_BOTTOM, .grid = true}, "fill=\"#60748e\"", 16},
        {"squares", {.view = OW_VIEW_TOP}, "stroke=\"#000\"", 1},
        {"squares in perspective", {.view = OW_VIEW_TOP, .perspective = true}, "#000", 1},
        {"squares too small to be seen",
         {.view = OW_VIEW_TOP, .width = 18, .height = 18},
         "#000",
         0},
    };
    ow_scene scene = board();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes svg = svg_of(&scene, &rows[i].options);
        if (times_in(&svg, rows[i].words) != rows[i].times)
            ROW_FAILED("%s: %u times\n%s", rows[i].what, times_in(&svg, rows[i].words),
                       (const char *)svg.data);
        bytes_free(&svg);
    }
    ow_scene_close(&scene);
}

/* A board of a side, in millimetres where a unit is a metre. */
static void a_scale_is_given_to_the_thousandth(void **state)
{
    (void)state;
    static const struct {
        float side;
        const char *words;
    } rows[] = {{5, ">1 unit</text>"},
                {0.5f, ">0.1 units<"},
                {0.06f, ">0.01 units<"},
                {0.006f, ">0.001 units<"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        float side = rows[i].side;
        begin_scene(&builder);
        uint32_t shape = add_shape(&builder, (ow_scene_part){.size = {side, side, side}});
        add_item(&builder, shape, 0, 0, 0, (ow_color){200, 100, 50, 255});
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = plain_options(OW_VIEW_TOP, 432);
        options.scale_bar = true;
        struct bytes svg = svg_of(&scene, &options);
        if (!strstr((const char *)svg.data, rows[i].words))
            ROW_FAILED("%s is not in %s\n", rows[i].words, (const char *)svg.data);
        bytes_free(&svg);
        ow_scene_close(&scene);
    }
}

/* Lines end as they do anywhere; one without letters takes its room. */
static void lines_of_writing_end_in_either_way(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    scene_label(&builder, &(ow_scene_label){.position = {0, 0, 0},
                                            .font_size = 4,
                                            .flags = OW_FACES_VIEWER,
                                            .text = OW_LITERAL("one\r\n\r\ntwo"),
                                            .color = {1, 2, 3, 255}});
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = plain_options(OW_VIEW_FRONT, 432);
    options.labels = true;
    struct bytes svg = svg_of(&scene, &options);
    assert_int_equal(times_in(&svg, "<tspan"), 2);
    assert_int_equal(times_in(&svg, ">one</tspan>"), 1);
    assert_int_equal(times_in(&svg, ">two</tspan>"), 1);
    bytes_free(&svg);
    ow_scene_close(&scene);
}

static void squares_are_a_line_for_each_but_the_edges(void **state)
{
    (void)state;
    ow_scene scene = board();
    ow_picture_options options = {.width = 108, .height = 108, .view = OW_VIEW_TOP};
    struct bytes svg = svg_of(&scene, &options);
    const char *lines = strstr((const char *)svg.data, "stroke=\"#000\"");
    assert_non_null(lines);
    for (int i = 1; i < 10; i++) {
        char across[32];
        snprintf(across, sizeof across, "%d 104", 4 + 10 * i);
        if (!strstr(lines, across))
            ROW_FAILED("%s: %s\n", across, lines);
    }
    assert_null(strstr(lines, "L4 4M"));
    assert_null(strstr(lines, "L4 104M"));
    bytes_free(&svg);
    ow_scene_close(&scene);
}

static void memory_is_given_back_whatever_fails(void **state)
{
    (void)state;
    ow_scene scene = scene_of(LEVEL(MESH, THNG(THING("1", "0", "8", "8", "0"))));
    for (uint64_t refuse = 1; refuse < 12; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        struct bytes bytes = {0};
        ow_sink sink = sink_to(&bytes);
        ow_status status = ow_picture_write_svg(&scene, NULL, &options, &sink, NULL);
        assert_int_equal(status, ledger.refused ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(ledger.blocks, 0);
        bytes_free(&bytes);
    }
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_become_rectangles),
        cmocka_unit_test(what_stands_on_a_board_comes_after_it),
        cmocka_unit_test(faces_that_touch_stay_in_the_order_of_their_middles),
        cmocka_unit_test(faces_are_compared_if_they_overlap_by_more_than_an_eighth_of_a_pixel),
        cmocka_unit_test(too_many_faces_are_refused),
        cmocka_unit_test(things_after_too_many_faces_cost_no_time),
        cmocka_unit_test(boxes_in_each_other_end),
        cmocka_unit_test(text_of_a_file_is_no_markup),
        cmocka_unit_test(names_are_written_where_they_are_asked_for),
        cmocka_unit_test(writing_comes_after_what_it_is_on_and_before_what_hides_it),
        cmocka_unit_test(what_pixels_show_besides_is_there_too),
        cmocka_unit_test(a_scale_is_given_to_the_thousandth),
        cmocka_unit_test(lines_of_writing_end_in_either_way),
        cmocka_unit_test(squares_are_a_line_for_each_but_the_edges),
        cmocka_unit_test(memory_is_given_back_whatever_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
