/* What ends or bounds the writing of glTF: numbers of no sense, memory, sinks and callers that
 * say no; and the same bytes everywhere. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "gltf_worlds.h"

#include "scene/build.h"

#include <math.h>

static const float hostile_numbers[] = {0,     -0.0f,    1e-45f,    1e9f, -3e38f,
                                        3e38f, INFINITY, -INFINITY, NAN,  1};

static float hostile_number(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return hostile_numbers[(*seed >> 16) % LENGTH(hostile_numbers)];
}

static void hostile_item(struct scene_builder *builder, uint32_t *seed, uint32_t shape)
{
    ow_scene_item item = {.shape = shape, .color = {9, 9, 9, 255}};
    for (int i = 0; i < 3; i++) {
        item.position[i] = hostile_number(seed);
        item.scale[i] = hostile_number(seed);
    }
    for (int i = 0; i < 4; i++)
        item.rotation[i] = hostile_number(seed);
    scene_item(builder, &item);
}

static void hostile_segment(struct scene_builder *builder, uint32_t *seed)
{
    ow_scene_segment bar = {.width = hostile_number(seed),
                            .thickness = hostile_number(seed),
                            .roll = hostile_number(seed),
                            .color = {9, 9, 9, 255},
                            .kind = WIRES,
                            .flags = OW_ARROW};
    for (int i = 0; i < 3; i++) {
        bar.from[i] = hostile_number(seed);
        bar.to[i] = hostile_number(seed);
    }
    scene_segment(builder, &bar);
}

/* written_world() asserts that all of it is finite and within bounds. */
static void numbers_of_no_sense_become_finite(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int instancing = 0; instancing < 2; instancing++)
        for (int round = 0; round < 200; round++) {
            struct scene_builder builder = begin_world();
            ow_scene_part part = {.solid = (ow_solid)(round % 3),
                                  .paint = OW_PAINT_ITEM,
                                  .color = {1, 1, 1, 255},
                                  .low = hostile_number(&seed)};
            for (int i = 0; i < 3; i++) {
                part.size[i] = hostile_number(&seed);
                part.center[i] = hostile_number(&seed);
            }
            uint32_t shape = add_solid(&builder, &part);
            for (int i = 0; i < 12; i++) {
                hostile_item(&builder, &seed, shape);
                hostile_segment(&builder, &seed);
            }
            ow_gltf_options asked = {.instancing = instancing};
            struct gltf_file gltf = written_world(&builder, &asked);
            for (uint32_t i = 0; i < gltf_count(&gltf, "/accessors"); i++)
                assert_true(isfinite(gltf_value(&gltf, i, 0, 0)));
            gltf_free(&gltf);
        }
}

/* A format makes none, but a program may change a scene. */
static void a_group_that_is_turned_by_no_number_is_not_turned(void **state)
{
    (void)state;
    const float numbers[] = {NAN, INFINITY};
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        struct scene_builder builder = begin_world();
        ow_scene_segment bar = {.to = {3, 2, 1},
                                .width = 0.5f,
                                .thickness = 0.25f,
                                .color = {9, 9, 9, 255},
                                .kind = WIRES};
        bar.group = scene_group(&builder, OW_LITERAL("group"), THINGS, 0, OW_NONE, no_turn);
        scene_segment(&builder, &bar);
        ow_scene scene = finish_world(&builder);
        struct gltf_file usual = gltf_of(&scene, NULL);
        scene.groups[bar.group].rotation[i] = numbers[i];
        struct gltf_file turned = gltf_of(&scene, NULL);
        assert_int_equal(turned.buffer_size, usual.buffer_size);
        assert_memory_equal(turned.buffer, usual.buffer, usual.buffer_size);
        gltf_free(&turned);
        gltf_free(&usual);
        ow_scene_close(&scene);
    }
}

static void text_holds_the_same_bytes(void **state)
{
    (void)state;
    ow_scene scene = varied_scene();
    ow_gltf_options asked = {.as_text = true};
    struct gltf_file binary = gltf_of(&scene, NULL), text = gltf_of(&scene, &asked);
    gltf_assert_sound(&text);
    assert_int_equal(text.buffer_size, binary.buffer_size);
    assert_memory_equal(text.buffer, binary.buffer, binary.buffer_size);
    gltf_free(&binary);
    gltf_free(&text);
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

static void the_same_bytes_come_everywhere(void **state)
{
    (void)state;
    static const struct {
        ow_gltf_options asked;
        uint64_t hash;
    } rows[] = {
        {{.title = "varied"}, UINT64_C(0xdcb4abdf91d016f2)},
        {{.instancing = true}, UINT64_C(0x304a9051e9e569f4)},
        {{.as_text = true, .without_states = true}, UINT64_C(0x077ed512a949c0c8)},
    };
    ow_scene scene = varied_scene();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct gltf_file gltf = gltf_of(&scene, &rows[i].asked);
        if (hash_of(&gltf.file) != rows[i].hash)
            ROW_FAILED("row %u: 0x%016llx\n", (unsigned)i, (unsigned long long)hash_of(&gltf.file));
        gltf_free(&gltf);
    }
    ow_scene_close(&scene);
}

static void want_of_memory_is_reported_and_nothing_lost(void **state)
{
    (void)state;
    ow_scene scene = varied_scene();
    for (int way = 0; way < 4; way++) {
        ow_gltf_options asked = {.instancing = way % 2, .as_text = way / 2};
        for (uint64_t refuse = 1;; refuse++) {
            struct ledger ledger = {.refuse = refuse};
            ow_options options = ledger_options(&ledger);
            struct bytes bytes = {0};
            ow_sink sink = sink_to(&bytes);
            ow_error error;
            ow_status status = ow_gltf_write(&scene, &asked, &options, &sink, &error);
            bytes_free(&bytes);
            assert_int_equal(ledger.blocks, 0);
            assert_false(ledger.wrong_size);
            if (ledger.refused == 0) {
                assert_int_equal(status, OW_OK);
                break;
            }
            assert_int_equal(status, OW_NO_MEMORY);
            assert_error(&error, OW_NO_MEMORY, 0, "", "memory");
        }
    }
    ow_options options = {.max_memory = 1 << 12};
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error;
    assert_int_equal(ow_gltf_write(&scene, NULL, &options, &sink, &error), OW_TOO_MUCH_MEMORY);
    assert_int_equal(bytes.size, 0);
    ow_scene_close(&scene);
}

static bool refuse(void *context, const void *data, size_t size)
{
    (void)data;
    size_t *left = context;
    if (size > *left)
        return false;
    *left -= size;
    return true;
}

static void a_sink_that_refuses_ends_the_work(void **state)
{
    (void)state;
    ow_scene scene = varied_scene();
    for (int as_text = 0; as_text < 2; as_text++) {
        ow_gltf_options asked = {.as_text = as_text};
        struct gltf_file gltf = gltf_of(&scene, &asked);
        for (size_t room = 0; room < gltf.file.size; room += 1 + room / 2) {
            size_t left = room;
            ow_sink sink = {.context = &left, .write = refuse};
            ow_error error;
            assert_int_equal(ow_gltf_write(&scene, &asked, NULL, &sink, &error), OW_WRITE_FAILED);
        }
        gltf_free(&gltf);
    }
    ow_scene_close(&scene);
}

static bool stop_at(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    assert_true(done <= total);
    return --*calls > 0;
}

static void a_caller_may_stop_at_any_time(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    for (int i = 0; i < 5000; i++)
        stand_item(&builder, shape, (float)(2 * i), 0, 0);
    ow_scene scene = finish_world(&builder);
    unsigned cancelled = 0;
    for (unsigned stop = 1;; stop++) {
        unsigned calls = stop;
        struct bytes bytes = {0};
        ow_sink sink = sink_to(&bytes);
        ow_options options = {.progress = stop_at, .progress_context = &calls};
        ow_error error;
        ow_status status = ow_gltf_write(&scene, NULL, &options, &sink, &error);
        bytes_free(&bytes);
        if (status == OW_OK)
            break;
        assert_int_equal(status, OW_CANCELLED);
        cancelled++;
    }
    assert_true(cancelled > 4);
    ow_scene_close(&scene);
}

static void callers_mistakes_are_reported(void **state)
{
    (void)state;
    ow_scene scene = varied_scene();
    ow_sink none = {0};
    ow_error error;
    assert_int_equal(ow_gltf_write(NULL, NULL, NULL, &none, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_gltf_write(&scene, NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_gltf_write(&scene, NULL, NULL, &none, &error), OW_BAD_ARGUMENT);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_no_sense_become_finite),
        cmocka_unit_test(a_group_that_is_turned_by_no_number_is_not_turned),
        cmocka_unit_test(text_holds_the_same_bytes),
        cmocka_unit_test(the_same_bytes_come_everywhere),
        cmocka_unit_test(want_of_memory_is_reported_and_nothing_lost),
        cmocka_unit_test(a_sink_that_refuses_ends_the_work),
        cmocka_unit_test(a_caller_may_stop_at_any_time),
        cmocka_unit_test(callers_mistakes_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
