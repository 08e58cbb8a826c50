/* How deep nets lie, what goes round in loops, how one net reaches another. */
#include "../support/test.h"

#include "../support/circuits.h"

static const struct {
    const char *circuit, *nets, *depths, *loops; /* a digit a net */
} deep[] = {
    {"", "", "", ""},
    {"peg:1", "C-1", "0", "0"},
    {"switch:1 inverter:2 inverter:3 peg:4 1>2 2>3 3>4", "C-2.in0 C-3.in0 C-4", "123", "000"},
    /* The longest way counts. */
    {"inverter:2 inverter:3 and:4 peg:5 2>3 3>4.0 2>4.1 4>5", "C-2.in0 C-4.in1 C-4.in0 C-5", "0123",
     "0000"},
    /* A delayer takes its delay; links take nothing, a relay's control a tick. */
    {"delayer:1 peg:2 1>2", "C-1.in0 C-2", "03", "00"},
    {"inverter:1 fast:2 1>2.0", "C-1.in0 C-2.in0 C-2.in1", "011", "000"},
    {"inverter:1 relay:2 1>2.0", "C-1.in0 C-2.in0 C-2.in1 C-2.in2", "0122", "0011"},
    /* A loop counts once, as nothing. */
    {"inverter:1 1>1 buffer:2 1>2 peg:3 2>3", "C-1 C-2.in0 C-3", "012", "100"},
    {"inverter:1 inverter:2 1>2 2>1 inverter:3 inverter:4 3>4 4>3 2>3", "C-1 C-2 C-3 C-4", "0011",
     "1122"},
    /* Nothing leads through what nobody knows. */
    {"My.Box/1/1:1 peg:2 1>2 inverter:3 3>1", "C-3.in0 C-1.in0 C-2", "011", "000"},
};

static void depths_are_the_most_ticks_to_a_net(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(deep); i++) {
        struct board board;
        ow_circuit_depths depths;
        char found[2][32] = {{0}}, name[32];
        size_t count = 0;
        board_open(&board, deep[i].circuit);
        assert_int_equal(ow_circuit_find_depths(&board.circuit, NULL, &depths, NULL), OW_OK);
        uint32_t deepest = 0;
        for (const char *at = deep[i].nets; *at; at += strspn(at, " ")) {
            size_t size = strcspn(at, " ");
            snprintf(name, sizeof name, "%.*s", (int)size, at);
            uint32_t net = net_of(&board.circuit, name);
            found[0][count] = (char)('0' + depths.depth[net]);
            found[1][count++] = depths.loop[net] > 0 ? '1' : '0';
            deepest = depths.depth[net] > deepest ? depths.depth[net] : deepest;
            at += size;
        }
        for (size_t k = 0; k < count; k++) /* whichever number a loop has */
            if ((deep[i].loops[k] != '0') != (found[1][k] != '0'))
                ROW_FAILED("%s: loops %s\n", deep[i].circuit, found[1]);
        if (strcmp(found[0], deep[i].depths) != 0)
            ROW_FAILED("%s: depths %s\n", deep[i].circuit, found[0]);
        assert_int_equal(depths.deepest, deepest);
        ow_circuit_depths_free(&depths);
        assert_null(depths.depth);
        board_free(&board);
    }
}

static void loops_are_numbered(void **state)
{
    (void)state;
    struct board board;
    ow_circuit_depths depths;
    board_open(&board, "inverter:1 inverter:2 1>2 2>1 inverter:3 3>3 peg:4 2>3");
    assert_int_equal(ow_circuit_find_depths(&board.circuit, NULL, &depths, NULL), OW_OK);
    assert_int_equal(depths.loop_count, 2);
    const uint32_t first = depths.loop[net_of(&board.circuit, "C-1")];
    assert_int_equal(depths.loop[net_of(&board.circuit, "C-2")], first);
    assert_int_equal(depths.loop[net_of(&board.circuit, "C-3")], 3 - first);
    assert_int_equal(depths.loop[net_of(&board.circuit, "C-4")], 0);
    ow_circuit_depths_free(&depths);
    board_free(&board);
}

/* Delays of a file can be anything: their sum stays at the most that can be told. */
static void depths_do_not_begin_again_at_nothing(void **state)
{
    (void)state;
    struct board board;
    ow_circuit_depths depths;
    board_open(&board, "delayer:1{00000000ffffff7f} delayer:2{00000000ffffff7f} "
                       "delayer:3{00000000ffffff7f} peg:4 1>2 2>3 3>4");
    assert_int_equal(ow_circuit_find_depths(&board.circuit, NULL, &depths, NULL), OW_OK);
    assert_int_equal(depths.depth[net_of(&board.circuit, "C-1")], INT32_MAX);
    assert_int_equal(depths.depth[net_of(&board.circuit, "C-4")], UINT32_MAX);
    assert_int_equal(depths.deepest, UINT32_MAX);
    ow_circuit_depths_free(&depths);
    board_free(&board);
}

/* A way as components with their ticks: "2:1 ~ 3:1", a link as "~". */
static const struct {
    const char *circuit, *from, *to, *way;
} ways[] = {
    {"inverter:1 inverter:2 peg:3 1>2 2>3", "C-1.in0", "C-3", "1:1 2:1 "},
    {"inverter:1 inverter:2 peg:3 1>2 2>3", "C-3", "C-1.in0", NULL},
    {"peg:1", "C-1", "C-1", ""},
    {"inverter:1 inverter:2 inverter:3 peg:4 1>2 2>3 3>4 buffer:5 1-5 5>4", "C-1.in0", "C-4",
     "5:1 "},
    {"inverter:1 fast:2 1>2.0", "C-1.in0", "C-2.in1", "1:1 ~ "},
    {"fast:2", "C-2.in1", "C-2.in0", NULL},
    {"relay:2", "C-2.in2", "C-2.in1", "~ "},
    {"relay:2", "C-2.in0", "C-2.in1", "2:1 "},
    {"delayer:1 peg:2 1>2", "C-1.in0", "C-2", "1:3 "},
    /* Links cost nothing, however many: a component beside them does. */
    {"buffer:1 fast:2 fast:3 1-2.0 2.1-3.0 peg:4 1>4 3.1-4", "C-1.in0", "C-4", "~ ~ "},
    {"My.Box/1/1:1 peg:2 1>2", "C-1.in0", "C-2", NULL},
};

static void the_way_of_fewest_components_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ways); i++) {
        struct board board;
        ow_circuit_step steps[8];
        char text[64] = "";
        uint32_t count = 99;
        board_open(&board, ways[i].circuit);
        uint32_t from = net_of(&board.circuit, ways[i].from),
                 to = net_of(&board.circuit, ways[i].to);
        assert_int_equal(ow_circuit_find_path(&board.circuit, from, to, NULL, steps, LENGTH(steps),
                                              &count, NULL),
                         OW_OK);
        for (uint32_t k = 1; k < count; k++) {
            size_t used = strlen(text);
            if (steps[k].component == UINT32_MAX)
                snprintf(text + used, sizeof text - used, "~ ");
            else
                snprintf(text + used, sizeof text - used, "%u:%u ",
                         board.circuit.components[steps[k].component].address, steps[k].ticks);
        }
        if ((count == 0) != !ways[i].way || (ways[i].way && strcmp(text, ways[i].way) != 0))
            ROW_FAILED("%s: %u steps, %s\n", ways[i].circuit, (unsigned)count, text);
        if (count > 0) {
            assert_int_equal(steps[0].net, from);
            assert_int_equal(steps[0].component, UINT32_MAX);
            assert_int_equal(steps[count - 1].net, to);
        }
        /* Fewer places than steps; none. */
        uint32_t again = 0;
        assert_int_equal(
            ow_circuit_find_path(&board.circuit, from, to, NULL, NULL, 0, &again, NULL), OW_OK);
        assert_int_equal(again, count);
        assert_int_equal(
            ow_circuit_find_path(&board.circuit, from, to, NULL, steps, 1, &again, NULL), OW_OK);
        assert_int_equal(again, count);
        board_free(&board);
    }
}

static void odd_arguments_are_refused(void **state)
{
    (void)state;
    struct board board;
    ow_error error;
    ow_circuit_depths depths;
    ow_circuit_step step;
    uint32_t count;
    board_open(&board, "peg:1 peg:2");
    const ow_circuit *circuit = &board.circuit;
    assert_int_equal(ow_circuit_find_depths(NULL, NULL, &depths, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_find_depths(circuit, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_find_path(NULL, 0, 1, NULL, &step, 1, &count, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_find_path(circuit, 2, 1, NULL, &step, 1, &count, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_find_path(circuit, 0, 2, NULL, &step, 1, &count, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_find_path(circuit, 0, 1, NULL, NULL, 1, &count, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_find_path(circuit, 0, 1, NULL, &step, 1, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "two nets of it");
    ow_circuit_depths_free(NULL);
    ow_circuit_depths none = {0};
    ow_circuit_depths_free(&none);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_are_the_most_ticks_to_a_net),
        cmocka_unit_test(loops_are_numbered),
        cmocka_unit_test(depths_do_not_begin_again_at_nothing),
        cmocka_unit_test(the_way_of_fewest_components_is_found),
        cmocka_unit_test(odd_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
