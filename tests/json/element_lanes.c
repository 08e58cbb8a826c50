/* Long lists are counted and passed alike with any number of threads. */
#include "../support/test.h"

#include "../support/backwards.h"
#include "../support/bytes.h"

#include "json/reader.h"

enum { LONG = 3 << 20 };

/* Lists of these elements, with this space in front of each, which pieces of work may begin in the
 * wrong place of: in a list or a string of an element. */
static const struct {
    const char *space;
    const char *elements[4];
} kinds[] = {
    {"\n    ", {"{\"a\": [1, 2], \"b\": \"],\\\"\"}", "{}", "{\"c\": {\"d\": null}}"}},
    {"", {"{\"a\":[{\"b\":1},{\"b\":2},{\"b\":3},{\"b\":4}]}", "{\"c\":\",{,{\"}"}},
    {"\n  ", {"{\n  \"a\": [\n  1,\n  {\n  },\n  {\n  }\n  ]\n  }", "[\n  {\n  }\n  ]"}},
    {" ", {"\"a, \\\"b, \\\\\"", "\"]}, \\\", [\"", "\"\""}},
    {"", {"\",\"", "\",\\\",\\\\\""}},
    {"", {"1", "-2.5e10", "123456"}},
    {" ", {"12", "3"}},
    {"", {"1", "\",,,,,,,,,,\\\",,,,\"", "\",,,,,,,,,,,,,,,,,,,,,\""}},
    {"\n", {"[[[[[[[[[[1,\n2],\n3],\n4],\n5],\n6],\n7],\n8],\n9],\n10],\n11]", "[\n[1],\n[2]]"}},
};

/* Behind the opening bracket, to the closing one, and more text. */
static struct bytes list_of(unsigned kind, uint32_t *random, char open)
{
    struct bytes list = {0};
    unsigned choices = 0;
    while (choices < LENGTH(kinds[kind].elements) && kinds[kind].elements[choices])
        choices++;
    for (bool first = true; list.size < LONG; first = false) {
        *random = *random * 1664525 + 1013904223;
        const char *element = kinds[kind].elements[first ? 0 : (*random >> 16) % choices];
        if (!first)
            put_raw(&list, ",", 1);
        put_raw(&list, kinds[kind].space, strlen(kinds[kind].space));
        if (open == '{')
            put_raw(&list, "\"m\":", 4);
        put_raw(&list, element, strlen(element));
    }
    put_raw(&list, open == '[' ? "], [" : "}, [", 4);
    for (int i = 0; i < LONG / 4; i++)
        put_raw(&list, "1, {", 4);
    return list;
}

static struct json_cursor cursor_of(const struct bytes *list, size_t at)
{
    const char *text = (const char *)list->data;
    return (struct json_cursor){.begin = text, .at = text + at, .end = text + list->size};
}

/* As many elements follow each mark as there are behind it. */
static void assert_marked(const struct bytes *list, const struct json_marks *marks, uint64_t count)
{
    assert_in_range(marks->count, 4, JSON_MARKS);
    for (unsigned i = 0; i < marks->count; i++) {
        const struct json_mark *mark = &marks->list[i];
        assert_true(mark->element < count);
        assert_true(i == 0 || (mark->element > mark[-1].element && mark->at > mark[-1].at));
        assert_int_equal(mark->at[-1], ',');
        if (i % 8 > 0)
            continue;
        struct json_cursor rest = cursor_of(list, (size_t)(mark->at - (char *)list->data));
        uint64_t behind = 0;
        size_t size;
        assert_true(json_count_elements(&rest, &behind, &size));
        assert_int_equal(behind, count - mark->element);
    }
}

static void count_with(const struct bytes *list, const ow_pool *pool, uint64_t expected,
                       size_t expected_size)
{
    const ow_options options = {.pool = pool};
    struct json_cursor cursor = cursor_of(list, 0);
    struct json_marks marks;
    uint64_t count = 0;
    size_t size = 0;
    assert_true(json_mark_elements(&cursor, &options, &count, &size, &marks));
    assert_int_equal(count, expected);
    assert_int_equal(size, expected_size);
    assert_marked(list, &marks, count);
}

static void long_lists_are_counted_alike(void **state)
{
    (void)state;
    unsigned used = 0;
    uint32_t random = 7;
    const ow_pool backwards = {.context = &used, .threads = 2, .run = run_backwards};
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        struct bytes list = list_of(kind, &random, '[');
        struct json_cursor cursor = cursor_of(&list, 0);
        uint64_t count = 0;
        size_t size = 0;
        assert_true(json_count_elements(&cursor, &count, &size));
        assert_in_range(size, LONG, LONG + 100);
        used = 0;
        count_with(&list, &backwards, count, size);
        assert_true(used > 0);
        bytes_free(&list);
    }
}

static void long_values_are_passed_alike(void **state)
{
    (void)state;
    ow_pool *threads;
    uint32_t random = 3;
    assert_int_equal(ow_pool_open(3, NULL, &threads, NULL), OW_OK);
    const ow_options options = {.pool = threads};
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        struct bytes text = {0}, list = list_of(kind, &random, kind % 2 ? '{' : '[');
        put_raw(&text, kind % 2 ? "{" : "[", 1);
        put_raw(&text, list.data, list.size);
        struct json_cursor alone = cursor_of(&text, 0), together = alone;
        assert_true(json_pass(&alone, NULL) && json_pass(&together, &options));
        assert_ptr_equal(together.at, alone.at);
        text.size = (size_t)(alone.at - alone.begin) - 1; /* without its end */
        struct json_cursor endless = cursor_of(&text, 0);
        assert_false(json_pass(&endless, &options));
        assert_non_null(endless.problem);
        bytes_free(&text), bytes_free(&list);
    }
    ow_pool_close(threads);
}

/* A piece that began in a string of the element before is not believed. */
static void one_long_string_is_one_element(void **state)
{
    (void)state;
    unsigned used = 0;
    const ow_pool backwards = {.context = &used, .threads = 2, .run = run_backwards};
    struct bytes list = {0};
    put_raw(&list, "{\"a\":\"", 6);
    while (list.size < LONG)
        put_raw(&list, ",{", 2);
    put_raw(&list, "\"}", 2);
    while (list.size < 2 * LONG)
        put_raw(&list, ",{}", 3);
    put_raw(&list, "], [{}", 6);
    struct json_cursor cursor = cursor_of(&list, 0);
    const ow_options options = {.pool = &backwards};
    uint64_t alone = 0, together = 0;
    size_t size_alone = 0, size = 0;
    bool closed = json_count_elements(&cursor, &alone, &size_alone);
    assert_true(json_mark_elements(&cursor, &options, &together, &size, NULL) == closed);
    assert_true(together == alone && size == size_alone);
    assert_true(closed && used > 0 && alone == 1 + (LONG + 2) / 3);
    bytes_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_lists_are_counted_alike),
        cmocka_unit_test(long_values_are_passed_alike),
        cmocka_unit_test(one_long_string_is_one_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
