/* The library of formats alone: what its calls ask of circuits and of scenes is refused in a
 * sentence, or told by a warning, and everything else works. Built with src/above.c as that library
 * has it. */
#include "support/test.h"

#include "support/documents.h"
#include "support/worlds.h"

static void a_selector_by_net_is_refused(void **state)
{
    (void)state;
    ow_document document = document_of(world_of_boards);
    const ow_part_choice choices[] = {{.selectors = "net:a"}, {.selectors = "C-12,not:net:a"}};
    ow_error error;
    uint64_t count = 1;
    for (size_t i = 0; i < LENGTH(choices); i++) {
        assert_int_equal(ow_find_parts(&document, &choices[i], NULL, NULL, NULL, &count, &error),
                         OW_BAD_ARGUMENT);
        assert_string_equal(
            error.message,
            "\"net:\" selects by circuits, and this library is one of formats alone");
        assert_int_equal(count, 0);
    }
    const ow_part_choice other = {.selectors = "C-12"};
    assert_int_equal(ow_find_parts(&document, &other, NULL, NULL, NULL, &count, &error), OW_OK);
    assert_true(count > 0);
    ow_close(&document);
}

static void overlaps_are_told_to_be_unknown(void **state)
{
    (void)state;
    static const char missing[] =
        "overlaps are found in scenes, and this library is one of formats alone";
    ow_document document = document_of(world_of_boards), moved;
    ow_rearrangement how = {.by = {1, 0, 0}};
    struct warnings warnings = {{0}};
    ow_error error;
    assert_int_equal(ow_rearrange_parts(&document, "C-12", &how, NULL, note_warning, &warnings,
                                        &moved, NULL, &error),
                     OW_OK);
    assert_non_null(strstr(warnings.text, missing));
    ow_close(&moved);
    assert_int_equal(
        ow_rearrange_parts(&document, "C-12", &how, NULL, NULL, NULL, &moved, NULL, &error), OW_OK);
    ow_close(&moved);
    how.refuse_overlaps = true;
    assert_int_equal(
        ow_rearrange_parts(&document, "C-12", &how, NULL, NULL, NULL, &moved, NULL, &error),
        OW_BAD_ARGUMENT);
    assert_string_equal(error.message, missing);
    assert_null(moved.as.any);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_selector_by_net_is_refused),
        cmocka_unit_test(overlaps_are_told_to_be_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
