/* Reading JECS and SUCC: what text means, what is refused and where, and that each byte comes
 * back. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/ledger.h"

static ow_jecs *read_exact(const char *text, size_t size, ow_error *error)
{
    uint8_t *exact = exact_copy(text, size);
    ow_jecs *document;
    ow_jecs_read(exact, size, NULL, &document, error);
    free(exact);
    return document;
}

static ow_jecs *read_fine(const char *text)
{
    ow_error error;
    ow_jecs *document = read_exact(text, strlen(text), &error);
    if (!document)
        ROW_FAILED("\"%s\": %s\n", text, error.message);
    return document;
}

/* The JSON of a document without white space between its parts. */
static struct bytes json_of(const ow_jecs *document)
{
    struct bytes json = {0};
    ow_sink sink = sink_to(&json);
    ow_json_writer *writer;
    ow_error error;
    assert_int_equal(ow_json_open(NULL, NULL, &sink, &writer, &error), OW_OK);
    assert_int_equal(ow_jecs_trace(document->root, NULL, ow_json_visit, writer, &error), OW_OK);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    put_u8(&json, 0);
    bool in_text = false;
    size_t to = 0;
    for (size_t i = 0; i < json.size; i++) {
        in_text ^= json.data[i] == '"' && (i == 0 || json.data[i - 1] != '\\');
        if (in_text || !strchr(" \n", json.data[i]) || json.data[i] == '\0')
            json.data[to++] = json.data[i];
    }
    json.size = to;
    return json;
}

static void assert_written_as(const ow_jecs *document, const char *text, size_t size)
{
    ow_buffer buffer = {0};
    ow_error error;
    assert_int_equal(ow_jecs_write_buffer(document, NULL, &buffer, &error), OW_OK);
    assert_int_equal(buffer.size, size);
    if (size > 0)
        assert_memory_equal(buffer.data, text, size);
    ow_buffer_free(&buffer, NULL);
}

struct meaning {
    const char *text, *json;
};

static void assert_meanings(const struct meaning *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ow_jecs *document = read_fine(rows[i].text);
        struct bytes json = json_of(document);
        if (strcmp((char *)json.data, rows[i].json) != 0)
            ROW_FAILED("\"%s\" is %s instead of %s\n", rows[i].text, json.data, rows[i].json);
        assert_written_as(document, rows[i].text, strlen(rows[i].text));
        bytes_free(&json);
        ow_jecs_free(document);
    }
}

static void what_lines_mean(void **state)
{
    (void)state;
    static const struct meaning rows[] = {
        {"", "{}"},
        {"\n  # nothing\n\n", "{}"},
        {"\xef\xbb\xbf", "{}"},
        {"\xef\xbb\xbfkey: value", "{\"key\":\"value\"}"},
        {"key: value\n", "{\"key\":\"value\"}"},
        {"Title : Main World\r\nTags: null\r\n", "{\"Title\":\"Main World\",\"Tags\":null}"},
        {"key:value:with colons", "{\"key\":\"value:with colons\"}"},
        {"key:   \nother:", "{\"key\":null,\"other\":null}"},
        {"key: a # comment\nother: a# comment", "{\"key\":\"a\",\"other\":\"a\"}"},
        {"key: # nothing\n", "{\"key\":null}"},
        {"key: \\#ff # red", "{\"key\":\"#ff\"}"},
        {"key: \"\\#\" #", "{\"key\":\"#\"}"},
        {"key: a\\\\#b", "{\"key\":\"a\\\\#b\"}"},
        {"key: \" a \"", "{\"key\":\" a \"}"},
        {"key: \"\"", "{\"key\":\"\"}"},
        {"key: \"null\"\nother: NULL", "{\"key\":\"null\",\"other\":\"NULL\"}"},
        {"key: \"a\" and \"b\"", "{\"key\":\"a\\\" and \\\"b\"}"},
        {"key: \"", "{\"key\":\"\\\"\"}"},
        {"key: \"\"\"\"\"", "{\"key\":\"\\\"\\\"\\\"\"}"},
        {"key: a\r", "{\"key\":\"a\"}"},
        {"a key with spaces: 1", "{\"a key with spaces\":\"1\"}"},
    };
    assert_meanings(rows, LENGTH(rows));
}

static void what_indentation_means(void **state)
{
    (void)state;
    static const struct meaning rows[] = {
        {"a:\n  b:\n          c: 1\n  d: 2\ne: 3",
         "{\"a\":{\"b\":{\"c\":\"1\"},\"d\":\"2\"},\"e\":\"3\"}"},
        {"a:\n    - x\n    -y\n    - -1\n    -\n", "{\"a\":[\"x\",\"y\",\"-1\",null]}"},
        {"a:\n -\n  b: 1\n  c: 2\n -\n   - d\n", "{\"a\":[{\"b\":\"1\",\"c\":\"2\"},[\"d\"]]}"},
        {"a: # comment\n# another\n\n      # and one\n  b: 1\n            # one\n  c: 2\n",
         "{\"a\":{\"b\":\"1\",\"c\":\"2\"}}"},
        {"a:\n  b: 1\n\n\n   ", "{\"a\":{\"b\":\"1\"}}"},
    };
    assert_meanings(rows, LENGTH(rows));
}

static void what_text_of_several_lines_means(void **state)
{
    (void)state;
    static const struct meaning rows[] = {
        {"a: \"\"\"\n  one\n  two\n  \"\"\"\nb: 1\n", "{\"a\":\"one\\ntwo\",\"b\":\"1\"}"},
        {"a: \"\"\" # it begins\n  one\n  \"\"\" # it ends\n", "{\"a\":\"one\"}"},
        {"a: \"\"\"\n  \"\"\"", "{\"a\":\"\"}"},
        {"a: \"\"\"\n\n  one # comment\n    two\n\n  \"\"\"", "{\"a\":\"\\none\\n  two\\n\"}"},
        {"a: \"\"\"\n  one \\\n  two \\# \\\n  three\n  \"\"\"", "{\"a\":\"one two # three\"}"},
        {"a: \"\"\"\n  key: value\n  - dash\n  \"\"\"\n", "{\"a\":\"key: value\\n- dash\"}"},
        {"a:\n  - \"\"\"\n     x\n     \"\"\"\n  - y\n", "{\"a\":[\"x\",\"y\"]}"},
        {"a: \"\"\"\r\n  one\r\n  two\r\n  \"\"\"\r\n", "{\"a\":\"one\\ntwo\"}"},
    };
    assert_meanings(rows, LENGTH(rows));
}

static void what_is_refused_and_where(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        uint64_t offset;
        const char *pointer, *fragment;
    } rows[] = {
#define ROW(text, offset, pointer, fragment) {text, sizeof(text) - 1, offset, pointer, fragment}
        ROW("a: 1\n\tb: 2", 5, "", "line 2: a tab"),
        ROW("a: 1 # a\tb", 8, "", "line 1: a tab"),
        ROW("a: \0", 3, "", "line 1: a zero byte"),
        ROW("a: 1\nb", 5, "", "line 2: no colon"),
        ROW("a # b: c", 0, "", "line 1: no colon"),
        ROW(": 1", 0, "", "line 1: no key"),
        ROW("a\\#: 1", 0, "", "line 1: a # in a key"),
        ROW("a:\n\xef\xbb\xbf"
            "b: 1",
            3, "", "line 2: a byte order mark in a key"),
        ROW("- a", 0, "", "line 1: a list at the top level"),
        ROW("  a: 1", 2, "", "line 1: indented, but nothing is above"),
        ROW("a: 1\n  b: 2", 7, "/a", "line 2: indented below a line that has a value"),
        ROW("a: null\n  b: 2", 10, "/a", "line 2: indented below a line that has a value"),
        ROW("a:\n  b: 1\n   c: 2", 13, "/a/b", "line 3: indented below a line that has a value"),
        ROW("a:\n  b:\n c: 2", 9, "/a", "line 3: not indented like the lines beside it"),
        ROW("a:\n  b: 1\n  - c", 12, "/a", "line 3: a dash among keys"),
        ROW("a:\n  - b\n  c: 1", 11, "/a", "line 3: no dash"),
        ROW("a: 1\nb: 2\na: 3", 10, "/a", "line 3: duplicate key \"a\""),
        ROW("x:\n  a: 1\n  a/b: 2\n  a/b : 3", 21, "/x/a~1b", "line 4: duplicate key \"a/b\""),
        ROW("a: 1\na: 2", 5, "/a", "line 2: duplicate key \"a\""),
        ROW("a: \"\"\"\n  b\n", 0, "", "line 1: text of several lines that no"),
        ROW("a: \"\"\"\n  b\n \"\"\"", 12, "", "line 3: not indented like the text"),
        ROW("a: \"\"\"\nb\n\"\"\"", 7, "", "line 2: not indented like the text"),
        ROW("a: \"\"\"\n  b\n  \"\"\"\n    c: 1", 21, "/a", "line 4: indented below a line"),
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error;
        ow_jecs *document = read_exact(rows[i].text, rows[i].size, &error);
        assert_null(document);
        if (error.offset != rows[i].offset || strcmp(error.pointer, rows[i].pointer) != 0)
            ROW_FAILED("row %zu: %s at %u, \"%s\"\n", i, error.message, (unsigned)error.offset,
                       error.pointer);
        assert_error(&error, OW_BAD_VALUE, rows[i].offset, rows[i].pointer, rows[i].fragment);
    }
}

/* `depth` keys, each below the one before it. */
static struct bytes nested(unsigned depth)
{
    struct bytes text = {0};
    for (unsigned i = 0; i < depth; i++) {
        for (unsigned space = 0; space < i; space++)
            put_raw(&text, " ", 1);
        put_raw(&text, "a:\n", 3);
    }
    return text;
}

static void nodes_nest_64_deep(void **state)
{
    (void)state;
    ow_error error;
    char pointer[512];
    struct bytes fine = nested(OW_JECS_DEPTH), deep = nested(OW_JECS_DEPTH + 1);
    ow_jecs *document = read_exact((char *)fine.data, fine.size, &error);
    assert_non_null(document);
    assert_int_equal(document->node_count, OW_JECS_DEPTH);
    ow_jecs_node *node = document->root;
    while (node->first)
        node = node->first;
    assert_int_equal(ow_jecs_pointer(node, pointer, sizeof pointer), 2 * OW_JECS_DEPTH);
    assert_ptr_equal(ow_jecs_at(document, pointer), node);
    ow_jecs_free(document);
    assert_null(read_exact((char *)deep.data, deep.size, &error));
    assert_non_null(strstr(error.message, "line 65: nested deeper than 64 levels"));
    bytes_free(&fine);
    bytes_free(&deep);
}

static void nodes_are_found_by_key_and_pointer(void **state)
{
    (void)state;
    static const struct {
        const char *pointer, *value;
    } rows[] = {
        {"/a~1b/0", "x"},
        {"/a~1b/1", "y"},
        {"/m~0n", "z"},
        {"/a~1b/2", NULL},
        {"/a~1b/01", NULL},
        {"/a~1b/-", NULL},
        {"/a", NULL},
        {"/a~1b/", NULL},
        {"a", NULL},
        {"/m~0n/0", NULL},
        {"/a~1b/99999999999", NULL},
        {"/m~0", NULL},
        {"/m~0nx", NULL},
    };
    ow_jecs *document = read_fine("a/b:\n  - x\n  - y\nm~n: z\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char pointer[32];
        const ow_jecs_node *node = ow_jecs_at(document, rows[i].pointer);
        if ((node != NULL) != (rows[i].value != NULL))
            ROW_FAILED("%s\n", rows[i].pointer);
        if (!node)
            continue;
        assert_text(node->value, rows[i].value);
        assert_int_equal(ow_jecs_pointer(node, pointer, sizeof pointer), strlen(rows[i].pointer));
        assert_string_equal(pointer, rows[i].pointer);
    }
    assert_ptr_equal(ow_jecs_at(document, ""), document->root);
    assert_ptr_equal(ow_jecs_find(document->root, "m~n"), document->root->last);
    assert_int_equal(document->root->last->line, 4);
    assert_null(ow_jecs_find(document->root, "m~"));
    assert_null(ow_jecs_find(NULL, "a"));
    assert_null(ow_jecs_find(document->root, NULL));
    assert_null(ow_jecs_at(NULL, ""));
    assert_null(ow_jecs_at(document, NULL));
    ow_jecs_free(document);
}

static void pointers_are_cut_to_their_room(void **state)
{
    (void)state;
    static const char whole[] = "/long/0";
    ow_jecs *document = read_fine("long:\n  - x\n");
    const ow_jecs_node *node = ow_jecs_at(document, whole);
    for (size_t room = 1; room <= sizeof whole + 1; room++) {
        char pointer[] = "##########";
        assert_int_equal(ow_jecs_pointer(node, pointer, room), 7);
        const size_t size = room < sizeof whole ? room - 1 : sizeof whole - 1;
        assert_memory_equal(pointer, whole, size);
        assert_int_equal(pointer[size], '\0');
        assert_int_equal(pointer[room], '#'); /* past the room */
    }
    assert_int_equal(ow_jecs_pointer(node, NULL, 0), 7);
    ow_jecs_free(document);
}

/* Many neighbours, keys that differ at their end, and blocks of text: nothing is gone through
 * again for each. */
static void time_is_linear(void **state)
{
    (void)state;
    enum { COUNT = 50000 };
    struct bytes text = {0};
    ow_error error;
    for (unsigned i = 0; i < COUNT; i++) {
        char line[64];
        int size = snprintf(line, sizeof line, "a key of some length %u: \"\"\"\n x\n \"\"\"\n", i);
        put_raw(&text, line, (size_t)size);
    }
    const ow_options options = {.max_memory = 64 << 20};
    ow_jecs *document;
    assert_int_equal(ow_jecs_read(text.data, text.size, &options, &document, &error), OW_OK);
    assert_int_equal(document->root->child_count, COUNT);
    assert_text(document->root->last->value, "x");
    assert_written_as(document, (char *)text.data, text.size);
    ow_jecs_free(document);
    bytes_free(&text);
}

static void memory_is_limited(void **state)
{
    (void)state;
    static const char text[] = "a:\n  - b\n  - c\nv: \"\"\"\n  e\n  \"\"\"\nf: \\#\n";
    const ow_options options = {.max_memory = 300};
    ow_jecs *document;
    ow_error error;
    assert_int_equal(ow_jecs_read(text, strlen(text), &options, &document, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_null(document);
    assert_int_equal(error.status, OW_TOO_MUCH_MEMORY);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    static const char text[] = "a:\n  - b\n  - c\nv: \"\"\"\n  e\n  \"\"\"\nf: \\#\n";
    ow_status status = OW_NO_MEMORY;
    for (unsigned refused = 1; status != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused};
        const ow_options options = ledger_options(&ledger);
        ow_jecs *document;
        ow_error error;
        status = ow_jecs_read(text, strlen(text), &options, &document, &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && !document && *error.message));
        ow_jecs_free(document);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
        assert_true(refused < 100);
    }
}

static void arguments_are_asked_for(void **state)
{
    (void)state;
    ow_jecs *document = NULL;
    ow_error error;
    ow_buffer buffer = {0};
    const ow_sink sink = {0};
    assert_int_equal(ow_jecs_read("", 0, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_read(NULL, 1, NULL, &document, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_read("a", 1, NULL, &document, NULL), OW_BAD_VALUE);
    assert_int_equal(ow_jecs_read(NULL, 0, NULL, &document, NULL), OW_OK);
    assert_int_equal(ow_jecs_write(document, NULL, &sink, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_write(NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_write_buffer(NULL, NULL, &buffer, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_write_buffer(document, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_trace(document->root, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_jecs_trace(NULL, NULL, ow_json_visit, NULL, NULL), OW_BAD_ARGUMENT);
    ow_jecs_free(document);
    ow_jecs_free(NULL);
}

/* A walk that stops, or skips what is inside. */
struct walk {
    unsigned events;
    ow_visit answer;
};

static ow_visit count_events(void *context, const ow_event *event)
{
    struct walk *walk = context;
    (void)event;
    walk->events++;
    return walk->answer;
}

static void a_walk_stops_and_skips(void **state)
{
    (void)state;
    static const struct {
        ow_visit answer;
        unsigned events;
    } rows[] = {{OW_GO_ON, 6}, {OW_SKIP, 2}, {OW_STOP, 1}};
    ow_jecs *document = read_fine("a:\n  - b\nc: d\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct walk walk = {0, rows[i].answer};
        assert_int_equal(ow_jecs_trace(document->root, NULL, count_events, &walk, NULL), OW_OK);
        assert_int_equal(walk.events, rows[i].events);
    }
    ow_jecs_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lines_mean),
        cmocka_unit_test(what_indentation_means),
        cmocka_unit_test(what_text_of_several_lines_means),
        cmocka_unit_test(what_is_refused_and_where),
        cmocka_unit_test(nodes_nest_64_deep),
        cmocka_unit_test(nodes_are_found_by_key_and_pointer),
        cmocka_unit_test(pointers_are_cut_to_their_room),
        cmocka_unit_test(time_is_linear),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(arguments_are_asked_for),
        cmocka_unit_test(a_walk_stops_and_skips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
