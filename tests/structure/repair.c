/* What repair makes of builds, code by code, where others of a build stand in the way or nothing
 * is left. */
#include "../support/test.h"

#include "../support/documents.h"

#define ROOT(last)                                                                                 \
    "{'position': [0, 1, 0], 'rotation': [0, 0, 0], 'bounds_center': [0, 1, 0], 'bounds_size': "   \
    "[2, 1, 1], 'last_block': " #last "}"
#define BUILD(tables, roots, blocks)                                                               \
    "{'format': 'structure', 'version': 6, " tables ", 'roots': [" roots "], 'blocks': [" blocks   \
    "]}"
#define METAL(rotation)                                                                            \
    "{'position': [0, 0, 0], 'rotation_index': " #rotation ", 'id': 0, 'mask': 60}"
#define PAINTED(color)                                                                             \
    "{'position': [1, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 52, 'color_index': " #color "}"
#define SWITCH(to)                                                                                 \
    "{'position': [1, 0, 0], 'rotation_index': 0, 'id': 9, 'mask': 62, 'speed': 0, 'signal': 0, "  \
    "'connections': " to "}"
#define LIGHT(metadata)                                                                            \
    "{'position': [2, 0, 0], 'rotation_index': 0, 'id': 30, 'mask': 56, 'speed': 0, 'signal': "    \
    "255, 'metadata': {'booleans': [], 'floats': [], 'groups': [], 'bytes': [], " metadata "}}"
#define NO_COLORS     "'colors': null, 'rotations': [[0, 0, 0]]"
#define COLORS(table) "'colors': " table ", 'rotations': [[0, 0, 0]]"

static const struct {
    const char *build, *code, *there;
    uint64_t fixed;
} rows[] = {
    {BUILD(NO_COLORS, ROOT(0), LIGHT("'vectors': [[1, 2, 3], ['NaN', 4, 'Infinity']]")),
     "STRUCTURE_METADATA_NOT_FINITE", "'vectors': [[1.0, 2.0, 3.0], [0.0, 4.0, 0.0]]", 1},
    {BUILD("'colors': null, 'rotations': []", "", ""), "STRUCTURE_TABLE_EMPTY", "'rotations': null",
     1},
    {BUILD(COLORS("[]"), ROOT(0), METAL(0)), "STRUCTURE_TABLE_EMPTY", "'colors': null", 1},
    {BUILD(COLORS("[5, 5]"), ROOT(2), METAL(0) ", " PAINTED(0) ", " PAINTED(1)),
     "STRUCTURE_COLOR_TWICE", "'colors': [5]", 1},
    {BUILD(COLORS("[5, 6, 7]"), ROOT(1), METAL(0) ", " PAINTED(1)), "STRUCTURE_COLOR_UNUSED",
     "'colors': [6]", 1},
    {BUILD(COLORS("[5, 5]"), ROOT(1), METAL(0) ", " PAINTED(9)), "STRUCTURE_COLOR_TWICE",
     "'colors': [5, 5]", 0},
    {BUILD("'colors': null, 'rotations': [[1, 2, 3], [1, 2, 3]]", ROOT(1), METAL(1) ", " METAL(0)),
     "STRUCTURE_ROTATION_TWICE", "'rotations': [[1, 2, 3]]", 1},
    {BUILD("'colors': null, 'rotations': [[1, 2, 3], [1, 2, 3]]", ROOT(1), METAL(1) ", " METAL(5)),
     "STRUCTURE_ROTATION_TWICE", "'rotations': [[1, 2, 3], [1, 2, 3]]", 0},
    {BUILD(NO_COLORS, ROOT(1), METAL(0) ", " SWITCH("[9]")), "STRUCTURE_CONNECTION_OUTSIDE",
     "'mask': 60, 'speed': 0", 1},
    {BUILD(NO_COLORS, ROOT(1), METAL(0) ", " SWITCH("[9, 0]")), "STRUCTURE_CONNECTION_OUTSIDE",
     "'mask': 62, 'speed': 0, 'signal': 0, 'connections': [0]", 1},
    {BUILD(COLORS("[5]"), ROOT(1), METAL(0) ", " PAINTED(9)), "STRUCTURE_TABLE_NOT_WORTHWHILE",
     "'colors': [5]", 0},
    {BUILD(COLORS("[5]"), ROOT(1), METAL(0) ", " PAINTED(0)), "STRUCTURE_TABLE_NOT_WORTHWHILE",
     "'colors': null", 1},
};

static void a_fix_does_what_it_can_and_nothing_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const char *only[] = {rows[i].code, NULL};
        const ow_repair_options asked = {.lossy = true, .only = only};
        ow_document document = document_of(rows[i].build), mended;
        ow_buffer bytes = {0};
        ow_repair_totals totals;
        ow_error error = {0};
        assert_int_equal(ow_write_buffer(&document, NULL, &bytes, &error), OW_OK);
        if (ow_repair(bytes.data, bytes.size, NULL, &asked, &mended, &totals, &error) != OW_OK)
            ROW_FAILED("row %zu: %s\n", i, error.message);
        char *text = text_of(&mended);
        if (totals.fixed != rows[i].fixed || !strstr(text, rows[i].there))
            ROW_FAILED("row %zu: %llu fixed, %s\n", i, (unsigned long long)totals.fixed, text);
        free(text);
        ow_buffer_free(&bytes, NULL);
        ow_close(&mended);
        ow_close(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fix_does_what_it_can_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
