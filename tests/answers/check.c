/* Checks of what is beside a world: the texts of its folder, then mods. */
#include "../support/test.h"

#include <string.h>

#include "../../answers/answers.h"
#include "../support/bytes.h"
#include "../support/circuits.h"
#include "../support/folders.h"

static void note_issue(void *context, const ow_issue *issue)
{
    put_raw(context, issue->code->code, strlen(issue->code->code));
    put_raw(context, "\n", 1);
}

#define TITLE "FOLDER_TITLE_MISSING\n"
#define TWO   "FOLDER_TWO_ENDINGS\n"
#define TYPE  "FOLDER_MOD_TYPE_MISSING\n"

static void issues_are_told_up_to_a_limit_and_counted_beyond_it(void **state)
{
    (void)state;
    static const struct {
        uint64_t shown, most;
        const char *issues;
        uint64_t not_shown;
    } rows[] = {
        {0, 0, TWO TITLE TYPE TYPE, 0},
        {7, 0, TWO TITLE TYPE TYPE, 0},
        {0, 5, TWO TITLE TYPE TYPE, 0},
        {0, 4, TWO TITLE TYPE TYPE, 0},
        {0, 3, TWO TITLE TYPE, 1},
        {0, 2, TWO TITLE, 2},
        {0, 1, TWO, 3},
        {3, 6, TWO TITLE TYPE, 1},
        {3, 3, "", 4},
        {4, 3, "", 4},
    };
    static const char *const beside[] = {"meta.jecs", "Title: \"\"\n", "meta.succ", "Title: \"\"\n",
                                         NULL};
    static const char *const of_mods[] = {"manifest.jecs", "ID: M\n", "components/a.jecs", "A:\n",
                                          NULL};
    ow_folder_file beside_files[MOST_FILES], mod_files[MOST_FILES];
    const ow_folder folder = folder_of(beside, beside_files), texts = folder_of(of_mods, mod_files);
    ow_document document = circuit_document("M.S/1/0:1 M.T/1/0:2");
    ow_mods *mods;
    assert_int_equal(ow_mods_read(&texts, NULL, NULL, NULL, &mods, NULL), OW_OK);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes found = {0};
        const ow_check_options check = {
            .issue = note_issue, .issue_context = &found, .max_issues = rows[i].most};
        ow_check_totals totals = {.warnings = 10};
        assert_int_equal(
            check_beside(&document, &folder, mods, NULL, &check, rows[i].shown, &totals, NULL),
            OW_OK);
        put_u8(&found, 0);
        if (strcmp((char *)found.data, rows[i].issues) != 0 ||
            totals.warnings + totals.infos + totals.errors != 14 ||
            totals.not_shown != rows[i].not_shown)
            ROW_FAILED("row %zu: \"%s\", %u + %u + %u, %u not shown\n", i, found.data,
                       (unsigned)totals.errors, (unsigned)totals.warnings, (unsigned)totals.infos,
                       (unsigned)totals.not_shown);
        bytes_free(&found);
    }
    ow_mods_free(mods);
    ow_close(&document);
}

static void a_table_gets_the_codes_that_it_has(void **state)
{
    (void)state;
    static const ow_issue_code table[] = {{.code = "A"}, {.code = "B"}, {.code = NULL}};
    static const char *const list[] = {"B", "C", "A", NULL};
    const char *codes[MOST_LISTED_CODES];
    const char *const *found = codes_in(table, list, codes);
    assert_string_equal(found[0], "B");
    assert_string_equal(found[1], "A");
    assert_null(found[2]);
    assert_ptr_equal(codes_in(NULL, list, codes), list);
    assert_null(codes_in(table, NULL, codes));
}

static void more_codes_than_there_is_room_for_are_left_out(void **state)
{
    (void)state;
    static const ow_issue_code table[] = {{.code = "A"}, {.code = NULL}};
    const char *list[MOST_LISTED_CODES + 2], *codes[MOST_LISTED_CODES + 1];
    for (size_t i = 0; i < LENGTH(list); i++)
        list[i] = i + 1 < LENGTH(list) ? "A" : NULL;
    codes[MOST_LISTED_CODES] = "behind";
    codes_in(table, list, codes);
    assert_string_equal(codes[MOST_LISTED_CODES - 2], "A");
    assert_null(codes[MOST_LISTED_CODES - 1]);
    assert_string_equal(codes[MOST_LISTED_CODES], "behind");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(issues_are_told_up_to_a_limit_and_counted_beyond_it),
        cmocka_unit_test(a_table_gets_the_codes_that_it_has),
        cmocka_unit_test(more_codes_than_there_is_room_for_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
