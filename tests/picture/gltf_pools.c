/* glTF written by threads that a caller lends: the same bytes with any number of them. `make
 * threads` runs it under ThreadSanitizer. */
#include "../support/test.h"

#include "../support/backwards.h"
#include "../support/ledger.h"
#include "gltf_worlds.h"

#include "scene/build.h"

/* Groups that make many slices, and two buckets that are too large for one: of wires, which are
 * cut, and of things, which are not. */
enum { GROUPS = 1500, WIRES_OF_BOARD = 30000, LOOSE = 10000 };

static void put_wire(struct scene_builder *builder, uint32_t number, uint32_t group)
{
    ow_scene_segment wire = {.from = {(float)number, 0, 0},
                             .to = {(float)number, number % 13 ? 3.25f : 0, (float)(number % 5)},
                             .width = 0.2f,
                             .thickness = 0.1f,
                             .color = {200, (uint8_t)number, 3, number % 11 == 3 ? 99 : 255},
                             .group = group,
                             .subject = number,
                             .kind = number % 20000 < 100 ? THINGS : WIRES,
                             .flags = number % 7 == 0   ? OW_ARROW
                                      : number % 7 == 1 ? OW_HIDDEN
                                                        : 0};
    if (number % 13 == 0)
        wire.to[2] = 0; /* of no length */
    scene_segment(builder, &wire);
}

static void put_thing(struct scene_builder *builder, uint32_t shape, uint32_t number,
                      uint32_t group)
{
    ow_scene_item item = standing;
    item.shape = shape;
    item.subject = number;
    item.group = group;
    item.address = number;
    item.color = (ow_color){(uint8_t)number, 1, 2, number % 17 == 5 ? 40 : 255};
    item.position[0] = (float)(number % 50); /* some touch */
    item.position[1] = (float)(number / 50 % 3);
    item.position[2] = (float)(number / 150);
    scene_item(builder, &item);
}

static void put_flat_things(struct scene_builder *builder)
{
    static const uint16_t cells[6] = {1, 1, 2, 2, 0, 3};
    static const float heights[4] = {0, 1, 0.5f, -1};
    static const ow_color colors[4] = {{1, 2, 3, 255}, {4, 5, 6, 255}};
    const ow_scene_layer layer = {
        .width = 3, .height = 2, .cell_count = 6, .cells = cells, .group = OW_NONE};
    const ow_scene_ground ground = {.width = 2,
                                    .height = 2,
                                    .spacing = 1,
                                    .heights = heights,
                                    .colors = colors,
                                    .has_water = true,
                                    .water_level = 0.75f,
                                    .water = {0, 0, 200, 100},
                                    .kind = THINGS};
    scene_layer(builder, &layer);
    scene_ground(builder, &ground);
}

/* `wires`: of the group of most, and of what has no group, as `loose` things, with which a layer
 * and a ground are. */
static ow_scene large_scene(uint32_t wires, uint32_t loose)
{
    struct scene_builder builder = begin_world();
    ow_scene_part painted = cube;
    painted.paint = OW_PAINT_ITEM;
    uint32_t shape = add_solid(&builder, &painted);
    for (uint32_t i = 0; i < GROUPS; i++) {
        uint32_t group = scene_group(&builder, OW_LITERAL("a \"board\""), THINGS, i,
                                     i % 9 ? i / 2 : OW_NONE, no_turn);
        const ow_scene_label label = {
            .text = OW_LITERAL("text\n"), .group = group, .kind = THINGS, .subject = i};
        for (uint32_t k = 0; k < i % 6; k++)
            put_thing(&builder, shape, 6 * i + k, group);
        put_wire(&builder, i, group);
        if (i % 10 == 0)
            scene_label(&builder, &label);
    }
    for (uint32_t i = 0; i < wires; i++) {
        put_wire(&builder, i, 5);
        put_wire(&builder, i, OW_NONE);
    }
    for (uint32_t i = 0; i < loose; i++)
        put_thing(&builder, shape, i, i % 8 ? OW_NONE : 5);
    if (loose > 0)
        put_flat_things(&builder);
    return finish_world(&builder);
}

static ow_status write_with(const ow_scene *scene, const ow_gltf_options *asked,
                            const ow_options *options, struct bytes *bytes)
{
    ow_sink sink = sink_to(bytes);
    ow_error error;
    return ow_gltf_write(scene, asked, options, &sink, &error);
}

static void assert_same_with(const ow_scene *scene, const ow_gltf_options *asked,
                             const ow_pool *pool, const struct bytes *expected)
{
    struct bytes found = {0};
    assert_int_equal(write_with(scene, asked, &(ow_options){.pool = pool}, &found), OW_OK);
    assert_int_equal(found.size, expected->size);
    assert_memory_equal(found.data, expected->data, expected->size);
    bytes_free(&found);
}

static void assert_same_with_pools(const ow_scene *scene, const ow_gltf_options *asked)
{
    static const unsigned threads[] = {2, 3, 5};
    struct bytes expected = {0};
    unsigned used = 0;
    assert_int_equal(write_with(scene, asked, NULL, &expected), OW_OK);
    assert_same_with(scene, asked, &(ow_pool){.context = &used, .threads = 3, .run = run_backwards},
                     &expected);
    assert_true(used > 3);
    for (size_t i = 0; i < LENGTH(threads); i++) {
        ow_pool *pool;
        assert_int_equal(ow_pool_open(threads[i], NULL, &pool, NULL), OW_OK);
        assert_same_with(scene, asked, pool, &expected);
        ow_pool_close(pool);
    }
    bytes_free(&expected);
}

static void bytes_are_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    static const ow_gltf_options rows[] = {
        {0}, {.as_text = true, .title = "large"}, {.instancing = true}, {.without_states = true}};
    ow_scene scene = large_scene(WIRES_OF_BOARD, LOOSE);
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_same_with_pools(&scene, &rows[i]);
    ow_scene_close(&scene);
}

/* FNV-1a of 64 bits. */
static uint64_t hash_of(const struct bytes *bytes)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes->size; i++)
        hash = (hash ^ bytes->data[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The bytes are those of a writer that cut nothing. */
static void a_bucket_that_is_cut_has_the_same_pieces(void **state)
{
    (void)state;
    ow_scene scene = large_scene(WIRES_OF_BOARD, LOOSE);
    struct bytes bytes = {0};
    assert_int_equal(write_with(&scene, NULL, NULL, &bytes), OW_OK);
    assert_int_equal(hash_of(&bytes), UINT64_C(0xf8a0b8cc797d3476));
    bytes_free(&bytes);
    ow_scene_close(&scene);
}

/* Takes so many bytes. */
static bool take_some(void *context, const void *data, size_t size)
{
    size_t *left = context;
    (void)data;
    if (size > *left)
        return false;
    *left -= size;
    return true;
}

static void a_sink_that_refuses_ends_the_work_of_threads(void **state)
{
    (void)state;
    ow_scene scene = large_scene(0, LOOSE);
    struct bytes whole = {0};
    ow_pool *pool;
    assert_int_equal(write_with(&scene, NULL, NULL, &whole), OW_OK);
    assert_int_equal(ow_pool_open(3, NULL, &pool, NULL), OW_OK);
    for (size_t most = 0; most < whole.size; most += whole.size / 7)
        for (int as_text = 0; as_text < 2; as_text++) {
            size_t left = most;
            ow_sink sink = {.context = &left, .write = take_some};
            ow_error error;
            assert_int_equal(ow_gltf_write(&scene, &(ow_gltf_options){.as_text = as_text},
                                           &(ow_options){.pool = pool}, &sink, &error),
                             OW_WRITE_FAILED);
        }
    ow_pool_close(pool);
    bytes_free(&whole);
    ow_scene_close(&scene);
}

/* Threads get no more work when the sink has refused the first byte. */
static void what_is_refused_is_not_made(void **state)
{
    (void)state;
    ow_scene scene = large_scene(0, LOOSE);
    unsigned used = 0;
    const ow_pool pool = {.context = &used, .threads = 2, .run = run_backwards};
    unsigned all = 0;
    for (int refuses = 0; refuses < 2; refuses++) {
        size_t left = refuses ? 0 : SIZE_MAX;
        ow_sink sink = {.context = &left, .write = take_some};
        ow_error error;
        used = 0;
        assert_int_equal(ow_gltf_write(&scene, &(ow_gltf_options){.as_text = true},
                                       &(ow_options){.pool = &pool}, &sink, &error),
                         refuses ? OW_WRITE_FAILED : OW_OK);
        if (refuses)
            assert_in_range(used, 1, all / 2);
        all = used;
    }
    ow_scene_close(&scene);
}

static bool stop_at(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    assert_true(done <= total);
    return --*calls > 0;
}

static void threads_stop_when_the_caller_asks_to(void **state)
{
    (void)state;
    ow_scene scene = large_scene(WIRES_OF_BOARD / 2, 0);
    ow_pool *pool;
    unsigned cancelled = 0;
    ow_status status = OW_CANCELLED;
    assert_int_equal(ow_pool_open(2, NULL, &pool, NULL), OW_OK);
    for (unsigned stop = 1; status == OW_CANCELLED; stop += 1 + stop / 3) {
        unsigned calls = stop;
        struct bytes bytes = {0};
        ow_options options = {.pool = pool, .progress = stop_at, .progress_context = &calls};
        status = write_with(&scene, NULL, &options, &bytes);
        bytes_free(&bytes);
        cancelled += status == OW_CANCELLED;
    }
    assert_int_equal(status, OW_OK);
    assert_true(cancelled > 4);
    ow_pool_close(pool);
    ow_scene_close(&scene);
}

/* The first thirty allocations are refused in turn, then some of those that follow. */
static void want_of_memory_ends_the_work_of_threads(void **state)
{
    (void)state;
    ow_scene scene = large_scene(WIRES_OF_BOARD / 2, LOOSE);
    unsigned used = 0;
    const ow_pool pool = {.context = &used, .threads = 3, .run = run_backwards};
    ow_status status = OW_NO_MEMORY;
    for (uint64_t refuse = 1; status == OW_NO_MEMORY; refuse += 1 + refuse / 30) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        struct bytes bytes = {0};
        options.pool = &pool;
        status = write_with(&scene, NULL, &options, &bytes);
        bytes_free(&bytes);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
        assert_int_equal(status, ledger.refused ? OW_NO_MEMORY : OW_OK);
    }
    assert_int_equal(status, OW_OK);
    ow_scene_close(&scene);
}

/* What a scene needs does not depend on the threads, and they take at most a quarter more. The
 * block of a slice that is written alone does not count. */
static void threads_stay_within_the_limit_of_memory(void **state)
{
    (void)state;
    enum { SMALLEST = 1 << 18, BLOCK = 5 << 20 };
    static const unsigned threads[] = {1, 2, 3, 32};
    ow_scene scene = large_scene(WIRES_OF_BOARD, LOOSE);
    unsigned used = 0, refused = 0, fine = 0;
    for (uint64_t limit = SMALLEST; limit < UINT64_C(1) << 29; limit += limit / 2) {
        ow_status expected = OW_OK;
        for (size_t i = 0; i < LENGTH(threads); i++) {
            const ow_pool pool = {.context = &used, .threads = threads[i], .run = run_backwards};
            struct ledger ledger = {0};
            ow_options options = ledger_options(&ledger);
            struct bytes bytes = {0};
            options.pool = &pool;
            options.max_memory = limit;
            ow_status status = write_with(&scene, NULL, &options, &bytes);
            expected = i == 0 ? status : expected;
            assert_int_equal(status, expected);
            assert_in_range(ledger.peak, 1, limit + limit / 4 + BLOCK);
            assert_int_equal(ledger.blocks, 0);
            bytes_free(&bytes);
        }
        assert_true(expected == OW_OK || expected == OW_TOO_MUCH_MEMORY);
        refused += expected != OW_OK;
        fine += expected == OW_OK;
    }
    assert_true(refused > 2 && fine > 2);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(a_bucket_that_is_cut_has_the_same_pieces),
        cmocka_unit_test(a_sink_that_refuses_ends_the_work_of_threads),
        cmocka_unit_test(what_is_refused_is_not_made),
        cmocka_unit_test(threads_stop_when_the_caller_asks_to),
        cmocka_unit_test(want_of_memory_ends_the_work_of_threads),
        cmocka_unit_test(threads_stay_within_the_limit_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
