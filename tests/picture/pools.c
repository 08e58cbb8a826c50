/* Scenes and pictures that several threads make: nothing shows how many there were. `make threads`
 * runs it under ThreadSanitizer. */
#include "../support/test.h"

#include "../support/backwards.h"
#include "../support/built_scenes.h"
#include "../support/bytes.h"
#include "../support/saves.h"

#include <pthread.h>

static const unsigned threads[] = {2, 5};

/* Rows of things; MANY are more than one thread measures at once. */
enum { ACROSS = 300, FEW = 15, MANY = 250, GROUND = 40 };

static void add_ground(struct scene_builder *builder)
{
    static float heights[GROUND * GROUND];
    static ow_color colors[GROUND * GROUND];
    for (int i = 0; i < GROUND * GROUND; i++) {
        heights[i] = (float)(i % 7) - 3;
        colors[i] = (ow_color){(uint8_t)(i % 200), 150, (uint8_t)(i / 9), 255};
    }
    scene_ground(builder, &(ow_scene_ground){.width = GROUND,
                                             .height = GROUND,
                                             .heights = heights,
                                             .colors = colors,
                                             .position = {0, -4, 0},
                                             .spacing = 7,
                                             .has_water = true,
                                             .water_depth = 2,
                                             .water = {20, 60, 200, 160}});
}

static void add_lines(struct scene_builder *builder)
{
    for (uint32_t i = 0; i < 100; i++)
        scene_segment(builder, &(ow_scene_segment){.from = {(float)i, 3, 0},
                                                   .to = {0, (float)(i % 9), (float)i},
                                                   .width = 1,
                                                   .thickness = 0.5f,
                                                   .color = {0, (uint8_t)i, 90, 255},
                                                   .flags = i % 3 ? 0 : OW_ARROW,
                                                   .subject = i});
    for (uint32_t i = 0; i < 5; i++)
        scene_label(builder, &(ow_scene_label){.position = {(float)i * 40, 9, (float)i * 50},
                                               .rotation = {0, 0, 0, 1},
                                               .font_size = 12,
                                               .flags = i % 2 ? OW_FACES_VIEWER : 0,
                                               .text = ow_text_of("label"),
                                               .color = {10, 10, 10, 255}});
}

/* Things of every kind that is drawn. */
static ow_scene scene_of_rows(int rows)
{
    struct scene_builder builder;
    begin_scene(&builder);
    const uint32_t shapes[4] = {
        add_shape(&builder, (ow_scene_part){.solid = OW_BOX}),
        add_shape(&builder, (ow_scene_part){.solid = OW_CYLINDER, .size = {2, 5, 2}}),
        add_shape(&builder, (ow_scene_part){.solid = OW_WEDGE, .low = 0.25f}),
        add_shape(&builder, (ow_scene_part){.solid = OW_BOX, .material = OW_MARK})};
    for (int i = 0; i < ACROSS * rows; i++)
        add_item(&builder, shapes[i % 97 == 0 ? 3 : i % 3], (float)(i % ACROSS), (float)(i % 5),
                 (float)(i / ACROSS),
                 (ow_color){(uint8_t)(i % 251), (uint8_t)(i % 13 * 16), 40, i % 31 ? 255 : 120});
    add_ground(&builder);
    add_lines(&builder);
    return end_scene(&builder);
}

static const uint32_t marked[] = {5, ACROSS * 10 + 50, ACROSS *FEW - 1};

static const struct {
    const char *name;
    ow_picture_options asked;
    uint64_t max_memory;
    bool has_less_detail;
} pictures[] = {
    {"usual", {.width = 160, .height = 200}, 0, false},
    {"one sample", {.width = 160, .height = 200, .samples = 1, .plain = true}, 0, false},
    {"transparent", {.width = 150, .height = 150, .transparent = true, .samples = 2}, 0, false},
    {"perspective", {.width = 150, .height = 170, .perspective = true}, 0, false},
    {"framed",
     {.width = 90, .height = 140, .is_framed = true, .target = {0, 0, 10}, .scale = 3},
     0,
     false},
    {"overlaid",
     {.width = 200,
      .height = 150,
      .labels = true,
      .grid = true,
      .scale_bar = true,
      .legend = true,
      .highlights = marked,
      .highlight_count = LENGTH(marked)},
     2500000,
     false},
    {"in bands", {.width = 200, .height = 500, .samples = 2}, 4800000, false},
    {"much to draw", {.width = 300, .height = 300, .budget = 700000}, 0, true},
    {"much to draw in bands",
     {.width = 200, .height = 700, .samples = 1, .budget = 600000},
     1300000,
     true},
};

/* Rows that came while the rest was drawn. */
struct taken {
    pthread_t caller;
    uint32_t rows, calls;
    ow_color pixels[300 * 700];
};

static void take_rows(void *context, const ow_picture *picture, uint32_t first, uint32_t end)
{
    struct taken *taken = context;
    assert_true(pthread_equal(taken->caller, pthread_self()));
    assert_int_equal(first, taken->rows);
    assert_true(first < end && end <= picture->height);
    assert_true((size_t)picture->width * end <= LENGTH(taken->pixels));
    memcpy(taken->pixels + (size_t)first * picture->width,
           picture->pixels + (size_t)first * picture->width,
           (size_t)(end - first) * picture->width * sizeof *picture->pixels);
    taken->rows = end;
    taken->calls++;
}

/* What came early is as it is in the end. What is drawn last is over all rows, so none comes
 * early. */
static void assert_taken(const struct taken *taken, const ow_picture *picture, size_t row)
{
    const ow_picture_options *asked = &pictures[row].asked;
    if (taken->rows != picture->height ||
        memcmp(taken->pixels, picture->pixels,
               (size_t)picture->width * picture->height * sizeof *picture->pixels) != 0)
        ROW_FAILED("%s: other rows were handed out\n", pictures[row].name);
    if (asked->legend ? taken->calls != 1 : asked->height >= 500 && taken->calls < 2)
        ROW_FAILED("%s: rows came in %u calls\n", pictures[row].name, (unsigned)taken->calls);
}

/* Progress is for the calling thread too. */
static bool go_on(void *context, uint64_t done, uint64_t total)
{
    const struct taken *taken = context;
    assert_true(pthread_equal(taken->caller, pthread_self()));
    return done <= total;
}

static void assert_same_picture(const ow_scene *scene, const ow_options *given, size_t row,
                                const ow_picture *expected)
{
    static struct taken taken;
    ow_options reporting = *given, *options = &reporting;
    options->progress = go_on;
    options->progress_context = &taken;
    ow_picture found;
    ow_error error;
    ow_picture_options asked = pictures[row].asked;
    asked.take_rows = take_rows;
    asked.take_context = &taken;
    taken.caller = pthread_self();
    taken.rows = taken.calls = 0;
    if (ow_picture_draw(scene, &asked, options, &found, &error) != OW_OK)
        fail_msg("%s: %s", pictures[row].name, error.message);
    assert_taken(&taken, &found, row);
    if (found.has_less_detail != expected->has_less_detail || hash_of(&found) != hash_of(expected))
        ROW_FAILED("%s is another picture\n", pictures[row].name);
    ow_picture_free(&found);
}

static void assert_same_with_pools(const ow_scene *scene, size_t row)
{
    unsigned used = 0;
    ow_picture expected;
    ow_options options = {.max_memory = pictures[row].max_memory};
    assert_int_equal(ow_picture_draw(scene, &pictures[row].asked, &options, &expected, NULL),
                     OW_OK);
    if (expected.has_less_detail != pictures[row].has_less_detail)
        ROW_FAILED("%s: less detail %d\n", pictures[row].name, expected.has_less_detail);
    options.pool = &(ow_pool){.context = &used, .threads = 4, .run = run_backwards};
    assert_same_picture(scene, &options, row, &expected);
    assert_true(used >= 2); /* to draw, to resolve; many things also to measure */
    for (size_t i = 0; i < LENGTH(threads); i++) {
        ow_pool *pool;
        assert_int_equal(ow_pool_open(threads[i], NULL, &pool, NULL), OW_OK);
        options.pool = pool;
        assert_same_picture(scene, &options, row, &expected);
        ow_pool_close(pool);
    }
    ow_picture_free(&expected);
}

static void pictures_are_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    ow_scene few = scene_of_rows(FEW), many = scene_of_rows(MANY);
    for (size_t row = 0; row < LENGTH(pictures); row++)
        assert_same_with_pools(&few, row);
    assert_same_with_pools(&many, 1);
    ow_scene_close(&few);
    ow_scene_close(&many);
}

/* Wires in several slices; of each ten, one has an end at no peg, and one has none. */
enum { LONG = 20000 };

static struct bytes long_save(void)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, LONG, LONG);
    put_types(&bytes, 3);
    for (uint32_t i = 1; i <= LONG; i++)
        put_component(&bytes, i, i / 2, 1 + i % 3, 2, 1, (int32_t)i);
    for (uint32_t i = 1; i <= LONG; i++)
        put_wire(&bytes, 1, i % 10 == 9 ? LONG + i : i, 0, i % 2 + 1,
                 i % 10 >= 8 ? 0 : LONG + 1 - i, 0, (int32_t)i);
    put_on_states(&bytes, 2, (const int32_t[]){1, 500});
    put_footer(&bytes);
    return bytes;
}

struct warnings {
    char text[2000];
    size_t size;
};

static void keep_warning(void *context, const char *pointer, const char *message)
{
    struct warnings *warnings = context;
    size_t room = sizeof warnings->text - warnings->size;
    int size = snprintf(warnings->text + warnings->size, room, "%s: %s\n", pointer, message);
    warnings->size += size > 0 && (size_t)size < room ? (size_t)size : 0;
}

static ow_scene scene_of(const struct bytes *world, const ow_options *options,
                         struct warnings *warnings)
{
    ow_scene scene;
    ow_error error;
    *warnings = (struct warnings){.size = 0};
    const ow_scene_options asked = {.warn = keep_warning, .warn_context = warnings};
    if (ow_scene_open(world->data, world->size, options, &asked, &scene, &error) != OW_OK)
        fail_msg("%s", error.message);
    return scene;
}

static bool is_same_segment(const ow_scene_segment *a, const ow_scene_segment *b)
{
    return memcmp(a->from, b->from, sizeof a->from) == 0 &&
           memcmp(a->to, b->to, sizeof a->to) == 0 && same_color(a->color, b->color) &&
           a->group == b->group && a->subject == b->subject && a->kind == b->kind &&
           a->flags == b->flags && a->on == b->on;
}

static void assert_same_scene(const ow_scene *found, const ow_scene *expected)
{
    assert_int_equal(found->item_count, expected->item_count);
    assert_int_equal(found->segment_count, expected->segment_count);
    assert_int_equal(found->kind_count, expected->kind_count);
    for (uint32_t i = 0; i < found->kind_count; i++)
        assert_int_equal(found->kinds[i].count, expected->kinds[i].count);
    for (uint32_t i = 0; i < found->segment_count; i++)
        if (!is_same_segment(&found->segments[i], &expected->segments[i]))
            ROW_FAILED("segment %u\n", (unsigned)i);
    assert_memory_equal(found->least, expected->least, sizeof found->least);
    assert_memory_equal(found->most, expected->most, sizeof found->most);
}

/* Wires are in the order of the file, without those that have no end. */
static void assert_wires(const ow_scene *scene)
{
    uint32_t wire = 0;
    for (uint32_t i = 0; i < scene->segment_count; i++, wire++) {
        wire += (wire + 1) % 10 == 9;
        if (scene->segments[i].subject != wire)
            ROW_FAILED("segment %u is wire %u\n", (unsigned)i,
                       (unsigned)scene->segments[i].subject);
    }
}

/* The scene comes last, after the document is measured. Its progress counts records, which are
 * fewer than the bytes of the file. */
static bool note_progress(void *context, uint64_t done, uint64_t total)
{
    uint64_t *last = context;
    assert_true(total == 0 || done <= total); /* 0: not known yet */
    *last = done;
    return true;
}

static uint64_t last_progress(const ow_scene *scene, const ow_pool *pool)
{
    uint64_t last = 0;
    const ow_picture_options asked = {.width = 200, .height = 400};
    ow_options options = {.progress = note_progress, .progress_context = &last, .pool = pool};
    ow_picture picture;
    assert_int_equal(ow_picture_draw(scene, &asked, &options, &picture, NULL), OW_OK);
    ow_picture_free(&picture);
    return last;
}

/* Seen things count more than others, and each strip shows a few. */
static void progress_of_a_picture_counts_what_a_strip_does_not_show(void **state)
{
    (void)state;
    ow_scene scene = scene_of_rows(MANY);
    const ow_pool pool = {.context = &(unsigned){0}, .threads = 4, .run = run_backwards};
    uint64_t alone = last_progress(&scene, NULL);
    assert_in_range(last_progress(&scene, &pool), alone / 3 * 2, alone);
    ow_scene_close(&scene);
}

static void progress_of_a_scene_counts_each_record_once(void **state)
{
    (void)state;
    struct bytes world = long_save();
    uint64_t last = 0;
    ow_options options = {.progress = note_progress, .progress_context = &last};
    ow_document document;
    ow_scene scene;
    assert_int_equal(ow_open(world.data, world.size, NULL, &document, NULL), OW_OK);
    assert_int_equal(ow_scene_open_document(&document, &options, NULL, &scene, NULL), OW_OK);
    assert_in_range(last, 2 * LONG - 4096, 2 * LONG);
    ow_scene_close(&scene);
    ow_close(&document);
    bytes_free(&world);
}

static void scenes_of_saves_are_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    struct bytes world = long_save();
    struct warnings expected_warnings, warnings;
    ow_scene expected = scene_of(&world, NULL, &expected_warnings);
    unsigned used = 0;
    assert_int_equal(expected.item_count, LONG);
    assert_int_equal(expected.segment_count, LONG - LONG / 10);
    assert_int_equal(expected.kinds[1].count, LONG - LONG / 10);
    assert_wires(&expected);
    assert_non_null(strstr(expected_warnings.text, "/wires/7: wires drawn as stubs or omitted "
                                                   "because an end is at no existing peg: 4000"));
    for (size_t i = 0; i <= LENGTH(threads); i++) {
        ow_pool *pool = NULL, own = {.context = &used, .threads = 4, .run = run_backwards};
        if (i > 0)
            assert_int_equal(ow_pool_open(threads[i - 1], NULL, &pool, NULL), OW_OK);
        ow_options options = {.pool = pool ? pool : &own};
        ow_scene found = scene_of(&world, &options, &warnings);
        assert_same_scene(&found, &expected);
        assert_string_equal(warnings.text, expected_warnings.text);
        ow_scene_close(&found);
        ow_pool_close(pool);
    }
    assert_true(used > 0);
    ow_scene_close(&expected);
    bytes_free(&world);
}

static bool stop_at(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    assert_true(done <= total);
    return --*calls > 0;
}

/* After the first report of progress, while it is measured, drawn, or not at all. */
static void drawing_stops_when_the_caller_asks_to(void **state)
{
    (void)state;
    static const struct {
        unsigned calls;
        ow_status status;
    } rows[] = {{1, OW_CANCELLED}, {3, OW_CANCELLED}, {1000000, OW_OK}};
    ow_scene scene = scene_of_rows(MANY);
    ow_pool *pool;
    assert_int_equal(ow_pool_open(2, NULL, &pool, NULL), OW_OK);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        unsigned calls = rows[i].calls;
        ow_options options = {.pool = pool, .progress = stop_at, .progress_context = &calls};
        ow_picture picture;
        assert_int_equal(ow_picture_draw(&scene, &pictures[1].asked, &options, &picture, NULL),
                         rows[i].status);
        assert_int_equal(calls == 0, rows[i].status == OW_CANCELLED);
        ow_picture_free(&picture);
    }
    ow_pool_close(pool);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(scenes_of_saves_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(progress_of_a_picture_counts_what_a_strip_does_not_show),
        cmocka_unit_test(progress_of_a_scene_counts_each_record_once),
        cmocka_unit_test(drawing_stops_when_the_caller_asks_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
