/* Builds of the versions before 6: what each has that others have not, in both orders of bytes
 * and as JSON; which versions there are not; and how the variant of an older build is found. */
#include "by_hand.h"

#include "structure/search/search.h"

/* Words between the version and the end, of each version from `first` to `last`. */
struct row {
    unsigned first, last;
    const char *words, *json;
};

static void assert_rows(const struct row *rows, size_t count, const char *head)
{
    for (size_t i = 0; i < count; i++) {
        for (unsigned k = 2 * rows[i].first; k < 2 * (rows[i].last + 1); k++) {
            ow_structure_variant variant = game_in(k % 2);
            char words[600];
            snprintf(words, sizeof words, "%02x %s %s", k / 2, head, rows[i].words);
            struct sample sample = read_words(words, &variant);
            assert_int_equal(sample.build->version, k / 2);
            close_sample(&sample, rows[i].json);
        }
    }
}

static void tables_begin_with_version_6(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0000 0000",
         "\"flipped_ids\": [], \"group_count_bytes\": 2},\n  \"roots\": [],\n  \"blocks\": []\n}"},
        {1, 4, "0000 0000",
         "\"flipped_ids\": [], \"group_value_bytes\": 4},\n  \"roots\": [],\n  \"blocks\": []\n}"},
        {5, 5, "0000 0000", "\"flipped_ids\": []},\n  \"roots\": [],\n  \"blocks\": []\n}"},
        {6, 6, "ff ffff 0000 0000", "\"flipped_ids\": []},\n  \"colors\": null,\n"},
    };
    assert_rows(rows, LENGTH(rows), "");
}

#define SIX_FLOATS "3f800000 c0000000 40400000 80000000 3f000000 41200000 "
#define A_PLACE    "{\"position\": [1.0, -2.0, 3.0], \"rotation\": [-0.0, 0.5, 10.0]"
#define BOUNDS     ", \"bounds_center\": [1.0, -2.0, 3.0], \"bounds_size\": [-0.0, 0.5, 10.0]"

static void roots_have_bounds_from_1_and_a_last_block_from_2_on(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, "0001 " SIX_FLOATS "0000", A_PLACE "}"},
        {1, 1, "0001 " SIX_FLOATS SIX_FLOATS "0000", A_PLACE BOUNDS "}"},
        {2, 5, "0001 " SIX_FLOATS SIX_FLOATS "fffe 0000",
         A_PLACE BOUNDS ", \"last_block\": 65534}"},
        {0, 0, "0002 " SIX_FLOATS SIX_FLOATS "0000", A_PLACE "},\n    " A_PLACE "}"},
    };
    assert_rows(rows, LENGTH(rows), "");
}

#define ONE       "0000 0001"
#define TURN      "0001 0200 ffff "
#define TURNED_SO "\"rotation\": [1, 512, 65535], \"id\": "
#define SHORTS    "8000 7fff ffff " TURN
#define AT_SHORTS "{\"position\": [-32768, 32767, -1], " TURNED_SO
#define FLOATS    "3f800000 c0000000 41200000 " TURN
#define AT_FLOATS "{\"position\": [1.0, -2.0, 10.0], " TURNED_SO

/* Positions are floats in 0, roots have a byte in 0 and 1; the mask comes behind that. */
static void a_block_has_a_place_and_below_2_a_root(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, FLOATS "09 05 3c 07 55",
         AT_FLOATS "9, \"root\": 5, \"mask\": 60, \"speed\": 7, \"signal\": 85}"},
        {1, 1, SHORTS "09 05 3c 07 55",
         AT_SHORTS "9, \"root\": 5, \"mask\": 60, \"speed\": 7, \"signal\": 85}"},
        {2, 5, SHORTS "09 3c 07 55", AT_SHORTS "9, \"mask\": 60, \"speed\": 7, \"signal\": 85}"},
    };
    assert_rows(rows, LENGTH(rows), ONE);
}

/* Of plain blocks: always in 0, never in 1 and 2, from 3 on where the mask has 0x80. */
static void the_speed_of_plain_blocks_comes_and_goes(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, FLOATS "1c ff 3c 07 00",
         AT_FLOATS "28, \"root\": 255, \"mask\": 60, \"speed\": 7, \"signal\": 0}"},
        {0, 0, FLOATS "1c ff bc 07 00",
         AT_FLOATS "28, \"root\": 255, \"mask\": 188, \"speed\": 7, \"signal\": 0}"},
        {1, 1, SHORTS "1c ff 3c", AT_SHORTS "28, \"root\": 255, \"mask\": 60}"},
        {1, 1, SHORTS "1c ff bc", AT_SHORTS "28, \"root\": 255, \"mask\": 188}"},
        {2, 2, SHORTS "1c bc", AT_SHORTS "28, \"mask\": 188}"},
        {3, 5, SHORTS "1c bc 07", AT_SHORTS "28, \"mask\": 188, \"speed\": 7}"},
        {2, 5, SHORTS "1c 3c", AT_SHORTS "28, \"mask\": 60}"},
        {2, 5, SHORTS "1c 7c", AT_SHORTS "28, \"mask\": 124}"},
        {2, 5, SHORTS "09 bc 07 00", AT_SHORTS "9, \"mask\": 188, \"speed\": 7, \"signal\": 0}"},
    };
    assert_rows(rows, LENGTH(rows), ONE);
}

/* Four bytes in 0, which stand in the same order whatever the order of numbers. */
static void colors_of_blocks_have_alpha_in_0(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0, FLOATS "00 00 34 07 00 =0a141eff",
         "\"speed\": 7, \"signal\": 0, \"color\": [10, 20, 30, 255]}"},
        {1, 1, SHORTS "00 00 34 f81f", "\"mask\": 52, \"color\": 63519}"},
        {2, 5, SHORTS "00 34 f81f", "\"mask\": 52, \"color\": 63519}"},
        {2, 5, SHORTS "09 34 00 00 f81f", "\"signal\": 0, \"color\": 63519}"},
    };
    assert_rows(rows, LENGTH(rows), ONE);
}

#define ALL_SETTINGS                                                                               \
    "\"speed\": 255, \"name\": \"AB\", \"signal\": 128, \"bearing\": 515, "                        \
    "\"connections\": [1, 65534], \"integers\": [-1], \"metadata\": {"

/* Version 0 has them in every block, and two bytes for the counts; a name is as it ever was. */
static void settings_are_counted_in_two_bytes_in_0(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0,
         FLOATS "09 00 cb ff 02 =4142 80 0203 0002 0001 fffe 0001 ffffffff "
                "0000 0000 0000 0000 0000 0000",
         ALL_SETTINGS},
        {0, 0,
         FLOATS "00 00 cb ff 02 =4142 80 0203 0002 0001 fffe 0001 ffffffff "
                "0000 0000 0000 0000 0000 0000",
         ALL_SETTINGS},
        {1, 1, SHORTS "09 00 cb ff 02 =4142 80 0203 02 0001 fffe 01 ffffffff 00 00 00 00 00 00",
         ALL_SETTINGS},
        {2, 4, SHORTS "09 cb ff 02 =4142 80 0203 02 0001 fffe 01 ffffffff 00 00 00 00 00 00",
         ALL_SETTINGS},
        {5, 5, SHORTS "09 cb ff 02 =4142 80 0203 02 0001 fffe 01 ffffffff 00 00 00 00",
         ALL_SETTINGS},
    };
    assert_rows(rows, LENGTH(rows), ONE);
}

static void types_have_settings_as_the_variant_has_it_but_in_0(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= 5; version++) {
        for (unsigned id = 0; id < 256; id++) {
            const ow_structure_variant *variants[] = {&ow_structure_game, &ow_structure_spec};
            for (unsigned i = 0; i < 2; i++) {
                char words[200];
                bool has = version == 0 ||
                           ow_structure_block_type_at(variants[i], (uint8_t)id).interactive;
                snprintf(words, sizeof words, "%02x " ONE " %s %02x %s 3c %s", version,
                         version == 0 ? FLOATS : SHORTS, id, version < 2 ? "00" : "",
                         has ? "00 00" : "");
                struct sample sample = read_words(words, variants[i]);
                assert_int_equal(sample.build->blocks[0].settings != NULL, has);
                assert_written(sample.build, &sample.bytes);
                ow_structure_free(sample.build);
                bytes_free(&sample.bytes);
            }
        }
    }
}

static void records_of_version_0_are_wide(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words("00 0001 " SIX_FLOATS "0001 " FLOATS
                                          "05 00 30 00 00 0000 0000 0001 0002 ffffffff 00010000 "
                                          "0001 80000000 0000 0000 =0a141e28",
                                          &variant);
        const ow_structure_root *root = sample.build->roots;
        const ow_structure_block *block = sample.build->blocks;
        const ow_structure_metadata *metadata = block->settings->metadata;
        assert_float(root->rotation[2], 10.0f);
        assert_float(root->bounds_size[0], 0.0f);
        assert_int_equal(root->last_block, 0);
        assert_float(block->world_position[1], -2.0f);
        assert_int_equal(block->rotation[2], 65535);
        assert_memory_equal(block->rgba, "\x0a\x14\x1e\x28", 4);
        assert_int_equal(metadata->groups[0].value_count, 2);
        assert_int_equal(metadata->groups[0].wide_values[0], -1);
        assert_int_equal(metadata->groups[0].wide_values[1], 65536);
        assert_int_equal(metadata->byte_count, 1);
        assert_int_equal(metadata->wide_bytes[0], INT32_MIN);
        close_sample(&sample, "\"groups\": [[-1, 65536]], \"bytes\": [-2147483648]");
    }
}

/* Whatever stands behind it, in whatever order. */
static void versions_that_are_not_known_are_refused_by_number(void **state)
{
    (void)state;
    static const struct {
        unsigned version;
        const char *words;
    } rows[] = {
        {7, "version 7, which exists but has no published description; versions 0 to 6 are known"},
        {8, "version 8, which exists but has no published description; versions 0 to 6 are known"},
        {9, "version 9; versions 0 to 6 are known"},
        {255, "version 255; versions 0 to 6 are known"},
    };
    for (size_t i = 0; i < 2 * LENGTH(rows); i++) {
        uint8_t bytes[] = {(uint8_t)rows[i / 2].version, 0, 0, 0, 0};
        size_t size = i % 2 ? sizeof bytes : 1;
        ow_structure_build *build;
        ow_error error = {0};
        assert_int_equal(ow_structure_read(bytes, size, NULL, &build, &error), OW_UNKNOWN_VERSION);
        assert_error(&error, OW_UNKNOWN_VERSION, 0, "/version", rows[i / 2].words);
        assert_null(build);
        ow_structure_build none = {.version = bytes[0]};
        ow_buffer buffer = {0};
        assert_int_equal(ow_structure_write_buffer(&none, NULL, &buffer, &error),
                         OW_UNKNOWN_VERSION);
        assert_error(&error, OW_UNKNOWN_VERSION, 0, "/version", rows[i / 2].words);
        ow_buffer_free(&buffer, NULL);
    }
}

#define GRADIENT "0001 =01020304 0001 3f800000 0001 00000000 0001 3f800000 "
#define VECTOR   "3f800000 40000000 40400000 "

/* Blocks with everything: a seat, a custom block, a math block, a plain one; of 0, of 1 to 4, of
 * 5. Where "%s" stands version 1 has the byte of a root. */
static const char rich_0[] =
    "0004 " FLOATS "05 00 c3 ff 04 =41424344 80 0001 0002 0001 0002 0001 ffffffff "
    "0003 01 00 01 0001 3f800000 8001 0001 " VECTOR
    "0002 00000001 ffffffff 0000 0001 00000007 0001 =0a141e28 "
    "0001 " GRADIENT "=01020304 " FLOATS "6d 00 38 00 00 0000 0000 8000 0001 " VECTOR
    "0001 00000005 0000 0000 0000 " FLOATS "81 00 38 00 00 0000 0000 0000 0000 0000 0000 "
    "0003 =412b42 02 00 01 02 09 08 " FLOATS "00 00 b4 07 00 =01020304";
static const char rich_1[] =
    "0004 " SHORTS "05 %s c3 ff 04 =41424344 80 0001 02 0001 0002 01 ffffffff "
    "03 01 00 01 01 3f800000 81 01 " VECTOR
    "02 00000001 ffffffff 00 01 00000007 01 =0a141e28 01 " GRADIENT "0405 " SHORTS
    "6d %s 38 00 00 00 00 01 80 7f 0001 0002 0003 "
    "00 00 00 " SHORTS "81 %s 38 00 00 00 00 00 00 00 00 "
    "0003 =412b42 02 00 01 02 09 08 " SHORTS "00 %s 34 0405";
static const char rich_5[] =
    "0004 " SHORTS "05 c3 ff 04 =41424344 80 0001 02 0001 0002 01 ffffffff "
    "09 =ff80 01 3f800000 81 01 " VECTOR "02 0001 ffff 00 "
    "c1 07 01 =0a141e28 01 " GRADIENT "0405 " SHORTS
    "6d 38 00 00 00 00 01 80 7f 0001 0002 0003 00 " SHORTS
    "81 38 00 00 00 00 00 00 0003 =412b42 02 00 01 02 09 08 " SHORTS "00 b4 07 0405";

static struct sample rich_build(unsigned version, const ow_structure_variant *variant)
{
    char blocks[1200], words[1600];
    const char *root = version == 1 ? "00" : "";
    if (version == 0 || version == 5)
        snprintf(blocks, sizeof blocks, "%s", version == 0 ? rich_0 : rich_5);
    else
        snprintf(blocks, sizeof blocks, rich_1, root, root, root, root);
    snprintf(words, sizeof words, "%02x 0001 " SIX_FLOATS "%s%s%s", version,
             version > 0 ? SIX_FLOATS : "", version > 1 ? "0003 " : "", blocks);
    return read_words(words, variant);
}

static void every_cut_of_every_version_is_refused_in_words(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        ow_structure_variant variant = game_in(i % 2);
        struct sample sample = rich_build(i / 2, &variant);
        assert_cuts_are_refused(&sample);
        close_sample(&sample, "\"formula\": \"A+B\", \"inputs\": [0, 1], \"slots\": [9, 8]}}");
    }
}

/* A whole file, as a search reads it. */
static void assert_found(struct bytes *bytes, const ow_structure_variant *expected)
{
    struct structure_search search;
    struct file file = file_in(bytes->data, bytes->size);
    ow_structure_build *build;
    ow_error error = {0};
    assert_int_equal(structure_find_variant(&file, false, &search), OW_OK);
    assert_true(search.found);
    if (ow_structure_read(bytes->data, bytes->size, NULL, &build, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    char found[STRUCTURE_VARIANT_NAME];
    structure_variant_name(&build->variant, found);
    if (!structure_same_variant(&build->variant, expected))
        ROW_FAILED("version %u: found %s\n", build->version, found);
    assert_written(build, bytes);
    ow_structure_free(build);
}

static void the_first_choices_fit_every_version(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= 5; version++) {
        struct sample sample = rich_build(version, &ow_structure_game);
        assert_found(&sample.bytes, &ow_structure_game);
        close_sample(&sample, "\"name\": \"game\"");
    }
}

static void the_width_of_groups_is_found(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0, 0,
         "0001 " SIX_FLOATS "0001 " FLOATS "05 00 38 00 00 0000 0000 0003 "
         "02 00000000 ffffffff 01 00000000 00 0000 0000 0000",
         "\"group_count_bytes\": 1},"},
        {1, 1,
         "0001 " SIX_FLOATS SIX_FLOATS "0001 " SHORTS "05 00 38 00 00 00 00 02 "
         "03 0000 ffff 0001 01 0002 00 00 00",
         "\"group_value_bytes\": 2},"},
        {2, 4,
         "0001 " SIX_FLOATS SIX_FLOATS "0000 0001 " SHORTS "05 38 00 00 00 00 02 "
         "03 0000 ffff 0001 01 0002 00 00 00",
         "\"group_value_bytes\": 2},"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        for (unsigned k = 2 * rows[i].first; k < 2 * (rows[i].last + 1); k++) {
            ow_structure_variant variant = k % 2 ? ow_structure_spec : ow_structure_game;
            char words[600];
            if (rows[i].first == 0)
                variant.group_count_bytes = 1;
            else
                variant.group_value_bytes = 2;
            snprintf(words, sizeof words, "%02x %s", k / 2, rows[i].words);
            struct sample sample = read_words(words, &variant);
            assert_found(&sample.bytes, &variant);
            close_sample(&sample, rows[i].json);
        }
    }
}

/* Of a version that names roots in blocks, the type stands before; version 0 does not ask. */
static void a_type_without_settings_is_found(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= 5; version++) {
        ow_structure_variant variant = ow_structure_game;
        char words[400];
        if (version > 0)
            variant.flipped_ids[13 / 8] = 1 << 13 % 8;
        snprintf(words, sizeof words, "%02x 0001 " SIX_FLOATS "%s%s0001 %s 0d %s 3c%s", version,
                 version > 0 ? SIX_FLOATS : "", version > 1 ? "0000 " : "",
                 version == 0 ? FLOATS : SHORTS, version < 2 ? "00" : "",
                 version == 0 ? " 00 00" : "");
        struct sample sample = read_words(words, &variant);
        assert_found(&sample.bytes, &variant);
        close_sample(&sample, "\"id\": 13");
    }
}

/* Bytes fit where a root is named that there is; a search looks no further than the sense. */
static void a_block_of_no_root_makes_no_sense(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        unsigned version = i / 2;
        char words[300];
        snprintf(words, sizeof words, "%02x 0001 " SIX_FLOATS "%s0001 %s 00 %02x 3c%s", version,
                 version ? SIX_FLOATS : "", version ? SHORTS : FLOATS, i % 2,
                 version ? "" : " 00 00");
        struct sample sample = read_words(words, &ow_structure_game);
        struct structure_search search;
        struct file file = file_in(sample.bytes.data, sample.bytes.size);
        assert_int_equal(structure_find_variant(&file, false, &search), OW_OK);
        assert_int_equal(search.found, i % 2 == 0);
        assert_true(search.found || search.parsed);
        close_sample(&sample, i % 2 ? "\"root\": 1," : "\"root\": 0,");
    }
}

static bool read_real_file(const char *corpus, const char *name)
{
    char path[1000];
    snprintf(path, sizeof path, "%s-older-builds/%s.structure", corpus, name);
    struct bytes file = read_file(path);
    if (!file.data)
        return false;
    ow_document document;
    ow_error error = {0};
    if (ow_open(file.data, file.size, NULL, &document, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", name, error.message);
    assert_string_equal(document.format->name, "structure");
    assert_int_equal(document.as.structure->version, 0);
    ow_close(&document);
    assert_found(&file, &ow_structure_game);
    struct sample sample = sample_of(file, &ow_structure_game);
    close_sample(&sample, "\"name\": \"game\"");
    return true;
}

static void real_files_of_version_0_come_back(void **state)
{
    (void)state;
    static const char *const names[] = {"0d4ab62b", "40b2a452", "6d2d33a8", "817e1e49", "8dda3232",
                                        "a58c5aff", "cf3df88f", "e661d9c0", "f504d8e7"};
    unsigned missing = 0;
    for (size_t i = 0; i < LENGTH(names); i++)
        missing += !read_real_file(corpus_folder(), names[i]);
    if (missing > 0)
        print_message("%u real files of version 0 are not there\n", missing);
    if (missing == LENGTH(names))
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_begin_with_version_6),
        cmocka_unit_test(roots_have_bounds_from_1_and_a_last_block_from_2_on),
        cmocka_unit_test(a_block_has_a_place_and_below_2_a_root),
        cmocka_unit_test(the_speed_of_plain_blocks_comes_and_goes),
        cmocka_unit_test(colors_of_blocks_have_alpha_in_0),
        cmocka_unit_test(settings_are_counted_in_two_bytes_in_0),
        cmocka_unit_test(types_have_settings_as_the_variant_has_it_but_in_0),
        cmocka_unit_test(records_of_version_0_are_wide),
        cmocka_unit_test(versions_that_are_not_known_are_refused_by_number),
        cmocka_unit_test(every_cut_of_every_version_is_refused_in_words),
        cmocka_unit_test(the_first_choices_fit_every_version),
        cmocka_unit_test(the_width_of_groups_is_found),
        cmocka_unit_test(a_type_without_settings_is_found),
        cmocka_unit_test(a_block_of_no_root_makes_no_sense),
        cmocka_unit_test(real_files_of_version_0_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
