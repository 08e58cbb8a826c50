/* The text of selectors, taken apart. */
#include "../support/test.h"

#include "base/selectors.h"
#include "base/text.h"

static void one_selector_is_taken_apart(void **state)
{
    (void)state;
    static const struct {
        const char *whole;
        enum selector_sort sort;
        const char *text;
        uint32_t value;
    } rows[] = {
        {"/components/3", BY_POINTER, "/components/3", 0},
        {"C-12", BY_ADDRESS, "C-12", 12},
        {"C-4294967295", BY_ADDRESS, "C-4294967295", UINT32_MAX},
        {"C-4294967296", BY_KIND, "C-4294967296", 0},
        {"C-", BY_KIND, "C-", 0},
        {"C-1x", BY_KIND, "C-1x", 0},
        {"wires", BY_KIND, "wires", 0},
        {"kind:peg", BY_PEG, "peg", 0},
        {"pegs", BY_PEG, "pegs", 0},
        {"peg", BY_PEG, "peg", 0},
        {"type:MHG.Peg", BY_TYPE, "MHG.Peg", 0},
        {"group:a b", BY_GROUP, "a b", 0},
        {"tag:7", BY_TAG, "7", 7},
        {"text:on*", BY_TEXT, "on*", 0},
        {"only:C-5", BY_ONLY, "C-5", 5},
        {"wired:C-0", BY_WIRED, "C-0", 0},
        {"net:clock", BY_NET, "clock", 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct selector_words words = {0};
        ow_error error = {0};
        const char *rest = rows[i].whole;
        if (!selector_take(&rest, &words, &error) || words.sort != rows[i].sort || *rest ||
            !text_is_word(words.text, rows[i].text) || words.negated ||
            !text_is_word(words.whole, rows[i].whole) ||
            ((words.sort == BY_ADDRESS || rows[i].value) && words.value != rows[i].value))
            ROW_FAILED("\"%s\": sort %d, value %u, %s\n", rows[i].whole, words.sort, words.value,
                       error.message);
    }
}

static void places_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *whole;
        enum selector_sort sort;
        unsigned axes;
        double least[3], most[3], radius;
    } rows[] = {
        {"at:1,2", BY_PLACE, 2, {1, 2}, {1, 2}, 0},
        {"at:-1.5,0,0.25", BY_PLACE, 3, {-1.5, 0, 0.25}, {-1.5, 0, 0.25}, 0},
        {"box:0,0..2,3", BY_BOX, 2, {0, 0}, {2, 3}, 0},
        {"box:-4,-4,-4..-4,-4,-4", BY_BOX, 3, {-4, -4, -4}, {-4, -4, -4}, 0},
        {"near:1,2,3:0", BY_NEAR, 3, {1, 2, 3}, {1, 2, 3}, 0},
        {"near:1,2:0.5", BY_NEAR, 2, {1, 2}, {1, 2}, 0.5},
        {"at:123456789012345,0", BY_PLACE, 2, {123456789012345, 0}, {123456789012345, 0}, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct selector_words words = {0};
        ow_error error = {0};
        const char *rest = rows[i].whole;
        size_t size = rows[i].axes * sizeof(double);
        if (!selector_take(&rest, &words, &error) || words.sort != rows[i].sort || *rest ||
            words.axes != rows[i].axes || memcmp(words.least, rows[i].least, size) != 0 ||
            memcmp(words.most, rows[i].most, size) != 0 || words.radius != rows[i].radius)
            ROW_FAILED("\"%s\": %s\n", rows[i].whole, error.message);
    }
}

/* What a person gets to read; the text is only a part of the message. */
static void a_wrong_selector_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *whole, *message;
    } rows[] = {
        {",wires", "empty selector"},
        {"not:", "not: needs a selector after it"},
        {"typ:Peg", "unknown selector \"typ:Peg\" (did you mean \"type:\"?)"},
        {"colour:red", "write a JSON Pointer"},
        {"tag:x", "\"tag:x\" is no tag"},
        {"tag:", "is no tag"},
        {"tag:12345678901", "is no tag"},
        {"only:5", "write an address such as C-12"},
        {"wired:C-x", "write an address such as C-12"},
        {"at:1", "invalid place"},
        {"at:1,2,3,4", "invalid place"},
        {"at:1,.5", "invalid place"},
        {"at:1,2.", "invalid place"},
        {"at:1,2x", "invalid place"},
        {"at:1234567890123456,0", "invalid place"},
        {"box:0,0", "invalid place"},
        {"box:0,0.2,3", "invalid place"},
        {"box:0,0..2", "invalid place"},
        {"box:0,0..2,3,4", "invalid place"},
        {"box:0,1..2,0", "with the lower corner first"},
        {"near:1,2", "invalid place"},
        {"near:1,2;3", "invalid place"},
        {"near:1,2:-1", "invalid place"},
        {"near:1,2:", "invalid place"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct selector_words words;
        ow_error error = {0};
        const char *rest = rows[i].whole;
        if (selector_take(&rest, &words, &error) || error.status != OW_BAD_ARGUMENT ||
            !strstr(error.message, rows[i].message))
            ROW_FAILED("\"%s\": %s\n", rows[i].whole, error.message);
    }
}

static void a_list_is_taken_one_by_one(void **state)
{
    (void)state;
    static const char *const parts[] = {"at:1,2",    "C-3",           "not:box:0,0..1,1",
                                        "not:wires", "near:0,0,-1:2", "text:a"};
    const char *rest = "at:1,2,C-3,not:box:0,0..1,1,not:wires,near:0,0,-1:2,text:a";
    struct selector_words words;
    ow_error error = {0};
    for (size_t i = 0; i < LENGTH(parts); i++) {
        assert_true(selector_take(&rest, &words, &error));
        assert_true(text_is_word(words.whole, parts[i]));
        assert_int_equal(words.negated, strncmp(parts[i], "not:", 4) == 0);
    }
    assert_false(selector_take(&rest, &words, &error));
    assert_int_equal(error.status, OW_OK);
}

static void patterns_match(void **state)
{
    (void)state;
    static const struct {
        bool (*matches)(ow_text text, ow_text pattern);
        const char *text, *pattern;
        bool expected;
    } rows[] = {
        {pattern_matches, "", "", true},
        {pattern_matches, "", "*", true},
        {pattern_matches, "a", "", false},
        {pattern_matches, "abc", "a*c", true},
        {pattern_matches, "abc", "*b*", true},
        {pattern_matches, "abab", "*ab", true},
        {pattern_matches, "abac", "*ab", false},
        {pattern_matches, "abc", "abc**", true},
        {pattern_matches, "abc", "ABC", false},
        {pattern_is_type, "MHG.Peg", "MHG.Peg", true},
        {pattern_is_type, "MHG.Peg", "Peg", true},
        {pattern_is_type, "MHG.Peg", "P*", true},
        {pattern_is_type, "MHG.Peg", "X.Peg", false},
        {pattern_is_type, "MHG.Peg", "", false},
        {pattern_is_type, "Peg", "Peg", true},
        {pattern_is_within, "Clock Out", "clock", true},
        {pattern_is_within, "Clock Out", "K o", true},
        {pattern_is_within, "Clock Out", "c*out", true},
        {pattern_is_within, "Clock Out", "out*c", false},
        {pattern_is_within, "Clock", "clocks", false},
        {pattern_is_within, "", "", true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (rows[i].matches(ow_text_of(rows[i].text), ow_text_of(rows[i].pattern)) !=
            rows[i].expected)
            ROW_FAILED("\"%s\" by \"%s\" is wrong\n", rows[i].text, rows[i].pattern);
    assert_true(pattern_is_kind("wire", OW_LITERAL("wire")));
    assert_true(pattern_is_kind("wire", OW_LITERAL("wires")));
    assert_true(pattern_is_kind("wire", OW_LITERAL("w*")));
    assert_false(pattern_is_kind("wire", OW_LITERAL("wiress")));
    assert_false(pattern_is_kind("s", OW_LITERAL("")));
}

static void a_pointer_chooses_records_of_a_list(void **state)
{
    (void)state;
    static const struct {
        const char *pointer;
        int chosen;
        uint32_t index;
    } rows[] = {
        {"", EVERY_RECORD, 0},
        {"/maps", EVERY_RECORD, 0},
        {"/maps/things", EVERY_RECORD, 0},
        {"/maps/things/0", ONE_RECORD, 0},
        {"/maps/things/12/name", ONE_RECORD, 12},
        {"/maps/things/4294967294", ONE_RECORD, 4294967294},
        {"/maps/things/4294967295", THE_LIST, 0},
        {"/maps/things/01", THE_LIST, 0},
        {"/maps/things/x", THE_LIST, 0},
        {"/maps/things/", THE_LIST, 0},
        {"/map", NO_RECORD, 0},
        {"/maps/thing", NO_RECORD, 0},
        {"/maps/thingses", NO_RECORD, 0},
        {"/layers", NO_RECORD, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct of_list of = chosen_by_pointer(ow_text_of(rows[i].pointer), "/maps/things");
        if ((int)of.chosen != rows[i].chosen ||
            (of.chosen == ONE_RECORD && of.index != rows[i].index))
            ROW_FAILED("\"%s\": %d, %u\n", rows[i].pointer, of.chosen, of.index);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_selector_is_taken_apart),
        cmocka_unit_test(places_are_read),
        cmocka_unit_test(a_wrong_selector_is_refused),
        cmocka_unit_test(a_list_is_taken_one_by_one),
        cmocka_unit_test(patterns_match),
        cmocka_unit_test(a_pointer_chooses_records_of_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
