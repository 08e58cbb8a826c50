/* Metadata of the versions before 6, in both orders of bytes and as JSON. */
#include "by_hand.h"

/* What stands in a file from its metadata on, of each version from `first` to `last`. */
struct row {
    unsigned first, last;
    const char *words, *json;
};

/* A build of one block whose metadata comes next. */
static void put_head(char *words, size_t size, unsigned version, unsigned id)
{
    const char *position = version == 0 ? "00000000 00000000 00000000" : "0000 0000 0000";
    snprintf(words, size, "%02x 0000 0001 %s 0000 0000 0000 %02x %s 38 00 00", version, position,
             id, version < 2 ? "00" : "");
}

static void assert_row(const struct row *row, unsigned version, unsigned id,
                       const ow_structure_variant *variant)
{
    char head[100], words[600];
    put_head(head, sizeof head, version, id);
    snprintf(words, sizeof words, "%s %s", head, row->words);
    struct sample sample = read_words(words, variant);
    close_sample(&sample, row->json);
}

/* All of a table, with another switch than `game` has where `change` is there. */
static void assert_rows(const struct row *rows, size_t count, unsigned id,
                        void (*change)(ow_structure_variant *))
{
    for (size_t i = 0; i < count; i++) {
        for (unsigned k = 2 * rows[i].first; k < 2 * (rows[i].last + 1); k++) {
            ow_structure_variant variant = game_in(k % 2);
            if (change)
                change(&variant);
            assert_row(&rows[i], k / 2, id, &variant);
        }
    }
}

enum { SEAT = 5, MATH = 129 };
static const uint8_t custom[] = {109, 120, 121, 130};

/* What comes behind, where there is nothing of it. */
#define NO_EXTRAS_0 "0000 0000 0000"
#define NO_EXTRAS_1 "00 00 00"
#define NO_EXTRAS_5 "00"
#define NOTHING     "\"bytes\": [], \"colors\": [], \"gradients\": []}"
#define NOTHING_5   "\"bytes\": []}"

static void metadata_may_hold_nothing(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0000 0000 0000 " NO_EXTRAS_0,
         "\"metadata\": {\"booleans\": [], \"floats\": [], \"groups\": [], " NOTHING "}"},
        {1, 4, "00 00 00 " NO_EXTRAS_1,
         "\"metadata\": {\"booleans\": [], \"floats\": [], \"groups\": [], " NOTHING "}"},
        {5, 5, "00 00 00 " NO_EXTRAS_5,
         "\"metadata\": {\"booleans\": [], \"floats\": [], \"groups\": [], " NOTHING_5 "}"},
    };
    assert_rows(rows, LENGTH(rows), SEAT, NULL);
}

static void booleans_have_a_byte_each_below_5(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0003 01 00 01 0000 0000 " NO_EXTRAS_0, "\"booleans\": [true, false, true], \"f"},
        {1, 4, "03 01 00 01 00 00 " NO_EXTRAS_1, "\"booleans\": [true, false, true], \"f"},
        {5, 5, "03 a0 00 00 " NO_EXTRAS_5, "\"booleans\": [true, false, true], \"f"},
        {0, 0, "0009 =000000000000000001 0000 0000 " NO_EXTRAS_0, "false, false, true], \"f"},
        {1, 4, "09 =000000000000000001 00 00 " NO_EXTRAS_1, "false, false, true], \"f"},
        {5, 5, "09 =0080 00 00 " NO_EXTRAS_5, "false, false, true], \"f"},
        {5, 5, "03 bf 00 00 " NO_EXTRAS_5, "true], \"spare_bits\": 31, \"f"},
    };
    assert_rows(rows, LENGTH(rows), SEAT, NULL);
}

static void a_boolean_of_2_is_refused_below_5(void **state)
{
    (void)state;
    for (unsigned version = 0; version < 5; version++) {
        ow_structure_build *build;
        ow_error error = {0};
        struct bytes bytes = {0};
        char head[100];
        put_head(head, sizeof head, version, SEAT);
        put_words(&bytes, head, false);
        put_words(&bytes, version == 0 ? "0003 01 02 ff" : "03 01 02 ff", false);
        put_words(&bytes, version == 0 ? "0000 0000 " NO_EXTRAS_0 : "00 00 " NO_EXTRAS_1, false);
        uint64_t at = version == 0 ? 31 : version == 1 ? 24 : 23;
        assert_int_equal(ow_structure_read_as(bytes.data, bytes.size, NULL, NULL, &build, &error),
                         OW_BAD_VALUE);
        assert_error(&error, OW_BAD_VALUE, at, "/blocks/0/metadata/booleans/1",
                     "a boolean is 2; expected 0 or 1");
        assert_null(build);
        bytes_free(&bytes);
    }
}

static void floats_are_counted(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0000 0002 3f000000 ff800001 0000 " NO_EXTRAS_0, "[0.5, \"NaN:ff800001\"]"},
        {1, 4, "00 02 3f000000 ff800001 00 " NO_EXTRAS_1, "[0.5, \"NaN:ff800001\"]"},
        {5, 5, "00 02 3f000000 ff800001 00 " NO_EXTRAS_5, "[0.5, \"NaN:ff800001\"]"},
    };
    assert_rows(rows, LENGTH(rows), SEAT, NULL);
}

#define VECTOR   "3f800000 40000000 c0400000"
#define A_VECTOR "\"vectors\": [[1.0, 2.0, -3.0]], "

/* 32767 more say in 0 that there are vectors, 127 more from 1 on; values are i32 below 5. */
static const struct row vector_rows[] = {
    {0, 0, "0000 0000 7fff 0001 " VECTOR " " NO_EXTRAS_0, A_VECTOR "\"groups\": [], " NOTHING},
    {0, 0, "0000 0000 8001 0000 0001 00000005 0000 " NO_EXTRAS_0,
     "\"vectors\": [], \"groups\": [[5], []], " NOTHING},
    {0, 0, "0000 0000 0001 0002 ffffffff 00010000 " NO_EXTRAS_0,
     "\"floats\": [], \"groups\": [[-1, 65536]], " NOTHING},
    {1, 4, "00 00 7f 01 " VECTOR " " NO_EXTRAS_1, A_VECTOR "\"groups\": [], " NOTHING},
    {1, 4, "00 00 81 00 01 00000005 00 " NO_EXTRAS_1,
     "\"vectors\": [], \"groups\": [[5], []], " NOTHING},
    {1, 4, "00 00 01 02 ffffffff 00010000 " NO_EXTRAS_1,
     "\"floats\": [], \"groups\": [[-1, 65536]], " NOTHING},
    {5, 5, "00 00 80 01 " VECTOR " 02 0005 ffff " NO_EXTRAS_5,
     A_VECTOR "\"groups\": [[5, 65535]], " NOTHING_5},
};

static void vectors_and_groups_share_a_count(void **state)
{
    (void)state;
    assert_rows(vector_rows, LENGTH(vector_rows), SEAT, NULL);
}

/* Of 127 groups and more, up to 32766. */
static void no_vectors_are_among_many_groups_in_0(void **state)
{
    (void)state;
    static const unsigned lengths[] = {126, 127, 128, 255, 256, 32766, 32767, 32768};
    for (size_t i = 0; i < 2 * LENGTH(lengths); i++) {
        ow_structure_variant variant = game_in(i % 2);
        struct bytes bytes = {0};
        unsigned length = lengths[i / 2], groups = length < 32767 ? length : length - 32767;
        char head[100], words[20];
        put_head(head, sizeof head, 0, SEAT);
        put_words(&bytes, head, i % 2);
        snprintf(words, sizeof words, "0000 0000 %04x", length);
        put_words(&bytes, words, i % 2);
        for (unsigned k = 0; k < groups + (length >= 32767); k++)
            put_u16(&bytes, 0);
        put_words(&bytes, NO_EXTRAS_0, false);
        struct sample sample = sample_of(bytes, &variant);
        const ow_structure_metadata *found = sample.build->blocks[0].settings->metadata;
        assert_int_equal(found->group_count, groups);
        assert_int_equal(found->vectors != NULL, length >= 32767);
        close_sample(&sample, "\"groups\": [");
    }
}

static void narrow_counts(ow_structure_variant *variant)
{
    variant->group_count_bytes = 1;
}

static void narrow_values(ow_structure_variant *variant)
{
    variant->group_value_bytes = 2;
}

static void groups_may_be_narrow(void **state)
{
    (void)state;
    static const struct row count_rows[] = {
        {0, 0, "0000 0000 0002 02 ffffffff 00000007 00 " NO_EXTRAS_0, "\"groups\": [[-1, 7], []]"},
        {0, 0, "0000 0000 8000 0001 " VECTOR " 01 00000007 " NO_EXTRAS_0,
         A_VECTOR "\"groups\": [[7]]"},
        {0, 0, "0000 0000 0000 " NO_EXTRAS_0, "\"group_count_bytes\": 1},"},
        /* Nothing that another version has. */
        {1, 4, "00 00 01 01 ffffffff " NO_EXTRAS_1, "\"groups\": [[-1]]"},
    };
    assert_rows(count_rows, LENGTH(count_rows), SEAT, narrow_counts);
    static const struct row value_rows[] = {
        {1, 4, "00 00 02 02 ffff 0007 00 " NO_EXTRAS_1, "\"groups\": [[65535, 7], []]"},
        {1, 4, "00 00 80 01 " VECTOR " 01 0007 " NO_EXTRAS_1, A_VECTOR "\"groups\": [[7]]"},
        {1, 4, "00 00 00 " NO_EXTRAS_1, "\"group_value_bytes\": 2},"},
        {0, 0, "0000 0000 0001 0001 ffffffff " NO_EXTRAS_0, "\"groups\": [[-1]]"},
        {5, 5, "00 00 01 01 ffff " NO_EXTRAS_5, "\"groups\": [[65535]]"},
    };
    assert_rows(value_rows, LENGTH(value_rows), SEAT, narrow_values);
}

/* In 0 they have vectors and groups as all blocks have, from 1 on vertices as in 6. */
static void custom_blocks_have_vertices_from_1_on(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {1, 4, "00 00 02 80 7f 0001 0002 0003 ffff 8000 0000 " NO_EXTRAS_1,
         "\"floats\": [], \"min\": -128, \"max\": 127, \"vertices\": [[1, 2, 3], "
         "[65535, 32768, 0]], " NOTHING},
        {5, 5, "00 00 02 80 7f 0001 0002 0003 ffff 8000 0000 " NO_EXTRAS_5,
         "\"floats\": [], \"min\": -128, \"max\": 127, \"vertices\": [[1, 2, 3], "
         "[65535, 32768, 0]], " NOTHING_5},
        {1, 4, "00 00 00 " NO_EXTRAS_1, "\"floats\": [], \"vertices\": [], " NOTHING},
        {5, 5, "00 00 00 " NO_EXTRAS_5, "\"floats\": [], \"vertices\": [], " NOTHING_5},
    };
    for (size_t i = 0; i < LENGTH(custom); i++) {
        assert_rows(rows, LENGTH(rows), custom[i], NULL);
        assert_rows(vector_rows, 3, custom[i], NULL); /* those of 0 */
    }
}

static void empty_bounds(ow_structure_variant *variant)
{
    variant->empty_custom_bounds = true;
}

static void bounds_of_no_vertices_are_there_or_not(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0000 0000 0000 " NO_EXTRAS_0, "\"floats\": [], \"groups\": [], " NOTHING},
        {1, 4, "00 00 00 fe 02 " NO_EXTRAS_1,
         "\"min\": -2, \"max\": 2, \"vertices\": [], " NOTHING},
        {5, 5, "00 00 00 fe 02 " NO_EXTRAS_5,
         "\"min\": -2, \"max\": 2, \"vertices\": [], " NOTHING_5},
    };
    assert_rows(rows, LENGTH(rows), custom[0], empty_bounds);
}

/* 127 and more is a count of vertices like any other. */
static void a_custom_block_may_have_255_vertices(void **state)
{
    (void)state;
    static const unsigned counts[] = {126, 127, 128, 255};
    for (size_t i = 0; i < 5 * LENGTH(counts); i++) {
        struct bytes bytes = {0};
        char head[100];
        unsigned version = 1 + (unsigned)i % 5, count = counts[i / 5];
        put_head(head, sizeof head, version, custom[i % 4]);
        put_words(&bytes, head, false);
        put_words(&bytes, "00 00", false);
        put_u8(&bytes, count);
        put_u16(&bytes, 0x0100); /* min 0, max 1 */
        for (unsigned k = 0; k < 3 * count; k++)
            put_u16(&bytes, k);
        put_words(&bytes, version == 5 ? NO_EXTRAS_5 : NO_EXTRAS_1, false);
        struct sample sample = sample_of(bytes, &ow_structure_game);
        assert_int_equal(sample.build->blocks[0].settings->metadata->vertex_count, count);
        close_sample(&sample, "\"vertices\": [[0, 1, 2], [3, 4, 5], ");
    }
}

#define GRADIENT "0002 =01020304 =05060708 0001 3f800000 0003 00000000 3f000000 3f800000 0000 "
#define A_GRADIENT                                                                                 \
    "{\"colors\": [[1, 2, 3, 4], [5, 6, 7, 8]], \"color_positions\": [1.0], "                      \
    "\"alphas\": [0.0, 0.5, 1.0], \"alpha_positions\": []}"

/* Three counts and i32 below 5; from there on one byte says which there are. */
static void extras_have_three_counts_below_5(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0000 0000 0000 0002 00000003 ffffffff 0001 =0a141e28 0000",
         "\"bytes\": [3, -1], \"colors\": [[10, 20, 30, 40]], \"gradients\": []}"},
        {1, 4, "00 00 00 02 00000003 ffffffff 01 =0a141e28 00",
         "\"bytes\": [3, -1], \"colors\": [[10, 20, 30, 40]], \"gradients\": []}"},
        {5, 5, "00 00 00 42 03 ff 01 =0a141e28",
         "\"bytes\": [3, 255], \"colors\": [[10, 20, 30, 40]]}"},
        {0, 0, "0000 0000 0000 0000 0000 0001 " GRADIENT,
         "\"bytes\": [], \"colors\": [], \"gradients\": [" A_GRADIENT "]"},
        {1, 4, "00 00 00 00 00 01 " GRADIENT,
         "\"bytes\": [], \"colors\": [], \"gradients\": [" A_GRADIENT "]"},
        {5, 5, "00 00 00 80 01 " GRADIENT, "\"bytes\": [], \"gradients\": [" A_GRADIENT "]"},
        {5, 5, "00 00 00 c0 00 00", "\"bytes\": [], \"colors\": [], \"gradients\": []}"},
        /* 0x40 and 0x80 are numbers like any other. */
        {0, 0, "0000 0000 0000 0001 000000c0 0000 0000", "\"bytes\": [192], \"colors\": [], "},
        {1, 4, "00 00 00 01 000000c0 00 00", "\"bytes\": [192], \"colors\": [], "},
    };
    assert_rows(rows, LENGTH(rows), SEAT, NULL);
}

static void no_alpha(ow_structure_variant *variant)
{
    variant->metadata_color_bytes = 3;
}

static void colors_may_have_three_bytes(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0000 0000 0000 0000 0002 =0a141e =ffffff 0000",
         "\"colors\": [[10, 20, 30], [255, 255, 255]], \"gradients\": []}"},
        {1, 4, "00 00 00 00 02 =0a141e =ffffff 00",
         "\"colors\": [[10, 20, 30], [255, 255, 255]], \"gradients\": []}"},
        {5, 5, "00 00 00 40 02 =0a141e =ffffff", "\"colors\": [[10, 20, 30], [255, 255, 255]]}"},
    };
    assert_rows(rows, LENGTH(rows), SEAT, no_alpha);
}

/* Its counts are the same in every version. */
static void the_math_block_has_a_formula_in_every_version(void **state)
{
    (void)state;
    static const char json[] =
        "\"formula\": \"A + B\", \"inputs\": [0, 1], \"slots\": [9, 8, 255]}";
#define TAIL " 0005 =41202b2042 02 00 01 03 09 08 ff"
    static const struct row rows[] = {
        {0, 0, "0000 0000 0000 " NO_EXTRAS_0 TAIL, json},
        {1, 4, "00 00 00 " NO_EXTRAS_1 TAIL, json},
        {5, 5, "00 00 00 " NO_EXTRAS_5 TAIL, json},
        {0, 0, "0000 0000 0000 " NO_EXTRAS_0 " 0000 00 00",
         "\"gradients\": [], \"formula\": \"\", \"inputs\": [], \"slots\": []}"},
        {1, 4, "00 00 00 " NO_EXTRAS_1 " 0000 00 00",
         "\"gradients\": [], \"formula\": \"\", \"inputs\": [], \"slots\": []}"},
    };
    assert_rows(rows, LENGTH(rows), MATH, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metadata_may_hold_nothing),
        cmocka_unit_test(booleans_have_a_byte_each_below_5),
        cmocka_unit_test(a_boolean_of_2_is_refused_below_5),
        cmocka_unit_test(floats_are_counted),
        cmocka_unit_test(vectors_and_groups_share_a_count),
        cmocka_unit_test(no_vectors_are_among_many_groups_in_0),
        cmocka_unit_test(groups_may_be_narrow),
        cmocka_unit_test(custom_blocks_have_vertices_from_1_on),
        cmocka_unit_test(bounds_of_no_vertices_are_there_or_not),
        cmocka_unit_test(a_custom_block_may_have_255_vertices),
        cmocka_unit_test(extras_have_three_counts_below_5),
        cmocka_unit_test(colors_may_have_three_bytes),
        cmocka_unit_test(the_math_block_has_a_formula_in_every_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
