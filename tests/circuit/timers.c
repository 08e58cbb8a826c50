/* The timers of a mod: counting, their registers, and their custom data. */
#include "../support/test.h"

#include "../support/circuits.h"

enum {
    SELECT = 8,
    READ,
    WRITE,
    REGISTER,
    SIGNALS = 14,
    CNT = 17,
    RESET,
    CLOCK,
    COUNTERS = 8,
    INTERRUPT = 10,
    FLAGS = 4,
    CONTROL_A,
    CONTROL_B,
    RUN = 1,
    SHOWN = 2,
    TOGGLE = 4,
    ONE_SHOT = 8,
    LOAD = 16,
    BY_CNT = 32,
    BY_A = 64,
    BY_A_WHILE_CNT = 96
};

static void put(struct board *board, uint32_t input, bool on)
{
    ow_simulation_drive(board->run, board->circuit.inputs[input].net, on, NULL);
    run_ticks(board, 2);
}

/* Sets `count` inputs to a value, its highest bit first. */
static void put_value(struct board *board, uint32_t first, uint32_t count, uint32_t value)
{
    for (uint32_t i = 0; i < count; i++)
        ow_simulation_drive(board->run, board->circuit.inputs[first + i].net,
                            value >> (count - 1 - i) & 1, NULL);
    run_ticks(board, 2);
}

static void write_register(struct board *board, uint32_t number, uint32_t value)
{
    put_value(board, REGISTER, 3, number);
    put_value(board, 0, 8, value);
    put(board, SELECT, true);
    put(board, WRITE, true);
    put(board, WRITE, false);
    put(board, SELECT, false);
}

static uint32_t shown(const struct board *board)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < 8; i++)
        value = value << 1 | ow_simulation_output(board->run, i);
    return value;
}

static uint32_t read_register(struct board *board, uint32_t number)
{
    put_value(board, REGISTER, 3, number);
    put(board, SELECT, true);
    put(board, READ, true);
    uint32_t value = shown(board);
    put(board, READ, false);
    put(board, SELECT, false);
    assert_int_equal(shown(board), 0);
    return value;
}

static void pulse(struct board *board, uint32_t input, unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        put(board, input, true);
        put(board, input, false);
    }
}

static bool output_on(const struct board *board, uint32_t output)
{
    return ow_simulation_output(board->run, output);
}

static void set_latch(struct board *board, unsigned counter, uint32_t value)
{
    write_register(board, 2 * counter, value & 255);
    write_register(board, 2 * counter + 1, value >> 8);
}

static uint32_t count_of(struct board *board, unsigned counter)
{
    return read_register(board, 2 * counter) | read_register(board, 2 * counter + 1) << 8;
}

static void a_counter_counts_down_and_begins_again(void **state)
{
    (void)state;
    for (unsigned counter = 0; counter < 2; counter++) {
        struct board board;
        board_open(&board, "timer:1");
        set_latch(&board, counter, 0x102);
        assert_int_equal(count_of(&board, counter), 0x102);
        pulse(&board, CLOCK, 3);
        assert_int_equal(count_of(&board, counter), 0x102); /* it does not run yet */
        write_register(&board, CONTROL_A + counter, RUN | SHOWN);
        assert_int_equal(read_register(&board, CONTROL_A + counter), RUN | SHOWN);
        pulse(&board, CLOCK, 3);
        assert_int_equal(count_of(&board, counter), 0xff);
        pulse(&board, CLOCK, 0xff);
        assert_int_equal(count_of(&board, counter), 0);
        assert_false(output_on(&board, COUNTERS + counter));
        put(&board, CLOCK, true);
        assert_true(output_on(&board, COUNTERS + counter));
        assert_false(output_on(&board, COUNTERS + !counter));
        put(&board, CLOCK, false);
        assert_false(output_on(&board, COUNTERS + counter));
        assert_int_equal(count_of(&board, counter), 0x102);
        /* A new latch counts from the next time on, unless it is to be loaded at once. */
        set_latch(&board, counter, 7);
        assert_int_equal(count_of(&board, counter), 0x102);
        write_register(&board, CONTROL_A + counter, RUN | LOAD);
        set_latch(&board, counter, 9);
        assert_int_equal(count_of(&board, counter), 9);
        board_free(&board);
    }
}

static void outputs_toggle_and_single_shots_end(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "timer:1");
    set_latch(&board, 0, 1);
    write_register(&board, CONTROL_A, RUN | SHOWN | TOGGLE);
    assert_true(output_on(&board, COUNTERS)); /* on from the start */
    pulse(&board, CLOCK, 2);
    assert_false(output_on(&board, COUNTERS));
    pulse(&board, CLOCK, 2);
    assert_true(output_on(&board, COUNTERS));
    write_register(&board, CONTROL_A, RUN | TOGGLE);
    assert_false(output_on(&board, COUNTERS)); /* not shown */
    write_register(&board, CONTROL_A, RUN | ONE_SHOT);
    pulse(&board, CLOCK, 2);
    assert_int_equal(read_register(&board, CONTROL_A), ONE_SHOT);
    pulse(&board, CLOCK, 5);
    assert_int_equal(count_of(&board, 0), 1);
    board_free(&board);
}

static void counters_have_sources(void **state)
{
    (void)state;
    static const struct {
        uint32_t control_a, control_b;
        bool cnt; /* while the clock runs */
        unsigned clocks, cnts;
        uint32_t a, b;
    } rows[] = {
        {RUN, RUN, false, 2, 0, 8, 8},
        {RUN, RUN, false, 0, 2, 10, 10},
        {RUN | BY_CNT, RUN | BY_CNT, false, 1, 3, 7, 7},
        {RUN | BY_CNT, RUN, false, 1, 3, 7, 9},
        {RUN | BY_CNT, RUN | BY_CNT, true, 3, 0, 10, 10}, /* no edge */
        {RUN, RUN | BY_A, false, 22, 0, 10, 8},
        {RUN | BY_CNT, RUN | BY_A, false, 3, 11, 10, 9},
        {RUN, RUN | BY_A_WHILE_CNT, false, 22, 0, 10, 10},
        {RUN, RUN | BY_A_WHILE_CNT, true, 22, 0, 10, 8},
        {RUN, BY_A, false, 22, 0, 10, 10},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        board_open(&board, "timer:1");
        set_latch(&board, 0, 10);
        set_latch(&board, 1, 10);
        put(&board, CNT, rows[i].cnt);
        write_register(&board, CONTROL_A, rows[i].control_a);
        write_register(&board, CONTROL_B, rows[i].control_b);
        pulse(&board, CLOCK, rows[i].clocks);
        pulse(&board, CNT, rows[i].cnts);
        if (count_of(&board, 0) != rows[i].a || count_of(&board, 1) != rows[i].b)
            fail_msg("row %zu: %u, %u", i, (unsigned)count_of(&board, 0),
                     (unsigned)count_of(&board, 1));
        board_free(&board);
    }
}

static void flags_interrupt_until_they_are_read(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "timer:1");
    write_register(&board, CONTROL_A, RUN); /* at 0: each clock is one flag */
    pulse(&board, CLOCK, 1);
    assert_false(output_on(&board, INTERRUPT)); /* not in the mask */
    assert_int_equal(read_register(&board, FLAGS), 1);
    assert_int_equal(read_register(&board, FLAGS), 0);
    write_register(&board, FLAGS, 0x80 | 0x15);
    pulse(&board, CLOCK, 1);
    assert_true(output_on(&board, INTERRUPT));
    assert_int_equal(read_register(&board, FLAGS), 0x81);
    assert_false(output_on(&board, INTERRUPT));
    write_register(&board, FLAGS, 0x01); /* out of the mask */
    pulse(&board, CLOCK, 1);
    assert_false(output_on(&board, INTERRUPT));
    assert_int_equal(read_register(&board, FLAGS), 1);
    for (uint32_t signal = 0; signal < 3; signal++) {
        put(&board, SIGNALS + signal, true);
        assert_int_equal(output_on(&board, INTERRUPT), signal != 1);
        assert_int_equal(read_register(&board, FLAGS), (4u << signal) | (signal == 1 ? 0 : 0x80));
        put(&board, SIGNALS + signal, false);
        assert_int_equal(read_register(&board, FLAGS), 0);
    }
    board_free(&board);
}

static void what_is_not_selected_or_reset_does_nothing(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "timer:1");
    set_latch(&board, 0, 0x1234);
    put_value(&board, REGISTER, 3, 0);
    put_value(&board, 0, 8, 0xff);
    put(&board, WRITE, true); /* not selected, and selected too late */
    put(&board, SELECT, true);
    put(&board, WRITE, false);
    put(&board, SELECT, false);
    put(&board, READ, true);
    assert_int_equal(shown(&board), 0);
    put(&board, READ, false);
    assert_int_equal(count_of(&board, 0), 0x1234);
    assert_int_equal(read_register(&board, 7), 0);
    write_register(&board, CONTROL_A, RUN | SHOWN | TOGGLE);
    write_register(&board, FLAGS, 0x9f);
    assert_true(output_on(&board, COUNTERS));
    put(&board, SIGNALS, true);
    assert_true(output_on(&board, INTERRUPT));
    put(&board, RESET, true);
    assert_false(output_on(&board, INTERRUPT));
    pulse(&board, CLOCK, 2);
    assert_false(output_on(&board, COUNTERS));
    put(&board, RESET, false);
    assert_int_equal(count_of(&board, 0), 0);
    assert_int_equal(read_register(&board, CONTROL_A), 0);
    assert_int_equal(read_register(&board, FLAGS), 0);
    put(&board, SIGNALS + 1, true);
    assert_false(output_on(&board, INTERRUPT)); /* the mask is cleared */
    board_free(&board);
}

/* In custom data: the last inputs, flags, the mask, control, counts, latches, outputs. */
static void the_state_is_that_of_the_custom_data(void **state)
{
    (void)state;
    static const char *const before[] = {
        "timer:1{00000000 00 00 81 0200 0400 0000 0a00 0000 0000}",
        "timer_small:1{00000000 00 00 81 0200 0400 0000 0a00 0000 0000}"};
    for (size_t i = 0; i < LENGTH(before); i++) {
        struct board board;
        struct bytes expected = {0};
        board_open(&board, before[i]);
        write_register(&board, CONTROL_A, RUN | SHOWN);
        pulse(&board, CLOCK, 5);
        assert_int_equal(count_of(&board, 0), 10);
        put(&board, CLOCK, true);
        put(&board, SIGNALS + 1, true);
        assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
        put_hex(&expected, "01000002 00 89 81 0300 0900 0000 0a00 0000 0000");
        const ow_bytes *data = &board.document.as.blotter->components[0].custom_data;
        assert_int_equal(data->size, expected.size);
        assert_memory_equal(data->data, expected.data, expected.size);
        bytes_free(&expected);
        board_free(&board);
    }
}

/* A save of an older version of the mod, and data of another length. */
static void other_custom_data_stay(void **state)
{
    (void)state;
    static const struct {
        const char *circuit;
        size_t size;
    } rows[] = {{"timer:1", 0}, {"timer:1{010203}", 3}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        board_open(&board, rows[i].circuit);
        set_latch(&board, 0, 3);
        assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
        assert_int_equal(board.document.as.blotter->components[0].custom_data.size, rows[i].size);
        board_free(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_counts_down_and_begins_again),
        cmocka_unit_test(outputs_toggle_and_single_shots_end),
        cmocka_unit_test(counters_have_sources),
        cmocka_unit_test(flags_interrupt_until_they_are_read),
        cmocka_unit_test(what_is_not_selected_or_reset_does_nothing),
        cmocka_unit_test(the_state_is_that_of_the_custom_data),
        cmocka_unit_test(other_custom_data_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
