/* What is UTF-8 and what is not (RFC 3629). */
#include "../support/test.h"

#include "../support/bytes.h"

#include "base/utf8.h"

#define ROW(text, valid)                                                                           \
    {                                                                                              \
        text, sizeof(text) - 1, valid                                                              \
    }

static void the_table_of_rfc_3629(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        bool valid;
    } rows[] = {
        ROW("", true),
        ROW("plain", true),
        ROW("a\0b", true),
        ROW("\x7f", true),
        ROW("\xc2\x80", true),
        ROW("\xdf\xbf", true),
        ROW("\xe0\xa0\x80", true),
        ROW("\xed\x9f\xbf", true),
        ROW("\xee\x80\x80", true),
        ROW("\xef\xbf\xbf", true),
        ROW("\xf0\x90\x80\x80", true),
        ROW("\xf4\x8f\xbf\xbf", true),
        ROW("a\xc3\xa4z\xf0\x9f\x98\x80.", true),
        ROW("\x80", false),
        ROW("\xbf", false),
        ROW("\xc0\x80", false),         /* overlong */
        ROW("\xc1\xbf", false),         /* overlong */
        ROW("\xe0\x9f\xbf", false),     /* overlong */
        ROW("\xf0\x8f\xbf\xbf", false), /* overlong */
        ROW("\xed\xa0\x80", false),     /* a surrogate */
        ROW("\xed\xbf\xbf", false),     /* a surrogate */
        ROW("\xf4\x90\x80\x80", false), /* above U+10FFFF */
        ROW("\xf5\x80\x80\x80", false),
        ROW("\xff", false),
        ROW("\xfe\xfe\xff\xff", false),
        ROW("\xc2", false), /* cut short */
        ROW("\xe1\x80", false),
        ROW("\xf1\x80\x80", false),
        ROW("\xc2\x41", false), /* no continuation */
        ROW("\xe1\x80\x41", false),
        ROW("\xf1\x80\x80\x41", false),
        ROW("ok\xc3\xa4\xff", false),
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t *exact = exact_copy(rows[i].text, rows[i].size);
        bool valid = ow_text_is_utf8((ow_text){(const char *)exact, rows[i].size});
        free(exact);
        if (valid != rows[i].valid)
            ROW_FAILED("row %zu is %d\n", i, valid);
    }
}

/* Counted, for all that two and three bytes can be: 128² + 1920 and so on. */
static void exactly_the_code_points_are_valid(void **state)
{
    (void)state;
    uint32_t two = 0, three = 0;
    char text[3];
    for (uint32_t value = 0; value < 1u << 24; value++) {
        text[0] = (char)(value >> 16);
        text[1] = (char)(value >> 8);
        text[2] = (char)value;
        three += ow_text_is_utf8((ow_text){text, 3});
        if (value < 1u << 16)
            two += ow_text_is_utf8((ow_text){text + 1, 2});
    }
    const uint32_t of_two = 0x800 - 0x80, of_three = 0x10000 - 0x800 - 0x800;
    assert_int_equal(two, 128 * 128 + of_two);
    assert_int_equal(three, 128 * 128 * 128 + 2 * 128 * of_two + of_three);
}

static void what_is_none_becomes_question_marks(void **state)
{
    (void)state;
    static const struct {
        const char *text, *mended;
    } rows[] = {
        {"", ""},
        {"plain", "plain"},
        {"a\xc3\xa4z\xf0\x9f\x98\x80.", "a\xc3\xa4z\xf0\x9f\x98\x80."},
        {"\xff", "?"},
        {"a\xff\xfe.", "a??."},
        {"cut \xf0\x9f\x98", "cut ???"},
        {"\xed\xa0\x80\xc3\xa4", "???\xc3\xa4"},
        {"\xc3\xc3\xa4", "?\xc3\xa4"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *exact = (char *)exact_copy(rows[i].text, strlen(rows[i].text) + 1);
        utf8_make_valid(exact);
        if (strcmp(exact, rows[i].mended) != 0)
            ROW_FAILED("row %zu becomes %s\n", i, exact);
        free(exact);
    }
}

static void characters_are_not_cut(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t most, used;
    } rows[] = {
        {"abc", 3, 3},
        {"abc", 2, 2},
        {"", 0, 0},
        {"a\u00e9", 2, 1},
        {"a\u00e9", 3, 3},
        {"\U0001f697x", 4, 4},
        {"\U0001f697x", 3, 0},
        {"\x80\x80\x80\x80\x80", 4, 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        size_t used = utf8_cut((ow_text){rows[i].text, strlen(rows[i].text)}, rows[i].most);
        if (used != rows[i].used)
            ROW_FAILED("row %zu: %zu\n", i, used);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_of_rfc_3629),
        cmocka_unit_test(exactly_the_code_points_are_valid),
        cmocka_unit_test(what_is_none_becomes_question_marks),
        cmocka_unit_test(characters_are_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
