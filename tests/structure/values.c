/* What raw numbers of a build mean. */
#include "../support/test.h"

#include "structure/structure.h"

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
    ow_structure_build build = {.version = 2, .roots = roots, .root_count = 3, .block_count = 10};
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
    {"nothing turns", {0}, {65535, 0, 0, 0, 0, 0}},
    {"a step beside nothing tells as little", {1, 0, 1}, {65535, 0, 0, 0, 0, 0}},
    {"quarters by 65535, one of them rounded", {16383, 16384, 49151}, {65535, 3, 3, 1, 0, 0}},
    {"quarters by the specification", {511, 1023, 1535}, {65535, 3, 0, 0, 2047, 3}},
    {"eighths by 65535, which are quarters by 32767", {8191, 16383, 0}, {65535, 2, 2, 0, 0, 0}},
    {"one that is no eighth", {8191, 16383, 1365}, {65535, 3, 2, 0, 32767, 3}},
    {"more than 32767 has room for", {0, 49151, 511}, {65535, 2, 1, 1, 0, 0}},
    {"the last one below that", {32767, 32767, 32767}, {65535, 3, 3, 0, 0, 0}},
    {"the first one above", {32768, 1365, 4096}, {65535, 3, 1, 1, 0, 0}},
    {"nothing usual", {700, 701, 702}, {65535, 3, 0, 0, 0, 0}},
    {"as many by either of the others", {85, 1365, 2731}, {65535, 3, 1, 0, 32767, 2}},
};

static void assert_scale(const ow_structure_build *build, const struct scale_row *row)
{
    ow_structure_rotation_scale found = ow_structure_find_rotation_scale(build);
    if (memcmp(&found, &row->expected, sizeof found) != 0)
        ROW_FAILED("%s: %u, of %u angles %u fit, by %u %u; %u large\n", row->what, found.scale,
                   found.angle_count, found.fitting_count, found.other_scale,
                   found.other_fitting_count, found.large_count);
}

/* The scale is the game's whatever the angles are. */
static void a_scale_that_makes_more_angles_usual_is_named_beside(void **state)
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

/* Below version 2. */
static void blocks_name_their_roots(void **state)
{
    (void)state;
    ow_structure_root roots[] = {{.last_block = 0}, {.bounds_size = {32767, 1, 1}}};
    ow_structure_block blocks[] = {{.root = 1}, {.root = 0}, {.root = 2}};
    ow_structure_build build = {
        .roots = roots, .root_count = 2, .blocks = blocks, .block_count = 3};
    for (build.version = 0; build.version < 2; build.version++) {
        assert_int_equal(ow_structure_root_of(&build, 0), 1);
        assert_int_equal(ow_structure_root_of(&build, 1), 0);
        assert_int_equal(ow_structure_root_of(&build, 2), 2); /* no such root */
        assert_int_equal(ow_structure_root_of(&build, 3), 2); /* no such block */
    }
}

static void a_block_has_a_place_in_any_version(void **state)
{
    (void)state;
    ow_structure_root roots[] = {
        {.bounds_center = {9, 9, 9}, .last_block = 0},
        {.bounds_center = {1, 2, 3}, .bounds_size = {32767, 65534, 1}, .last_block = 1}};
    ow_structure_block blocks[] = {{.position = {0}}, {.position = {5, -5, 0}, .root = 1}};
    ow_structure_build build = {
        .roots = roots, .root_count = 2, .blocks = blocks, .block_count = 2};
    double position[3];
    for (build.version = 1; build.version <= 6; build.version++) {
        assert_true(ow_structure_position_of(&build, 1, position));
        assert_true(position[0] == 6 && position[1] == -8 && position[2] == 3);
        assert_false(ow_structure_position_of(&build, 2, position));
        assert_true(position[0] == 0 && position[1] == 0 && position[2] == 0);
    }
    build.version = 0;
    memcpy(blocks[1].world_position, (float[]){1.5f, -2, 1e9f}, 12);
    assert_true(ow_structure_position_of(&build, 1, position));
    assert_true(position[0] == 1.5 && position[1] == -2 && position[2] == 1e9);
    blocks[1].root = 2;
    assert_false(ow_structure_position_of(&build, 1, position));
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
        {3 << 11 | 11 << 5 | 7, OW_STRUCTURE_RED_HIGH, {24, 44, 57}}, /* high bits, not rounded */
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
    ow_structure_build build = {.version = 6};
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

static void colors_have_alpha_in_any_version(void **state)
{
    (void)state;
    ow_structure_build build = {.version = 0};
    ow_structure_block block = {.rgba = {1, 2, 3, 4}};
    uint16_t color, table[] = {0, 0xf800};
    uint8_t rgba[4];
    assert_true(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_HIGH, rgba));
    assert_memory_equal(rgba, "\1\2\3\4", 4);
    assert_false(ow_structure_color_of(&build, &block, &color));
    block.mask = OW_STRUCTURE_NO_COLOR;
    assert_false(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_HIGH, rgba));
    block = (ow_structure_block){.color = 0xf800};
    for (build.version = 1; build.version <= 6; build.version++) {
        assert_true(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_HIGH, rgba));
        assert_memory_equal(rgba, "\xff\0\0\xff", 4);
    }
    build = (ow_structure_build){.version = 6, .color_count = 2, .colors = table};
    block = (ow_structure_block){.color_index = 1};
    assert_true(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_LOW, rgba));
    assert_memory_equal(rgba, "\0\0\xff\xff", 4);
    block.color_index = 2;
    assert_false(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_LOW, rgba));
}

/* A custom block and its metadata. */
struct custom {
    ow_structure_build build;
    ow_structure_block block;
    ow_structure_settings settings;
    ow_structure_metadata metadata;
};

static void make_custom(struct custom *custom, unsigned version)
{
    *custom = (struct custom){.build = {.version = (uint8_t)version}, .block = {.id = 109}};
    custom->block.settings = &custom->settings;
    custom->settings.metadata = &custom->metadata;
}

static void assert_shape(const struct custom *custom, double (*expected)[3], uint32_t count)
{
    double found[5][3];
    assert_int_equal(ow_structure_shape(&custom->build, &custom->block, 4, found, 5), count);
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            assert_near(found[i][axis], expected[i][axis]);
}

/* By a scale of 4 between 0 and 4 a vertex is its number. Below version 4 the faces had heights. */
static void shapes_below_version_4_lose_the_heights_of_their_faces(void **state)
{
    (void)state;
    uint16_t raw[][3] = {{0, 3, 2}, {4, 1, 4}, {1, 2, 0}, {4, 4, 3}, {1, 1, 1}};
    float vectors[][3] = {{0, 3, 2}, {4, 1, 4}, {1, 2, 0}, {4, 4, 3}, {1, 1, 1}};
    double fixed[][3] = {{0, 3.5, 2}, {4, 0, 4}, {1, 0, 0}, {4, 0, 3}, {1, 1, 1}};
    double as_it_is[][3] = {{0, 3, 2}, {4, 1, 4}, {1, 2, 0}, {4, 4, 3}, {1, 1, 1}};
    for (unsigned version = 0; version <= 6; version++) {
        struct custom custom;
        make_custom(&custom, version);
        custom.metadata.max = version > 0 ? 4 : 0;
        custom.metadata.vertices = version > 0 ? raw : NULL;
        custom.metadata.vectors = version > 0 ? NULL : vectors;
        uint32_t *count =
            version > 0 ? &custom.metadata.vertex_count : &custom.metadata.vector_count;
        for (*count = 0; *count <= 5; ++*count)
            assert_shape(&custom, version < 4 && *count >= 4 ? fixed : as_it_is, *count);
        *count = 5;
        double first[2][3] = {{0}, {7, 7, 7}};
        assert_int_equal(ow_structure_shape(&custom.build, &custom.block, 4, first, 1), 5);
        assert_true(first[1][0] == 7); /* beyond the most */
        assert_int_equal(ow_structure_shape(&custom.build, &custom.block, 4, NULL, 0), 5);
        custom.block.id = 5; /* a seat has no shape */
        assert_int_equal(ow_structure_shape(&custom.build, &custom.block, 4, first, 1), 0);
    }
}

static void values_of_groups_and_extra_bytes_have_no_width(void **state)
{
    (void)state;
    uint16_t narrow[] = {0, 65534, 65535};
    int32_t wide[] = {0, 65535, -1, INT32_MIN}, wide_bytes[] = {-7, 256};
    uint8_t bytes[] = {249, 0};
    for (unsigned version = 0; version <= 6; version++) {
        for (unsigned width = 2; width <= 4; width += 2) {
            bool open = version >= 1 && version <= 4, is_wide = open ? width == 4 : version == 0;
            ow_structure_build build = {.version = (uint8_t)version};
            ow_structure_group group = {.value_count = is_wide ? 4 : 3};
            ow_structure_metadata metadata = {.byte_count = 2};
            build.variant.group_value_bytes = (uint16_t)width;
            if (is_wide)
                group.wide_values = wide;
            else
                group.values = narrow;
            if (version < 5)
                metadata.wide_bytes = wide_bytes;
            else
                metadata.bytes = bytes;
            assert_int_equal(ow_structure_group_value(&build, &group, 0), 0);
            assert_int_equal(ow_structure_group_value(&build, &group, 1), is_wide ? 65535 : 65534);
            assert_int_equal(ow_structure_group_value(&build, &group, 2), -1);
            assert_int_equal(ow_structure_group_value(&build, &group, 3), is_wide ? INT32_MIN : -1);
            assert_int_equal(ow_structure_extra_byte(&build, &metadata, 0), version < 5 ? -7 : 249);
            assert_int_equal(ow_structure_extra_byte(&build, &metadata, 1), version < 5 ? 256 : 0);
        }
    }
}

static void slots_are_letters_and_tones_have_a_frequency(void **state)
{
    (void)state;
    assert_int_equal(ow_structure_variable(0), 'A');
    assert_int_equal(ow_structure_variable(25), 'Z');
    assert_int_equal(ow_structure_variable(26), 0);
    assert_int_equal(ow_structure_variable(255), 0);
    float floats[] = {440, 50};
    double hertz = 0;
    ow_structure_metadata metadata = {.float_count = 2, .floats = floats};
    ow_structure_settings settings = {.metadata = &metadata};
    ow_structure_block block = {.id = OW_STRUCTURE_TONE_GENERATOR, .settings = &settings};
    assert_true(ow_structure_frequency(&block, &hertz));
    assert_near(hertz, 440);
    metadata.float_count = 0;
    assert_false(ow_structure_frequency(&block, &hertz));
    metadata.float_count = 2;
    block.id = 84; /* a timer has two as well */
    assert_false(ow_structure_frequency(&block, &hertz));
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
        {3, true, true, true, false, "Gravity cannon", "Гравипушка"},
        {13, true, true, false, false, "Wheel", "Колесо"},
        {33, true, false, false, false, "Metal halfblock 1", "Металлический полублок"},
        {88, true, false, false, false, "Wood halfblock 8", "Деревянный полублок"},
        {120, true, true, false, true, "Custom wood block", "Деревянный пользовательский блок"},
        {126, true, true, true, false, "Text sticker", "Текстовая наклейка"},
        {130, true, true, true, true, "Neon block", "Пользовательский светящийся блок"},
        {132, true, true, true, false, "Small shock absorber head",
         "Ответный блок маленького амортизатора"},
        {133, false, true, true, false, "unknown", "неизвестный"},
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

static bool is_among(unsigned id, const uint8_t *ids, size_t count)
{
    return memchr(ids, (int)id, count) != NULL;
}

/* Each type in each of the sets that the facts name. */
static void types_are_of_a_kind(void **state)
{
    (void)state;
    static const uint8_t plain[] = {0,  1,  28, 33, 34, 35, 36, 37, 38, 59, 62, 63, 64, 65,
                                    66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 86, 87, 88};
    static const uint8_t flipped[] = {6,  13,  16,  17,  19,  20,  21,  22,  25,  29,
                                      56, 105, 106, 113, 116, 118, 119, 120, 121, 122};
    static const uint8_t custom[] = {109, 120, 121, 130}, tools[] = {3, 7, 27, 50, 54, 55, 58, 112};
    for (unsigned id = 0; id < 256; id++) {
        ow_structure_block_type game = ow_structure_block_type_at(NULL, (uint8_t)id);
        ow_structure_block_type spec = ow_structure_block_type_at(&ow_structure_spec, (uint8_t)id);
        bool is_flipped = is_among(id, flipped, LENGTH(flipped));
        assert_int_equal(game.interactive, !is_among(id, plain, LENGTH(plain)));
        assert_int_equal(spec.interactive, game.interactive != is_flipped);
        assert_int_equal(game.custom, is_among(id, custom, LENGTH(custom)));
        assert_int_equal(game.tool, is_among(id, tools, LENGTH(tools)));
        assert_int_equal(game.known, id <= 132);
        assert_int_equal(structure_is_doubtful((uint8_t)id), is_flipped || id == 126 || id > 132);
        for (unsigned other = 0; other < id && game.known; other++)
            assert_string_not_equal(game.name,
                                    ow_structure_block_type_at(NULL, (uint8_t)other).name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_in_the_frame_of_their_root),
        cmocka_unit_test(blocks_belong_to_the_root_that_ends_behind_them),
        cmocka_unit_test(blocks_name_their_roots),
        cmocka_unit_test(a_block_has_a_place_in_any_version),
        cmocka_unit_test(a_scale_that_makes_more_angles_usual_is_named_beside),
        cmocka_unit_test(vertices_lie_between_min_and_max),
        cmocka_unit_test(signals_and_speeds_are_numbers),
        cmocka_unit_test(colors_have_eight_bits),
        cmocka_unit_test(colors_come_from_the_table_or_the_block),
        cmocka_unit_test(colors_have_alpha_in_any_version),
        cmocka_unit_test(shapes_below_version_4_lose_the_heights_of_their_faces),
        cmocka_unit_test(values_of_groups_and_extra_bytes_have_no_width),
        cmocka_unit_test(slots_are_letters_and_tones_have_a_frequency),
        cmocka_unit_test(types_have_names_in_two_languages),
        cmocka_unit_test(types_are_of_a_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
