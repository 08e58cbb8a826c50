/* What each kind of component does, tick by tick. */
#include "../support/test.h"

#include "../support/circuits.h"
#include "../support/truths.h"

enum { ADDRESS = 1 };

/* The outputs of component C-1 as digits, number 0 first. */
static const char *outputs_of(const struct board *board, char *text)
{
    const ow_circuit_component *component =
        &board->circuit.components[component_of(&board->circuit, ADDRESS)];
    for (uint32_t i = 0; i < component->output_count; i++)
        text[i] = ow_simulation_output(board->run, component->first_output + i) ? '1' : '0';
    text[component->output_count] = '\0';
    return text;
}

static void drive_inputs(struct board *board, uint32_t value)
{
    const ow_circuit_component *component =
        &board->circuit.components[component_of(&board->circuit, ADDRESS)];
    for (uint32_t i = 0; i < component->input_count; i++)
        ow_simulation_drive(board->run, board->circuit.inputs[component->first_input + i].net,
                            value >> i & 1, NULL);
}

static void gates_follow_their_truth_tables(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rows; /* input 0 counts 1 in the number of a row */
    } gates[] = {
        {"inverter:1", "10"},
        {"buffer:1", "01"},
        {"and/1:1", "01"},
        {"and:1", "0001"},
        {"and/3:1", "00000001"},
        {"and/4:1", "0000000000000001"},
        {"xor:1", "0110"},
        {"My.Nand/2/1:1", "1110"},
        {"My.Not/1/1:1", "10"},
        {"My.Unknown/2/1:1", "0000"},
        {"My.Nand/3/1:1", "00000000"},
    };
    const ow_circuit_options types = {
        .types_json = OW_LITERAL("{\"types\": ["
                                 "{\"name\": \"My.Nand\", \"inputs\": 2, \"outputs\": 1, "
                                 "\"table\": \"11 10\"},"
                                 "{\"name\": \"My.Not\", \"like\": \"MHG.Inverter\"}]}")};
    for (size_t i = 0; i < LENGTH(gates); i++) {
        struct board board;
        board_open_with(&board, gates[i].text, &types, NULL);
        for (uint32_t row = 0; gates[i].rows[row]; row++) {
            char text[8], expected[2] = {gates[i].rows[row], '\0'};
            drive_inputs(&board, row);
            run_ticks(&board, 2);
            if (strcmp(outputs_of(&board, text), expected) != 0)
                ROW_FAILED("%s, row %u: %s\n", gates[i].text, (unsigned)row, text);
        }
        board_free(&board);
    }
}

static void a_table_has_several_outputs(void **state)
{
    (void)state;
    /* A half adder: sum, carry. */
    static const uint8_t rows[] = {0, 0, 1, 0, 1, 0, 0, 1};
    const ow_circuit_type type = {
        .name = OW_LITERAL("My.HalfAdder"), .inputs = 2, .outputs = 2, .table = rows};
    const ow_circuit_options types = {.types = &type, .type_count = 1};
    struct board board;
    board_open_with(&board, "My.HalfAdder/2/2:1", &types, NULL);
    static const char *const expected[] = {"00", "10", "10", "01"};
    for (uint32_t row = 0; row < 4; row++) {
        char text[8];
        drive_inputs(&board, row);
        run_ticks(&board, 2);
        assert_string_equal(outputs_of(&board, text), expected[row]);
    }
    board_free(&board);
}

static void a_component_takes_a_tick_and_a_wire_none(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "switch:1 buffer:2 buffer:3 peg:4 peg:5 1>2 2>3 3>4 4-5");
    char text[8];
    run_ticks(&board, 10);
    set_hand(&board, 1, true);
    static const char *const expected[] = {"0000", "1000", "1100", "1111"};
    for (size_t tick = 0; tick < LENGTH(expected); tick++) {
        assert_string_equal(states_of(&board, "C-2.in0 C-3.in0 C-4 C-5", text), expected[tick]);
        run_ticks(&board, 1);
    }
    board_free(&board);
}

static void an_and_gate_counts_all_of_many_inputs(void **state)
{
    (void)state;
    enum { MOST = 300 };
    static const unsigned counts[] = {254, 255, 256, MOST};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        char text[32], found[8];
        snprintf(text, sizeof text, "and/%u:1", counts[i]);
        struct board board;
        board_open(&board, text);
        for (uint32_t net = 0; net < counts[i]; net++)
            ow_simulation_drive(board.run, net, true, NULL);
        run_ticks(&board, 3);
        assert_string_equal(outputs_of(&board, found), "1");
        ow_simulation_drive(board.run, counts[i] - 1, false, NULL);
        run_ticks(&board, 3);
        assert_string_equal(outputs_of(&board, found), "0");
        board_free(&board);
    }
}

static void a_latch_holds_while_it_is_not_enabled(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "latch:1");
    static const struct {
        uint32_t inputs; /* 1: data, 2: enable */
        const char *output;
    } steps[] = {{1, "0"}, {3, "1"}, {2, "0"}, {3, "1"}, {1, "1"}, {0, "1"}, {2, "0"}, {1, "0"}};
    for (size_t i = 0; i < LENGTH(steps); i++) {
        char text[8];
        drive_inputs(&board, steps[i].inputs);
        run_ticks(&board, 2);
        assert_string_equal(outputs_of(&board, text), steps[i].output);
    }
    board_free(&board);
}

/* An input, a digit a tick, and what the output then is. */
static const struct {
    const char *text;
    ow_delayer_reading reading;
    const char *input, *output;
} lags[] = {
    /* What lasts as long as the delay comes through, that much later. */
    {"delayer:1", OW_DELAYER_COUNTS, "111100000", "000111100"},
    {"delayer:1", OW_DELAYER_RESTARTS, "111100000", "000111100"},
    /* What is shorter does not. */
    {"delayer:1", OW_DELAYER_COUNTS, "110000000", "000000000"},
    {"delayer:1", OW_DELAYER_RESTARTS, "110000000", "000000000"},
    /* Counting, a gap costs what it takes; restarting, it costs all. */
    {"delayer:1", OW_DELAYER_COUNTS, "110111111", "000001111"},
    {"delayer:1", OW_DELAYER_RESTARTS, "110111111", "000000111"},
    {"delayer:1{00000000 01000000}", OW_DELAYER_COUNTS, "1010110", "0101011"},
    {"delayer:1{00000000 00000000}", OW_DELAYER_COUNTS, "1010110", "0101011"},
    {"delayer:1{00000000 f6ffffff}", OW_DELAYER_COUNTS, "1010110", "0101011"},
    {"delayer:1{00}", OW_DELAYER_COUNTS, "1010110", "0101011"}, /* no such data */
    /* Saved half way. */
    {"delayer:1{02000000 03000000} *1", OW_DELAYER_COUNTS, "11111", "11111"},
    {"delayer:1{02000000 03000000}", OW_DELAYER_COUNTS, "11111", "00111"},
    {"delayer:1{ffffff7f 03000000}", OW_DELAYER_COUNTS, "00000", "00000"},
    {"delayer:1{ffffff7f 03000000}", OW_DELAYER_COUNTS, "11111", "01111"}, /* as if it were 3 */
    {"delayer:1{ffffffff 03000000}", OW_DELAYER_COUNTS, "11111", "00011"},
    {"delayer:1{03000000 03000000} +1", OW_DELAYER_RESTARTS, "0000000", "1100000"},
};

static void delayers_lag(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(lags); i++) {
        const ow_simulation_options options = {.delayers = lags[i].reading};
        struct board board;
        board_open_with(&board, lags[i].text, NULL, &options);
        char found[32] = {0}, output[8];
        for (size_t tick = 0; lags[i].input[tick]; tick++) {
            drive(&board, "C-1.in0", lags[i].input[tick] == '1');
            run_ticks(&board, 1);
            found[tick] = *outputs_of(&board, output);
        }
        if (strcmp(found, lags[i].output) != 0)
            ROW_FAILED("row %zu: %s, not %s\n", i, found, lags[i].output);
        board_free(&board);
    }
}

/* A randomizer's output over many rounds of its input. */
static void note_chances(uint32_t seed, char *text, size_t rounds)
{
    const ow_simulation_options options = {.seed = seed};
    struct board board;
    board_open_with(&board, "random:1", NULL, &options);
    char output[8];
    run_ticks(&board, 3);
    for (size_t i = 0; i < rounds; i++) {
        drive(&board, "C-1.in0", true);
        run_ticks(&board, 2);
        text[i] = *outputs_of(&board, output);
        run_ticks(&board, 5);
        assert_int_equal(*outputs_of(&board, output), text[i]);
        drive(&board, "C-1.in0", false);
        run_ticks(&board, 2);
        assert_string_equal(outputs_of(&board, output), "0");
    }
    text[rounds] = '\0';
    board_free(&board);
}

static void a_randomizer_follows_its_seed(void **state)
{
    (void)state;
    enum { ROUNDS = 200 };
    char first[ROUNDS + 1], again[ROUNDS + 1], other[ROUNDS + 1];
    unsigned on = 0;
    note_chances(7, first, ROUNDS);
    note_chances(7, again, ROUNDS);
    note_chances(8, other, ROUNDS);
    assert_string_equal(first, again);
    assert_string_not_equal(first, other);
    for (size_t i = 0; i < ROUNDS; i++)
        on += first[i] == '1';
    assert_in_range(on, 70, 130);
    /* One whose input is on as saved does not draw. */
    struct board board;
    board_open(&board, "peg:2 random:1 2-1 inverter:3 3>2 +3 *2 +1");
    char output[8];
    run_ticks(&board, 1);
    assert_string_equal(outputs_of(&board, output), "1");
    board_free(&board);
}

static void switches_and_buttons_are_set_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool first; /* after a tick that nobody did anything in */
    } hands[] = {
        {"switch:1 peg:2 1>2", false},
        {"switch:1{9a480d 01} peg:2 1>2", true}, /* its data win over the saved state */
        {"switch:1 peg:2 1>2 +1", false},
        {"switch:1{9a} peg:2 1>2", false},
        {"MHG.PanelSwitch/0/1:1{9a480d01} peg:2 1>2 +1", true},
        {"button:1{9a480d 01} peg:2 1>2", true},
        {"MHG.PanelButton/0/1:1{9a480d 00 01000000 01000000} peg:2 1>2", false},
        {"MHG.Switch/0/1:1 peg:2 1>2 +1", true}, /* without data its state counts */
        {"key:1 peg:2 1>2", false},
        {"key:1{aabb} peg:2 1>2 +1", true}, /* whose data nobody knows */
    };
    for (size_t i = 0; i < LENGTH(hands); i++) {
        struct board board;
        board_open(&board, hands[i].text);
        run_ticks(&board, 1);
        if (is_on(&board, "C-2") != hands[i].first)
            ROW_FAILED("row %zu at first\n", i);
        for (int round = 0; round < 4; round++) {
            set_hand(&board, 1, round % 2 == 0);
            run_ticks(&board, 1);
            assert_int_equal(is_on(&board, "C-2"), round % 2 == 0);
        }
        set_hand(&board, 1, false);
        assert_true(ow_simulation_is_settled(board.run));
        board_free(&board);
    }
}

static void a_number_has_three_decimal_digits(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "bcd:1");
    for (uint32_t value = 0; value < 256; value++) {
        char text[16];
        uint32_t digits[3] = {0};
        drive_inputs(&board, value);
        run_ticks(&board, 2);
        outputs_of(&board, text);
        for (uint32_t i = 0; i < 12; i++)
            digits[i / 4] |= (uint32_t)(text[i] == '1') << i % 4;
        assert_int_equal(digits[0] + 10 * digits[1] + 100 * digits[2], value);
    }
    board_free(&board);
}

static void several_drivers_make_a_net_on_where_one_does(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "switch:1 switch:2 peg:3 peg:4 inverter:5 1>3 2>3 1>4 2>5 1>3");
    for (uint32_t hands = 0; hands < 4; hands++) {
        char text[8], expected[8];
        set_hand(&board, 1, hands & 1);
        set_hand(&board, 2, hands & 2);
        run_ticks(&board, 2);
        snprintf(expected, sizeof expected, "%d%d%d", hands != 0, hands & 1, hands >> 1);
        assert_string_equal(states_of(&board, "C-3 C-4 C-5.in0", text), expected);
        assert_null(nets_fault(&board.circuit, board.run));
    }
    board_free(&board);
}

static void what_nobody_knows_stays_as_it_is_saved(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "My.Box/1/2:1 peg:2 peg:3 1.0>2 1.1>3 +1.1 switch:4 4>1 "
                       "MHG.XorGate/3/1:5 peg:6 5>6 +5");
    char text[8];
    assert_int_equal(board.circuit.unknown, 2);
    for (int round = 0; round < 3; round++) {
        set_hand(&board, 4, round % 2 == 0);
        run_ticks(&board, 3);
        assert_string_equal(states_of(&board, "C-2 C-3 C-6", text), "011");
    }
    board_free(&board);
}

static void what_rests_is_skipped(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "switch:1 buffer:2 1>2");
    assert_false(ow_simulation_is_settled(board.run));
    run_ticks(&board, 3);
    assert_true(ow_simulation_is_settled(board.run));
    uint64_t updates = ow_simulation_updates(board.run);
    run_ticks(&board, 1000000000000u);
    assert_int_equal(ow_simulation_tick(board.run), 1000000000003u);
    assert_int_equal(ow_simulation_updates(board.run), updates);
    set_hand(&board, 1, true);
    run_ticks(&board, 5);
    assert_int_equal(ow_simulation_updates(board.run), updates + 2);
    /* The last tick that can be counted. */
    run_ticks(&board, UINT64_MAX);
    assert_int_equal(ow_simulation_tick(board.run), UINT64_MAX);
    board_free(&board);
}

static void an_inverter_on_itself_never_rests(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "inverter:1 peg:2 1>2 2-1");
    for (int tick = 0; tick < 9; tick++) {
        run_ticks(&board, 1);
        assert_false(ow_simulation_is_settled(board.run));
        assert_int_equal(is_on(&board, "C-2"), tick % 2 == 0);
    }
    board_free(&board);
}

static void drivers_from_outside_are_drivers(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "switch:1 peg:2 buffer:3 1>2 2-3 peg:4 3>4");
    char text[8];
    run_ticks(&board, 3);
    drive(&board, "C-2", true);
    drive(&board, "C-2", true);
    assert_false(ow_simulation_is_settled(board.run));
    run_ticks(&board, 1);
    assert_string_equal(states_of(&board, "C-2 C-4", text), "10");
    run_ticks(&board, 1);
    set_hand(&board, 1, true);
    run_ticks(&board, 1);
    drive(&board, "C-2", false);
    run_ticks(&board, 3);
    assert_string_equal(states_of(&board, "C-2 C-4", text), "11");
    set_hand(&board, 1, false);
    run_ticks(&board, 3);
    assert_string_equal(states_of(&board, "C-2 C-4", text), "00");
    board_free(&board);
}

/* A crowd of inverters on themselves: whoever waits for it is asked now and then. */
static void make_crowd(char *text, size_t size, unsigned count)
{
    size_t used = 0;
    for (unsigned i = 1; i <= count; i++)
        used += (size_t)snprintf(text + used, size - used, "inverter:%u %u>%u ", i, i, i);
}

struct asked {
    unsigned times, stop_at;
    uint64_t total;
};

static bool ask(void *context, uint64_t done, uint64_t total)
{
    struct asked *asked = context;
    assert_true(done <= total);
    asked->total = total;
    return ++asked->times != asked->stop_at;
}

static void a_long_run_can_be_cancelled(void **state)
{
    (void)state;
    enum { COUNT = 600, TICKS = 9000 };
    static char text[COUNT * 30];
    make_crowd(text, sizeof text, COUNT);
    struct board board;
    board_open(&board, text);
    struct asked asked = {.stop_at = 3};
    const ow_options options = {.progress = ask, .progress_context = &asked};
    ow_simulation *run;
    ow_error error = {0};
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, NULL, &options, &run, &error), OW_OK);
    assert_int_equal(ow_simulation_run(run, TICKS, &error), OW_CANCELLED);
    assert_int_equal(error.status, OW_CANCELLED);
    assert_int_equal(asked.times, 3);
    assert_int_equal(asked.total, TICKS);
    assert_in_range(ow_simulation_tick(run), 3 * (1 << 20) / COUNT, 3 * (1 << 20) / COUNT + 6);
    assert_null(nets_fault(&board.circuit, run));
    /* It goes on where it was. */
    uint64_t tick = ow_simulation_tick(run);
    assert_int_equal(ow_simulation_run(run, 2, &error), OW_OK);
    assert_int_equal(ow_simulation_tick(run), tick + 2);
    ow_simulation_close(run);
    board_free(&board);
}

struct noted {
    char text[256];
};

static void note_change(void *context, uint64_t tick, uint32_t net, bool on)
{
    struct noted *noted = context;
    size_t used = strlen(noted->text);
    snprintf(noted->text + used, sizeof noted->text - used, "%u:n%u=%d ", (unsigned)tick,
             (unsigned)net, on);
}

static void nets_are_watched(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "switch:1 buffer:2 peg:3 1>2 2>3 relay:4 3-4.1");
    struct noted noted = {{0}};
    const uint32_t in = net_of(&board.circuit, "C-2.in0"), out = net_of(&board.circuit, "C-3");
    const uint32_t nets[] = {in, out};
    run_ticks(&board, 4);
    ow_watch *both, *one;
    assert_int_equal(ow_watch_open(board.run, nets, 2, note_change, &noted, &both, NULL), OW_OK);
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    set_hand(&board, 1, false);
    run_ticks(&board, 4);
    assert_string_equal(noted.text, "5:n0=1 6:n1=1 9:n0=0 10:n1=0 ");
    /* A second watch has its own nets and its own visitor, and stays when the first one ends. */
    struct noted other = {{0}};
    noted.text[0] = '\0';
    assert_int_equal(ow_watch_open(board.run, &out, 1, note_change, &other, &one, NULL), OW_OK);
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    assert_string_equal(noted.text, "13:n0=1 14:n1=1 ");
    assert_string_equal(other.text, "14:n1=1 ");
    ow_watch_close(both);
    set_hand(&board, 1, false);
    run_ticks(&board, 4);
    assert_string_equal(noted.text, "13:n0=1 14:n1=1 ");
    assert_string_equal(other.text, "14:n1=1 18:n1=0 ");
    ow_watch_close(one);
    ow_watch_close(NULL);
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    assert_string_equal(other.text, "14:n1=1 18:n1=0 ");
    board_free(&board);
}

/* The tick at which the last of three buffers follows the switch. */
static uint64_t arrival(uint32_t extra_delay, uint32_t seed)
{
    struct board board;
    const ow_simulation_options asked = {.extra_delay = extra_delay, .seed = seed};
    board_open_with(&board, "switch:1 buffer:2 buffer:3 buffer:4 peg:5 1>2 2>3 3>4 4>5", NULL,
                    &asked);
    const uint32_t out = net_of(&board.circuit, "C-5");
    run_ticks(&board, 40);
    uint64_t begin = ow_simulation_tick(board.run);
    set_hand(&board, 1, true);
    for (int tick = 0; tick < 40 && !ow_simulation_net(board.run, out); tick++)
        run_ticks(&board, 1);
    uint64_t ticks = ow_simulation_tick(board.run) - begin;
    run_ticks(&board, 40);
    assert_true(ow_simulation_net(board.run, out));
    assert_true(ow_simulation_is_settled(board.run));
    board_free(&board);
    return ticks;
}

static void extra_delays_are_random_and_bounded(void **state)
{
    (void)state;
    bool seen[14] = {false};
    assert_int_equal(arrival(0, 1), 4);
    for (uint32_t seed = 1; seed < 200; seed++) {
        uint64_t ticks = arrival(3, seed);
        assert_true(ticks >= 4 && ticks <= 4 + 3 * 3);
        seen[ticks] = true;
    }
    assert_int_equal(arrival(3, 7), arrival(3, 7));
    for (int ticks = 6; ticks <= 11; ticks++)
        assert_true(seen[ticks]);
}

/* A delayer counts ticks of its own: none is added. */
static void delayers_are_never_late(void **state)
{
    (void)state;
    const ow_simulation_options asked = {.extra_delay = 9, .seed = 3};
    struct board board;
    board_open_with(&board, "switch:1 delayer:2 peg:3 1>2 2>3", NULL, &asked);
    const uint32_t out = net_of(&board.circuit, "C-3");
    int32_t delay = board.circuit.components[1].delay;
    run_ticks(&board, 40);
    set_hand(&board, 1, true);
    run_ticks(&board, (unsigned)delay);
    assert_false(ow_simulation_net(board.run, out));
    run_ticks(&board, 1);
    assert_true(ow_simulation_net(board.run, out));
    board_free(&board);
}

static void an_extra_delay_has_a_limit(void **state)
{
    (void)state;
    struct board board;
    ow_simulation *run;
    ow_error error;
    ow_simulation_options asked = {.extra_delay = OW_MOST_EXTRA_DELAY + 1};
    board_open(&board, "inverter:1");
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, &asked, NULL, &run, &error),
        OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "extra delays are at most 200 ticks");
    assert_null(run);
    asked.extra_delay = OW_MOST_EXTRA_DELAY;
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, &asked, NULL, &run, &error), OW_OK);
    ow_simulation_close(run);
    board_free(&board);
}

/* A circuit that was closed is that of a save without components. */
static void an_empty_circuit_runs(void **state)
{
    (void)state;
    ow_document document = circuit_document("");
    const ow_circuit circuit = {0};
    ow_simulation *run;
    ow_error error;
    assert_int_equal(ow_simulation_open(&document, &circuit, NULL, NULL, &run, &error), OW_OK);
    assert_int_equal(ow_simulation_run(run, 3, &error), OW_OK);
    assert_int_equal(ow_simulation_tick(run), 3);
    assert_false(ow_simulation_output(run, 0));
    ow_simulation_close(run);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_circuit_runs),
        cmocka_unit_test(extra_delays_are_random_and_bounded),
        cmocka_unit_test(delayers_are_never_late),
        cmocka_unit_test(an_extra_delay_has_a_limit),
        cmocka_unit_test(gates_follow_their_truth_tables),
        cmocka_unit_test(a_table_has_several_outputs),
        cmocka_unit_test(a_component_takes_a_tick_and_a_wire_none),
        cmocka_unit_test(an_and_gate_counts_all_of_many_inputs),
        cmocka_unit_test(a_latch_holds_while_it_is_not_enabled),
        cmocka_unit_test(delayers_lag),
        cmocka_unit_test(a_randomizer_follows_its_seed),
        cmocka_unit_test(switches_and_buttons_are_set_by_hand),
        cmocka_unit_test(a_number_has_three_decimal_digits),
        cmocka_unit_test(several_drivers_make_a_net_on_where_one_does),
        cmocka_unit_test(what_nobody_knows_stays_as_it_is_saved),
        cmocka_unit_test(what_rests_is_skipped),
        cmocka_unit_test(an_inverter_on_itself_never_rests),
        cmocka_unit_test(drivers_from_outside_are_drivers),
        cmocka_unit_test(a_long_run_can_be_cancelled),
        cmocka_unit_test(nets_are_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
