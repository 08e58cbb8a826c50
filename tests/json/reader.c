/* JSON text taken apart in place: what is valid, what is not, and how deep it may nest. */
#include "../support/test.h"

#include "../support/bytes.h"

#include "json/reader.h"
#include "json/walk.h"

static struct json_cursor cursor_of(const char *text, size_t size)
{
    return (struct json_cursor){.begin = text, .at = text, .end = text + size};
}

/* Whether the text is one value with nothing behind it, read in a block of exactly its size. */
static bool is_value(const char *text, size_t size)
{
    char *exact = (char *)exact_copy(text, size);
    struct json_cursor cursor = cursor_of(exact, size);
    bool skipped = json_skip(&cursor);
    bool whole = json_peek(&cursor) == '\0' && cursor.at == cursor.end;
    assert_true(skipped == !cursor.problem);
    free(exact);
    return skipped && whole;
}

static void values_are_distinguished_from_what_is_none(void **state)
{
    (void)state;
    static const char *const valid[] = {"null",
                                        "true",
                                        "false",
                                        "0",
                                        "-0",
                                        "12",
                                        "-3.5",
                                        "1e5",
                                        "1E+5",
                                        "1.25e-7",
                                        "\"\"",
                                        "\"a\\\"b\"",
                                        "\"\\\\\"",
                                        "[]",
                                        "{}",
                                        "[1,2]",
                                        "[[],{},[{}]]",
                                        "{\"a\":1,\"b\":[2]}",
                                        " \t\r\n[ 1 , 2 ] \n",
                                        "{ \"a\" : { } }",
                                        "\"\\u0000\"",
                                        "123456789012345678901234567890"};
    static const char *const invalid[] = {
        "",          " ",        "nul",    "nulll",   "True",     "01",         "-",     "+1",
        ".5",        "1.",       "1e",     "1e+",     "0x1",      "--1",        "\"",    "\"a",
        "\"\\",      "\"\\\"",   "[",      "[1",      "[1,",      "[1,]",       "[,1]",  "[1 2]",
        "]",         "{",        "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{1:1}",
        "{\"a\" 1}", "{\"a\":}", "[1}",    "{]",      "1 2",      "[] []",      "'a'",   "NaN",
        "Infinity",  "/* */1",   "[1]x"};
    for (size_t i = 0; i < LENGTH(valid); i++)
        if (!is_value(valid[i], strlen(valid[i])))
            ROW_FAILED("%s is refused\n", valid[i]);
    for (size_t i = 0; i < LENGTH(invalid); i++)
        if (is_value(invalid[i], strlen(invalid[i])))
            ROW_FAILED("%s is taken\n", invalid[i]);
    assert_false(is_value("\0", 1));
    assert_false(is_value("[\0]", 3));
}

static void nesting_has_a_limit(void **state)
{
    (void)state;
    enum { BOMB = 1000000 };
    static char bomb[BOMB];
    for (size_t depth = 1; depth <= 2 * JSON_DEPTH; depth++) {
        char text[4 * JSON_DEPTH];
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        assert_int_equal(is_value(text, 2 * depth), depth <= JSON_DEPTH);
    }
    memset(bomb, '[', BOMB);
    assert_false(is_value(bomb, BOMB));
    for (size_t i = 0; i + 5 <= BOMB; i += 5)
        memcpy(bomb + i, "{\"a\":", 5);
    assert_false(is_value(bomb, BOMB));
}

static void elements_are_counted_ahead(void **state)
{
    (void)state;
    static const struct {
        const char *text; /* behind the '[' */
        int count;        /* -1: never closed */
    } rows[] = {
        {"]", 0},         {" ]", 0},           {"1]", 1},
        {"1,2 , 3]", 3},  {"[1,2],[3,4]]", 2}, {"{\"a\":[1,2],\"b\":3}]", 1},
        {"\",]\",2]", 2}, {"\"\\\",\"]", 1},   {"", -1},
        {"1,2", -1},      {"[1,2]", -1},       {"\"abc", -1},
        {"\"\\", -1},     {"\"\\\"", -1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint64_t count = 99;
        size_t text_size = 0, size = strlen(rows[i].text);
        char *exact = (char *)exact_copy(rows[i].text, size);
        struct json_cursor cursor = cursor_of(exact, size);
        bool closed = json_count_elements(&cursor, &count, &text_size);
        if (closed != (rows[i].count >= 0) || (closed && count != (uint64_t)rows[i].count))
            ROW_FAILED("[%s has %d elements\n", rows[i].text, (int)count);
        assert_ptr_equal(cursor.at, exact);
        free(exact);
    }
}

/* The same one byte after the other, as a person would count. Returns -1 if there is no end. The
 * places of elements are those behind the commas in front of them. */
static int counted_simply(const char *text, size_t size, size_t *text_size, size_t places[])
{
    int commas = 0, depth = 0;
    bool in_string = false;
    size_t at = 0;
    while (at < size && text[at] == ' ')
        at++;
    for (bool empty = at < size && text[at] == ']'; at < size; at++) {
        const char character = text[at];
        in_string ^= character == '"';
        if (in_string)
            at += character == '\\';
        else if (character == '[' || character == '{')
            depth++;
        else if ((character == ']' || character == '}') && depth-- == 0)
            return *text_size = at + 1, empty ? 0 : commas + 1;
        else if (character == ',' && depth == 0)
            places[++commas] = at + 1;
    }
    return -1;
}

/* Elements are marked where they begin, in order. */
static void assert_marked(const char *text, const struct json_marks *marks, int count,
                          const size_t places[])
{
    uint64_t before = 0;
    for (unsigned i = 0; i < marks->count; i++) {
        const struct json_mark *mark = &marks->list[i];
        assert_true(mark->element > before && mark->element < (uint64_t)count);
        assert_int_equal(mark->at - text, places[mark->element]);
        before = mark->element;
    }
}

/* Text is looked at in blocks of 64 bytes: each character at each place of one. */
static void elements_are_counted_wherever_blocks_begin(void **state)
{
    (void)state;
    static const char soup[] = "[]{}\",,,   1a\\";
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char text[300];
        size_t size = 0, wanted = (size_t)round % sizeof text;
        unsigned kinds = round % 3 ? LENGTH(soup) - 2 : LENGTH(soup) - 1; /* without backslash */
        for (; size < wanted; size++) {
            random = random * 1664525 + 1013904223;
            text[size] = random >> 30 ? ' ' : soup[(random >> 16) % kinds];
        }
        char *exact = (char *)exact_copy(text, size);
        struct json_cursor cursor = cursor_of(exact, size);
        uint64_t count = 0;
        size_t text_size = 0, expected_size = 0, places[sizeof text + 1];
        int expected = counted_simply(text, size, &expected_size, places);
        struct json_marks marks;
        bool closed = round % 2 ? json_count_elements(&cursor, &count, &text_size)
                                : json_mark_elements(&cursor, NULL, &count, &text_size, &marks);
        if (closed && round % 2 == 0)
            assert_marked(exact, &marks, expected, places);
        if (closed != (expected >= 0) ||
            (closed && (count != (uint64_t)expected || (count && text_size != expected_size))))
            ROW_FAILED("%.*s: %d elements, not %d\n", (int)size, text, (int)count, expected);
        free(exact);
    }
}

static void long_lists_have_marks_at_equal_distances(void **state)
{
    (void)state;
    static const char element[] = "{\"a\": [1, 2], \"b\": \"],\\\"\"},";
    for (unsigned count = 100; count <= 100000; count *= 10) {
        const size_t size = sizeof element - 1;
        char *text = malloc(count * size);
        for (unsigned i = 0; i < count; i++)
            memcpy(text + i * size, element, size);
        text[count * size - 1] = ']';
        struct json_cursor cursor = cursor_of(text, count * size);
        struct json_marks marks;
        uint64_t found;
        size_t text_size;
        assert_true(json_mark_elements(&cursor, NULL, &found, &text_size, &marks));
        assert_int_equal(found, count);
        assert_in_range(marks.count, count < JSON_MARKS ? count / 4 : JSON_MARKS / 4, JSON_MARKS);
        for (unsigned i = 0; i < marks.count; i++) {
            assert_int_equal(marks.list[i].at - text, marks.list[i].element * size);
            assert_in_range(marks.list[i].element, i * marks.step, (i + 2) * 4 * marks.step);
        }
        free(text);
    }
}

static void values_are_passed_without_a_check(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int size; /* of the first value; -1: it has no end, or is none */
    } rows[] = {
        {"[1, 2], 3", 6},       {"{\"a\": [}], 1", 9}, {" [] ", 3},    {"{}", 2},
        {"[what, ever] x", 12}, {"\"]\" 1", 3},        {"12.5, 1", 4}, {"[[1]", -1},
        {"[\"]", -1},           {"what", -1},          {"", -1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        size_t size = strlen(rows[i].text);
        char *exact = (char *)exact_copy(rows[i].text, size);
        struct json_cursor cursor = cursor_of(exact, size);
        bool passed = json_pass(&cursor, NULL);
        if (passed != (rows[i].size >= 0) || (passed && cursor.at - exact != rows[i].size) ||
            passed == (cursor.problem != NULL))
            ROW_FAILED("%s: passed %d bytes\n", rows[i].text, (int)(cursor.at - exact));
        free(exact);
    }
}

static void places_are_lines_and_columns(void **state)
{
    (void)state;
    static const char text[] = "ab\ncd\n\nx";
    static const unsigned rows[][3] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1},
                                       {6, 3, 1}, {7, 4, 1}, {8, 4, 2}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint64_t line, column;
        json_place(text, text + rows[i][0], &line, &column);
        assert_int_equal(line, rows[i][1]);
        assert_int_equal(column, rows[i][2]);
    }
}

static void a_problem_stops_every_later_call(void **state)
{
    (void)state;
    struct json_cursor cursor = cursor_of("x 1 \"a\" [", 9);
    struct json_token token;
    assert_false(json_number(&cursor, &token));
    assert_string_equal(cursor.problem, "a number");
    cursor.at += 2;
    assert_false(json_number(&cursor, &token));
    assert_false(json_string(&cursor, &token));
    assert_false(json_skip(&cursor));
    assert_false(json_take(&cursor, '1', "one"));
    assert_false(json_take_if(&cursor, '1'));
    assert_string_equal(cursor.problem, "a number");
}

static void lists_that_break_are_reported_and_not_counted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t elements, count;
        bool is_whole;
    } rows[] = {{"[1, 2, 3]", 3, 3, true},     {"[]", 0, 0, true},
                {"[1 2]", 1, 0, false},        {"[tru, 1]", 1, 0, false},
                {"[1, 2", 2, 0, false},        {"{\"a\": 1, \"b\": [2]}", 0, 2, true},
                {"{\"a\": 1 2}", 0, 0, false}, {"7", 0, 0, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = rows[i].text, *at, *end = text + strlen(text);
        struct json_walk walk = {.begin = text, .end = end}, whole = walk;
        struct elements elements = walk_elements(&walk, text);
        size_t count = 0;
        while (next_element(&elements, &at))
            count++;
        assert_int_equal(count, rows[i].elements);
        assert_int_equal(walk.problem == NULL, rows[i].is_whole && *text == '[');
        assert_int_equal(walk_count(&whole, text), rows[i].count);
        assert_int_equal(walk_whole(&whole), rows[i].is_whole);
        assert_int_equal(whole.problem == NULL, rows[i].is_whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_distinguished_from_what_is_none),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(elements_are_counted_ahead),
        cmocka_unit_test(elements_are_counted_wherever_blocks_begin),
        cmocka_unit_test(long_lists_have_marks_at_equal_distances),
        cmocka_unit_test(values_are_passed_without_a_check),
        cmocka_unit_test(places_are_lines_and_columns),
        cmocka_unit_test(lists_that_break_are_reported_and_not_counted),
        cmocka_unit_test(a_problem_stops_every_later_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
