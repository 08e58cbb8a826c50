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
}

/* Halfway between 0 and the least float, and between the largest subnormal one and the next. */
#define HALF_OF_LEAST                                                                              \
    "0.000000000000000000000000000000000000000000000700649232162408535461864791644958"             \
    "065640130970938257885878534141944895541342930300743319094181060791015625"
#define BELOW_NORMAL                                                                               \
    "0.000000000000000000000000000000000000011754942807573642917278829910357665133228"             \
    "589927589904276829631184250030649651730385585324256680905818939208984375"

/* A run of digits between two others. */
static const struct {
    const char *front;
    char fill;
    size_t count;
    const char *back;
    bool fits;
    uint32_t bits;
} long_floats[] = {
    {"1.", '0', 600, "", true, 0x3f800000},
    {"-1.", '0', 600, "1", true, 0xbf800000},
    {"16777217.", '0', 600, "", true, 0x4b800000}, /* halfway: to even */
    {"16777217.", '0', 600, "1", true, 0x4b800001},
    {"16777217.", '0', 600, "e0", true, 0x4b800000},
    {"16777216.", '9', 600, "", true, 0x4b800000},
    {"16777218.", '9', 600, "", true, 0x4b800001},
    {"16777219", '0', 1000, "e-1000", true, 0x4b800002},
    {"16777217", '0', 1000, "1e-1001", true, 0x4b800001},
    {"0.", '0', 2000, "15e2001", true, 0x3fc00000},
    {"0.", '0', 1200000, "15e1200001", true, 0x3fc00000},
    {"15", '0', 1200000, "e-1200001", true, 0x3fc00000},
    {"0.", '0', 620, "1e0", true, 0},
    {"0.", '0', 299, "1E0", true, 0},
    {"1.5e", '0', 600, "", true, 0x3fc00000},
    {"1.5e-", '0', 600, "1", true, 0x3e19999a},
    {"1e-", '9', 600, "", true, 0},
    {"0", '0', 0, "e99999999999999999999999999", true, 0},
    {"0.", '0', 600, "e99999999999999999999999999", true, 0},
    {HALF_OF_LEAST, '0', 600, "", true, 0},
    {HALF_OF_LEAST, '0', 600, "1", true, 1},
    {"-" HALF_OF_LEAST, '0', 600, "1", true, 0x80000001},
    {BELOW_NORMAL, '0', 600, "", true, 0x00800000},
    {BELOW_NORMAL, '0', 600, "1", true, 0x00800000},
    {"340282356779733661637539395458142568447.", '9', 600, "", true, 0x7f7fffff},
    {"340282356779733661637539395458142568448.", '0', 600, "", false, 0},
    {"1", '1', 2000, "", false, 0},
    {"1e", '9', 600, "", false, 0},
};

static void numbers_may_be_as_long_as_they_like(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(long_floats); i++) {
        const char *front = long_floats[i].front, *back = long_floats[i].back;
        size_t before = strlen(front), count = long_floats[i].count, after = strlen(back);
        char *text = malloc(before + count + after);
        memcpy(text, front, before);
        memset(text + before, long_floats[i].fill, count);
        memcpy(text + before + count, back, after);
        struct json_token token = {.data = text, .size = before + count + after};
        float value = 77;
        bool fits = json_float(&token, &value);
        if (fits != long_floats[i].fits || (fits && bits_of(value) != long_floats[i].bits))
            ROW_FAILED("%s, %zu times %c, %s reads as %08x\n", front, count, long_floats[i].fill,
                       back, bits_of(value));
        free(text);
    }
}

static void a_string_is_the_same_however_it_is_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *token, *text;
        bool same;
    } rows[] = {
        {"name", "name", true},
        {"n\\u0061me", "name", true},
        {"\\u006e\\u0061\\u006d\\u0065", "name", true},
        {"\\u006E\\u0061\\u006D\\u0065", "name", true},
        {"a\\/b", "a/b", true},
        {"\\ud83d\\ude00", "\xf0\x9f\x98\x80", true},
        {"\\u00e4", "\xc3\xa4", true},
        {"n\\u0061m", "name", false},
        {"n\\u0061mes", "name", false},
        {"n\\u0062me", "name", false},
        {"name\\u0000", "name", false},
        {"\\u00e4", "\xc3", false},
        {"n\\qame", "name", false},
        {"name\\", "name", false},
        {"name\\u006", "name", false},
        {"", "name", false},
        {"", "", true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct json_token token = token_of(rows[i].token);
        char *exact = (char *)exact_copy(token.data, token.size);
        token.data = exact;
        if (json_token_is(&token, rows[i].text) != rows[i].same)
            ROW_FAILED("%s is%s %s\n", rows[i].token, rows[i].same ? " not" : "", rows[i].text);
        free(exact);
    }
}

static void digits_may_be_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        uint64_t value;
    } rows[] = {
        {"0", true, 0},
        {"18446744073709551615", true, UINT64_MAX},
        {"1844674407370955161\\u0035", true, UINT64_MAX},
        {"1844674407370955161\\u0036", false, 0},
        {"\\u0031\\u0032", true, 12},
        {"00012", true, 12},
        {"", false, 0},
        {"-1", false, 0},
        {"1\\n", false, 0},
        {"1\\", false, 0},
        {"1e2", false, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct json_token token = token_of(rows[i].text);
        uint64_t value = 77;
        bool good = json_unsigned(&token, &value);
        if (good != rows[i].good || value != (good ? rows[i].value : 77))
            ROW_FAILED("%s is misread\n", rows[i].text);
    }
}

static void what_is_not_finite_may_be_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t bits; /* 0: it is none */
    } rows[] = {
        {"NaN", 0x7fc00000},
        {"N\\u0061N", 0x7fc00000},
        {"\\u002dInfinity", 0xff800000},
        {"NaN:7fc0000\\u0031", 0x7fc00001},
        {"\\u004e\\u0061\\u004e\\u003a\\u0037\\u0066\\u0063\\u0030\\u0030\\u0030\\u0030\\u0032",
         0x7fc00002},
        {"N\\u0061", 0},
        {"NaN\\", 0},
        {"NaN:7f00000\\u0030", 0},
        {"", 0},
        {"Nan", 0},
        {"\\u004e\\u0061\\u004e\\u003a\\u0037\\u0066\\u0063\\u0030\\u0030\\u0030\\u0030\\u0032\\u00"
         "32",
         0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct json_token token = token_of(rows[i].text);
        float value = 0;
        bool found = json_not_finite(&token, &value);
        if (found != (rows[i].bits != 0) || (found && bits_of(value) != rows[i].bits))
            ROW_FAILED("%s reads as %08x\n", rows[i].text, bits_of(value));
    }
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

/* Of every length, before everything that may follow, at the very end of the text too. */
static void digits_are_found_and_added_up(void **state)
{
    (void)state;
    static const char digits[] = "918273645546372819";
    for (size_t count = 0; count <= JSON_SAFE_DIGITS; count++)
        for (int follows = 0; follows < 256; follows++) {
            char text[40];
            memset(text, follows, sizeof text);
            memcpy(text, digits, count);
            if (follows >= '0' && follows <= '9')
                continue;
            uint64_t expected = 7; /* what stood before them */
            for (size_t i = 0; i < count; i++)
                expected = expected * 10 + (uint64_t)(digits[i] - '0');
            for (size_t size = count; size <= sizeof text; size += size < 27 ? 1 : 13) {
                char *exact = malloc(size ? size : 1);
                memcpy(exact, text, size);
                uint64_t sum = 7;
                const char *behind = json_past_digits(exact, exact + size, &sum);
                if (behind != exact + count || sum != expected)
                    ROW_FAILED("%zu digits before %02x, %zu bytes in all\n", count,
                               (unsigned)follows, size);
                free(exact);
            }
        }
}

/* What is taken at once is what the long way finds; all else is left to that. */
static void numbers_that_are_taken_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool integer, number; /* that it is taken as */
    } rows[] = {
        {"0", true, true},
        {"-0", true, true},
        {"12345678", true, true},
        {"123456789", true, true},
        {"-999999999999999999", true, false},
        {"1000000000000000000", false, false},
        {"00", false, false},
        {"012", false, false},
        {"-", false, false},
        {"", false, false},
        {"+1", false, false},
        {".5", false, false},
        {"1.", false, false},
        {"1.5", false, true},
        {"-0.70710677", false, true},
        {"00.5", false, false},
        {"1e3", false, false},
        {"1.5E3", false, false},
        {"0.0", false, true},
        {"-0.0", false, true},
        {"16777217", true, false},
        {"0.1234567890123456", false, true},
        {"0.12345678901234567890", false, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        size_t size = strlen(rows[i].text);
        struct json_cursor cursor = {rows[i].text, rows[i].text, rows[i].text + size, NULL};
        struct json_token token = {0};
        int64_t integer = 0, expected_integer = 0;
        float number = 0, expected = 0;
        if (json_take_integer(&cursor, &integer) != rows[i].integer ||
            (cursor.at == cursor.end) != (rows[i].integer || size == 0))
            ROW_FAILED("%s as an integer\n", rows[i].text);
        cursor.at = cursor.begin;
        if (json_take_float(&cursor, &number) != rows[i].number ||
            (cursor.at == cursor.end) != (rows[i].number || size == 0) || cursor.problem)
            ROW_FAILED("%s as a float\n", rows[i].text);
        cursor.at = cursor.begin;
        if (!json_number(&cursor, &token))
            continue;
        if (rows[i].integer &&
            (!json_integer(&token, &expected_integer) || integer != expected_integer))
            ROW_FAILED("%s is another integer\n", rows[i].text);
        if (rows[i].number &&
            (!json_float(&token, &expected) || memcmp(&number, &expected, sizeof number) != 0))
            ROW_FAILED("%s is another float\n", rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_are_resolved),
        cmocka_unit_test(bad_escapes_are_refused),
        cmocka_unit_test(integers_reach_both_ends),
        cmocka_unit_test(floats_are_the_nearest),
        cmocka_unit_test(floats_that_are_too_large_are_refused),
        cmocka_unit_test(numbers_may_be_as_long_as_they_like),
        cmocka_unit_test(a_string_is_the_same_however_it_is_escaped),
        cmocka_unit_test(digits_may_be_escaped),
        cmocka_unit_test(what_is_not_finite_may_be_escaped),
        cmocka_unit_test(digits_are_found_and_added_up),
        cmocka_unit_test(numbers_that_are_taken_at_once),
        cmocka_unit_test(floats_do_not_depend_on_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
