/* Filling a scene: shapes made once, far and broken values, limits, lists that grow. */
#include "../support/test.h"

#include "scene/build.h"

#include <math.h>

static void a_shape_is_found_again_by_its_key(void **state)
{
    (void)state;
    struct scene_builder builder;
    scene_begin(&builder, NULL, 0, NULL);
    for (uint64_t i = 0; i < 1000; i++) {
        const uint64_t key[3] = {1, i, i % 3};
        assert_int_equal(scene_known_shape(&builder, key), OW_NONE);
        assert_int_equal(scene_shape(&builder, key), i);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        const uint64_t key[3] = {1, i, i % 3};
        assert_int_equal(scene_known_shape(&builder, key), i);
    }
    arena_free(&builder.arena);
}

static void positions_are_around_the_origin(void **state)
{
    (void)state;
    static const struct {
        double x, placed;
    } rows[] = {
        {1000000.25, 0.25}, {999999, -1},      {NAN, 0},
        {INFINITY, 1e9},    {-INFINITY, -1e9}, {1e300, 1e9},
    };
    struct scene_builder builder;
    scene_begin(&builder, NULL, 0, NULL);
    scene_center(&builder, (struct vector){1000000, 0, 0});
    for (size_t i = 0; i < LENGTH(rows); i++) {
        float placed[3];
        scene_place(&builder, (struct vector){rows[i].x, 0, 0}, placed);
        if ((double)placed[0] != rows[i].placed)
            ROW_FAILED("%g becomes %g\n", rows[i].x, (double)placed[0]);
    }
    arena_free(&builder.arena);
}

static void what_is_no_rotation_becomes_none(void **state)
{
    (void)state;
    static const struct rotation rows[] = {{0, 0, 0, 0}, {NAN, 0, 0, 1}, {INFINITY, 0, 0, 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        float turned[4];
        scene_turn(rows[i], turned);
        assert_true(turned[0] == 0 && turned[1] == 0 && turned[2] == 0 && turned[3] == 1);
    }
}

static void a_turn_is_a_turn(void **state)
{
    (void)state;
    const double half = sqrt(0.5);
    /* A quarter about y takes z to x; first b, then a. */
    struct rotation about_y = {0, half, 0, half}, about_x = {half, 0, 0, half};
    struct vector z = {0, 0, 1};
    struct vector x = vector_turn(about_y, z);
    assert_true(fabs(x.x - 1) < 1e-12 && fabs(x.y) < 1e-12 && fabs(x.z) < 1e-12);
    struct vector both = vector_turn(rotation_multiply(about_y, about_x), z);
    struct vector after = vector_turn(about_y, vector_turn(about_x, z));
    assert_true(vector_length(vector_subtract(both, after)) < 1e-12);
    struct vector back = vector_turn(rotation_inverse(about_y), x);
    assert_true(vector_length(vector_subtract(back, z)) < 1e-12);
}

static void memory_that_is_not_allowed_ends_it(void **state)
{
    (void)state;
    ow_options options = {.max_memory = 100000};
    struct scene_builder builder;
    ow_scene scene;
    scene_begin(&builder, &options, 0, NULL);
    scene_kind(&builder, "thing", "/things");
    const ow_scene_item item = {0};
    for (int i = 0; i < 10000; i++)
        scene_item(&builder, &item);
    assert_int_equal(builder.status, OW_TOO_MUCH_MEMORY);
    assert_true(builder.scene.item_count < 2000);
    assert_int_equal(scene_finish(&builder, &scene), OW_TOO_MUCH_MEMORY);
}

static void records_are_counted_by_kind_and_type(void **state)
{
    (void)state;
    struct scene_builder builder;
    ow_scene scene;
    scene_begin(&builder, NULL, 0, NULL);
    scene_kind(&builder, "thing", "/things");
    scene_type(&builder, OW_LITERAL("tree"), (ow_color){0}, 0);
    scene_shape(&builder, NULL);
    for (uint32_t i = 0; i < 100; i++)
        scene_item(&builder, &(ow_scene_item){.subject = i, .flags = OW_INFERRED_SHAPE});
    assert_int_equal(scene_finish(&builder, &scene), OW_OK);
    assert_int_equal(scene.item_count, 100);
    assert_int_equal(scene.items[99].subject, 99);
    assert_int_equal(scene.kinds[0].count, 100);
    assert_int_equal(scene.types[0].count, 100);
    assert_int_equal(scene.types[0].flags, OW_INFERRED_SHAPE);
    ow_scene_close(&scene);
}

static void states_are_bits(void **state)
{
    (void)state;
    struct scene_builder builder;
    scene_begin(&builder, NULL, 0, NULL);
    assert_int_equal(scene_states(&builder, 3), 0);
    assert_int_equal(scene_states(&builder, 7), 3);
    assert_int_equal(scene_states(&builder, 100), 10);
    scene_set_state(&builder, 0);
    scene_set_state(&builder, 9);
    scene_set_state(&builder, 109);
    scene_set_state(&builder, 110); /* there is none such */
    assert_int_equal(builder.scene.states[0], 1);
    assert_int_equal(builder.scene.states[1], 2);
    assert_int_equal(builder.scene.states[13], 1u << 5);
    arena_free(&builder.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shape_is_found_again_by_its_key),
        cmocka_unit_test(positions_are_around_the_origin),
        cmocka_unit_test(what_is_no_rotation_becomes_none),
        cmocka_unit_test(a_turn_is_a_turn),
        cmocka_unit_test(memory_that_is_not_allowed_ends_it),
        cmocka_unit_test(records_are_counted_by_kind_and_type),
        cmocka_unit_test(states_are_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
