/* Builds whose gates may be late: `margin` of ow_build_options. */
#include "netlists.h"

#define CLOCK "2"
#define INPUT "3"

/* Three flip-flops in a row, without a gate between them: what a latch takes too early shows. */
static const char shift_register[] =
    MODULE("5", CELL1("n", "$_NOT_", CLOCK, "9") "," FLIP_FLOP("f", INPUT, "7", "6") "," FLIP_FLOP(
                    "g", "6", "8", "10") "," FLIP_FLOP("h", "10", "11", "5"));

/* A flip-flop with its inverse as data: it changes with each period. */
static const char toggle[] =
    MODULE("5", CELL1("n", "$_NOT_", CLOCK, "9") "," CELL1("g", "$_NOT_", "5",
                                                           "6") "," FLIP_FLOP("f", "6", "7", "5"));

/* The same with a gated clock and an inverter of its own for each latch. */
static const char two_inverters[] = MODULE(
    "5", CELL1("n", "$_NOT_", CLOCK, "9") "," CELL1("o", "$_NOT_", CLOCK, "12") "," CELL1(
             "g", "$_NOT_", "5",
             "6") "," LATCH("f1", "6", "9", "7") "," LATCH("g1", "3", "12",
                                                           "13") "," LATCH("f2", "7", CLOCK, "5"));

static void open_machine(struct machine *machine, const char *netlist, uint32_t margin,
                         uint32_t late, uint32_t seed)
{
    const ow_build_options asked = {.margin = margin};
    const ow_simulation_options how = {.extra_delay = late, .seed = seed};
    machine->built = build_with(netlist, &asked, NULL);
    assert_int_equal(machine->built.status, OW_OK);
    assert_int_equal(machine->built.report.margin, margin);
    assert_true(machine->built.report.half_period > 0);
    run_machine(machine, &how);
}

/* One period. The input changes with the clock. Returns the output at the end. */
static bool step(struct machine *machine, bool input)
{
    ow_error error;
    uint64_t half = machine->built.report.half_period;
    put(machine, "b", input);
    for (int on = 1; on >= 0; on--) {
        put(machine, "a", on);
        assert_int_equal(ow_simulation_run(machine->run, half, &error), OW_OK);
    }
    return ow_simulation_net(machine->run, ow_circuit_find_net(&machine->circuit, ow_text_of("y")));
}

/* Whether a shift register gives each input after three periods. */
static bool shifts(uint32_t margin, uint32_t late, uint32_t seed)
{
    enum { PERIODS = 60, STAGES = 3 };
    static const uint64_t inputs = 0x9b1f04e6d2a735c;
    struct machine machine;
    bool is_right = true;
    open_machine(&machine, shift_register, margin, late, seed);
    for (int i = 0; i < PERIODS; i++) {
        bool out = step(&machine, inputs >> i & 1);
        if (i >= STAGES)
            is_right &= out == (inputs >> (i - STAGES) & 1);
    }
    close_machine(&machine);
    return is_right;
}

static void late_gates_change_nothing_within_the_margin(void **state)
{
    (void)state;
    enum { SEEDS = 5 };
    for (uint32_t margin = 0; margin <= OW_MOST_MARGIN; margin++)
        for (uint32_t seed = 1; seed <= SEEDS; seed++)
            if (!shifts(margin, margin, seed))
                ROW_FAILED("margin %u, seed %u\n", margin, seed);
}

/* Otherwise the test above would show nothing. */
static void late_gates_change_much_without_a_margin(void **state)
{
    (void)state;
    assert_false(shifts(0, 1, 1));
    assert_false(shifts(2, 9, 1));
}

static void a_toggle_bears_late_gates(void **state)
{
    (void)state;
    static const char *const netlists[] = {toggle, two_inverters};
    for (size_t i = 0; i < LENGTH(netlists); i++)
        for (uint32_t margin = 1; margin <= OW_MOST_MARGIN; margin++) {
            struct machine machine;
            open_machine(&machine, netlists[i], margin, margin, margin);
            bool before = step(&machine, 0);
            for (int period = 0; period < 40; period++, before = !before)
                if (step(&machine, 0) == before)
                    ROW_FAILED("netlist %zu, margin %u, period %d\n", i, margin, period);
            expect_clean(&machine.built);
            close_machine(&machine);
        }
}

/* A margin costs time, and few components. */
static void the_price_of_a_margin(void **state)
{
    (void)state;
    static const struct {
        uint32_t margin, half_period, cells;
    } rows[] = {{0, 2, 4}, {1, 8, 9}, {2, 17, 11}, {4, 49, 16}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ow_build_options asked = {.margin = rows[i].margin};
        struct built built = build_with(toggle, &asked, NULL);
        if (built.report.half_period != rows[i].half_period || built.report.cells != rows[i].cells)
            ROW_FAILED("margin %u: half period %u, %u components\n", rows[i].margin,
                       built.report.half_period, built.report.cells);
        ow_close(&built.document);
    }
}

/* Latches of one phase bear late gates if inputs are late enough. */
static void without_a_clock_there_is_no_margin(void **state)
{
    (void)state;
    static const struct {
        const char *netlist;
        uint32_t margin;
    } rows[] = {
        {MODULE("5", CELL1("g", "$_NOT_", "2", "5")), 0},
        {MODULE("5", LATCH("f", "4", "2", "7") "," LATCH("g", "7", "3", "5")), 0},
        {MODULE("5", LATCH("f", "3", "2", "5")), 2},
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," LATCH("f", "3", "9", "5")), 2},
    };
    const ow_build_options asked = {.margin = 2};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct built built = build_with(rows[i].netlist, &asked, NULL);
        if (built.status != OW_OK || built.report.margin != rows[i].margin)
            ROW_FAILED("netlist %zu: margin %u\n", i, built.report.margin);
        ow_close(&built.document);
    }
}

static void a_margin_has_a_limit(void **state)
{
    (void)state;
    const ow_build_options asked = {.margin = OW_MOST_MARGIN + 1};
    struct built built = build_with(toggle, &asked, NULL);
    assert_error(&built.error, OW_BAD_ARGUMENT, 0, "", "a margin is at most 8 ticks");
    assert_null(built.document.format);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_gates_change_nothing_within_the_margin),
        cmocka_unit_test(late_gates_change_much_without_a_margin),
        cmocka_unit_test(a_toggle_bears_late_gates),
        cmocka_unit_test(the_price_of_a_margin),
        cmocka_unit_test(without_a_clock_there_is_no_margin),
        cmocka_unit_test(a_margin_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
