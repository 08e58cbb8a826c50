/* The word that somebody probably meant. */
#include "../support/test.h"

#include "base/nearest.h"

static void slips_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        unsigned slips;
    } rows[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"abc", "", 3},
        {"wire", "wire", 0},
        {"WIRE", "wire", 0},
        {"wier", "wire", 1},
        {"wir", "wire", 1},
        {"wiree", "wire", 1},
        {"ware", "wire", 1},
        {"eriw", "wire", 3},
        {"Labell", "Label", 1},
        {"abcd", "badc", 2},
        {"kitten", "sitting", 3},
    };
    char longest[65], longer[66];
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (ow_text_distance(ow_text_of(rows[i].a), ow_text_of(rows[i].b)) != rows[i].slips)
            ROW_FAILED("\"%s\" and \"%s\" are not %u slips apart\n", rows[i].a, rows[i].b,
                       rows[i].slips);
    memset(longest, 'a', 64);
    memset(longer, 'a', 65);
    assert_int_equal(distance_between((ow_text){longest, 64}, (ow_text){longest, 64}), 0);
    assert_int_equal(distance_between((ow_text){longest, 64}, (ow_text){longer, 65}), LONGEST_WORD);
    assert_int_equal(distance_between((ow_text){longer, 65}, OW_LITERAL("a")), LONGEST_WORD);
}

static void assert_nearest(const char *word, const char *expected)
{
    static const char *const types[] = {"MHG.PanelLabel", "MHG.PanelSwitch", "MHG.Inverter", "Oak"};
    struct nearest nearest;
    nearest_begin(&nearest, ow_text_of(word));
    for (size_t i = 0; i < LENGTH(types); i++)
        nearest_try_type(&nearest, ow_text_of(types[i]));
    if (strcmp(nearest.best, expected) != 0)
        ROW_FAILED("nearest to \"%s\" is \"%s\", and not \"%s\"\n", word, nearest.best, expected);
}

static void the_nearest_is_found(void **state)
{
    (void)state;
    char text[NEAREST_TEXT];
    struct nearest nearest;
    assert_nearest("MHG.PanelLable", "MHG.PanelLabel");
    assert_nearest("PanelLable", "MHG.PanelLabel");
    assert_nearest("panelswitch", "MHG.PanelSwitch");
    assert_nearest("Switch", "MHG.PanelSwitch"); /* a part of it */
    assert_nearest("oka", "Oak");
    assert_nearest("Relay", "");
    assert_nearest("", "");
    assert_nearest("Panel*", "");
    assert_nearest("Oa", "");
    nearest_begin(&nearest, OW_LITERAL("wier"));
    assert_string_equal(nearest_words(&nearest, "kind:", text), "");
    nearest_try(&nearest, OW_LITERAL("wire"));
    assert_string_equal(nearest_words(&nearest, "kind:", text), " (did you mean \"kind:wire\"?)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_are_counted),
        cmocka_unit_test(the_nearest_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
