/* Conversions of builds at the limits of a variant, short of memory, and of real files. */
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/ledger.h"

/* A build of one block without tables. */
struct small {
    ow_structure_root root;
    ow_structure_block block;
    ow_structure_settings settings;
    ow_structure_metadata metadata;
    ow_structure_build build;
};

static void make_small(struct small *small, uint8_t id, uint8_t mask)
{
    *small = (struct small){.block = {.id = id, .mask = mask, .settings = &small->settings},
                            .settings = {.metadata = &small->metadata},
                            .build = {.version = 6,
                                      .variant = ow_structure_game,
                                      .root_count = 1,
                                      .block_count = 1,
                                      .roots = &small->root,
                                      .blocks = &small->block}};
}

/* Two bytes of length have room for 65535; a character that would be cut in two goes as a whole. */
static void long_names_are_cut(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        const char *character;
        size_t at, left;
    } names[] = {
        {65535, "a", 0, 65535},
        {65536, "a", 0, 65535},
        {65536, "\xc3\xa9", 65534, 65534},
        {70000, "\xc3\xa9", 65533, 65535},
        {70000, "\xc3\xa9", 65535, 65535},
        {65536, "\xe2\x82\xac", 65533, 65533},
        {65537, "\xf0\x9f\x98\x80", 65532, 65532},
        {65600, "\xf0\x9f\x98\x80", 65534, 65534},
        {65600, "\x80\x80\x80\x80\x80", 65531, 65532}, /* no text: not all of it is taken */
    };
    static char text[70000];
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct small small;
        struct warnings warnings;
        make_small(&small, 9, OW_STRUCTURE_HAS_NAME | 60);
        memset(text, 'x', sizeof text);
        memcpy(text + names[i].at, names[i].character, strlen(names[i].character));
        small.settings.name = (ow_text){text, names[i].size};
        small.settings.metadata = NULL;
        ow_structure_build *converted =
            converted_build(&small.build, &ow_structure_spec, &warnings);
        if (converted->blocks[0].settings->name.size != names[i].left)
            ROW_FAILED("row %zu: %zu bytes\n", i, converted->blocks[0].settings->name.size);
        assert_string_equal(
            warnings.text,
            names[i].size == names[i].left
                ? ""
                : "/blocks/0/name names cut to 65535 bytes, the limit of this variant: 1\n");
        assert_reads_back(converted);
        assert_int_equal(small.settings.name.size, names[i].size);
        ow_structure_free(converted);
    }
}

/* With a table of exactly 256 an index takes one byte or two. What lies outside the table may not
 * have room. */
static void wide_indices_become_narrow(void **state)
{
    (void)state;
    static uint16_t rotations[256][3];
    static const struct {
        uint16_t index, narrow;
    } indices[] = {{0, 0}, {255, 255}, {256, 255}, {65535, 255}};
    for (size_t i = 0; i < LENGTH(indices); i++) {
        struct small small;
        struct warnings warnings;
        make_small(&small, 0, 60);
        small.block.settings = NULL;
        small.block.rotation_index = indices[i].index;
        small.build.rotations = rotations;
        small.build.rotation_count = 256;
        small.build.variant.wide_index_from = 256;
        ow_structure_build *narrow = converted_build(&small.build, &ow_structure_game, &warnings);
        assert_int_equal(narrow->blocks[0].rotation_index, indices[i].narrow);
        assert_string_equal(warnings.text,
                            indices[i].index == indices[i].narrow
                                ? ""
                                : "/blocks/0/rotation_index rotation indices outside the table and "
                                  "above 255, set to 255: 1\n");
        assert_reads_back(narrow);
        ow_structure_build *wide = converted_build(narrow, &small.build.variant, &warnings);
        assert_string_equal(warnings.text, "");
        assert_reads_back(wide);
        ow_structure_free(wide);
        ow_structure_free(narrow);
    }
}

/* A gradient of many colours, in a build that holds little else. */
static void large_gradients_are_converted(void **state)
{
    (void)state;
    enum { COLORS = 65535, GRADIENTS = 255 };
    static uint8_t colors[COLORS][4];
    static ow_structure_gradient gradients[GRADIENTS];
    ow_structure_variant narrow = ow_structure_game;
    struct small small;
    struct warnings warnings;
    make_small(&small, 9, 56);
    for (int i = 0; i < GRADIENTS; i++)
        gradients[i] = (ow_structure_gradient){.color_count = COLORS, .colors = colors};
    narrow.metadata_color_bytes = 3;
    small.metadata.gradients = gradients;
    small.metadata.gradient_count = GRADIENTS;
    ow_structure_build *converted = converted_build(&small.build, &narrow, &warnings);
    assert_string_equal(warnings.text, "/blocks/0/metadata metadata colours whose alpha is not "
                                       "255, which this variant cannot store: 16711425\n");
    assert_int_equal(converted->blocks[0].settings->metadata->gradient_count, GRADIENTS);
    ow_structure_free(converted);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    uint8_t colors[1][4] = {{1, 2, 3, 4}};
    ow_structure_gradient gradient = {.color_count = 1, .colors = colors};
    ow_structure_variant narrow = ow_structure_game;
    struct small small;
    make_small(&small, 9, 56);
    narrow.metadata_color_bytes = 3;
    small.metadata.gradients = &gradient;
    small.metadata.gradient_count = 1;
    ow_status status = OW_NO_MEMORY;
    for (uint64_t refuse = 1; status != OW_OK; refuse++) {
        struct ledger ledger = {.refuse = refuse, .refuse_all = true};
        ow_options options = ledger_options(&ledger);
        ow_structure_build *converted;
        ow_error error;
        status = ow_structure_convert_as(&small.build, 6, &narrow, &options, NULL, NULL, &converted,
                                         &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && !converted));
        ow_structure_free(converted);
        assert_int_equal(ledger.blocks, 0);
    }
}

/* To the specification's variant and back: these files lose nothing. */
static bool convert_real_file(const char *folder, const char *path)
{
    char name[4096];
    snprintf(name, sizeof name, "%s/structure/%s.structure", folder, path);
    struct bytes bytes = read_file(name);
    if (!bytes.data)
        return false;
    struct warnings lost, lost_back;
    ow_structure_build *build;
    ow_error error;
    if (ow_structure_read(bytes.data, bytes.size, NULL, &build, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", name, error.message);
    ow_structure_build *there = converted_build(build, &ow_structure_spec, &lost);
    assert_reads_back(there);
    ow_structure_build *back = converted_build(there, &build->variant, &lost_back);
    assert_reads_back(back);
    if (lost.text[0] || lost_back.text[0])
        ROW_FAILED("%s: %s%s", name, lost.text, lost_back.text);
    assert_same_builds(back, build);
    ow_structure_free(back);
    ow_structure_free(there);
    ow_structure_free(build);
    bytes_free(&bytes);
    return true;
}

static void real_files_go_there_and_back(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "game/TEST",
        "jsw-b1.1.0/metadata_seat",
        "jsw-b1.1.0/names",
        "jsw-b1.1.0/picture_16x16_palette4",
        "jsw-b1.1.0/picture_32x32_truecolor",
        "jsw-b1.1.0/readme_150_guns",
        "jsw-b1.1.0/rotations_300_u16index",
        "jsw-b1.1.0/rotations_inline",
        "jsw-b1.1.0/two_roots_bearing",
    };
    size_t converted = 0;
    for (size_t i = 0; i < LENGTH(paths); i++)
        converted += convert_real_file(corpus_folder(), paths[i]);
    if (converted == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(wide_indices_become_narrow),
        cmocka_unit_test(large_gradients_are_converted),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(real_files_go_there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
