/* Relays and fast buffers: on and off go along them within a tick, and no ring of them holds
 * itself on. */
#include "../support/test.h"

#include "../support/circuits.h"

#include "../support/truths.h"
#include "circuit/random.h"
#include "circuit/simulation.h"

/* What is done and what must then be, step by step: "a+" drives peg C-a, "a-" lets it go, a
 * number runs so many ticks, "=101" is what the watched pegs are. */
struct story {
    const char *circuit, *pegs, *steps;
};

static void print_step(struct board *board, const struct story *story, const char *word)
{
    char text[32], name[32];
    size_t size = strcspn(word, " ");
    if (*word == '=') {
        states_of(board, story->pegs, text);
        if (strlen(text) != size - 1 || memcmp(text, word + 1, size - 1) != 0)
            ROW_FAILED("%s: %s at \"%s\"\n", story->circuit, text, word);
        const char *fault = circuit_fault(&board->circuit);
        if (fault)
            ROW_FAILED("%s: %s\n", story->circuit, fault);
    } else if (word[size - 1] == '+' || word[size - 1] == '-') {
        snprintf(name, sizeof name, "C-%.*s", (int)size - 1, word);
        drive(board, name, word[size - 1] == '+');
    } else {
        run_ticks(board, strtoul(word, NULL, 10));
    }
}

static void print_stories(const struct story *stories, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct board board;
        board_open(&board, stories[i].circuit);
        for (const char *word = stories[i].steps; *word;) {
            print_step(&board, &stories[i], word);
            word += strcspn(word, " ");
            word += *word == ' ';
        }
        board_free(&board);
    }
}

static void a_relay_takes_a_tick_to_switch_and_none_to_pass(void **state)
{
    (void)state;
    static const struct story stories[] = {
        /* Control, one side, other side. */
        {"relay:1", "C-1.in0 C-1.in1 C-1.in2",
         "3 =000 1.in1+ 1 =010 1.in0+ 1 =110 1 =111 1.in1- 1 =100 1.in2+ 1 =111 1.in0- 1 =011 1 "
         "=001"},
        /* A row of closed ones is gone along in one tick. */
        {"relay:1 relay:2 relay:3 peg:4 1.0-2.0 2.0-3.0 1.2-2.1 2.2-3.1 3.2-4",
         "C-1.in1 C-2.in1 C-3.in1 C-4", "1.in0+ 3 =0000 1.in1+ 1 =1111 1.in1- 1 =0000 4+ 1 =1111"},
        /* Both sides driven: opening leaves both on. */
        {"relay:1", "C-1.in1 C-1.in2",
         "1.in0+ 1.in1+ 1.in2+ 3 =11 1.in1- 1 =11 1.in2- 1 =00 1.in2+ 1 =11 1.in0- 2 =01"},
        /* Both sides on one net. */
        {"relay:1 1.1-1.2", "C-1.in1", "1.in0+ 1.in1+ 3 =1 1.in1- 1 =0 1.in0- 3 =0"},
    };
    print_stories(stories, LENGTH(stories));
}

static void a_fast_buffer_leads_one_way(void **state)
{
    (void)state;
    static const struct story stories[] = {
        {"fast:1", "C-1.in0 C-1.in1", "2 =00 1.in0+ 1 =11 1.in0- 1 =00 1.in1+ 1 =01"},
        {"fast:1 fast:2 fast:3 1.1-2.0 2.1-3.0", "C-1.in0 C-2.in0 C-3.in0 C-3.in1",
         "1.in0+ 1 =1111 3.in0+ 1.in0- 1 =0011 3.in0- 1 =0000"},
        /* Two that lead to one net. */
        {"fast:1 fast:2 1.1-2.1", "C-1.in0 C-2.in0 C-1.in1",
         "1.in0+ 2.in0+ 1 =111 1.in0- 1 =011 2.in0- 1 =000"},
        {"fast:1 1.0-1.1", "C-1.in0", "1.in0+ 1 =1 1.in0- 1 =0"},
    };
    print_stories(stories, LENGTH(stories));
}

static void rings_do_not_hold_themselves_on(void **state)
{
    (void)state;
    static const struct story stories[] = {
        {"fast:1 fast:2 1.1-2.0 2.1-1.0", "C-1.in0 C-2.in0",
         "2 =00 1.in0+ 1 =11 1.in0- 1 =00 2.in0+ 1 =11 2.in0- 1 =00"},
        /* One that is on as saved, for nothing. */
        {"fast:1 fast:2 1.1-2.0 2.1-1.0 *1.0 *1.1 *2.0 *2.1", "C-1.in0 C-2.in0", "=11 1 =00"},
        {"fast:1 fast:2 fast:3 1.1-2.0 2.1-3.0 3.1-1.0", "C-1.in0 C-2.in0 C-3.in0",
         "3.in0+ 1 =111 1.in0+ 1 =111 3.in0- 1 =111 1.in0- 1 =000"},
        {"relay:1 relay:2 1.0-2.0 1.1-2.1 1.2-2.2", "C-1.in0 C-1.in1 C-1.in2",
         "1.in0+ 1.in1+ 3 =111 1.in1- 1 =100 1.in2+ 1 =111 1.in2- 1 =100"},
        {"relay:1 fast:2 1.1-2.1 1.2-2.0", "C-1.in1 C-1.in2",
         "1.in0+ 3 =00 1.in1+ 1 =11 1.in1- 1 =00 1.in0- 2 1.in2+ 1 =11 1.in2- 1 =00"},
    };
    print_stories(stories, LENGTH(stories));
}

static void relays_control_themselves(void **state)
{
    (void)state;
    static const struct story stories[] = {
        /* Its control is one of its sides: what comes from the other side holds it closed. */
        {"relay:1 1.0-1.1", "C-1.in0 C-1.in2",
         "1.in2+ 3 =01 1.in0+ 1 =11 1 1.in0- 1 =11 5 =11 1.in2- 1 =00 1.in2+ 5 =01"},
        {"relay:1 1.0-1.1 1.1-1.2", "C-1.in0", "1.in0+ 3 =1 1.in0- 1 =0 3 =0"},
        /* Closed, it brings off the inverter that closes it: two ticks on, two ticks off. */
        {"relay:1 inverter:2 2>1.0 2-1.2", "C-1.in0 C-1.in2",
         "1.in1+ 1 =10 1 =11 1 =01 1 =00 1 =10 1 =11 1 =01 1 =00"},
        /* Two that close each other. */
        {"relay:1 relay:2 1.2-2.0 2.2-1.0", "C-1.in0 C-2.in0",
         "1.in1+ 2.in1+ 3 =00 1.in0+ 1 =10 1 =11 1 =11 1.in0- 1 =11 4 =11 1.in1- 1 =10 1 =00"},
    };
    print_stories(stories, LENGTH(stories));
}

/* What is saved decides whether a link is closed at first; what it brings is found in the first
 * tick. */
static void saved_states_of_links_are_gone_through(void **state)
{
    (void)state;
    static const struct story stories[] = {
        /* Closed as saved, its control driven by nothing. */
        {"relay:1 *1.0", "C-1.in0 C-1.in1 C-1.in2", "1.in1+ 1 =011 1 =010"},
        {"switch:1{9a480d01} switch:3{9a480d01} relay:2 1>2.0 +1 *2.0 3>2.1 +3 *2.1",
         "C-2.in1 C-2.in2", "=10 1 =11"},
        {"fast:1 *1.0 switch:2{9a480d01} 2>1.0 +2", "C-1.in0 C-1.in1", "=10 1 =11"},
    };
    print_stories(stories, LENGTH(stories));
}

static void links_are_named_by_number(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "relay:1 fast:2 inverter:3 relay:4");
    assert_int_equal(board.circuit.link_count, 3);
    assert_int_equal(board.circuit.links[0].control, net_of(&board.circuit, "C-1.in0"));
    assert_int_equal(board.circuit.links[1].control, OW_NO_NET);
    assert_true(board.circuit.links[0].both_ways);
    assert_false(board.circuit.links[1].both_ways);
    assert_true(board.circuit.links[1].closed);
    drive(&board, "C-4.in0", true);
    run_ticks(&board, 2);
    assert_false(ow_simulation_link(board.run, 0));
    assert_true(ow_simulation_link(board.run, 1));
    assert_true(ow_simulation_link(board.run, 2));
    assert_false(ow_simulation_link(board.run, 3));
    board_free(&board);
}

/* A chain of relays from a switch; their controls follow a second switch one a tick, the far end
 * first if `from_far_end`. Returns how many links were looked at while the controls went on and
 * off again. */
static uint64_t steps_of_wave(unsigned relays, bool from_far_end)
{
    static char text[30000];
    struct board board;
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "switch:1{9a480d00} switch:2{9a480d01} buffer:100 1>100 ");
    for (unsigned i = 0; i < relays; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "relay:%u ", 1000 + i);
    for (unsigned i = 1; i < relays; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "buffer:%u %u>%u %u.2-%u.1 ",
                                 100 + i, 99 + i, 100 + i, 999 + i, 1000 + i);
    for (unsigned i = 0; i < relays; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%u>%u ", 100 + i,
                                 1000 + (from_far_end ? relays - 1 - i : i));
    snprintf(text + used, sizeof text - used, "2>1000.1 +2");
    board_open(&board, text);
    char end[24];
    snprintf(end, sizeof end, "C-%u.in2", 999 + relays);
    run_ticks(&board, 3);
    uint64_t before = board.run->link_steps;
    set_hand(&board, 1, true);
    run_ticks(&board, relays + 4);
    assert_true(is_on(&board, end));
    set_hand(&board, 1, false);
    run_ticks(&board, relays + 4);
    assert_false(is_on(&board, end));
    uint64_t steps = board.run->link_steps - before;
    board_free(&board);
    return steps;
}

static void work_grows_with_the_chain_of_relays(void **state)
{
    (void)state;
    for (int from_far_end = 0; from_far_end < 2; from_far_end++) {
        uint64_t once = steps_of_wave(120, from_far_end), twice = steps_of_wave(240, from_far_end);
        if (twice > 2 * once + 20)
            ROW_FAILED("far end first: %d: %llu steps, and %llu of twice as many relays\n",
                       from_far_end, (unsigned long long)once, (unsigned long long)twice);
    }
}

/* Relays and fast buffers between a handful of nets, controlled by them and by inverters of
 * them. */
static void make_at_random(struct random *random, char *text, size_t size)
{
    enum { PEGS = 12, LINKS = 16, GATES = 5 };
    size_t used = 0;
    for (unsigned i = 1; i <= PEGS; i++)
        used += (size_t)snprintf(text + used, size - used, "peg:%u ", i);
    for (unsigned i = 100; i < 100 + LINKS; i++) {
        bool relay = random_below(random, 2) == 1;
        used += (size_t)snprintf(text + used, size - used, "%s:%u ", relay ? "relay" : "fast", i);
        for (unsigned peg = 0; peg < (relay ? 3u : 2u); peg++)
            used += (size_t)snprintf(text + used, size - used, "%u.%u-%u ", i, peg,
                                     (unsigned)random_below(random, PEGS) + 1);
    }
    for (unsigned i = 200; i < 200 + GATES; i++)
        used += (size_t)snprintf(text + used, size - used, "%s:%u %u-%u %u>%u ",
                                 random_below(random, 2) == 1 ? "inverter" : "buffer", i, i,
                                 (unsigned)random_below(random, PEGS) + 1, i,
                                 (unsigned)random_below(random, PEGS) + 1);
    assert_true(used < size - 1);
}

static void nets_are_the_least_fixed_point_after_each_tick(void **state)
{
    (void)state;
    enum { CIRCUITS = 400, TICKS = 40, PEGS = 12 };
    struct random random = random_begin(14);
    for (int number = 0; number < CIRCUITS; number++) {
        static char text[4096];
        struct board board;
        uint8_t driven[256] = {0};
        make_at_random(&random, text, sizeof text);
        board_open(&board, text);
        assert_null(circuit_fault(&board.circuit));
        assert_true(board.circuit.net_count < sizeof driven);
        for (int tick = 0; tick < TICKS; tick++) {
            uint32_t net = random_below(&random, board.circuit.net_count);
            if (random_below(&random, 2) == 1) {
                driven[net] = !driven[net];
                ow_simulation_drive(board.run, net, driven[net], NULL);
            }
            run_ticks(&board, 1);
            const char *fault = driven_nets_fault(&board.circuit, board.run, driven);
            if (fault)
                ROW_FAILED("circuit %d, tick %d: %s\n%s\n", number, tick, fault, text);
        }
        board_free(&board);
    }
}

/* Nets that are on as saved, and what is behind them. */
static void nets_that_nothing_drives_are_left_on(void **state)
{
    (void)state;
    static const struct {
        const char *circuit;
        bool left[4];
    } rows[] = {
        {"peg:1 peg:2 *1", {true, false}},
        {"inverter:1 peg:2 1>2 +1 *2", {false, false}}, /* input of 1, then the peg */
        {"inverter:1 peg:2 1>2 *1 *2", {true, true}},   /* driven by what is off */
        {"inverter:9 relay:1 9>1.1 +9 *1.1 *1.2", {false, false, false, true}},
        {"inverter:9 relay:1 9>1.1 +9 *1 *1.1 *1.2", {false, true, false, false}},
        {"inverter:9 relay:1 9>1.2 +9 *1 *1.1 *1.2", {false, true, false, false}},
        {"fast:1 *1 *1.1", {true, true}},
        {"inverter:9 fast:1 9>1.1 +9 *1 *1.1", {false, true, false}},
        {"inverter:9 fast:1 9>1 +9 *1 *1.1", {false, false, false}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        board_open(&board, rows[i].circuit);
        for (uint32_t net = 0; net < board.circuit.net_count; net++)
            if (board.circuit.nets[net].is_left_on != rows[i].left[net])
                ROW_FAILED("row %zu, net %u\n", i, (unsigned)net);
        run_ticks(&board, 1);
        for (uint32_t net = 0; net < board.circuit.net_count; net++)
            assert_true(!board.circuit.nets[net].is_left_on || !ow_simulation_net(board.run, net));
        board_free(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_that_nothing_drives_are_left_on),
        cmocka_unit_test(a_relay_takes_a_tick_to_switch_and_none_to_pass),
        cmocka_unit_test(a_fast_buffer_leads_one_way),
        cmocka_unit_test(rings_do_not_hold_themselves_on),
        cmocka_unit_test(relays_control_themselves),
        cmocka_unit_test(saved_states_of_links_are_gone_through),
        cmocka_unit_test(links_are_named_by_number),
        cmocka_unit_test(work_grows_with_the_chain_of_relays),
        cmocka_unit_test(nets_are_the_least_fixed_point_after_each_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
