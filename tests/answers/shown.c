/* Text from a file, made safe to show. */
#include "../support/test.h"

#include "../../answers/answers.h"

static void assert_shown(ow_text text, bool ascii, const char *expected)
{
    char shown[512];
    size_t size = 0;
    for (size_t at = 0; at < text.size;)
        size += show_safely(text, ascii, &at, shown + size);
    shown[size] = '\0';
    if (strcmp(shown, expected) != 0)
        ROW_FAILED("shown is \"%s\", and not \"%s\"\n", shown, expected);
}

static void what_acts_or_hides_is_escaped(void **state)
{
    (void)state;
    assert_shown(OW_LITERAL("plain, Brücke, 名前 🚗"), false, "plain, Brücke, 名前 🚗");
    assert_shown(OW_LITERAL("\x1b[31m\a\n\t\r\x7f"), false, "\\x1b[31m\\x07\\x0a\\x09\\x0d\\u007f");
    assert_shown(OW_LITERAL("\xc2\x9b"
                            "2J"),
                 false, "\\u009b2J");
    assert_shown(OW_LITERAL("\u202e\u2028\u200b\ufeff\u2066\u00ad\u115f"), false,
                 "\\u202e\\u2028\\u200b\\ufeff\\u2066\\u00ad\\u115f");
    assert_shown(OW_LITERAL("\U000e0041\U0001d173"), false, "\\udb40\\udc41\\ud834\\udd73");
    assert_shown(OW_LITERAL("a\0b"), false, "a\\x00b");
}

static void bytes_that_are_no_text_are_escaped(void **state)
{
    (void)state;
    assert_shown(OW_LITERAL("Br\xfc"
                            "cke ü"),
                 false, "Br\\xfccke ü");
    assert_shown(OW_LITERAL("\xe2\x80"), false, "\\xe2\\x80");
    assert_shown(OW_LITERAL("\xc3"), false, "\\xc3");
    assert_shown(OW_LITERAL("\xed\xb3\xa9"), false, "\\xed\\xb3\\xa9"); /* a surrogate */
    assert_shown(OW_LITERAL("\xc0\x8a\xff"), false, "\\xc0\\x8a\\xff");
    assert_shown(OW_LITERAL("é🚗\xff"), true, "\\u00e9\\ud83d\\ude97\\xff");
    assert_shown(OW_LITERAL("\u07ff\u0800\uffff\U00010000"), true,
                 "\\u07ff\\u0800\\uffff\\ud800\\udc00");
}

static void a_cut_character_is_noticed(void **state)
{
    (void)state;
    assert_true(is_cut_character(OW_LITERAL("\xe2\x80"), 0));
    assert_true(is_cut_character(OW_LITERAL("a\xf0\x9f\x9a"), 1));
    assert_false(is_cut_character(OW_LITERAL("\xe2\x80\xae"), 0));
    assert_false(is_cut_character(OW_LITERAL("\xe2z"), 0));
    assert_false(is_cut_character(OW_LITERAL("a"), 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_acts_or_hides_is_escaped),
        cmocka_unit_test(bytes_that_are_no_text_are_escaped),
        cmocka_unit_test(a_cut_character_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
