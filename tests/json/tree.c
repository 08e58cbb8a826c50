/* JSON built in memory: when two values are equal, and how lines are broken for people. */
#include "../support/test.h"

#include "json/tree.h"

#include "../support/bytes.h"

static struct arena arena;

static int open_arena(void **state)
{
    (void)state;
    const ow_options options = options_or_default(NULL, 0);
    arena_init(&arena, &options);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* A text of `size` letters. */
static struct tree *text_of(size_t size, char letter)
{
    char *text = arena_take(&arena, size + 1);
    assert_non_null(text);
    memset(text, letter, size);
    text[size] = '\0';
    return tree_make(&arena, TREE_TEXT, text);
}

/* An array or object of an array and a number. */
static struct tree *nested(enum tree_kind kind, const char *name, const char *element,
                           int64_t number)
{
    struct tree *tree = tree_make(&arena, kind, NULL);
    bool has_names = kind == TREE_OBJECT;
    struct tree *inside =
        tree_add(tree, has_names ? name : NULL, tree_make(&arena, TREE_ARRAY, NULL));
    tree_add_text(&arena, inside, element);
    tree_add(tree, has_names ? "number" : NULL, tree_integer(&arena, number));
    return tree;
}

static void values_are_equal_with_all_that_they_contain(void **state)
{
    (void)state;
    const struct {
        const struct tree *other;
        bool is_equal;
    } rows[] = {
        {nested(TREE_OBJECT, "a", "x", 1), true},
        {nested(TREE_OBJECT, "b", "x", 1), false},
        {nested(TREE_OBJECT, "a", "y", 1), false},
        {nested(TREE_OBJECT, "a", "x", 2), false},
        {nested(TREE_ARRAY, "a", "x", 1), false},
        {tree_make(&arena, TREE_OBJECT, NULL), false},
        {NULL, false},
    };
    const struct tree *tree = nested(TREE_OBJECT, "a", "x", 1);
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (tree_equal(tree, rows[i].other) != rows[i].is_equal ||
            tree_equal(rows[i].other, tree) != rows[i].is_equal)
            ROW_FAILED("row %zu\n", i);
    assert_true(tree_equal(NULL, NULL));
}

/* The printed text, with a zero at its end. */
static struct bytes print(const struct tree *tree)
{
    struct bytes text = {0};
    const ow_options options = options_or_default(NULL, 0);
    const ow_sink sink = sink_to(&text);
    struct output output;
    assert_int_equal(output_to_sink(&output, &options, &sink), OW_OK);
    tree_print(tree, &output);
    assert_int_equal(output_close_sink(&output), OW_OK);
    put_u8(&text, 0);
    return text;
}

/* {"text": "...", "one": 1} or ["...", 1], with a text of `size` letters. */
static struct tree *with_text(enum tree_kind kind, size_t size, char letter)
{
    struct tree *tree = tree_make(&arena, kind, NULL);
    tree_add(tree, kind == TREE_OBJECT ? "text" : NULL, text_of(size, letter));
    tree_add(tree, kind == TREE_OBJECT ? "one" : NULL, tree_integer(&arena, 1));
    return tree;
}

static void a_value_of_up_to_100_columns_is_on_one_line(void **state)
{
    (void)state;
    static const struct {
        enum tree_kind kind;
        char letter;
        size_t size; /* of the longest text that fits */
    } rows[] = {
        {TREE_ARRAY, 'x', 93},
        {TREE_ARRAY, '"', 46}, /* escaped */
        {TREE_OBJECT, 'x', 76},
        {TREE_OBJECT, '\\', 38},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes one = print(with_text(rows[i].kind, rows[i].size, rows[i].letter));
        struct bytes several = print(with_text(rows[i].kind, rows[i].size + 1, rows[i].letter));
        size_t width = strcspn((char *)one.data, "\n");
        if (one.data[width + 1] != '\0' || width > 100 || width < 99)
            ROW_FAILED("row %zu: %s\n", i, one.data);
        if (strcspn((char *)several.data, "\n") != 1)
            ROW_FAILED("row %zu: %s\n", i, several.data);
        bytes_free(&one);
        bytes_free(&several);
    }
}

static void long_arrays_fill_lines_with_values(void **state)
{
    (void)state;
    struct tree *array = tree_make(&arena, TREE_ARRAY, NULL);
    for (unsigned i = 0; i < 5; i++)
        tree_add(array, NULL, text_of(28, (char)('a' + i)));
    tree_add(array, NULL, tree_integer(&arena, -7));
    struct bytes text = print(array);
    assert_string_equal((char *)text.data,
                        "[\n"
                        "  \"aaaaaaaaaaaaaaaaaaaaaaaaaaaa\", \"bbbbbbbbbbbbbbbbbbbbbbbbbbbb\", "
                        "\"cccccccccccccccccccccccccccc\",\n"
                        "  \"dddddddddddddddddddddddddddd\", \"eeeeeeeeeeeeeeeeeeeeeeeeeeee\", -7\n"
                        "]\n");
    bytes_free(&text);
}

static void each_object_or_array_in_a_long_array_begins_a_line(void **state)
{
    (void)state;
    struct tree *array = tree_make(&arena, TREE_ARRAY, NULL);
    tree_add(array, NULL, with_text(TREE_OBJECT, 60, 'x'));
    tree_add(array, NULL, with_text(TREE_ARRAY, 10, 'y'));
    tree_add(array, NULL, tree_make(&arena, TREE_OBJECT, NULL));
    struct bytes text = print(array);
    assert_string_equal(
        (char *)text.data,
        "[\n"
        "  { \"text\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\", "
        "\"one\": 1 },\n"
        "  [\"yyyyyyyyyy\", 1],\n"
        "  {}\n"
        "]\n");
    bytes_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_equal_with_all_that_they_contain),
        cmocka_unit_test(a_value_of_up_to_100_columns_is_on_one_line),
        cmocka_unit_test(long_arrays_fill_lines_with_values),
        cmocka_unit_test(each_object_or_array_in_a_long_array_begins_a_line),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
