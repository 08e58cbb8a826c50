/* What raw numbers of a build mean. */
#include "../support/test.h"

#define assert_near(found, expected) assert_true(fabs((found) - (expected)) < 1e-9)

#include <math.h>

static void positions_are_in_the_frame_of_their_root(void **state)
{
    (void)state;
    static const struct {
        float center, size;
        int16_t raw;
        double position;
    } rows[] = {
        {0, 1, 0, 0},       {2.5f, 0, 32767, 2.5}, {2.5f, 0, -32768, 2.5}, {1, 2, 32767, 3},
        {1, 2, -32767, -1}, {-4, 32767, -5, -9},   {0, -2, 32767, -2},     {0.5f, 65534, 1, 2.5},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        for (int axis = 0; axis < 3; axis++) {
            ow_structure_root root = {.bounds_center = {0}};
            int16_t raw[3] = {0};
            double position[3];
            root.bounds_center[axis] = rows[i].center;
            root.bounds_size[axis] = rows[i].size;
            raw[axis] = rows[i].raw;
            ow_structure_position(&root, raw, position);
            for (int k = 0; k < 3; k++)
                if (fabs(position[k] - (k == axis ? rows[i].position : 0)) > 1e-9)
                    ROW_FAILED("row %zu: %g on axis %d\n", i, position[k], k);
        }
    }
}

static void blocks_belong_to_the_root_that_ends_behind_them(void **state)
{
    (void)state;
    ow_structure_root roots[] = {{.last_block = 1}, {.last_block = 2}, {.last_block = 7}};
    ow_structure_build build = {.roots = roots, .root_count = 3, .block_count = 10};
    static const uint32_t expected[] = {0, 0, 1, 2, 2, 2, 2, 2, 3, 3};
    for (uint32_t i = 0; i < LENGTH(expected); i++)
        assert_int_equal(ow_structure_root_of(&build, i), expected[i]);
    build.root_count = 0;
    assert_int_equal(ow_structure_root_of(&build, 0), 0);
}

struct scale_row {
    const char *what;
    uint16_t angles[6]; /* of two rotations */
    ow_structure_rotation_scale expected;
};

static const struct scale_row scale_rows[] = {
    {"nothing turns", {0}, {2047, 0, 0, 0, 0}},
    {"a step beside nothing tells as little", {1, 0, 1}, {2047, 0, 0, 0, 0}},
    {"quarters by the specification", {511, 1023, 1535}, {2047, 3, 3, 0, 0}},
    {"quarters by 32767, which are eighths by 65535", {8191, 16383, 0}, {32767, 2, 2, 2, 0}},
    {"one that is no eighth", {8191, 16383, 1365}, {32767, 3, 3, 2, 0}},
    {"more than 32767 has room for", {0, 49151, 511}, {65535, 2, 1, 1, 1}},
    {"the last one below that", {32767, 32767, 32767}, {32767, 3, 3, 3, 0}},
    {"nothing usual", {700, 701, 702}, {2047, 3, 0, 0, 0}},
    {"15 degrees by every scale: the first wins", {85, 1365, 2731}, {2047, 3, 2, 2, 0}},
};

static void assert_scale(const ow_structure_build *build, const struct scale_row *row)
{
    ow_structure_rotation_scale found = ow_structure_find_rotation_scale(build);
    if (memcmp(&found, &row->expected, sizeof found) != 0)
        ROW_FAILED("%s: %u, of %u angles %u fit, by the next %u; %u large\n", row->what,
                   found.scale, found.angle_count, found.fitting_count, found.next_fitting_count,
                   found.large_count);
}

static void the_scale_is_the_one_that_makes_angles_usual(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(scale_rows); i++) {
        uint16_t table[2][3];
        ow_structure_block blocks[2] = {{.id = 0}};
        ow_structure_build build = {.blocks = blocks, .block_count = 2};
        memcpy(table, scale_rows[i].angles, sizeof table);
        for (int k = 0; k < 2; k++)
            memcpy(blocks[k].rotation, table[k], sizeof table[k]);
        assert_scale(&build, &scale_rows[i]);
        /* With a table the blocks have indices. */
        blocks[0].rotation_index = 1;
        build.rotations = table;
        build.rotation_count = 2;
        assert_scale(&build, &scale_rows[i]);
    }
    assert_near(ow_structure_degrees(511, 2047), 89.8680996580);
    assert_near(ow_structure_degrees(65535, 65535), 360);
    assert_near(ow_structure_degrees(0, 32767), 0);
}

static void vertices_lie_between_min_and_max(void **state)
{
    (void)state;
    ow_structure_metadata metadata = {.min = -128, .max = 127};
    double vertex[3];
    ow_structure_vertex(&metadata, (const uint16_t[]){0, 65535, 13107}, OW_STRUCTURE_VERTEX_SCALE,
                        vertex);
    assert_near(vertex[0], -128);
    assert_near(vertex[1], 127);
    assert_near(vertex[2], -77);
    ow_structure_vertex(&metadata, (const uint16_t[]){0, 32767, 0}, OW_STRUCTURE_JAVA_VERTEX_SCALE,
                        vertex);
    assert_near(vertex[1], 127);
    metadata = (ow_structure_metadata){.min = 3, .max = 3};
    ow_structure_vertex(&metadata, (const uint16_t[]){0, 65535, 9}, OW_STRUCTURE_VERTEX_SCALE,
                        vertex);
    for (int axis = 0; axis < 3; axis++)
        assert_near(vertex[axis], 3);
}

static void signals_and_speeds_are_numbers(void **state)
{
    (void)state;
    assert_near(ow_structure_signal(0), 0);
    assert_near(ow_structure_signal(51), 0.2);
    assert_near(ow_structure_signal(255), 1);
    static const struct {
        uint8_t mask, speed;
        double expected;
    } rows[] = {{0, 255, 1}, {OW_STRUCTURE_HAS_SPEED, 51, 0.2}, {OW_STRUCTURE_FAST, 51, 51}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_structure_block block = {.mask = rows[i].mask, .speed = rows[i].speed};
        assert_near(ow_structure_speed(&block), rows[i].expected);
    }
}

static void colors_have_eight_bits(void **state)
{
    (void)state;
    static const struct {
        uint16_t color;
        int order;
        uint8_t rgb[3];
    } rows[] = {
        {0, OW_STRUCTURE_RED_LOW, {0, 0, 0}},
        {0xffff, OW_STRUCTURE_RED_LOW, {255, 255, 255}},
        {0x001f, OW_STRUCTURE_RED_LOW, {255, 0, 0}},
        {0x001f, OW_STRUCTURE_RED_HIGH, {0, 0, 255}},
        {0xf800, OW_STRUCTURE_RED_LOW, {0, 0, 255}},
        {0xf800, OW_STRUCTURE_RED_HIGH, {255, 0, 0}},
        {0x07e0, OW_STRUCTURE_RED_LOW, {0, 255, 0}},
        {0x0821, OW_STRUCTURE_RED_HIGH, {8, 4, 8}},
        {16 | 32 << 5 | 15 << 11, OW_STRUCTURE_RED_LOW, {132, 130, 123}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t rgb[3];
        ow_structure_rgb(rows[i].color, rows[i].order, rgb);
        if (memcmp(rgb, rows[i].rgb, 3) != 0)
            ROW_FAILED("row %zu: %u %u %u\n", i, rgb[0], rgb[1], rgb[2]);
    }
}

static void colors_come_from_the_table_or_the_block(void **state)
{
    (void)state;
    uint16_t table[] = {7, 8}, color = 99;
    ow_structure_build build = {.color_count = 0};
    ow_structure_block block = {.color = 0x1234};
    assert_true(ow_structure_color_of(&build, &block, &color));
    assert_int_equal(color, 0x1234);
    build.colors = table;
    build.color_count = 2;
    block.color_index = 1;
    assert_true(ow_structure_color_of(&build, &block, &color));
    assert_int_equal(color, 8);
    block.color_index = 2;
    assert_false(ow_structure_color_of(&build, &block, &color));
    block = (ow_structure_block){.mask = OW_STRUCTURE_NO_COLOR};
    assert_false(ow_structure_color_of(&build, &block, &color));
}

static void types_have_names_in_two_languages(void **state)
{
    (void)state;
    static const struct {
        uint8_t id;
        bool known, game, spec, custom;
        const char *name, *russian;
    } rows[] = {
        {0, true, false, false, false, "Metal block", "Блок металла"},
        {13, true, true, false, false, "Wheel", "Колесо"},
        {120, true, true, false, true, "Wood custom block", "Деревянный пользовательский блок"},
        {130, true, true, true, true, "Glowing custom block", "Пользовательский светящийся блок"},
        {255, false, true, true, false, "unknown", "неизвестный"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_structure_block_type game = ow_structure_block_type_at(NULL, rows[i].id);
        ow_structure_block_type spec = ow_structure_block_type_at(&ow_structure_spec, rows[i].id);
        assert_int_equal(game.id, rows[i].id);
        assert_int_equal(game.known, rows[i].known);
        assert_int_equal(game.custom, rows[i].custom);
        assert_int_equal(game.interactive, rows[i].game);
        assert_int_equal(spec.interactive, rows[i].spec);
        assert_string_equal(game.name, rows[i].name);
        assert_string_equal(spec.russian_name, rows[i].russian);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_in_the_frame_of_their_root),
        cmocka_unit_test(blocks_belong_to_the_root_that_ends_behind_them),
        cmocka_unit_test(the_scale_is_the_one_that_makes_angles_usual),
        cmocka_unit_test(vertices_lie_between_min_and_max),
        cmocka_unit_test(signals_and_speeds_are_numbers),
        cmocka_unit_test(colors_have_eight_bits),
        cmocka_unit_test(colors_come_from_the_table_or_the_block),
        cmocka_unit_test(types_have_names_in_two_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
