/* Whether two JSON texts say the same. */
#include "../support/test.h"

#include "json/equal.h"

static struct json_text text(const char *json)
{
    return (struct json_text){json, strlen(json)};
}

static void values_are_equal_by_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool equal;
    } rows[] = {
        {"1", "1", true},
        {"1", "2", false},
        {"1", "\"1\"", false},
        {"1", "1.0", true},
        {"1e2", "100", true},
        {"0.1", "0.10000000001", true}, /* one 32-bit float */
        {"0.1", "0.2", false},
        {"9007199254740993", "9007199254740992", false},
        {"-0", "0", true},
        {"true", "true", true},
        {"true", "false", false},
        {"null", "false", false},
        {"\"a\"", "\"a\"", true},
        {"\"a\"", "\"\\u0061\"", true},
        {"\"\\u00e9\"", "\"\xc3\xa9\"", true},
        {"\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\"", true},
        {"\"\\u00e9\"", "\"e\"", false},
        {"\"ab\"", "\"a\\u0062c\"", false},
        {"\"\\x\"", "\"\\x\\u0061\"", false},
        {"[1, 2]", "[1,2]", true},
        {"[1, 2]", "[2, 1]", false},
        {"[1, 2]", "[1]", false},
        {"[1]", "[1, 2]", false},
        {"[]", "[ ]", true},
        {"[]", "{}", false},
        {"{\"a\": 1, \"b\": [2]}", "{\"b\": [2], \"a\": 1}", true},
        {"{\"a\": 1}", "{\"a\": 1, \"b\": 2}", false},
        {"{\"a\": 1, \"b\": 2}", "{\"a\": 1}", false},
        {"{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"c\": 2}", false},
        {"{}", "{ }", true},
        {"[{\"a\": {}}, 3]", "[{\"a\": {}}, 3]", true},
        {"[{\"a\": {}}, 3]", "[{\"a\": {}}, 4]", false},
        {"[1", "[1", false},
        {"", "", false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (json_equal(text(rows[i].a), text(rows[i].b)) != rows[i].equal)
            ROW_FAILED("%s and %s\n", rows[i].a, rows[i].b);
}

static void what_nests_without_end_is_not_followed(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    static char deep[DEEP];
    memset(deep, '[', DEEP);
    struct json_text text = {deep, DEEP};
    assert_false(json_equal(text, text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_equal_by_what_they_say),
        cmocka_unit_test(what_nests_without_end_is_not_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
