/* Scenes that were made to cost much or to break something; and calls that cannot be. */
#include "../robust/harness.h"
#include "../support/test.h"

#include "../support/built_scenes.h"
#include "../support/ledger.h"

#include "picture/job.h"
#include "picture/svg.h"

#include <math.h>

static const ow_color red = {200, 0, 0, 255};

static void add_odd_items(struct scene_builder *builder, uint32_t shape)
{
    static const float sizes[] = {NAN, INFINITY, -INFINITY, -1, 0, 3e38f, 1e-40f, 1};
    for (size_t x = 0; x < LENGTH(sizes); x++)
        for (size_t y = 0; y < LENGTH(sizes); y++) {
            ow_scene_item item = {.position = {(float)x, 0, (float)y},
                                  .rotation = {0, sizes[y], 0, sizes[x]},
                                  .scale = {sizes[x], sizes[y], 1},
                                  .color = red,
                                  .shape = shape};
            scene_item(builder, &item);
        }
}

static void numbers_that_are_none_are_nothing(void **state)
{
    (void)state;
    static const ow_scene_part parts[] = {
        {.solid = OW_BOX},
        {.solid = OW_WEDGE, .low = NAN},
        {.solid = OW_CYLINDER, .size = {3e38f, 3e38f, 3e38f}},
        {.solid = OW_BOX, .material = OW_BOARD, .size = {2147483648.0f, 1, 2147483648.0f}},
        {.solid = OW_BOX, .material = OW_HATCHED, .size = {1, NAN, 1}},
        {.solid = OW_BOX, .material = OW_MARK, .rotation = {NAN, 0, 0, 1}},
    };
    for (size_t i = 0; i < LENGTH(parts); i++)
        for (int perspective = 0; perspective < 2; perspective++) {
            struct scene_builder builder;
            begin_scene(&builder);
            add_odd_items(&builder, add_shape(&builder, parts[i]));
            ow_scene scene = end_scene(&builder);
            ow_picture_options options = {
                .width = 50, .height = 40, .perspective = perspective == 1, .grid = true};
            options.scale_bar = options.legend = true;
            ow_picture picture = draw(&scene, &options);
            assert_int_equal(picture.width, 50);
            ow_picture_free(&picture);
            ow_scene_close(&scene);
        }
}

/* Where numbers lie further apart than lines of a grid do, one more than a number is that
 * number. */
static void a_grid_far_out_ends(void **state)
{
    (void)state;
    for (int perspective = 0; perspective < 2; perspective++) {
        struct scene_builder builder;
        begin_scene(&builder);
        ow_scene_item item = {
            .position = {7e31f, 0, 7e31f},
            .rotation = {0, 0, 0, 1},
            .scale = {1, 1, 1},
            .color = red,
            .shape = add_shape(&builder, (ow_scene_part){.solid = OW_BOX, .size = {1, 1, 1}})};
        scene_item(&builder, &item);
        ow_scene scene = end_scene(&builder);
        ow_picture_options options = {
            .width = 50, .height = 40, .perspective = perspective == 1, .grid = true};
        ow_picture picture = draw(&scene, &options);
        assert_int_equal(picture.width, 50);
        ow_picture_free(&picture);
        ow_scene_close(&scene);
    }
}

static void empty_scenes_and_single_points_are_background(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    ow_scene_label label = {.position = {5, 5, 5}, .font_size = 1};
    scene_label(&builder, &label);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = {.width = 9, .height = 1, .has_background = true};
    options.background = (ow_color){1, 2, 3, 255};
    for (int perspective = 0; perspective < 2; perspective++) {
        options.perspective = perspective == 1;
        ow_picture picture = draw(&scene, &options);
        for (uint32_t x = 0; x < 9; x++)
            assert_int_equal(pixel_of(&picture, x, 0).blue, 3);
        ow_picture_free(&picture);
    }
    ow_scene_close(&scene);
}

/* Work is counted, not measured: what a budget of ten million allows is the same everywhere. */
static void much_over_the_budget_loses_detail_and_ends(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (int i = 0; i < 20000; i++)
        add_item(&builder, box, (float)(i % 7) / 100, 0, (float)(i % 11) / 100, red);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = {
        .width = 300, .height = 300, .budget = 10000000, .transparent = true};
    ow_picture picture = draw(&scene, &options);
    assert_true(picture.has_less_detail);
    assert_int_equal(pixel_of(&picture, 150, 150).alpha, 255);
    ow_picture_free(&picture);
    scene.item_count = 10;
    picture = draw(&scene, &options);
    assert_false(picture.has_less_detail);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

/* Layers of one cell, each of which fills the picture; the highest is of tile 1. */
static ow_scene layered_scene(uint32_t layers)
{
    static uint16_t cells[] = {0, 1};
    struct scene_builder builder;
    begin_scene(&builder);
    for (uint32_t i = 0; i < layers; i++) {
        ow_scene_layer layer = {.position = {0, (float)i / 100000, 0},
                                .width = 1,
                                .height = 1,
                                .cell_count = 1,
                                .cells = &cells[i + 1 == layers]};
        scene_layer(&builder, &layer);
    }
    return end_scene(&builder);
}

/* Samples that are looked at for a picture. */
static uint64_t samples_of(const ow_scene *scene, const ow_picture_options *options)
{
    struct job job;
    ow_color *pixels = malloc((size_t)options->width * options->height * sizeof *pixels);
    const ow_picture picture = {
        .width = options->width, .height = options->height, .pixels = pixels};
    assert_int_equal(job_begin(&job, scene, options, NULL, NULL), OW_OK);
    assert_true(job_prepare(&job) && job_take_bands(&job) && job_draw(&job, &picture));
    uint64_t visited = job.painter.raster.visited;
    job_end(&job, false);
    free(pixels);
    return visited;
}

/* The highest layers are drawn, as many as there is work for. */
static void many_layers_cost_no_more_than_the_budget(void **state)
{
    (void)state;
    const ow_picture_options options = {
        .width = 100, .height = 100, .samples = 1, .budget = 1000000};
    for (uint32_t layers = 400; layers <= 1600; layers *= 2) {
        ow_scene scene = layered_scene(layers), one = layered_scene(1);
        uint64_t samples = samples_of(&scene, &options);
        if (samples > options.budget)
            ROW_FAILED("%u layers: %llu samples\n", (unsigned)layers, (unsigned long long)samples);
        ow_picture picture = draw(&scene, &options), expected = draw(&one, &options);
        assert_true(picture.has_less_detail);
        assert_false(expected.has_less_detail);
        ow_color found = pixel_of(&picture, 50, 50), meant = pixel_of(&expected, 50, 50);
        assert_int_equal(found.red, meant.red);
        assert_int_equal(found.blue, meant.blue);
        ow_picture_free(&picture);
        ow_picture_free(&expected);
        ow_scene_close(&scene);
        ow_scene_close(&one);
    }
}

/* Looks at pairs of faces that all lie over each other, in one plane or aslant. */
static uint64_t looks_of(uint32_t faces, bool aslant)
{
    struct scene_builder builder;
    struct svg svg = {.face_count = 0};
    begin_scene(&builder);
    ow_scene scene = end_scene(&builder);
    const ow_picture_options options = {.width = 10, .height = 10};
    assert_int_equal(job_begin(&svg.job, &scene, &options, NULL, NULL), OW_OK);
    svg.faces = job_take(&svg.job.scratch, &svg.job, SVG_FACE_ROOM, sizeof *svg.faces);
    assert_non_null(svg.faces);
    for (uint32_t i = 0; i < faces; i++) {
        const struct svg_face like = {.id = i, .opacity = 255};
        int32_t depth = (int32_t)(i % 7) * 1000000 + 5000000, far = aslant ? 40000000 : 0;
        const struct spot corners[4] = {
            {0, 0, depth}, {1600, 0, depth + far}, {1600, 1600, depth + far}, {0, 1600, depth}};
        assert_true(svg_set_face(&svg, svg.face_count++, &like, corners, 4));
    }
    assert_true(svg_order(&svg));
    uint64_t looks = svg.looks;
    job_end(&svg.job, false);
    ow_scene_close(&scene);
    return looks;
}

static void the_order_of_an_svg_is_bounded_work(void **state)
{
    (void)state;
    const uint32_t most = is_deep() ? 16000 : 8000;
    for (uint32_t faces = 4000; faces <= most; faces *= 2)
        for (int aslant = 0; aslant < 2; aslant++) {
            uint64_t looks = looks_of(faces, aslant == 1);
            /* Two passes, each of which may end with one pair too many. */
            if (looks > 2 * (uint64_t)MOST_LOOKS + 200)
                ROW_FAILED("%u faces: %llu looks\n", (unsigned)faces, (unsigned long long)looks);
        }
    assert_true(looks_of(most, false) > MOST_LOOKS); /* the limit is met */
    /* In one plane nothing is clipped: three looks for each pair and pass. */
    assert_true(looks_of(2000, false) < UINT64_C(2000) * 2000 * 30);
}

static void bands_make_the_same_picture(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    add_item(&builder, add_shape(&builder, (ow_scene_part){.solid = OW_CYLINDER}), 0, 0, 0, red);
    add_item(&builder, add_shape(&builder, (ow_scene_part){.solid = OW_WEDGE}), 1, 0, 0, red);
    /* so many that a picture is not drawn in bands for its own sake */
    const uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (int i = 0; i < 6000; i++)
        add_item(&builder, box, (float)(i % 20), (float)(i % 7 % 3) / 2, (float)(i / 20 % 40), red);
    ow_scene scene = end_scene(&builder);
    ow_picture_options options = {.width = 200, .height = 600, .samples = 2};
    ow_options narrow = {.max_memory = 200 * 600 * 4 + 2500000};
    ow_picture whole = draw(&scene, &options), banded;
    assert_int_equal(ow_picture_draw(&scene, &options, &narrow, &banded, NULL), OW_OK);
    assert_int_equal(hash_of(&whole), hash_of(&banded));
    ow_picture_free(&whole);
    ow_picture_free(&banded);
    narrow.max_memory = 200 * 600 * 4;
    ow_error error;
    assert_int_equal(ow_picture_draw(&scene, &options, &narrow, &banded, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_error(&error, OW_TOO_MUCH_MEMORY, 0, "", "480000");
    assert_null(banded.pixels);
    ow_scene_close(&scene);
}

static void every_want_of_memory_is_reported(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    add_item(&builder, add_shape(&builder, (ow_scene_part){.solid = OW_BOX}), 0, 0, 0, red);
    static const float heights[4] = {0};
    static const ow_color colors[4] = {{0}};
    ow_scene_ground ground = {
        .width = 2, .height = 2, .heights = heights, .colors = colors, .spacing = 1};
    scene_ground(&builder, &ground);
    ow_scene scene = end_scene(&builder);
    static const uint32_t highlights[1] = {0};
    ow_picture_options options = {.width = 20, .height = 20, .legend = true};
    options.highlights = highlights;
    options.highlight_count = 1;
    options.without_states = true;
    bool failed = true;
    for (uint64_t call = 1; failed; call++) {
        struct ledger ledger = {.refuse = call};
        ow_options own = ledger_options(&ledger);
        ow_picture picture;
        ow_status status = ow_picture_draw(&scene, &options, &own, &picture, NULL);
        failed = ledger.refused > 0;
        assert_int_equal(status, failed ? OW_NO_MEMORY : OW_OK);
        ow_picture_free(&picture);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
    }
    ow_scene_close(&scene);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    assert_true(done <= total);
    return --*calls > 0;
}

static void who_wants_to_stop_is_heard(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (int i = 0; i < 5000; i++)
        add_item(&builder, box, (float)i, 0, 0, red);
    ow_scene scene = end_scene(&builder);
    for (unsigned calls = 1; calls < 4; calls++) {
        unsigned left = calls;
        ow_options own = {.progress = stop, .progress_context = &left};
        ow_picture_options options = {.width = 100, .height = 100};
        ow_picture picture;
        assert_int_equal(ow_picture_draw(&scene, &options, &own, &picture, NULL), OW_CANCELLED);
        assert_null(picture.pixels);
    }
    ow_scene_close(&scene);
}

static void what_cannot_be_drawn_is_refused_with_words(void **state)
{
    (void)state;
    static const struct {
        ow_picture_options options;
        const char *words;
    } rows[] = {
        {{.width = 16385}, "at most 16384 pixels wide and high, not 16385 by 900"},
        {{.height = UINT32_MAX}, "not 1200 by 4294967295"},
        {{.samples = 5}, "at most 4 samples per side, not 5"},
    };
    struct scene_builder builder;
    begin_scene(&builder);
    ow_scene scene = end_scene(&builder);
    ow_picture picture;
    ow_error error;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        assert_int_equal(ow_picture_draw(&scene, &rows[i].options, NULL, &picture, &error),
                         OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", rows[i].words);
    }
    assert_int_equal(ow_picture_draw(NULL, NULL, NULL, &picture, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_picture_draw(&scene, NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    ow_picture_free(NULL);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_none_are_nothing),
        cmocka_unit_test(a_grid_far_out_ends),
        cmocka_unit_test(empty_scenes_and_single_points_are_background),
        cmocka_unit_test(much_over_the_budget_loses_detail_and_ends),
        cmocka_unit_test(many_layers_cost_no_more_than_the_budget),
        cmocka_unit_test(the_order_of_an_svg_is_bounded_work),
        cmocka_unit_test(bands_make_the_same_picture),
        cmocka_unit_test(every_want_of_memory_is_reported),
        cmocka_unit_test(who_wants_to_stop_is_heard),
        cmocka_unit_test(what_cannot_be_drawn_is_refused_with_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
