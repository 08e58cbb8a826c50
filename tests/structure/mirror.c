/* Builds mirrored: the places and rotations of images; what has no image, or no room. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

#include <string.h>

/* Version 5: rotations of their own, no tables. */
#define BLOCK(id, place, rotation)                                                                 \
    "{'position': [" place "], 'rotation': [" rotation "], 'id': " #id ", 'mask': 60}"
#define PLAIN(place, rotation) BLOCK(0, place, rotation)
#define BUILD(rotation, size, blocks, last)                                                        \
    "{'format': 'structure', 'version': 5, 'variant': {'name': 'game'}, 'roots': [{'position': "   \
    "[1.0, 2.0, 3.0], 'rotation': [" rotation "], 'bounds_center': [1.0, 2.0, 3.0], "              \
    "'bounds_size': [" size "], 'last_block': " #last "}], 'blocks': [" blocks "]}"

/* Version 6: cubes and pixels with a table of rotations. */
#define IN_TABLE(id, place, index)                                                                 \
    "{'position': [" place "], 'rotation_index': " #index ", 'id': " #id ", 'mask': 60}"
#define TABLED(rotations, blocks, last)                                                            \
    "{'format': 'structure', 'version': 6, 'variant': {'name': 'game'}, 'colors': [], "            \
    "'rotations': [" rotations                                                                     \
    "], 'roots': [{'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0], 'bounds_center': "    \
    "[0.0, 0.0, 0.0], 'bounds_size': [8.0, 8.0, 8.0], 'last_block': " #last                        \
    "}], 'blocks': [" blocks "]}"
#define WITH_SETTINGS(id, place, index)                                                            \
    "{'position': [" place "], 'rotation_index': " #index ", 'id': " #id                           \
    ", 'mask': 60, 'speed': 0, "                                                                   \
    "'signal': 0}"
#define GATE(place, index)  WITH_SETTINGS(77, place, index)
#define PIXEL(place, index) WITH_SETTINGS(76, place, index)

#define OF_VERSION_0(root_x, block_x)                                                              \
    "{'format': 'structure', 'version': 0, 'variant': {'name': 'game'}, 'roots': [{'position': "   \
    "[" #root_x ", 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0]}], 'blocks': [{'position': [" #block_x   \
    ", 0.0, 0.0], 'rotation': [0, 100, 0], 'id': 0, 'root': 0, 'mask': 60, 'speed': 0, "           \
    "'signal': 0}]}"
#define OLD      OF_VERSION_0(4.0, 5.0)
#define FARTHEST OF_VERSION_0(3.4028235e38, 3.4028235e38)

static const struct {
    const char *world, *selectors;
    ow_rearrangement how;
    const char *expected[3];
} images[] = {
    /* a root, in the middle of its bounds */
    {BUILD("0.0, 90.0, 0.0", "8.0, 8.0, 8.0", PLAIN("4096, 5, 6", "10, 20, 30"), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_X},
     {"'position': [-4096, 5, 6], 'rotation': [10, 65515, 65505]",
      "'rotation': [0.0, -90.0, 0.0], 'bounds_center': [1.0, 2.0, 3.0]", "'position': [1.0, 2.0"}},
    {BUILD("1.0, 0.0, 2.0", "8.0, 8.0, 8.0", PLAIN("1, 2, 3", "10, 20, 30"), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_Y, .has_mirror_at = true, .mirror_at = 5},
     {"'position': [1, -2, 3], 'rotation': [65525, 20, 65505]",
      "'rotation': [-1.0, 0.0, -2.0], 'bounds_center': [1.0, 8.0, 3.0]", "'position': [1.0, 8.0"}},
    {BUILD("0.0, 0.0, 0.0", "8.0, 8.0, 8.0", PLAIN("1, 2, 3", "10, 0, 30"), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_Z, .by = {0, 0, 1}},
     {"'position': [1, 2, -3], 'rotation': [65525, 0, 30]", "'bounds_center': [1.0, 2.0, 3.0]",
      "'position': [1.0, 2.0, 4.0]"}},
    /* a block, within the bounds of a root that stays */
    {BUILD("0.0, 0.0, 0.0", "8.0, 8.0, 8.0",
           PLAIN("100, 0, 0", "0, 0, 0") ", " PLAIN("300, 0, 0", "0, 0, 0"), 1),
     "/blocks/0,/blocks/1",
     {.mirror = OW_MIRROR_X},
     {"'position': [100, 0, 0]", "'position': [-100, 0, 0]", "'bounds_center': [1.0, 2.0, 3.0]"}},
    {BUILD("0.0, 0.0, 0.0", "0.0, 8.0, 8.0", PLAIN("0, 0, 0", "0, 0, 0"), 0),
     "/blocks/0",
     {.mirror = OW_MIRROR_X},
     {"'position': [0, 0, 0]", "", ""}},
    /* version 0 has places in the world */
    {OLD, "/roots/0", {.mirror = OW_MIRROR_X}, {"'position': [3.0, 0.0, 0.0]", "65435", ""}},
    {OLD, "/blocks/0", {.mirror = OW_MIRROR_X}, {"'position': [5.0, 0.0, 0.0]", "65435", ""}},
    /* a root that stands as far away as a float can stays there, and moves as far */
    {FARTHEST,
     "/roots/0",
     {.mirror = OW_MIRROR_X, .by = {0, 3.4e38, 0}},
     {"'position': [3.4028235e38, 3.4e38, 0.0]", "65435", ""}},
    /* a table: what is the same on all sides turns less than what has a front */
    {TABLED("[0, 0, 0]", IN_TABLE(0, "1, 0, 0", 0) ", " GATE("2, 0, 0", 0), 1),
     "/roots/0",
     {.mirror = OW_MIRROR_X},
     {"'rotations': [[0, 0, 0]]", "", ""}},
    {TABLED("[0, 0, 0]", GATE("2, 0, 0", 0) ", " IN_TABLE(0, "1, 0, 0", 0), 1),
     "/roots/0",
     {.mirror = OW_MIRROR_Z},
     {"'rotations': [[0, 32768, 0], [0, 0, 0]]", "'rotation_index': 1, 'id': 0",
      "'rotation_index': 0, 'id': 77"}},
    {TABLED("[0, 40000, 5]", GATE("2, 0, 0", 0), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_Z},
     {"'rotations': [[0, 58303, 65530]]", "", ""}},
    /* a full turn is no turn */
    {TABLED("[0, 65535, 0]", GATE("2, 0, 0", 0), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_Z},
     {"'rotations': [[0, 32768, 0]]", "", ""}},
    {TABLED("[5, 0, 40000]", GATE("2, 0, 0", 0), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_Y},
     {"'rotations': [[65530, 0, 58303]]", "", ""}},
    {TABLED("[0, 7, 0]", IN_TABLE(0, "1, 0, 0", 0) ", " PIXEL("2, 0, 0", 0), 1),
     "/blocks/1",
     {.mirror = OW_MIRROR_X},
     {"'rotations': [[0, 7, 0], [0, 65528, 0]]", "'rotation_index': 1, 'id': 76", ""}},
    {TABLED("[0, 7, 0], [0, 7, 0], [0, 65528, 0]",
            IN_TABLE(0, "1, 0, 0", 0) ", " PIXEL("2, 0, 0", 0), 1),
     "/blocks/1",
     {.mirror = OW_MIRROR_X},
     {"'rotations': [[0, 7, 0], [0, 7, 0], [0, 65528, 0]]", "'rotation_index': 2, 'id': 76", ""}},
};

static void images_have_places_and_rotations(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(images); i++) {
        ow_document document = document_of(images[i].world), changed;
        ow_error error;
        if (ow_rearrange_parts(&document, images[i].selectors, &images[i].how, NULL, NULL, NULL,
                               &changed, NULL, &error) != OW_OK)
            ROW_FAILED("row %u: %s\n", (unsigned)i, error.message);
        char *text = text_of(&changed);
        for (unsigned k = 0; k < 3; k++)
            if (!strstr(text, images[i].expected[k]))
                ROW_FAILED("row %u: no %s in %s\n", (unsigned)i, images[i].expected[k], text);
        free(text);
        ow_close(&changed);
        ow_close(&document);
    }
}

static void twice_leads_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(images); i++) {
        ow_rearrangement how = {.mirror = images[i].how.mirror,
                                .has_mirror_at = true,
                                .mirror_at = images[i].how.mirror_at};
        ow_document document = document_of(images[i].world), once, twice;
        ow_change_totals totals;
        ow_error error;
        /* Blocks may leave the bounds of a root that stays. */
        if (ow_rearrange_parts(&document, "/roots/0", &how, NULL, NULL, NULL, &once, NULL,
                               &error) != OW_OK)
            ROW_FAILED("row %u: %s\n", (unsigned)i, error.message);
        assert_int_equal(
            ow_rearrange_parts(&once, "/roots/0", &how, NULL, NULL, NULL, &twice, NULL, &error),
            OW_OK);
        char *before = text_of(&document), *after = text_of(&twice);
        bool has_table = strstr(before, "'rotations'") != NULL;
        if (!has_table && strcmp(before, after) != 0)
            ROW_FAILED("row %u: %s and then %s\n", (unsigned)i, before, after);
        assert_int_equal(ow_diff(&document, &twice, NULL, NULL, NULL, NULL, NULL, &totals, &error),
                         OW_OK);
        free(before);
        free(after);
        ow_close(&twice);
        ow_close(&once);
        ow_close(&document);
    }
}

static const struct {
    const char *world, *selectors;
    ow_rearrangement how;
    const char *message, *warnings;
} refusals[] = {
    {world_of_structure,
     "/roots/0",
     {.mirror = OW_MIRROR_X},
     "1 of the selected blocks has no mirror image: select others",
     "/blocks/2 no mirror image: Custom block\n"},
    {BUILD("0.0, 0.0, 0.0", "8.0, 8.0, 8.0",
           BLOCK(33, "0, 0, 0", "0, 0, 0") ", " BLOCK(66, "0, 0, 0", "0, 0, 0"), 1),
     "/roots/0",
     {.mirror = OW_MIRROR_X},
     "2 of the selected blocks have no mirror image",
     "/blocks/0 no mirror image: Metal halfblock 1\n/blocks/1 no mirror image: Glass halfblock "
     "5\n"},
    {BUILD("0.0, 0.0, 0.0", "8.0, 8.0, 8.0", PLAIN("100, 0, 0", "0, 0, 0"), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_X, .has_mirror_at = true, .mirror_at = 3e38},
     "root 0 would stand outside what a build has room for",
     ""},
    {FARTHEST,
     "/roots/0",
     {.by = {0, 3.5e38, 0}},
     "root 0 would stand outside what a build has room for",
     ""},
    {BUILD("0.0, 0.0, 0.0", "8.0, 8.0, 8.0", PLAIN("100, 0, 0", "0, 0, 0"), 0),
     "/blocks/0",
     {.mirror = OW_MIRROR_X, .has_mirror_at = true, .mirror_at = 40},
     "block 0 would stand outside the bounds of its root",
     ""},
    {BUILD("0.0, 0.0, 0.0", "0.0, 8.0, 8.0", PLAIN("100, 0, 0", "0, 0, 0"), 0),
     "/blocks/0",
     {.mirror = OW_MIRROR_X, .has_mirror_at = true, .mirror_at = 40},
     "block 0 would stand outside the bounds of its root",
     ""},
    {BUILD("0.0, 0.0, 0.0", "8.0, 8.0, 8.0", PLAIN("-32768, 0, 0", "0, 0, 0"), 0),
     "/roots/0",
     {.mirror = OW_MIRROR_X},
     "block 0 would stand outside the bounds of its root",
     ""},
    {BUILD("0.0, 0.0, 0.0", "8.0, 8.0, 8.0",
           PLAIN("0, 0, 0", "0, 0, 0") ", " PLAIN("0, 0, 0", "0, 0, 0"), 0),
     "/blocks/1",
     {.mirror = OW_MIRROR_X},
     "block 1 stands in no root",
     ""},
};

static void what_has_no_image_or_no_room_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        ow_document document = document_of(refusals[i].world), changed;
        struct warnings warnings = {""};
        ow_error error = {0};
        ow_status status =
            ow_rearrange_parts(&document, refusals[i].selectors, &refusals[i].how, NULL,
                               note_warning, &warnings, &changed, NULL, &error);
        if (status != OW_BAD_VALUE || !strstr(error.message, refusals[i].message) ||
            strcmp(warnings.text, refusals[i].warnings) != 0)
            ROW_FAILED("row %u: %s, %s\n", (unsigned)i, error.message, warnings.text);
        assert_null(changed.format);
        ow_close(&document);
    }
}

/* Each entry of a table is used by a block that is mirrored and by one that stays. */
static void a_full_table_is_refused(void **state)
{
    (void)state;
    enum { ROTATIONS = 32768, BLOCKS = 65535 };
    static uint16_t rotations[ROTATIONS][3];
    static ow_structure_block blocks[BLOCKS];
    ow_structure_root root = {.bounds_size = {8, 8, 8}, .last_block = BLOCKS - 1};
    ow_structure_build build = {.version = 6,
                                .rotation_count = ROTATIONS,
                                .rotations = rotations,
                                .root_count = 1,
                                .roots = &root,
                                .block_count = BLOCKS,
                                .blocks = blocks};
    ow_document document = {.format = ow_format_by_name("structure"), .as.structure = &build};
    ow_document changed;
    const ow_rearrangement how = {.mirror = OW_MIRROR_X};
    ow_error error;
    for (uint32_t i = 0; i < ROTATIONS; i++) {
        rotations[i][0] = (uint16_t)i;
        rotations[i][1] = 7;
    }
    for (uint32_t i = 0; i < BLOCKS; i++) {
        blocks[i].mask = OW_STRUCTURE_NO_METADATA | OW_STRUCTURE_NO_COLOR |
                         OW_STRUCTURE_NO_BEARING | OW_STRUCTURE_NO_INTEGERS;
        blocks[i].position[1] = (int16_t)(i % 2 ? 16000 : 0);
        blocks[i].rotation_index = (uint16_t)(i / 2);
    }
    assert_int_equal(ow_rearrange_parts(&document, "box:-9,1,-9..9,9,9", &how, NULL, NULL, NULL,
                                        &changed, NULL, &error),
                     OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, 0, "", "no room for more rotations");
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    ow_document document = document_of(
        TABLED("[0, 7, 0], [0, 0, 0]", IN_TABLE(0, "1, 0, 0", 0) ", " PIXEL("2, 0, 0", 0), 1));
    const ow_rearrangement how = {.mirror = OW_MIRROR_X};
    ow_status status = OW_NO_MEMORY;
    for (uint64_t call = 1; status != OW_OK; call++) {
        struct ledger ledger = {.refuse = call};
        ow_options options = ledger_options(&ledger);
        ow_document changed;
        ow_error error;
        status = ow_rearrange_parts(&document, "/blocks/1", &how, &options, NULL, NULL, &changed,
                                    NULL, &error);
        assert_true(status == OW_OK || status == OW_NO_MEMORY);
        ow_close(&changed);
        assert_int_equal(ledger.blocks, 0);
    }
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_have_places_and_rotations),
        cmocka_unit_test(twice_leads_back),
        cmocka_unit_test(what_has_no_image_or_no_room_is_refused),
        cmocka_unit_test(a_full_table_is_refused),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
