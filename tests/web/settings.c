/* Options that come from JavaScript: each kind of value, and what is none. */
#include "../support/test.h"

#include "calls.h"
#include "host.h"
#include "settings.h"

/* What the calls of the binding ask of their host: nothing here. */
int host_progress(double done, double total)
{
    (void)done, (void)total;
    return 1;
}

int host_file(const char *path, size_t size, int as_image)
{
    (void)path, (void)size, (void)as_image;
    return 0;
}

int host_take(const void *data, size_t size)
{
    return data && size > 0;
}

int host_inflate(const void *packed, size_t packed_size, void *into, size_t size)
{
    (void)packed, (void)packed_size, (void)into, (void)size;
    return 0;
}

struct into {
    bool has_count; /* first: its offset is 0 */
    bool flag;
    const char *text;
    struct texts texts;
    uint32_t count;
    uint64_t size;
    double number, range[2], place[3];
    int word;
    ow_color color;
};

static const char *const words[] = {"one", "two", NULL};
static const struct setting table[] = {
    {"flag", SETTING_FLAG, offsetof(struct into, flag), NULL, 0},
    {"text", SETTING_TEXT, offsetof(struct into, text), NULL, 0},
    {"texts", SETTING_TEXTS, offsetof(struct into, texts), NULL, 0},
    {"count", SETTING_U32, offsetof(struct into, count), NULL, GIVEN(struct into, has_count)},
    {"size", SETTING_U64, offsetof(struct into, size), NULL, 0},
    {"number", SETTING_NUMBER, offsetof(struct into, number), NULL, 0},
    {"range", SETTING_RANGE, offsetof(struct into, range), NULL, 0},
    {"place", SETTING_PLACE, offsetof(struct into, place), NULL, 0},
    {"word", SETTING_WORD, offsetof(struct into, word), words, 0},
    {"color", SETTING_COLOR, offsetof(struct into, color), NULL, 0},
    {0}};

static void each_kind_of_value_is_read(void **state)
{
    (void)state;
    struct into into = {0};
    assert_int_equal(read_settings("flag=\0text=a=b\0texts=x\0texts=y\0count=4294967295\0"
                                   "size=1234567890123\0number=-1.5e3\0range=-Infinity,2\0"
                                   "place=1,2,3\0word=two\0color=#0a0B0c\0",
                                   table, &into),
                     OW_OK);
    assert_true(into.flag && into.has_count);
    assert_string_equal(into.text, "a=b");
    assert_int_equal(into.texts.count, 2);
    assert_string_equal(into.texts.items[1], "y");
    assert_null(into.texts.items[2]);
    assert_true(into.count == UINT32_MAX && into.size == UINT64_C(1234567890123));
    assert_true(into.number == -1500 && into.range[1] == 2 && into.range[0] < -1e300);
    assert_true(into.place[0] == 1 && into.place[2] == 3);
    assert_int_equal(read_settings("place=4,5\0", table, &into), OW_OK);
    assert_true(into.place[0] == 4 && into.place[1] == 5);
    assert_int_equal(into.word, 1);
    assert_memory_equal(&into.color, (&(ow_color){10, 11, 12, 255}), sizeof(ow_color));
}

static void nothing_given_leaves_all_as_it_is(void **state)
{
    (void)state;
    struct into into = {.count = 7};
    assert_int_equal(read_settings("\0", table, &into), OW_OK);
    assert_int_equal(read_settings(NULL, table, &into), OW_OK);
    assert_true(!into.has_count && into.count == 7);
}

static void what_is_no_value_is_refused_by_name(void **state)
{
    (void)state;
    static const char *const wrong[] = {"count=-1\0",
                                        "count=4294967296\0",
                                        "count=1.5\0",
                                        "count=\0",
                                        "size=x\0",
                                        "number=\0",
                                        "number=1x\0",
                                        "number=NaN\0",
                                        "range=1\0",
                                        "range=1,2,3\0",
                                        "place=1\0",
                                        "place=1,2,\0",
                                        "place=1,2,3,4\0",
                                        "word=three\0",
                                        "color=123456\0",
                                        "color=#12345\0",
                                        "color=#12345g\0",
                                        "color=#-12345\0",
                                        "no_such=1\0",
                                        "flag\0",
                                        "coun=1\0",
                                        "counts=1\0",
                                        "size=99999999999999999999\0"};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct into into = {0};
        assert_int_equal(read_settings(wrong[i], table, &into), OW_BAD_ARGUMENT);
        assert_int_equal(web_error_status(), OW_BAD_ARGUMENT);
        assert_non_null(strstr(web_error_message(), wrong[i]));
    }
}

static void a_list_has_an_end(void **state)
{
    (void)state;
    static char text[8 * (MOST_TEXTS + 1) + 1];
    struct into into = {0};
    for (size_t i = 0; i <= MOST_TEXTS; i++)
        memcpy(text + 8 * i, "texts=x", 8);
    assert_int_equal(read_settings(text, table, &into), OW_BAD_ARGUMENT);
    assert_int_equal(into.texts.count, MOST_TEXTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_value_is_read),
        cmocka_unit_test(nothing_given_leaves_all_as_it_is),
        cmocka_unit_test(what_is_no_value_is_refused_by_name),
        cmocka_unit_test(a_list_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
