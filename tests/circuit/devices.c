/* Devices from outside, and what a simulation is told that is nonsense. */
#include "../support/test.h"

#include "../support/circuits.h"

/* Two nets added up on two others, and how often. */
struct adder {
    unsigned calls, stop_at;
    uint64_t last_tick;
};

static bool add(void *context, uint64_t tick, const uint8_t *inputs, uint8_t *outputs)
{
    struct adder *adder = context;
    adder->last_tick = tick;
    outputs[0] = (uint8_t)(inputs[0] ^ inputs[1]);
    outputs[1] = inputs[0] && inputs[1] ? 7 : 0; /* anything but 0 is on */
    return ++adder->calls != adder->stop_at;
}

static void attach(struct board *board, struct adder *adder)
{
    const uint32_t inputs[] = {net_of(&board->circuit, "C-1"), net_of(&board->circuit, "C-2")};
    const uint32_t outputs[] = {net_of(&board->circuit, "C-3"), net_of(&board->circuit, "C-4")};
    const ow_device device = {.inputs = inputs,
                              .outputs = outputs,
                              .input_count = 2,
                              .output_count = 2,
                              .update = add,
                              .context = adder};
    assert_int_equal(ow_simulation_attach(board->run, &device, NULL), OW_OK);
}

static void a_device_is_called_in_the_tick_after_a_change(void **state)
{
    (void)state;
    struct board board;
    struct adder adder = {0};
    char text[8];
    board_open(&board, "peg:1 peg:2 peg:3 peg:4 peg:5 relay:6 6.1-5");
    attach(&board, &adder);
    assert_false(ow_simulation_is_settled(board.run));
    run_ticks(&board, 1);
    assert_int_equal(adder.calls, 1);
    run_ticks(&board, 5);
    assert_int_equal(adder.calls, 1);
    drive(&board, "C-1", true);
    drive(&board, "C-5", true);
    run_ticks(&board, 1);
    assert_string_equal(states_of(&board, "C-3 C-4", text), "00");
    assert_false(ow_simulation_is_settled(board.run));
    run_ticks(&board, 1);
    assert_string_equal(states_of(&board, "C-3 C-4", text), "10");
    assert_int_equal(adder.last_tick, 8);
    drive(&board, "C-2", true);
    run_ticks(&board, 9);
    assert_string_equal(states_of(&board, "C-3 C-4", text), "01");
    assert_int_equal(adder.calls, 3);
    drive(&board, "C-5", false); /* nothing of its */
    run_ticks(&board, 9);
    assert_int_equal(adder.calls, 3);
    board_free(&board);
}

static bool count_calls(void *context, uint64_t tick, const uint8_t *inputs, uint8_t *outputs)
{
    (void)tick, (void)inputs, (void)outputs;
    ++*(unsigned *)context;
    return true;
}

static void a_device_is_called_for_its_own_nets_only(void **state)
{
    (void)state;
    static const char *const names[] = {"C-1", "C-2"};
    unsigned calls[LENGTH(names)] = {0};
    struct board board;
    board_open(&board, "peg:1 peg:2");
    for (size_t i = 0; i < LENGTH(names); i++) {
        const uint32_t net = net_of(&board.circuit, names[i]);
        const ow_device device = {
            .inputs = &net, .input_count = 1, .update = count_calls, .context = &calls[i]};
        assert_int_equal(ow_simulation_attach(board.run, &device, NULL), OW_OK);
    }
    run_ticks(&board, 5); /* each is called in the first tick */
    drive(&board, "C-1", true);
    run_ticks(&board, 5);
    assert_int_equal(calls[0], 2);
    assert_int_equal(calls[1], 1);
    drive(&board, "C-2", true);
    run_ticks(&board, 5);
    assert_int_equal(calls[0], 2);
    assert_int_equal(calls[1], 2);
    board_free(&board);
}

static void devices_share_nets_and_see_each_other(void **state)
{
    (void)state;
    struct board board;
    struct adder first = {0}, second = {0};
    char text[8];
    board_open(&board, "peg:1 peg:2 peg:3 peg:4");
    attach(&board, &first);
    attach(&board, &second);
    drive(&board, "C-1", true);
    run_ticks(&board, 5);
    assert_string_equal(states_of(&board, "C-3 C-4", text), "10");
    assert_int_equal(first.calls, second.calls);
    drive(&board, "C-1", false);
    run_ticks(&board, 5);
    assert_string_equal(states_of(&board, "C-3 C-4", text), "00");
    board_free(&board);
}

static void a_device_may_stop_the_run(void **state)
{
    (void)state;
    struct board board;
    struct adder adder = {.stop_at = 2};
    ow_error error = {0};
    board_open(&board, "peg:1 peg:2 peg:3 peg:4");
    attach(&board, &adder);
    run_ticks(&board, 5);
    drive(&board, "C-1", true);
    assert_int_equal(ow_simulation_run(board.run, 5, &error), OW_CANCELLED);
    assert_int_equal(error.status, OW_CANCELLED);
    assert_int_equal(ow_simulation_tick(board.run), 7);
    assert_true(is_on(&board, "C-3"));
    assert_int_equal(ow_simulation_run(board.run, 5, &error), OW_OK);
    assert_int_equal(ow_simulation_tick(board.run), 12);
    board_free(&board);
}

static void devices_of_nonsense_are_refused(void **state)
{
    (void)state;
    struct board board;
    ow_error error;
    static const uint32_t there[] = {0}, not_there[] = {1};
    const ow_device devices[] = {
        {.update = NULL},
        {.update = add, .inputs = not_there, .input_count = 1},
        {.update = add, .outputs = not_there, .output_count = 1},
        {.update = add, .input_count = 1},
        {.update = add, .output_count = 1},
    };
    board_open(&board, "peg:1");
    for (size_t i = 0; i < LENGTH(devices); i++) {
        assert_int_equal(ow_simulation_attach(board.run, &devices[i], &error), OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", "device on existing nets");
    }
    const ow_device fine = {.update = add, .inputs = there, .input_count = 1};
    assert_int_equal(ow_simulation_attach(NULL, &fine, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_attach(board.run, NULL, &error), OW_BAD_ARGUMENT);
    board_free(&board);
}

static void ignore(void *context, uint64_t tick, uint32_t net, bool on)
{
    (void)context, (void)tick, (void)net, (void)on;
}

static void odd_arguments_are_refused(void **state)
{
    (void)state;
    struct board board;
    ow_error error;
    ow_simulation *run;
    board_open(&board, "peg:1 inverter/0:2");
    ow_document other = circuit_document("peg:1"), none = {.format = board.document.format};
    const ow_circuit *circuit = &board.circuit;
    assert_int_equal(ow_simulation_open(&board.document, circuit, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_open(NULL, circuit, NULL, NULL, &run, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_open(&board.document, NULL, NULL, NULL, &run, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_open(&other, circuit, NULL, NULL, &run, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_open(&none, circuit, NULL, NULL, &run, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "document that the circuit was made of");
    assert_null(run);
    ow_simulation_close(NULL);
    ow_close(&other);
    board_free(&board);
}

static void what_is_not_there_is_refused(void **state)
{
    (void)state;
    struct board board;
    ow_error error;
    static const uint32_t there[] = {0}, not_there[] = {1};
    ow_watch *watch;
    board_open(&board, "peg:1 inverter/0:2");
    assert_int_equal(ow_simulation_run(NULL, 1, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_set(NULL, 0, true, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_set(board.run, 0, true, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_set(board.run, 2, true, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "",
                 "only a switch, a button, a key or a D latch can be set");
    assert_int_equal(ow_simulation_drive(NULL, 0, true, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_drive(board.run, 1, true, &error), OW_BAD_ARGUMENT);
    const struct {
        ow_simulation *run;
        const uint32_t *nets;
        uint32_t count;
        ow_net_visitor changed;
        ow_watch **watch;
    } rows[] = {{NULL, there, 1, ignore, &watch},          {board.run, NULL, 1, ignore, &watch},
                {board.run, there, 0, ignore, &watch},     {board.run, there, 1, NULL, &watch},
                {board.run, not_there, 1, ignore, &watch}, {board.run, there, 1, ignore, NULL}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        watch = (ow_watch *)&board;
        assert_int_equal(ow_watch_open(rows[i].run, rows[i].nets, rows[i].count, rows[i].changed,
                                       NULL, rows[i].watch, &error),
                         OW_BAD_ARGUMENT);
        assert_true(rows[i].watch == NULL || watch == NULL);
    }
    assert_int_equal(ow_simulation_tick(NULL), 0);
    assert_int_equal(ow_simulation_updates(NULL), 0);
    assert_false(ow_simulation_is_settled(NULL));
    assert_false(ow_simulation_net(NULL, 0));
    assert_false(ow_simulation_net(board.run, 1));
    assert_false(ow_simulation_output(NULL, 0));
    assert_false(ow_simulation_output(board.run, 1));
    assert_false(ow_simulation_link(NULL, 0));
    assert_false(ow_simulation_link(board.run, 0));
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_is_called_in_the_tick_after_a_change),
        cmocka_unit_test(a_device_is_called_for_its_own_nets_only),
        cmocka_unit_test(devices_share_nets_and_see_each_other),
        cmocka_unit_test(a_device_may_stop_the_run),
        cmocka_unit_test(devices_of_nonsense_are_refused),
        cmocka_unit_test(odd_arguments_are_refused),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
