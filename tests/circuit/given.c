/* Names and types that the caller gives, as records and as JSON; what is refused of them, and
 * where. */
#include "../support/test.h"

#include "../support/circuits.h"

static ow_status open_with(const ow_circuit_options *options, ow_error *error)
{
    ow_document document = circuit_document("My.Nand/2/1:1 peg:2 1>2 switch:3 3>1.0 peg:4");
    ow_circuit circuit;
    ow_status status = ow_circuit_open(&document, options, NULL, &circuit, error);
    assert_true(status == OW_OK || (circuit.component_count == 0 && !circuit.owner));
    ow_circuit_close(&circuit);
    ow_close(&document);
    return status;
}

static const struct {
    const char *names, *types, *message;
} refused[] = {
    {"{", NULL, "the names, line 1, column 2: "},
    {"{}\n}", NULL, "the names, line 2, column 1: expected the end of the text"},
    {"[]", NULL, "line 1, column 1: expected an object"},
    {"7", NULL, "an object"},
    {"{\"nets\": 5}", NULL, "line 1, column 10: expected an object of names"},
    {"{\"nets\": []}", NULL, "an object of names"},
    {"{\"nets\": {\"a\": 5}}", NULL, "column 16: expected a string"},
    {"{\"nets\": {\"a\": [\"C-2\", null]}}", NULL, "a string"},
    {"{\"nets\": {\"a\": {}}}", NULL, "a string"},
    {"{\"nets\": {\"a\\q\": \"C-2\"}}", NULL, "expected"},
    {"{\"nets\": {\"a\": \"\\ud800\"}}", NULL, "a valid string"},
    {NULL, "{", "the types, line 1, column 2"},
    {NULL, "[]", "an object"},
    {NULL, "{\"types\": {}}", "expected an array"},
    {NULL, "{\"types\": [5]}", "expected an object"},
    {NULL, "{\"types\": [{}]}", "\"name\", and one of \"like\", \"table\" and \"memory\""},
    {NULL, "{\"types\": [{\"name\": \"a\"}]}", "one of \"like\", \"table\" and \"memory\""},
    {NULL, "{\"types\": [{\"like\": \"a\"}]}", "\"name\""},
    {NULL, "{\"types\": [{\"name\": 5, \"like\": \"a\"}]}", "a string"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"like\": 7}]}", "a string"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"table\": \"10\"}]}", "a small whole number"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 17, \"outputs\": 1, \"table\": \"\"}]}",
     "a small whole number"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": -1, \"outputs\": 1, \"table\": \"\"}]}",
     "a small whole number"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 1, \"table\": \"01\"}]}",
     "a small whole number"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 1, \"outputs\": 65, \"table\": \"01\"}]}",
     "a small whole number"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 1, \"outputs\": 0, \"table\": \"\"}]}",
     "a table with the outputs of each row"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 1, \"outputs\": 1, \"table\": \"0\"}]}",
     "a table with the outputs of each row"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 1, \"outputs\": 1, \"table\": \"0x\"}]}",
     "a table of 0 and 1"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": 5}]}",
     "line 1, column 63: expected an object"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {}}]}",
     "\"address\""},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": "
     "3}}]}",
     "a list of pegs"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": "
     "[]}}]}",
     "a memory with 1 to 24 address inputs"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": "
     "[0.5]}}]}",
     "line 1, column 76: expected a small whole number"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": "
     "[300]}}]}",
     "a small whole number"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": "
     "[4]}}]}",
     "whose inputs exist and have one purpose each"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [1, "
     "1]}}]}",
     "one purpose each"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"read\": 0}}]}",
     "one purpose each"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"read\": \"x\"}}]}",
     "a small whole number"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"write\": 1}}]}",
     "or with none of them"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"data\": [1]}}]}",
     "or with none of them"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"data\": [1, 2], \"write\": 3}}]}",
     "as much data as there are outputs"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"shown\": [1]}}]}",
     "shows each output once"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"shown\": []}}]}",
     "each output once"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 2, \"memory\": {\"address\": [0], "
     "\"shown\": [0, 0]}}]}",
     "shows each output once"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"hex\": \"0\"}}]}",
     "bytes in hexadecimal"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"hex\": \"0g\"}}]}",
     "bytes in hexadecimal"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"hex\": 7}}]}",
     "a string"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 1, \"memory\": {\"address\": [0], "
     "\"hex\": \"010203\"}}]}",
     "contents that fit into the cells"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 256, \"outputs\": 1, \"memory\": {\"address\": "
     "[0]}}]}",
     "a small whole number"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 4, \"outputs\": 0, \"memory\": {\"address\": "
     "[0]}}]}",
     "a memory with at most 255 inputs"},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 1, \"outputs\": 1, \"memory\": {\"address\": "
     "[0]}, \"table\": \"01\"}]}",
     "one of \"table\" and \"memory\""},
    {NULL,
     "{\"types\": [{\"name\": \"a\", \"inputs\": 40, \"outputs\": 1, \"memory\": {\"address\": "
     "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]}}]}",
     "a shorter list"},
    {NULL, "{\"types\": [{\"name\": \"a\", \"inputs\": 1, \"outputs\": 1, \"table\": 10}]}",
     "a string"},
};

static void json_that_is_none_is_refused_by_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(refused); i++) {
        ow_error error = {0};
        const ow_circuit_options options = {
            .names_json = ow_text_of(refused[i].names ? refused[i].names : ""),
            .types_json = ow_text_of(refused[i].types ? refused[i].types : "")};
        ow_status status = open_with(&options, &error);
        if (status != OW_BAD_JSON || error.status != status ||
            !strstr(error.message, refused[i].message))
            ROW_FAILED("row %zu: %s: %s\n", i, ow_status_name(status), error.message);
    }
}

static void deep_json_is_refused(void **state)
{
    (void)state;
    static char text[20000];
    for (int kind = 0; kind < 2; kind++) {
        ow_error error = {0};
        memset(text, kind ? '[' : '{', sizeof text - 1);
        for (size_t i = 0; !kind && i + 5 < sizeof text; i += 5)
            memcpy(text + i, "{\"a\":", 5);
        const ow_circuit_options options = {.names_json = {text, sizeof text - 1}};
        assert_int_equal(open_with(&options, &error), OW_BAD_JSON);
    }
}

static void json_without_names_is_fine(void **state)
{
    (void)state;
    static const char *const texts[] = {"{}", " {\"steps\": [1, 2]} ", "{\"nets\": {}}",
                                        "{\"nets\": {\"a\": []}}", "{\"types\": []}"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        ow_error error = {0};
        const ow_circuit_options options = {.names_json = ow_text_of(texts[i]),
                                            .types_json = ow_text_of(texts[i])};
        assert_int_equal(open_with(&options, &error), OW_OK);
    }
}

static void lists_name_nets_by_number(void **state)
{
    (void)state;
    const ow_circuit_options options = {
        .names_json = OW_LITERAL("{\"nets\": {\"d\": [\"C-2\", \"C-1.in0\"], \"\\u0061\": "
                                 "\"C-1.in1\", \"b\": \"a\"}}")};
    struct board board;
    board_open_with(&board, "My.Nand/2/1:1 peg:2 1>2", &options, NULL);
    assert_int_equal(net_of(&board.circuit, "d[0]"), net_of(&board.circuit, "C-2"));
    assert_int_equal(net_of(&board.circuit, "d[1]"), net_of(&board.circuit, "C-1.in0"));
    /* The last name counts, also of one that was named before. */
    assert_int_equal(net_of(&board.circuit, "b"), net_of(&board.circuit, "C-1.in1"));
    board_free(&board);
}

static void names_of_nothing_are_refused(void **state)
{
    (void)state;
    const ow_circuit_name rows[] = {
        {OW_LITERAL("x"), OW_LITERAL("C-77")},    {OW_LITERAL("x"), OW_LITERAL("C-2.in9")},
        {OW_LITERAL("x"), OW_LITERAL("")},        {OW_LITERAL(""), OW_LITERAL("C-2")},
        {OW_LITERAL("x"), OW_LITERAL("nowhere")},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error = {0};
        const ow_circuit_options options = {.names = &rows[i], .name_count = 1};
        assert_int_equal(open_with(&options, &error), OW_NOT_THERE);
        assert_error(&error, OW_NOT_THERE, 0, "", "cannot be given to");
    }
}

static void types_of_nonsense_are_refused(void **state)
{
    (void)state;
    static const uint8_t rows[4] = {1, 1, 1, 0};
    const ow_circuit_type types[] = {
        {.name = OW_LITERAL("a"), .inputs = 2, .outputs = 1},
        {.name = OW_LITERAL("a"), .inputs = 17, .outputs = 1, .table = rows},
        {.name = OW_LITERAL("a"), .inputs = 2, .outputs = 0, .table = rows},
        {.name = OW_LITERAL("a"), .inputs = 2, .outputs = 65, .table = rows},
    };
    for (size_t i = 0; i < LENGTH(types); i++) {
        ow_error error = {0};
        const ow_circuit_options options = {.types = &types[i], .type_count = 1};
        assert_int_equal(open_with(&options, &error), OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", "a table with at most 16 inputs");
    }
}

static void memories_of_nonsense_are_refused(void **state)
{
    (void)state;
    static const uint32_t pegs[] = {0, 1, 2}, same[] = {2, 2, 2};
    static const struct {
        ow_circuit_memory memory;
        const char *message;
    } rows[] = {
        {{.write = OW_NO_NET, .clock = OW_NO_NET, .read = OW_NO_NET, .bits = 1},
         "1 to 24 address inputs"},
        {{pegs, NULL, NULL, 2, 2, OW_NO_NET, OW_NO_NET, OW_NO_NET, {NULL, 0}, {0}},
         "1 to 64 outputs"},
        {{pegs, NULL, NULL, 25, 1, OW_NO_NET, OW_NO_NET, OW_NO_NET, {NULL, 0}, {0}}, "1 to 24"},
        {{pegs, NULL, NULL, 2, 1, 3, OW_NO_NET, OW_NO_NET, {NULL, 0}, {0}}, "with none of them"},
        {{same, NULL, NULL, 2, 1, OW_NO_NET, OW_NO_NET, OW_NO_NET, {NULL, 0}, {0}}, "one purpose"},
        {{pegs, NULL, same, 2, 1, OW_NO_NET, OW_NO_NET, OW_NO_NET, {NULL, 0}, {0}}, "shows each"},
        {{pegs, NULL, NULL, 2, 1, OW_NO_NET, OW_NO_NET, OW_NO_NET, {NULL, 3}, {0}},
         "fit into the cells"},
        {{pegs, NULL, NULL, 2, 1, OW_NO_NET, OW_NO_NET, 9, {NULL, 0}, {0}}, "one purpose"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ow_circuit_type type = {
            .name = OW_LITERAL("a"), .inputs = 4, .outputs = 1, .memory = &rows[i].memory};
        const ow_circuit_options options = {.types = &type, .type_count = 1};
        ow_error error = {0};
        assert_int_equal(open_with(&options, &error), OW_BAD_ARGUMENT);
        if (!strstr(error.message, rows[i].message))
            ROW_FAILED("row %zu: %s\n", i, error.message);
    }
}

static void types_of_the_caller_are_copied(void **state)
{
    (void)state;
    uint8_t rows[4] = {1, 1, 1, 0};
    char name[] = "My.Nand", like[] = "MHG.ThroughPeg", other[] = "My.Through";
    const ow_circuit_type types[] = {
        {.name = ow_text_of(name), .inputs = 2, .outputs = 1, .table = rows},
        {.name = ow_text_of(other), .like = ow_text_of(like)},
    };
    ow_circuit_options options = {.types = types, .type_count = 2};
    struct board board;
    board_open_with(&board, "My.Nand/2/1:1 My.Through/2/0:2 peg:3 1>3 2.0-3", &options, NULL);
    memset(rows, 0, sizeof rows);
    memset(name, 'x', sizeof name);
    memset(like, 'x', sizeof like);
    assert_int_equal(board.circuit.components[0].logic, OW_LOGIC_TABLE);
    assert_int_equal(board.circuit.table_count, 2);
    assert_text(board.circuit.tables[0].name, "My.Nand");
    assert_text(board.circuit.tables[1].like, "MHG.ThroughPeg");
    assert_int_equal(net_of(&board.circuit, "C-2.in1"), net_of(&board.circuit, "C-3"));
    run_ticks(&board, 2);
    assert_true(is_on(&board, "C-3"));
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_that_is_none_is_refused_by_its_place),
        cmocka_unit_test(deep_json_is_refused),
        cmocka_unit_test(json_without_names_is_fine),
        cmocka_unit_test(lists_name_nets_by_number),
        cmocka_unit_test(names_of_nothing_are_refused),
        cmocka_unit_test(types_of_nonsense_are_refused),
        cmocka_unit_test(memories_of_nonsense_are_refused),
        cmocka_unit_test(types_of_the_caller_are_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
