/* What metadata looks like, of each kind of block, in both orders of bytes, and as JSON; and names,
 * whose length is a number of any length. */
#include "by_hand.h"

/* A build of one block whose metadata comes next. */
#define SEAT     TURNED "0001 0000 0000 0000 00 05 38 00 00 "
#define CUSTOM   TURNED "0001 0000 0000 0000 00 6d 38 00 00 "
#define MATH     TURNED "0001 0000 0000 0000 00 81 38 00 00 "
#define NAMED    TURNED "0001 0000 0000 0000 00 09 3d 00 "
#define NOTHING  "00 00 00 00" /* no booleans, no floats, no groups, no bytes */
#define NO_BITS  "00 00 "
#define NO_LISTS "00 00 00 "

static const ow_structure_metadata *metadata_of(const struct sample *sample)
{
    assert_non_null(sample->build->blocks[0].settings);
    assert_non_null(sample->build->blocks[0].settings->metadata);
    return sample->build->blocks[0].settings->metadata;
}

static void metadata_may_hold_nothing(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words(SEAT NOTHING, &variant);
        const ow_structure_metadata *found = metadata_of(&sample);
        assert_int_equal(found->boolean_count + found->float_count + found->vector_count +
                             found->vertex_count + found->group_count + found->byte_count +
                             found->color_count + found->gradient_count + found->input_count +
                             found->slot_count,
                         0);
        assert_null(found->vectors);
        assert_null(found->vertices);
        assert_null(found->colors);
        assert_null(found->gradients);
        assert_null(found->inputs);
        assert_null(found->slots);
        assert_null(found->formula.data);
        close_sample(&sample, "\"metadata\": {\"booleans\": [], \"floats\": [], \"groups\": [], "
                              "\"bytes\": []}}");
    }
}

static void booleans_are_packed_from_the_top(void **state)
{
    (void)state;
    static const struct {
        const char *words, *json;
        unsigned count;
    } rows[] = {
        {"01 80", "\"booleans\": [true], \"floats\"", 1},
        {"01 7f", "\"booleans\": [false], \"spare_bits\": 127, \"floats\"", 1},
        {"01 81", "\"booleans\": [true], \"spare_bits\": 1, \"floats\"", 1},
        {"07 01",
         "\"booleans\": [false, false, false, false, false, false, false], "
         "\"spare_bits\": 1, \"floats\"",
         7},
        {"08 b1", "\"booleans\": [true, false, true, true, false, false, false, true], \"floats\"",
         8},
        {"09 b180",
         "\"booleans\": [true, false, true, true, false, false, false, true, true], "
         "\"floats\"",
         9},
        {"09 00ff", "false, false, true], \"spare_bits\": 127, \"floats\"", 9},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char words[160];
        /* The bytes stand one after another in either order. */
        snprintf(words, sizeof words, SEAT "%.2s =%s 00 00 00", rows[i].words, rows[i].words + 3);
        for (unsigned order = 0; order < 2; order++) {
            ow_structure_variant variant = game_in(order);
            struct sample sample = read_words(words, &variant);
            assert_int_equal(metadata_of(&sample)->boolean_count, rows[i].count);
            close_sample(&sample, rows[i].json);
        }
    }
    struct bytes bytes = {0};
    put_words(&bytes, SEAT "ff", false);
    for (int i = 0; i < 32; i++)
        put_u8(&bytes, 0xaa);
    put_words(&bytes, "00 00 00", false);
    struct sample most = sample_of(bytes, &ow_structure_game);
    assert_int_equal(metadata_of(&most)->boolean_count, 255);
    assert_int_equal(metadata_of(&most)->booleans[31], 0xaa);
    close_sample(&most, "false, true], \"floats\"");
}

/* The byte that counts groups says by 127 more that vectors come first. */
static void vectors_and_groups_share_a_count(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample both = read_words(SEAT NO_BITS "82 01 3f800000 40000000 c0400000 "
                                                     "02 0001 0002  00  01 ffff  00",
                                        &variant);
        const ow_structure_metadata *found = metadata_of(&both);
        assert_int_equal(found->vector_count, 1);
        assert_float(found->vectors[0][2], -3.0f);
        assert_int_equal(found->group_count, 3);
        assert_int_equal(found->groups[0].value_count, 2);
        assert_int_equal(found->groups[0].values[1], 2);
        assert_int_equal(found->groups[1].value_count, 0);
        assert_int_equal(found->groups[2].values[0], 65535);
        close_sample(&both, "\"vectors\": [[1.0, 2.0, -3.0]], \"groups\": [[1, 2], [], [65535]]");
        struct sample vectors = read_words(SEAT NO_BITS "7f 00 00", &variant);
        assert_non_null(metadata_of(&vectors)->vectors);
        assert_int_equal(metadata_of(&vectors)->vector_count, 0);
        assert_int_equal(metadata_of(&vectors)->group_count, 0);
        close_sample(&vectors, "\"vectors\": [], \"groups\": []");
        struct sample group = read_words(SEAT NO_BITS "01 01 0102 00", &variant);
        assert_null(metadata_of(&group)->vectors);
        assert_int_equal(metadata_of(&group)->groups[0].values[0], 0x0102);
        close_sample(&group, "\"floats\": [], \"groups\": [[258]]");
    }
}

static void there_is_room_for_126_groups_and_with_vectors_for_128(void **state)
{
    (void)state;
    for (unsigned length = 125; length < 256; length++) {
        struct bytes bytes = {0};
        put_words(&bytes, SEAT NO_BITS, false);
        put_u8(&bytes, length);
        unsigned groups = length < 127 ? length : length - 127;
        for (unsigned i = 0; i < groups + (length >= 127); i++)
            put_u8(&bytes, 0);
        put_u8(&bytes, 0);
        struct sample sample = sample_of(bytes, &ow_structure_game);
        assert_int_equal(metadata_of(&sample)->group_count, groups);
        assert_int_equal(metadata_of(&sample)->vectors != NULL, length >= 127);
        close_sample(&sample, "\"groups\": [");
    }
}

static void floats_and_bytes_are_counted(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words(SEAT "00 02 3f000000 ff800001 00 03 03 00 ff", &variant);
        const ow_structure_metadata *found = metadata_of(&sample);
        assert_int_equal(found->float_count, 2);
        assert_float(found->floats[0], 0.5f);
        assert_int_equal(bits_of(found->floats[1]), 0xff800001);
        assert_int_equal(found->byte_count, 3);
        assert_memory_equal(found->bytes, "\x03\x00\xff", 3);
        close_sample(&sample, "\"floats\": [0.5, \"NaN:ff800001\"], \"groups\": [], "
                              "\"bytes\": [3, 0, 255]}");
    }
}

static void colors_have_three_bytes_or_four(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample four = read_words(SEAT NO_LISTS "41 07 02 =0a141e80 =ffffffff", &variant);
        const ow_structure_metadata *found = metadata_of(&four);
        assert_int_equal(found->byte_count, 1);
        assert_int_equal(found->color_count, 2);
        assert_memory_equal(found->colors[0], "\x0a\x14\x1e\x80", 4);
        assert_null(found->gradients);
        close_sample(&four,
                     "\"bytes\": [7], \"colors\": [[10, 20, 30, 128], [255, 255, 255, 255]]}");
        variant.metadata_color_bytes = 3;
        struct sample three = read_words(SEAT NO_LISTS "40 01 =0a141e", &variant);
        assert_memory_equal(metadata_of(&three)->colors[0], "\x0a\x14\x1e\0", 4);
        close_sample(&three, "\"colors\": [[10, 20, 30]]}");
        struct sample none = read_words(SEAT NO_LISTS "c0 00 00", &variant);
        assert_non_null(metadata_of(&none)->colors);
        assert_non_null(metadata_of(&none)->gradients);
        close_sample(&none, "\"bytes\": [], \"colors\": [], \"gradients\": []}");
    }
}

static void gradients_are_four_lists_with_counts_of_their_own(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample four =
            read_words(SEAT NO_LISTS "80 02 "
                                     "0002 =01020304 =05060708 0001 3f800000 "
                                     "0003 00000000 3f000000 7fc00000 0001 40000000 "
                                     "0000 0000 0000 0000",
                       &variant);
        const ow_structure_metadata *found = metadata_of(&four);
        assert_null(found->colors);
        assert_int_equal(found->gradient_count, 2);
        assert_int_equal(found->gradients[0].color_count, 2);
        assert_memory_equal(found->gradients[0].colors[1], "\x05\x06\x07\x08", 4);
        assert_int_equal(found->gradients[0].color_position_count, 1);
        assert_float(found->gradients[0].color_positions[0], 1.0f);
        assert_int_equal(found->gradients[0].alpha_count, 3);
        assert_int_equal(bits_of(found->gradients[0].alphas[2]), 0x7fc00000);
        assert_int_equal(found->gradients[0].alpha_position_count, 1);
        assert_float(found->gradients[0].alpha_positions[0], 2.0f);
        assert_int_equal(found->gradients[1].color_count + found->gradients[1].alpha_count, 0);
        close_sample(&four, "\"gradients\": [{\"colors\": [[1, 2, 3, 4], [5, 6, 7, 8]], "
                            "\"color_positions\": [1.0], \"alphas\": [0.0, 0.5, \"NaN\"], "
                            "\"alpha_positions\": [2.0]}, {\"colors\": [], ");
        variant.metadata_color_bytes = 3;
        struct sample three =
            read_words(SEAT NO_LISTS "80 01 0001 =010203 0000 0000 0000", &variant);
        assert_memory_equal(metadata_of(&three)->gradients[0].colors[0], "\x01\x02\x03\0", 4);
        close_sample(&three, "\"gradients\": [{\"colors\": [[1, 2, 3]], ");
    }
}

static void custom_blocks_have_vertices_between_bounds(void **state)
{
    (void)state;
    static const uint8_t custom[] = {109, 120, 121, 130};
    for (unsigned i = 0; i < 2 * LENGTH(custom); i++) {
        ow_structure_variant variant = game_in(i % 2);
        char words[200];
        snprintf(words, sizeof words,
                 TURNED "0001 0000 0000 0000 00 %02x 38 00 00 " NO_BITS
                        "02 80 7f 0001 0002 0003 ffff 8000 0000 01 09",
                 custom[i / 2]);
        struct sample sample = read_words(words, &variant);
        const ow_structure_metadata *found = metadata_of(&sample);
        assert_int_equal(found->min, -128);
        assert_int_equal(found->max, 127);
        assert_int_equal(found->vertex_count, 2);
        assert_memory_equal(found->vertices[0], ((uint16_t[]){1, 2, 3}), 6);
        assert_memory_equal(found->vertices[1], ((uint16_t[]){65535, 32768, 0}), 6);
        assert_null(found->groups);
        assert_null(found->vectors);
        close_sample(&sample, "\"floats\": [], \"min\": -128, \"max\": 127, \"vertices\": "
                              "[[1, 2, 3], [65535, 32768, 0]], \"bytes\": [9]}");
    }
}

/* 127 and more is a count of vertices like any other. */
static void a_custom_block_may_have_255_vertices(void **state)
{
    (void)state;
    static const unsigned counts[] = {126, 127, 128, 255};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        struct bytes bytes = {0};
        put_words(&bytes, CUSTOM NO_BITS, false);
        put_u8(&bytes, counts[i]);
        put_u16(&bytes, 0x0100); /* min 0, max 1 */
        for (unsigned k = 0; k < 3 * counts[i]; k++)
            put_u16(&bytes, 257 * (k % 256));
        put_u8(&bytes, 0);
        struct sample sample = sample_of(bytes, &ow_structure_game);
        assert_int_equal(metadata_of(&sample)->vertex_count, counts[i]);
        close_sample(&sample, "\"min\": 0, \"max\": 1, \"vertices\": [[0, 257, 514], ");
    }
}

static void bounds_of_no_vertices_are_there_or_not(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample without = read_words(CUSTOM NOTHING, &variant);
        assert_int_equal(metadata_of(&without)->min, 0);
        assert_int_equal(metadata_of(&without)->vertex_count, 0);
        close_sample(&without, "\"floats\": [], \"vertices\": [], \"bytes\": []}");
        variant.empty_custom_bounds = true;
        struct sample with = read_words(CUSTOM NO_BITS "00 fe 02 00", &variant);
        assert_int_equal(metadata_of(&with)->min, -2);
        assert_int_equal(metadata_of(&with)->max, 2);
        close_sample(&with, "\"min\": -2, \"max\": 2, \"vertices\": [], \"bytes\": []}");
        struct sample one = read_words(CUSTOM NO_BITS "01 fe 02 0001 0002 0003 00", &variant);
        assert_int_equal(metadata_of(&one)->vertices[0][2], 3);
        close_sample(&one, "\"min\": -2, \"max\": 2, \"vertices\": [[1, 2, 3]]");
    }
}

static void the_math_block_has_a_formula(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample =
            read_words(MATH NOTHING " 0005 =41202b2042 02 00 01 03 09 08 ff", &variant);
        const ow_structure_metadata *found = metadata_of(&sample);
        assert_text(found->formula, "A + B");
        assert_int_equal(found->input_count, 2);
        assert_memory_equal(found->inputs, "\x00\x01", 2);
        assert_int_equal(found->slot_count, 3);
        assert_memory_equal(found->slots, "\x09\x08\xff", 3);
        close_sample(&sample,
                     "\"formula\": \"A + B\", \"inputs\": [0, 1], \"slots\": [9, 8, 255]}");
        struct sample empty = read_words(MATH NO_LISTS "c0 00 00 0000 00 00", &variant);
        assert_int_equal(metadata_of(&empty)->formula.size, 0);
        close_sample(&empty,
                     "\"gradients\": [], \"formula\": \"\", \"inputs\": [], \"slots\": []}");
    }
}

static void put_repeated(struct bytes *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_u8(bytes, 'x');
}

static void names_have_a_length_of_seven_bits_a_byte(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        const char *varint, *wide;
    } rows[] = {
        {0, "00", "0000"},        {1, "01", "0001"},          {127, "7f", "007f"},
        {128, "=8001", "0080"},   {255, "=ff01", "00ff"},     {256, "=8002", "0100"},
        {16383, "=ff7f", "3fff"}, {16384, "=808001", "4000"}, {65535, "=ffff03", "ffff"},
        {65536, "=808004", NULL}, {2097151, "=ffff7f", NULL}, {2097152, "=80808001", NULL},
    };
    static const char *const reported[] = {"\"signal\": 85}", "\"string_prefix\": \"u16\"",
                                           "\"string_prefix\": \"u16_big\""};
    for (size_t i = 0; i < 3 * LENGTH(rows); i++) {
        unsigned prefix = (unsigned)(i % 3);
        const char *length = prefix == OW_STRUCTURE_VARINT ? rows[i / 3].varint : rows[i / 3].wide;
        /* In a big-endian file the two prefixes of two bytes are one. */
        for (unsigned order = 0; length && order < (prefix == OW_STRUCTURE_U16_BIG ? 1 : 2);
             order++) {
            ow_structure_variant variant = game_in(order);
            struct bytes bytes = {0};
            variant.string_prefix = (uint8_t)prefix;
            put_words(&bytes, NAMED, order);
            put_words(&bytes, length, order || prefix == OW_STRUCTURE_U16_BIG);
            put_repeated(&bytes, rows[i / 3].size);
            put_u8(&bytes, 0x55);
            struct sample sample = sample_of(bytes, &variant);
            const ow_structure_settings *settings = sample.build->blocks[0].settings;
            assert_int_equal(settings->name.size, rows[i / 3].size);
            assert_int_equal(settings->signal, 0x55);
            close_sample(&sample, reported[prefix]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metadata_may_hold_nothing),
        cmocka_unit_test(booleans_are_packed_from_the_top),
        cmocka_unit_test(vectors_and_groups_share_a_count),
        cmocka_unit_test(there_is_room_for_126_groups_and_with_vectors_for_128),
        cmocka_unit_test(floats_and_bytes_are_counted),
        cmocka_unit_test(colors_have_three_bytes_or_four),
        cmocka_unit_test(gradients_are_four_lists_with_counts_of_their_own),
        cmocka_unit_test(custom_blocks_have_vertices_between_bounds),
        cmocka_unit_test(a_custom_block_may_have_255_vertices),
        cmocka_unit_test(bounds_of_no_vertices_are_there_or_not),
        cmocka_unit_test(the_math_block_has_a_formula),
        cmocka_unit_test(names_have_a_length_of_seven_bits_a_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
