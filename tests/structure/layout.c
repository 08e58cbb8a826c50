/* What each field of a build looks like, in both orders of bytes, and as JSON. */
#include "by_hand.h"

static void tables_are_there_or_empty_or_not(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample none = read_words("06 ff ffff 0000 0000", &variant);
        assert_int_equal(none.build->version, 6);
        assert_null(none.build->colors);
        assert_null(none.build->rotations);
        close_sample(&none, "\"colors\": null,\n  \"rotations\": null,");
        struct sample empty = read_words("06 00 0000 0000 0000", &variant);
        assert_non_null(empty.build->colors);
        assert_non_null(empty.build->rotations);
        assert_int_equal(empty.build->color_count + empty.build->rotation_count, 0);
        close_sample(&empty, "\"colors\": [],\n  \"rotations\": [],");
        struct sample both = read_words(
            "06 02 0003 f800 001f 0000 01ff 0400 0001 0002 0003 ffff ffff ffff 0000 0000",
            &variant);
        assert_int_equal(both.build->color_count, 2);
        assert_int_equal(both.build->colors[0], 0xf800);
        assert_int_equal(both.build->colors[1], 31);
        assert_int_equal(both.build->rotation_count, 3);
        assert_memory_equal(both.build->rotations[0], ((uint16_t[]){0, 511, 1024}), 6);
        assert_memory_equal(both.build->rotations[1], ((uint16_t[]){1, 2, 3}), 6);
        assert_memory_equal(both.build->rotations[2], ((uint16_t[]){65535, 65535, 65535}), 6);
        close_sample(&both, "\"colors\": [63488, 31],\n  \"rotations\": [\n    [0, 511, 1024],");
    }
}

static void tables_may_stand_behind_their_own_lengths(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        variant.tables = OW_STRUCTURE_LENGTHS_FIRST;
        struct sample both = read_words("06 02 f800 001f 0001 0000 01ff 0400 0000 0000", &variant);
        assert_int_equal(both.build->color_count, 2);
        assert_int_equal(both.build->colors[0], 0xf800);
        assert_int_equal(both.build->rotation_count, 1);
        assert_memory_equal(both.build->rotations[0], ((uint16_t[]){0, 511, 1024}), 6);
        close_sample(&both, "\"tables\": \"lengths_first\"");
        struct sample colors = read_words("06 01 f800 ffff 0000 0000", &variant);
        assert_null(colors.build->rotations);
        close_sample(&colors, "\"colors\": [63488],\n  \"rotations\": null,");
        struct sample rotations = read_words("06 ff 0001 0001 0002 0003 0000 0000", &variant);
        assert_null(rotations.build->colors);
        close_sample(&rotations, "\"colors\": null,\n  \"rotations\": [\n    [1, 2, 3]\n  ],");
    }
}

static void roots_are_four_vectors_and_a_block(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words("06 ff ffff 0002 "
                                          "3f800000 c0000000 40400000 80000000 3f000000 00000001 "
                                          "7f7fffff bf800000 00000000 3f800000 40000000 41200000 "
                                          "0000 "
                                          "00000000 00000000 00000000 00000000 00000000 00000000 "
                                          "7fc00001 7f800000 ff800000 00000000 00000000 00000000 "
                                          "fffe 0000",
                                          &variant);
        const ow_structure_root *roots = sample.build->roots;
        assert_int_equal(sample.build->root_count, 2);
        assert_float(roots[0].position[0], 1.0f);
        assert_float(roots[0].position[1], -2.0f);
        assert_float(roots[0].position[2], 3.0f);
        assert_float(roots[0].rotation[0], -0.0f);
        assert_float(roots[0].rotation[2], 1e-45f);
        assert_float(roots[0].bounds_center[0], 3.4028235e38f);
        assert_float(roots[0].bounds_size[2], 10.0f);
        assert_int_equal(roots[0].last_block, 0);
        assert_int_equal(bits_of(roots[1].bounds_center[0]), 0x7fc00001);
        assert_int_equal(roots[1].last_block, 65534);
        close_sample(&sample, "\"bounds_center\": [\"NaN:7fc00001\", \"Infinity\", \"-Infinity\"], "
                              "\"bounds_size\": [0.0, 0.0, 0.0], \"last_block\": 65534}");
    }
}

static void a_plain_block_has_a_place_and_a_type(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words(BARE "0003 "
                                               "8000 7fff ffff  0001 0200 ffff  00 3c "
                                               "0000 0000 0000  0000 0000 0000  1c bc 80 "
                                               "0000 0000 0000  0000 0000 0000  01 f4 ff 1234",
                                          &variant);
        const ow_structure_block *blocks = sample.build->blocks;
        assert_int_equal(sample.build->block_count, 3);
        assert_memory_equal(blocks[0].position, ((int16_t[]){-32768, 32767, -1}), 6);
        assert_memory_equal(blocks[0].rotation, ((uint16_t[]){1, 512, 65535}), 6);
        assert_int_equal(blocks[0].id, 0);
        assert_int_equal(blocks[0].mask, 0x3c);
        assert_int_equal(blocks[0].speed, 0);
        assert_null(blocks[0].settings);
        assert_int_equal(blocks[1].id, 28);
        assert_int_equal(blocks[1].speed, 128); /* bit 0x80 */
        assert_int_equal(blocks[2].color, 0x1234);
        assert_int_equal(blocks[2].speed, 255); /* the speed itself, with bit 0x40 */
        close_sample(
            &sample,
            "{\"position\": [-32768, 32767, -1], \"rotation\": [1, 512, 65535], \"id\": 0, "
            "\"mask\": 60},\n    {\"position\": [0, 0, 0], \"rotation\": [0, 0, 0], \"id\": "
            "28, \"mask\": 188, \"speed\": 128}");
    }
}

static void tables_make_indices_of_a_block(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words("06 02 0001 f800 001f 0001 0002 0003 0000 0001 "
                                          "0001 0002 0003 ff 00 34 fe",
                                          &variant);
        assert_int_equal(sample.build->blocks[0].rotation_index, 255);
        assert_int_equal(sample.build->blocks[0].color_index, 254);
        close_sample(&sample,
                     "\"rotation_index\": 255, \"id\": 0, \"mask\": 52, \"color_index\": 254}");
        struct sample empty = read_words("06 00 0000 0000 0001 0001 0002 0003 0004 0005 0006 00 34 "
                                         "fedc",
                                         &variant);
        assert_int_equal(empty.build->blocks[0].rotation[2], 6);
        assert_int_equal(empty.build->blocks[0].color, 0xfedc);
        close_sample(&empty, "\"rotation\": [4, 5, 6], \"id\": 0, \"mask\": 52, \"color\": 65244}");
    }
}

static void put_rotation_table(struct bytes *bytes, unsigned count, bool big)
{
    char words[32];
    put_words(bytes, "06 ff", big);
    snprintf(words, sizeof words, "%04x", count);
    put_words(bytes, words, big);
    for (unsigned i = 0; i < count; i++) {
        snprintf(words, sizeof words, "0000 %04x 0000", i);
        put_words(bytes, words, big);
    }
}

/* One byte up to 256 rotations, two beyond; variants differ in what 256 is. */
static void the_width_of_a_rotation_index_follows_from_the_table(void **state)
{
    (void)state;
    static const struct {
        unsigned count, wide_from;
        const char *index;
    } rows[] = {
        {255, 257, "fe"}, {256, 257, "ff"},   {257, 257, "0100"}, {65534, 257, "fffd"},
        {255, 256, "fe"}, {256, 256, "00ff"}, {257, 256, "0100"}, {1, 256, "00"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        for (unsigned order = 0; order < 2; order++) {
            ow_structure_variant variant = game_in(order);
            struct bytes bytes = {0};
            char words[64];
            bool big = variant.byte_order == OW_STRUCTURE_BIG;
            variant.wide_index_from = (uint16_t)rows[i].wide_from;
            put_rotation_table(&bytes, rows[i].count, big);
            snprintf(words, sizeof words, "0000 0001 0000 0000 0000 %s 00 3c", rows[i].index);
            put_words(&bytes, words, big);
            struct sample sample = sample_of(bytes, &variant);
            assert_int_equal(sample.build->rotation_count, rows[i].count);
            assert_int_equal(sample.build->blocks[0].rotation_index, rows[i].count - 1);
            close_sample(&sample, "");
        }
    }
}

static void an_interactive_block_may_have_nothing_beside(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words(TURNED "0001 0000 0000 0000 00 09 3c 07 55", &variant);
        const ow_structure_block *block = sample.build->blocks;
        const ow_structure_settings *settings = block->settings;
        assert_int_equal(block->speed, 7);
        assert_int_equal(settings->signal, 0x55);
        assert_int_equal(settings->bearing, 0);
        assert_int_equal(settings->name.size + settings->connection_count + settings->integer_count,
                         0);
        assert_null(settings->connections);
        assert_null(settings->integers);
        assert_null(settings->metadata);
        close_sample(&sample, "\"id\": 9, \"mask\": 60, \"speed\": 7, \"signal\": 85}");
    }
}

/* A block with every field, and one for each with that field alone. */
static void bits_of_the_mask_say_which_fields_there_are(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample all = read_words(TURNED "0001 0000 0000 0000 00 09 c3 ff 04 =d184f09f 80 "
                                              "0203 02 0001 fffe 03 00000001 ffffffff 80000000 "
                                              "00 00 00 00 abcd",
                                       &variant);
        const ow_structure_settings *settings = all.build->blocks[0].settings;
        assert_text(settings->name, "\xd1\x84\xf0\x9f");
        assert_int_equal(settings->signal, 128);
        assert_int_equal(settings->bearing, 0x0203);
        assert_int_equal(settings->connection_count, 2);
        assert_int_equal(settings->connections[0], 1);
        assert_int_equal(settings->connections[1], 65534);
        assert_int_equal(settings->integer_count, 3);
        assert_int_equal(settings->integers[1], -1);
        assert_int_equal(settings->integers[2], INT32_MIN);
        assert_non_null(settings->metadata);
        assert_int_equal(all.build->blocks[0].color, 0xabcd);
        close_sample(&all, "\"speed\": 255, \"name\": {\"base64\": \"0YTwnw==\"}, \"signal\": 128, "
                           "\"bearing\": 515, \"connections\": [1, 65534], \"integers\": [1, -1, "
                           "-2147483648], \"metadata\": {");
        static const char *const alone[][3] = {
            {"3d", "00 01 =41 00", "\"speed\": 0, \"name\": \"A\", \"signal\": 0}"},
            {"3e", "00 00 01 0002", "\"signal\": 0, \"connections\": [2]}"},
            {"38", "00 00 00 00 00 00", "\"signal\": 0, \"metadata\": {"},
            {"34", "00 00 0002", "\"signal\": 0, \"color\": 2}"},
            {"2c", "00 00 0002", "\"signal\": 0, \"bearing\": 2}"},
            {"1c", "00 00 01 fffffffe", "\"signal\": 0, \"integers\": [-2]}"},
            {"7c", "05 00", "\"mask\": 124, \"speed\": 5, \"signal\": 0}"},
            {"bc", "05 00", "\"mask\": 188, \"speed\": 5, \"signal\": 0}"},
            {"3f", "00 00 00 00", "\"name\": \"\", \"signal\": 0, \"connections\": []}"},
        };
        for (size_t i = 0; i < LENGTH(alone); i++) {
            char words[160];
            snprintf(words, sizeof words, TURNED "0001 0000 0000 0000 00 09 %s %s", alone[i][0],
                     alone[i][1]);
            struct sample sample = read_words(words, &variant);
            close_sample(&sample, alone[i][2]);
        }
    }
}

/* Whether a type has settings is the variant's to say; a type of no table has some. */
static void variants_differ_in_which_types_are_interactive(void **state)
{
    (void)state;
    static const struct {
        unsigned id;
        bool game, spec;
    } rows[] = {
        {0, false, false},  {1, false, false},  {3, true, true},    {4, true, true},
        {6, true, false},   {9, true, true},    {13, true, false},  {28, false, false},
        {33, false, false}, {38, false, false}, {51, true, true},   {56, true, false},
        {59, false, false}, {61, true, true},   {62, false, false}, {75, false, false},
        {76, true, true},   {86, false, false}, {88, false, false}, {89, true, true},
        {106, true, false}, {113, true, false}, {116, true, false}, {120, true, false},
        {121, true, false}, {126, true, true},  {129, true, true},  {132, true, true},
        {255, true, true},
    };
    for (size_t i = 0; i < LENGTH(rows) * 3; i++) {
        ow_structure_variant variant = i % 3 == 1 ? ow_structure_spec : ow_structure_game;
        bool interactive = i % 3 == 1 ? rows[i / 3].spec : rows[i / 3].game;
        unsigned id = rows[i / 3].id;
        if (i % 3 == 2) {
            variant.flipped_ids[id / 8] ^= (uint8_t)(1u << id % 8);
            interactive = !interactive;
        }
        char words[160];
        snprintf(words, sizeof words, TURNED "0001 0000 0000 0000 00 %02x 3c%s", id,
                 interactive ? " 00 00" : "");
        struct sample sample = read_words(words, &variant);
        assert_int_equal(sample.build->blocks[0].settings != NULL, interactive);
        close_sample(&sample, "");
    }
}

static void a_build_made_by_program_is_written(void **state)
{
    (void)state;
    uint16_t colors[] = {0xf800}, rotations[][3] = {{0, 511, 0}}, connections[] = {0, 1};
    uint16_t values[] = {65535};
    float vectors[][3] = {{1, 2, 3}};
    ow_structure_group group = {.value_count = 1, .values = values};
    ow_structure_metadata metadata = {
        .vector_count = 1, .vectors = vectors, .group_count = 1, .groups = &group};
    ow_structure_settings settings = {.name = {"A", 1},
                                      .signal = 255,
                                      .connection_count = 2,
                                      .connections = connections,
                                      .metadata = &metadata};
    ow_structure_block blocks[] = {
        {.position = {1, -1, 0}, .id = 0, .mask = 0x34},
        {.id = 5, .mask = 0x3b, .settings = &settings},
    };
    ow_structure_root root = {.bounds_size = {1, 1, 1}, .last_block = 1};
    ow_structure_build build = {.version = 6,
                                .variant = ow_structure_game,
                                .color_count = 1,
                                .colors = colors,
                                .rotation_count = 1,
                                .rotations = rotations,
                                .root_count = 1,
                                .roots = &root,
                                .block_count = 2,
                                .blocks = blocks};
    struct bytes expected = {0};
    put_words(&expected,
              "06 01 0001 f800 0000 01ff 0000 0001 "
              "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 "
              "3f800000 3f800000 3f800000 0001 "
              "0002 0001 ffff 0000 00 00 34 00 "
              "0000 0000 0000 00 05 3b 00 01 =41 ff 02 0000 0001 "
              "00 00 80 01 3f800000 40000000 40400000 01 ffff 00",
              false);
    assert_written(&build, &expected);
    struct sample sample = sample_of(expected, &ow_structure_game);
    close_sample(&sample, "\"groups\": [[65535]]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_there_or_empty_or_not),
        cmocka_unit_test(tables_may_stand_behind_their_own_lengths),
        cmocka_unit_test(roots_are_four_vectors_and_a_block),
        cmocka_unit_test(a_plain_block_has_a_place_and_a_type),
        cmocka_unit_test(tables_make_indices_of_a_block),
        cmocka_unit_test(the_width_of_a_rotation_index_follows_from_the_table),
        cmocka_unit_test(an_interactive_block_may_have_nothing_beside),
        cmocka_unit_test(bits_of_the_mask_say_which_fields_there_are),
        cmocka_unit_test(variants_differ_in_which_types_are_interactive),
        cmocka_unit_test(a_build_made_by_program_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
