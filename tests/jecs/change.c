/* Changing JECS: only what was changed is written anew, and what was written reads as what was
 * set. */
#include "../support/test.h"

#include "../support/bytes.h"

static ow_jecs *read_text(const char *text)
{
    ow_jecs *document;
    ow_error error;
    if (ow_jecs_read(text, strlen(text), NULL, &document, &error) != OW_OK)
        ROW_FAILED("\"%s\": %s\n", text, error.message);
    return document;
}

static void assert_written(const ow_jecs *document, const char *expected)
{
    struct bytes text = {0};
    ow_error error;
    ow_sink sink = sink_to(&text);
    assert_int_equal(ow_jecs_write(document, NULL, &sink, &error), OW_OK);
    put_u8(&text, 0);
    if (strcmp((char *)text.data, expected) != 0)
        ROW_FAILED("\"%s\" instead of \"%s\"\n", text.data, expected);
    bytes_free(&text);
}

static void a_value_is_set_in_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *pointer, *value, *expected;
    } rows[] = {
        {"# top\na: 1 # one\nb:   2\n", "/a", "3", "# top\na: 3 # one\nb:   2\n"},
        {"# top\na: 1 # one\nb:   2\n", "/b", "3", "# top\na: 1 # one\nb:   3\n"},
        {"a:", "/a", "1", "a: 1"},
        {"a:\r\nb: 1\r\n", "/a", "1", "a: 1\r\nb: 1\r\n"},
        {"a: # nothing\n", "/a", "1", "a: 1 # nothing\n"},
        {"a:\n -\n - x\n", "/a/0", "1", "a:\n - 1\n - x\n"},
        {"a:\n  - x\n  # why\n  - y\nb: 1\n", "/a", "z", "a: z\nb: 1\n"},
        {"a: \"\"\"\n  x\n  \"\"\" # end\nb: 1", "/a", "y", "a: y # end\nb: 1"},
        {"a: 1\n", "/a", "", "a: \"\"\n"},
        {"a: 1\n", "/a", "null", "a: \"null\"\n"},
        {"a: 1\n", "/a", " x", "a: \" x\"\n"},
        {"a: 1\n", "/a", "\"x\"", "a: \"\"x\"\"\n"},
        {"a: 1\n", "/a", "\"", "a: \"\n"},
        {"a: 1\n", "/a", "\"\"\"", "a: \"\"\"\"\"\n"},
        {"a: 1\n", "/a", "#1 \\#", "a: \\#1 \\\\#\n"},
        {"a: 1\n", "/a", "x\ty", "a: x    y\n"},
        {"a: 1\n", "/a", "\tx", "a: \"    x\"\n"},
        {"a: 1\n", "/a", "one\n#two\n\n", "a: \"\"\"\n    one\n    \\#two\n\n\n    \"\"\"\n"},
        {"a: 1\n", "/a", "x\t\t\t\t\t\t\t\t\t\ty",
         "a: x                                        y\n"},
        {"a: 1\n", "/a", "########################################",
         "a: \\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#"
         "\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\\#\n"},
        {"a: 1\n", "/a", "0\n1\n2\n3\n4\n5\n6\n7",
         "a: \"\"\"\n    0\n    1\n    2\n    3\n    4\n    5\n    6\n    7\n    \"\"\"\n"},
        {"a:\r\n  b: 1\r\n", "/a/b", "x\ny",
         "a:\r\n  b: \"\"\"\r\n      x\r\n      y\r\n      \"\"\"\r\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_jecs *document = read_text(rows[i].text), *again;
        ow_jecs_node *node = ow_jecs_at(document, rows[i].pointer);
        assert_int_equal(ow_jecs_set_text(document, node, ow_text_of(rows[i].value), NULL), OW_OK);
        assert_written(document, rows[i].expected);
        again = read_text(rows[i].expected);
        const ow_jecs_node *found = ow_jecs_at(again, rows[i].pointer);
        assert_int_equal(found->kind, OW_JECS_TEXT);
        assert_int_equal(found->value.size, node->value.size);
        assert_memory_equal(found->value.data, node->value.data, node->value.size);
        assert_int_equal(again->node_count, document->node_count);
        ow_jecs_free(again);
        ow_jecs_free(document);
    }
}

static void text_that_cannot_be_written_is_refused(void **state)
{
    (void)state;
    static const ow_text rows[] = {
        {"a\0b", 3},   {"a\r", 2},       {" a\nb", 4},  {"a \nb", 4},
        {"a\\\nb", 4}, {"a\n\"\"\"", 5}, {"a\n\tb", 4},
    };
    ow_jecs *document = read_text("a: 1\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error;
        assert_int_equal(ow_jecs_set_text(document, document->root->first, rows[i], &error),
                         OW_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "carriage return"));
    }
    assert_written(document, "a: 1\n");
    ow_jecs_free(document);
}

static void null_and_nothing(void **state)
{
    (void)state;
    ow_jecs *document = read_text("a: 1 # one\nb:\n    - x\n");
    ow_jecs_node *first = document->root->first, *last = document->root->last;
    assert_int_equal(ow_jecs_set_null(document, first, NULL), OW_OK);
    assert_int_equal(first->kind, OW_JECS_NULL);
    assert_int_equal(ow_jecs_clear(document, last, NULL), OW_OK);
    assert_int_equal(last->kind, OW_JECS_EMPTY);
    assert_int_equal(document->node_count, 2);
    assert_written(document, "a: null # one\nb:\n");
    assert_int_equal(ow_jecs_set_text(document, first, (ow_text){0}, NULL), OW_OK);
    assert_written(document, "a: \"\" # one\nb:\n");
    ow_jecs_free(document);
}

static void nodes_are_added(void **state)
{
    (void)state;
    static const struct {
        const char *text, *parent, *key, *next, *expected;
    } rows[] = {
        {"", "", "a", NULL, "a: v\n"},
        {"# note\n", "", "a", NULL, "a: v\n# note\n"},
        {"\xef\xbb\xbf", "", "a", NULL,
         "\xef\xbb\xbf"
         "a: v\n"},
        {"a: 1", "", "b", NULL, "a: 1\nb: v"},
        {"a: 1\n", "", "b", NULL, "a: 1\nb: v\n"},
        {"a: 1\r\n", "", "b", NULL, "a: 1\r\nb: v\r\n"},
        {"a: 1", "", "b", "/a", "b: v\na: 1"},
        {"# one\na: 1\n", "", "b", "/a", "b: v\n# one\na: 1\n"},
        {"a:\nb: 1\n", "/a", NULL, NULL, "a:\n    - v\nb: 1\n"},
        {"a:", "/a", NULL, NULL, "a:\n    - v"},
        {"a:\n  - 1\nb: 1\n", "/a", NULL, NULL, "a:\n  - 1\n  - v\nb: 1\n"},
        {"a:\n  -\n      b: 1\n", "/a", NULL, NULL, "a:\n  -\n      b: 1\n  - v\n"},
        {"a:\n  - 1\n  - 2\n", "/a", NULL, "/a/1", "a:\n  - 1\n  - v\n  - 2\n"},
        {"a:\n  b: 1\n# end\n", "/a", "c", NULL, "a:\n  b: 1\n  c: v\n# end\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_jecs *document = read_text(rows[i].text);
        ow_text key = rows[i].key ? ow_text_of(rows[i].key) : (ow_text){0};
        ow_jecs_node *next = rows[i].next ? ow_jecs_at(document, rows[i].next) : NULL;
        ow_error error;
        ow_jecs_node *node =
            ow_jecs_add(document, ow_jecs_at(document, rows[i].parent), key, next, &error);
        if (!node)
            ROW_FAILED("row %zu: %s\n", i, error.message);
        assert_int_equal(ow_jecs_set_text(document, node, OW_LITERAL("v"), NULL), OW_OK);
        assert_written(document, rows[i].expected);
        ow_jecs_free(read_text(rows[i].expected));
        ow_jecs_free(document);
    }
}

/* Several at once: files without a last line break keep that. */
static void many_nodes_are_added_and_removed(void **state)
{
    (void)state;
    ow_jecs *document = read_text("a: 1");
    ow_jecs_node *list = ow_jecs_add(document, document->root, OW_LITERAL("b"), NULL, NULL);
    for (unsigned i = 0; i < 3; i++) {
        ow_jecs_node *node =
            ow_jecs_add(document, list, (ow_text){0}, i == 2 ? list->first : NULL, NULL);
        char digit = (char)('0' + i);
        assert_int_equal(ow_jecs_set_text(document, node, (ow_text){&digit, 1}, NULL), OW_OK);
    }
    assert_written(document, "a: 1\nb:\n    - 2\n    - 0\n    - 1");
    assert_int_equal(document->node_count, 5);
    assert_int_equal(ow_jecs_remove(document, list->first->next, NULL), OW_OK);
    assert_written(document, "a: 1\nb:\n    - 2\n    - 1");
    assert_int_equal(list->child_count, 2);
    assert_int_equal(ow_jecs_remove(document, list->last, NULL), OW_OK);
    assert_int_equal(list->kind, OW_JECS_LIST);
    assert_int_equal(ow_jecs_remove(document, list->first, NULL), OW_OK);
    assert_int_equal(list->kind, OW_JECS_EMPTY);
    assert_int_equal(ow_jecs_remove(document, document->root->first, NULL), OW_OK);
    assert_int_equal(document->node_count, 1);
    assert_written(document, "\nb:");
    ow_jecs_free(document);
}

static void a_removed_node_takes_its_comments(void **state)
{
    (void)state;
    ow_jecs *document = read_text("a: 1\n# of b\nb: # and\n  c: 2\n# of v\nv: 3\n# end\n");
    assert_int_equal(ow_jecs_remove(document, ow_jecs_at(document, "/b"), NULL), OW_OK);
    assert_written(document, "a: 1\n# of v\nv: 3\n# end\n");
    assert_int_equal(document->node_count, 2);
    ow_jecs_free(document);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *parent;
        ow_text key;
        const char *fragment;
    } rows[] = {
        {"", {"a", 1}, "that key already"},
        {"", {NULL, 0}, "only have keys"},
        {"/a", {"b", 1}, "has a value"},
        {"/b", {"c", 1}, "another kind"},
        {"/c", {NULL, 0}, "another kind"},
        {"", {"", 0}, "the key is empty"},
        {"", {"-x", 2}, "begins with"},
        {"", {" x", 2}, "a space"},
        {"", {"x ", 2}, "a space"},
        {"", {"x:y", 3}, "a colon"},
        {"", {"x#", 2}, "a #"},
        {"", {"\xef\xbb\xbfx", 4}, "a byte order mark"},
        {"", {"x\ty", 3}, "a tab"},
        {"", {"x\n", 2}, "a line break"},
        {"", {"x\0", 2}, "a zero byte"},
    };
    static const char text[] = "a: 1\nb:\n  - 2\nc:\n  d: 3\n";
    ow_jecs *document = read_text(text);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error;
        ow_jecs_node *parent = ow_jecs_at(document, rows[i].parent);
        assert_null(ow_jecs_add(document, parent, rows[i].key, NULL, &error));
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", rows[i].fragment);
    }
    ow_jecs_node *root = document->root;
    assert_null(ow_jecs_add(document, root, OW_LITERAL("e"), ow_jecs_at(document, "/b/0"), NULL));
    assert_null(ow_jecs_add(document, NULL, OW_LITERAL("e"), NULL, NULL));
    assert_null(ow_jecs_add(NULL, root, OW_LITERAL("e"), NULL, NULL));
    assert_int_equal(ow_jecs_set_text(document, root, OW_LITERAL("e"), NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_set_null(document, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_clear(document, root, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_remove(document, root, NULL), OW_BAD_ARGUMENT);
    assert_written(document, text);
    ow_jecs_free(document);
}

static void nodes_are_added_64_deep(void **state)
{
    (void)state;
    ow_jecs *document = read_text("");
    ow_jecs_node *node = document->root;
    ow_error error;
    for (unsigned i = 0; i < OW_JECS_DEPTH; i++)
        assert_non_null(node = ow_jecs_add(document, node, OW_LITERAL("a"), NULL, &error));
    assert_null(ow_jecs_add(document, node, OW_LITERAL("a"), NULL, &error));
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "64 levels");
    ow_jecs_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_set_in_its_place),
        cmocka_unit_test(text_that_cannot_be_written_is_refused),
        cmocka_unit_test(null_and_nothing),
        cmocka_unit_test(nodes_are_added),
        cmocka_unit_test(many_nodes_are_added_and_removed),
        cmocka_unit_test(a_removed_node_takes_its_comments),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(nodes_are_added_64_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
