/* Benches that are refused, and the place that is told. */
#include "../support/test.h"

#include "../support/circuits.h"

/* JSON with single quotes for double ones. */
static ow_status try_bench(struct board *board, const char *text, size_t size, ow_error *error)
{
    ow_bench *bench;
    char *copy = malloc(size + 1);
    for (size_t i = 0; i < size; i++)
        copy[i] = text[i] == '\'' ? '"' : text[i];
    ow_status status =
        ow_bench_open(copy, size, &board->circuit, board->run, NULL, NULL, &bench, error);
    assert_true(status == OW_OK || !bench);
    free(copy);
    ow_bench_close(bench);
    return status;
}

#define MEMORY "{'memories': [{'address': 'C-2', 'data': 'C-3'"
#define LONG65                                                                                     \
    "'C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2',"   \
    "'C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2',"   \
    "'C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2',"   \
    "'C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2','C-2',"   \
    "'C-2','C-2','C-2','C-2','C-2'"

static const struct refused {
    const char *text, *message;
    ow_status status;
} rows[] = {
    {"", "line 1, column 1: ", OW_BAD_JSON},
    {"{", "line 1, column 2: ", OW_BAD_JSON},
    {"{}\n\n x", "line 3, column 2: expected the end of the text", OW_BAD_JSON},
    {"[]", "line 1, column 1: expected an object", OW_BAD_JSON},
    {"null", "expected an object", OW_BAD_JSON},
    {"{'step': []}",
     "line 1, column 3: unknown key \"step\"; known keys: $schema, nets, clocks, memories, steps, "
     "ticks, title",
     OW_BAD_JSON},
    {"{'ticks': -1}", "line 1, column 11: expected a whole number", OW_BAD_JSON},
    {"{'ticks': 1.5}", "expected a whole number", OW_BAD_JSON},
    {"{'ticks': '0x'}", "expected a whole number", OW_BAD_JSON},
    {"{'ticks': '0xg'}", "expected a whole number", OW_BAD_JSON},
    {"{'ticks': '0b2'}", "expected a whole number", OW_BAD_JSON},
    {"{'ticks': '0x10000000000000000'}", "expected a whole number", OW_BAD_JSON},
    {"{'ticks': 'x'}", "expected a whole number", OW_BAD_JSON},
    {"{'ticks': '0x\\q'}", "an unknown escape", OW_BAD_JSON},
    {"{'ticks': []}", "expected a whole number", OW_BAD_JSON},
    /* Nets. */
    {"{'nets': []}", "names, each with a net or a list of nets", OW_BAD_JSON},
    {"{'nets': {'a': 5}}", "line 1, column 16: expected a string", OW_BAD_JSON},
    {"{'nets': {'a': 'C-9'}}", "line 1, column 16: unknown net \"C-9\"", OW_NOT_THERE},
    {"{'nets': {'a': []}}", "a bus has 1 to 64 nets", OW_BAD_JSON},
    {"{'nets': {'a': [" LONG65 "]}}", "a bus has 1 to 64 nets", OW_BAD_JSON},
    {"{'nets': {'a': ['C-2', 'C-7']}}", "unknown net \"C-7\"", OW_NOT_THERE},
    {"{'nets': {'a': ['C-2', {}]}}", "expected a string", OW_BAD_JSON},
    {"{'nets': {'a\\ud800': 'C-2'}}", "an unknown escape", OW_BAD_JSON},
    {"{'nets': {'a': '\\ud800'}}", "escape", OW_BAD_JSON},
    /* Clocks. */
    {"{'clocks': {}}", "line 1, column 12: expected an array", OW_BAD_JSON},
    {"{'clocks': 3}", "expected an array", OW_BAD_JSON},
    {"{'clocks': [3]}", "expected an object", OW_BAD_JSON},
    {"{'clocks': [{}]}", "a clock needs \"net\" and \"half\"", OW_BAD_JSON},
    {"{'clocks': [{'net': 'C-2'}]}", "a clock needs \"net\" and \"half\"", OW_BAD_JSON},
    {"{'clocks': [{'net': 5, 'half': 1}]}", "expected a string", OW_BAD_JSON},
    {"{'clocks': [{'net': 'x', 'half': 1}]}", "unknown net \"x\"", OW_NOT_THERE},
    {"{'clocks': [{'net': 'C-2', 'half': 0}]}", "column 36: a half period is at least 1 tick",
     OW_BAD_JSON},
    {"{'clocks': [{'net': 'C-2', 'half': null}]}", "a whole number", OW_BAD_JSON},
    {"{'clocks': [{'net': 'C-2', 'half': 1, 'from': {}}]}", "a whole number", OW_BAD_JSON},
    {"{'clocks': [{'net': 'C-2', 'half': 1, 'cycles': 'z'}]}", "a whole number", OW_BAD_JSON},
    {"{'clocks': [{'net': 'C-2', 'half': 1, 'duty': 1}]}", "unknown key \"duty\"", OW_BAD_JSON},
    /* Memories. */
    {"{'memories': {}}", "expected an array", OW_BAD_JSON},
    {"{'memories': ['x']}", "expected an object", OW_BAD_JSON},
    {"{'memories': [{}]}", "a memory needs \"address\" and \"data\"", OW_BAD_JSON},
    {"{'memories': [{'address': 'C-2'}]}", "a memory needs \"address\" and \"data\"", OW_BAD_JSON},
    {"{'memories': [{'address': [], 'data': 'C-2'}]}",
     "expected a list of nets with at least one net", OW_BAD_JSON},
    {"{'memories': [{'address': 5, 'data': 'C-2'}]}", "expected a string", OW_BAD_JSON},
    {"{'memories': [{'address': ['C-2', 'x'], 'data': 'C-2'}]}", "unknown net \"x\"", OW_NOT_THERE},
    {"{'memories': [{'address': 'C-2', 'data': 'x'}]}", "unknown net \"x\"", OW_NOT_THERE},
    {"{'memories': [{'address': 'C-2', 'data': [" LONG65 "]}]}", "at most 64 bits are allowed",
     OW_BAD_JSON},
    {"{'memories': [{'data': 'C-2', 'address': [" LONG65 "]}]}", "at most 24 bits are allowed",
     OW_BAD_JSON},
    {"{'nets': {'b': ['C-2', 'C-3']}, 'memories': [{'address': 'C-2', 'data': 'C-3', 'read': "
     "'b'}]}",
     "at most 1 bits are allowed", OW_BAD_JSON},
    {MEMORY ", 'write': 'x'}]}", "unknown net \"x\"", OW_NOT_THERE},
    {MEMORY ", 'hex': '0'}]}", "expected pairs of hex digits", OW_BAD_JSON},
    {MEMORY ", 'hex': '0g'}]}", "expected pairs of hex digits", OW_BAD_JSON},
    {MEMORY ", 'hex': '0\\u0000'}]}", "expected pairs of hex digits", OW_BAD_JSON},
    {MEMORY ", 'hex': 12}]}", "expected a string", OW_BAD_JSON},
    {MEMORY ", 'text': 'abc'}]}", "the contents have 3 bytes, but the memory has room for only 2",
     OW_BAD_JSON},
    {MEMORY ", 'contents': 5}]}", "expected a string", OW_BAD_JSON},
    {MEMORY ", 'contents': 'x'}]}", "the file \"x\" cannot be read", OW_NOT_THERE},
    {MEMORY ", 'name': 5}]}", "expected a string", OW_BAD_JSON},
    {MEMORY ", 'write_to': 5}]}", "expected a string", OW_BAD_JSON},
    {MEMORY ", 'from': 'x'}]}", "a whole number", OW_BAD_JSON},
    {MEMORY ", 'print': 'x'}]}", "a whole number", OW_BAD_JSON},
    {MEMORY ", 'size': 5}]}", "unknown key \"size\"", OW_BAD_JSON},
    /* Steps. */
    {"{'steps': {}}", "expected an array", OW_BAD_JSON},
    {"{'steps': [[]]}", "expected an object", OW_BAD_JSON},
    {"{'steps': [{'wait': 1}]}", "unknown key \"wait\"", OW_BAD_JSON},
    {"{'steps': [{'name': 1}]}", "expected a string", OW_BAD_JSON},
    {"{'steps': [{'at': 1, 'after': 1}]}", "a step waits for only one of", OW_BAD_JSON},
    {"{'steps': [{'at': 'x'}]}", "a whole number", OW_BAD_JSON},
    {"{'steps': [{'after': {}}]}", "a whole number", OW_BAD_JSON},
    {"{'steps': [{'rest': null}]}", "a whole number", OW_BAD_JSON},
    {"{'steps': [{'until': {'C-2': 1}}]}", "\"until\" needs \"within\"", OW_BAD_JSON},
    {"{'steps': [{'until': {'C-2': 1}, 'within': []}]}", "a whole number", OW_BAD_JSON},
    {"{'steps': [{'until': [], 'within': 1}]}", "names of nets with values", OW_BAD_JSON},
    {"{'steps': [{'until': {'C-2': 2}, 'within': 1}]}", "2 is too large for \"C-2\"", OW_BAD_JSON},
    {"{'steps': [{'expect': 5}]}", "names of nets with values", OW_BAD_JSON},
    {"{'steps': [{'expect': {'x': 1}}]}", "unknown net \"x\"", OW_NOT_THERE},
    {"{'steps': [{'expect': {'\\ud800': 1}}]}", "an unknown escape", OW_BAD_JSON},
    {"{'steps': [{'expect': {'C-2': 'x'}}]}", "a whole number", OW_BAD_JSON},
    {"{'steps': [{'expect': {'C-2': 2}}]}", "too large", OW_BAD_JSON},
    {"{'steps': [{'set': {'C-2': 2}}]}", "too large", OW_BAD_JSON},
    {"{'steps': [{'press': 7}]}", "names of nets with values", OW_BAD_JSON},
    {"{'steps': [{'memory': 7}]}", "names of memories", OW_BAD_JSON},
    {"{'steps': [{'memory': {'m': {}}}]}", "unknown memory \"m\"", OW_NOT_THERE},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'m': 5}}]}", "expected an object", OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'m': {'at': 2}}}]}",
     "the memory has only 2 cells", OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'m': {'at': 1, 'text': 'ab'}}}]}",
     "the memory has only 2 cells", OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'m': {'at': '0xffffffffffffffff'}}}]}",
     "the memory has only 2 cells", OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'m': {'at': 'x'}}}]}", "a whole number",
     OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'m': {'hex': 'x'}}}]}", "pairs of hex digits",
     OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'\\ud800': {}}}]}", "an unknown escape",
     OW_BAD_JSON},
    {"{'steps': [{'printed': 5}]}", "expected a string", OW_BAD_JSON},
    /* What is said twice, or for nothing. */
    {"{'ticks': 1, 'ticks': 2}", "line 1, column 15: duplicate key \"ticks\"", OW_BAD_JSON},
    {"{'nets': {'a': 'C-2', 'a': 'C-3'}}", "line 1, column 24: duplicate name \"a\"", OW_BAD_JSON},
    {"{'steps': [{'set': {'C-2': 1, 'C-2': 0}}]}", "duplicate name \"C-2\"", OW_BAD_JSON},
    {"{'steps': [{'set': {'C-2': 1}, 'expect': {'C-3': 1, 'C-2': 0, 'C-3': 0}}]}",
     "duplicate name \"C-3\"", OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}, {'address': 'C-2', 'data': 'C-3', 'name': 'm'}]}",
     "duplicate memory \"m\"", OW_BAD_JSON},
    {MEMORY ", 'hex': '00', 'text': 'a'}]}", "bytes are given by \"text\" or \"hex\"", OW_BAD_JSON},
    {MEMORY ", 'hex': '00', 'contents': 'a'}]}", "one of \"contents\", \"hex\" and \"text\"",
     OW_BAD_JSON},
    {MEMORY ", 'name': 'm'}], 'steps': [{'memory': {'m': {'hex': '00', 'text': 'a'}}}]}",
     "bytes are given by \"text\" or \"hex\"", OW_BAD_JSON},
    {"{'steps': [{'after': 2, 'within': 3}]}", "column 35: \"within\" works only with \"until\"",
     OW_BAD_JSON},
    {"{'nets': {'b': ['C-2', 'C-3']}, 'clocks': [{'net': 'b', 'half': 2}]}",
     "a clock drives one net, but \"b\" is a bus of 2", OW_BAD_JSON},
    {"{'clocks': [{'net': 'C-2', 'half': 2, 'on_first': 'x'}]}", "a whole number", OW_BAD_JSON},
    /* Outputs without a wire, which are looked at alone. */
    {"{'steps': [{'set': {'C-5': 1}}]}", "\"C-5\" cannot be set: it is an output without a wire",
     OW_BAD_JSON},
    {"{'steps': [{'press': {'C-5': 1}}]}", "\"C-5\" cannot be set", OW_BAD_JSON},
    {"{'steps': [{'drive': {'C-4': 1}}]}", "\"C-4\" is in no net: it is an output without a wire",
     OW_BAD_JSON},
    {"{'steps': [{'drive': {'C-2': 2}}]}", "too large", OW_BAD_JSON},
    {"{'clocks': [{'net': 'C-5', 'half': 2}]}", "\"C-5\" cannot be set", OW_BAD_JSON},
    {"{'memories': [{'address': 'C-2', 'data': 'C-5'}]}", "\"C-5\" is in no net", OW_BAD_JSON},
    /* Tables. */
    {"{'steps': [{'table': []}]}", "expected an object", OW_BAD_JSON},
    {"{'steps': [{'table': {}}]}", "a table needs \"set\"", OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-2'], 'rows': []}}]}", "one of \"rest\" and \"after\"",
     OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-2'], 'rows': [], 'rest': 1, 'after': 1}}]}",
     "one of \"rest\" and \"after\"", OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-2'], 'rows': [[1, 2]], 'rest': 1}}]}",
     "each row needs a value for each name of \"set\" and \"expect\", in total 1", OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-2'], 'rows': [1], 'rest': 1}}]}", "each row needs a value",
     OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-2'], 'rows': [[2]], 'rest': 1}}]}", "too large",
     OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-2'], 'rows': [['x']], 'rest': 1}}]}", "a whole number",
     OW_BAD_JSON},
    {"{'steps': [{'table': {'set': 'C-2', 'rows': [[1]], 'rest': 1}}]}", "a list of names",
     OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-5'], 'rows': [[1]], 'rest': 1}}]}", "cannot be set",
     OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['x'], 'rows': [[1]], 'rest': 1}}]}", "unknown net \"x\"",
     OW_NOT_THERE},
    {"{'steps': [{'table': {'set': [], 'expect': [5], 'rows': [[1]], 'rest': 1}}]}",
     "expected a string", OW_BAD_JSON},
    {"{'steps': [{'table': {'set': ['C-2'], 'rows': [[1]], 'rest': 'x'}}]}", "a whole number",
     OW_BAD_JSON},
};

static void benches_are_refused_by_their_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        ow_error error = {0};
        board_open(&board, "switch:1 peg:2 peg:3 1>2 switch:4 inverter:5");
        ow_status status = try_bench(&board, rows[i].text, strlen(rows[i].text), &error);
        if (status != rows[i].status || error.status != status ||
            strncmp(error.message, "line ", 5) != 0 || !strstr(error.message, rows[i].message))
            ROW_FAILED("row %zu: %s: %s\n", i, ow_status_name(status), error.message);
        run_ticks(&board, 2);
        board_free(&board);
    }
}

/* A bench that says all there is to say, cut off everywhere, and with each byte another one. */
static const char whole[] =
    "{'title': 'all', 'nets': {'b': ['C-2', 'C-3'], 'h': 'C-1'},\n"
    "'clocks': [{'net': 'C-3', 'half': 2, 'from': 1, 'cycles': 3}],\n"
    "'memories': [{'name': 'm', 'address': 'b', 'data': ['C-3'], 'read': 'h', 'write': 'C-2',"
    " 'hex': '0a', 'from': 2, 'print': 1, 'read_only': false}],\n"
    "'steps': [{'name': 's', 'at': 1, 'expect': {'b': '0b00'}, 'set': {'h': true}},\n"
    "{'until': {'C-2': 1}, 'within': 3, 'press': {'h': 2}}, {'rest': 4, 'printed': ''},\n"
    "{'after': 2, 'memory': {'m': {'at': 0, 'hex': '00'}}}], 'ticks': 20}";

static void any_cut_and_any_other_byte_ends_well(void **state)
{
    (void)state;
    static const char others[] = "{}[]',:0\\\n\xff";
    struct board board;
    ow_error error = {0};
    board_open(&board, "switch:1 peg:2 peg:3 1>2");
    if (try_bench(&board, whole, strlen(whole), &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    for (size_t cut = 0; cut < strlen(whole); cut++)
        assert_int_not_equal(try_bench(&board, whole, cut, &error), OW_OK);
    for (size_t at = 0; at < strlen(whole); at++)
        for (const char *other = others; *other; other++) {
            char text[sizeof whole];
            memcpy(text, whole, sizeof whole);
            text[at] = *other;
            error = (ow_error){0};
            ow_status status = try_bench(&board, text, strlen(text), &error);
            assert_true(status == OW_OK || (error.status == status && error.message[0]));
        }
    run_ticks(&board, 9);
    board_free(&board);
}

static void deep_json_is_refused(void **state)
{
    (void)state;
    static char text[50000];
    struct board board;
    ow_error error = {0};
    board_open(&board, "peg:1");
    memset(text, '[', sizeof text);
    assert_int_equal(try_bench(&board, text, sizeof text, &error), OW_BAD_JSON);
    for (size_t i = 0; i + 10 <= sizeof text; i += 10)
        memcpy(text + i, "{'steps':[", 10);
    assert_int_equal(try_bench(&board, text, sizeof text, &error), OW_BAD_JSON);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(benches_are_refused_by_their_place),
        cmocka_unit_test(any_cut_and_any_other_byte_ends_well),
        cmocka_unit_test(deep_json_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
