/* The values of JSON strings and numbers, whatever the locale is. */
#include "../support/test.h"

#include "../support/bytes.h"

#include "json/reader.h"

#include <locale.h>

static struct json_token token_of(const char *text)
{
    return (struct json_token){.data = text, .size = strlen(text), .escaped = strchr(text, '\\')};
}

static void escapes_are_resolved(void **state)
{
    (void)state;
    static const struct {
        const char *text, *meaning;
        size_t size;
    } rows[] = {
        {"plain", "plain", 5},
        {"\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t", 8},
        {"\\u0041\\u00e4\\u20ac", "A\xc3\xa4\xe2\x82\xac", 6},
        {"\\ud83d\\ude00", "\xf0\x9f\x98\x80", 4},
        {"\\uDBFF\\uDFFF", "\xf4\x8f\xbf\xbf", 4},
        {"a\\u0000b", "a\0b", 3},
        {"\\u007f\\u0080\\u07ff\\u0800\\uffff", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf", 11},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct json_token token = token_of(rows[i].text);
        char *to = malloc(token.size);
        size_t size = 0;
        if (!json_unescape(&token, to, &size) || size != rows[i].size ||
            memcmp(to, rows[i].meaning, size) != 0)
            ROW_FAILED("%s is misread\n", rows[i].text);
        free(to);
    }
}

static void bad_escapes_are_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "\\",
        "\\x41",
        "\\a",
        "\\'",
        "\\u",
        "\\u004",
        "\\u00g0",
        "\\u 041",
        "\\ud800",
        "\\ud800x",
        "\\ud800\\n",
        "\\ud800\\u",
        "\\ud800\\u0041",
        "\\udc00",
        "\\udfff\\ud800",
        "\\ud800\\ud800",
        "tab\there\\n",
        "line\nfeed\\n",
        "\\u-041",
        "\\U0041",
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct json_token token = token_of(rows[i]);
        char *exact = (char *)exact_copy(token.data, token.size), to[64];
        size_t size;
        token.data = exact;
        if (json_unescape(&token, to, &size))
            ROW_FAILED("%s is taken\n", rows[i]);
        free(exact);
    }
}

static void integers_reach_both_ends(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool fits;
        int64_t value;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0},
        {"18446744073709551616", false, 0},
        {"99999999999999999999999999", false, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct json_token token = token_of(rows[i].text);
        int64_t value = 0;
        if (json_integer(&token, &value) != rows[i].fits ||
            (rows[i].fits && value != rows[i].value))
            ROW_FAILED("%s is misread\n", rows[i].text);
    }
}

static const struct {
    const char *text;
    uint32_t bits;
} floats[] = {
    {"0", 0},
    {"-0", 0x80000000},
    {"-0.0", 0x80000000},
    {"0e5", 0},
    {"0.5", 0x3f000000},
    {"1.5", 0x3fc00000},
    {"-2.5e0", 0xc0200000},
    {"0.1", 0x3dcccccd},
    {"0.10000000000000000000000000000000000000000001", 0x3dcccccd},
    {"16777217", 0x4b800000},                        /* halfway: to even */
    {"16777217.0000000000000000000001", 0x4b800001}, /* above halfway, beyond a double */
    {"16777219", 0x4b800002},
    {"7.038531e-26", 0x15ae43fd},
    {"3.4028235e38", 0x7f7fffff},
    {"340282350000000000000000000000000000000", 0x7f7fffff},
    {"3.40282356e38", 0x7f7fffff}, /* rounds down to the largest */
    {"1.17549435e-38", 0x00800000},
    {"1e-45", 1},
    {"1.4e-45", 1},
    {"0.7e-45", 0}, /* below half of the smallest */
    {"0.71e-45", 1},
    {"1e-400", 0},
    {"-1e-99999999999", 0x80000000},
    {"0.000000000000000000000000000000000000000000001", 1},
    {"1000000000000000000000e-21", 0x3f800000},
};

static void assert_floats(void)
{
    for (size_t i = 0; i < LENGTH(floats); i++) {
        struct json_token token = token_of(floats[i].text);
        float value = 77;
        if (!json_float(&token, &value) || bits_of(value) != floats[i].bits)
            ROW_FAILED("%s reads as %08x\n", floats[i].text, bits_of(value));
    }
}

static void floats_are_the_nearest(void **state)
{
    (void)state;
    assert_floats();
}

static void floats_that_are_too_large_are_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "3.4028236e38", "-3.5e38",          "1e39",
        "1e400",        "1e99999999999999", "9999999999999999999999999999999999999999"};
    float value;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct json_token token = token_of(rows[i]);
        if (json_float(&token, &value))
            ROW_FAILED("%s is taken\n", rows[i]);
    }
    char absurd[2000];
    memset(absurd, '1', sizeof absurd);
    struct json_token token = {.data = absurd, .size = sizeof absurd};
    assert_false(json_float(&token, &value));
}

static void floats_do_not_depend_on_the_locale(void **state)
{
    (void)state;
    static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
    bool found = false;
    for (size_t i = 0; i < LENGTH(commas) && !found; i++)
        found = setlocale(LC_ALL, commas[i]) && *localeconv()->decimal_point == ',';
    if (!found)
        skip();
    char text[OW_FLOAT_TEXT];
    size_t size = ow_float_text(0.5f, text);
    bool point = size == 3 && memcmp(text, "0.5", 3) == 0;
    assert_floats();
    setlocale(LC_ALL, "C");
    assert_true(point);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_are_resolved),
        cmocka_unit_test(bad_escapes_are_refused),
        cmocka_unit_test(integers_reach_both_ends),
        cmocka_unit_test(floats_are_the_nearest),
        cmocka_unit_test(floats_that_are_too_large_are_refused),
        cmocka_unit_test(floats_do_not_depend_on_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
