/* Waves as a Value Change Dump. */
#include "../support/test.h"

#include "../support/circuits.h"
#include "../support/ledger.h"

#define HEAD                                                                                       \
    "$comment one tick of the game is 1 ns here $end\n$timescale 1 ns $end\n"                      \
    "$scope module world $end\n"
#define END_OF_HEAD "$upscope $end\n$enddefinitions $end\n"

static void nets_and_buses_are_written_as_they_change(void **state)
{
    (void)state;
    struct board board;
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_vcd *vcd;
    board_open(&board, "switch:1 buffer:2 peg:3 peg:4 1>2 2>3 1>4");
    const uint32_t in = net_of(&board.circuit, "C-2.in0"), out = net_of(&board.circuit, "C-3");
    const uint32_t both[] = {in, out, in};
    char name[] = "a b\xc3\xa4";
    const ow_wave waves[] = {{OW_LITERAL("in"), &in, 1}, {ow_text_of(name), both, 3}};
    run_ticks(&board, 3);
    assert_int_equal(ow_vcd_open(board.run, waves, 2, NULL, &sink, &vcd, NULL), OW_OK);
    memset(name, 'x', sizeof name);
    run_ticks(&board, 2);
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    set_hand(&board, 1, false);
    run_ticks(&board, 4);
    assert_int_equal(ow_vcd_close(vcd, NULL), OW_OK);
    put_u8(&bytes, 0);
    assert_string_equal((char *)bytes.data,
                        HEAD "$var wire 1 ! in $end\n$var wire 3 \" a_b__ [2:0] $end\n" END_OF_HEAD
                             "#3\n$dumpvars\n0!\nb000 \"\n$end\n"
                             "#6\n1!\nb101 \"\n#7\nb111 \"\n#10\n0!\nb010 \"\n#11\nb000 \"\n#13\n");
    /* Nobody is told any more. */
    size_t size = bytes.size;
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    assert_int_equal(bytes.size, size);
    bytes_free(&bytes);
    board_free(&board);
}

/* Marks are one letter, then two: all of them other ones. */
static void many_waves_have_marks_of_their_own(void **state)
{
    (void)state;
    enum { COUNT = 94 + 94 * 94 + 2 };
    static ow_wave waves[COUNT];
    static const uint32_t net = 0;
    struct board board;
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_vcd *vcd;
    board_open(&board, "peg:1");
    for (size_t i = 0; i < COUNT; i++)
        waves[i] = (ow_wave){OW_LITERAL("w"), &net, 1};
    assert_int_equal(ow_vcd_open(board.run, waves, COUNT, NULL, &sink, &vcd, NULL), OW_OK);
    drive(&board, "C-1", true);
    run_ticks(&board, 2);
    assert_int_equal(ow_vcd_close(vcd, NULL), OW_OK);
    put_u8(&bytes, 0);
    static const char *const marks[] = {" ! w",   " ~ w",  " !! w", " ~! w",
                                        " !\" w", " ~~ w", " !!! w"};
    for (size_t i = 0; i < LENGTH(marks); i++)
        assert_non_null(strstr((char *)bytes.data, marks[i]));
    assert_non_null(strstr((char *)bytes.data, "\n1\"!!\n"));
    bytes_free(&bytes);
    board_free(&board);
}

static void no_waves_and_no_name_are_fine(void **state)
{
    (void)state;
    struct board board;
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_vcd *vcd;
    static const uint32_t net = 0;
    const ow_wave unnamed = {.nets = &net, .count = 1};
    board_open(&board, "peg:1");
    assert_int_equal(ow_vcd_open(board.run, NULL, 0, NULL, &sink, &vcd, NULL), OW_OK);
    run_ticks(&board, 4);
    assert_int_equal(ow_vcd_close(vcd, NULL), OW_OK);
    bytes.size = 0;
    assert_int_equal(ow_vcd_open(board.run, &unnamed, 1, NULL, &sink, &vcd, NULL), OW_OK);
    assert_int_equal(ow_vcd_close(vcd, NULL), OW_OK);
    put_u8(&bytes, 0);
    assert_non_null(strstr((char *)bytes.data, "$var wire 1 ! _ $end\n"));
    assert_int_equal(ow_vcd_close(NULL, NULL), OW_OK);
    bytes_free(&bytes);
    board_free(&board);
}

static void count_change(void *context, uint64_t tick, uint32_t net, bool on)
{
    (void)tick, (void)net, (void)on;
    ++*(unsigned *)context;
}

/* The last time of a dump, which stands on a line of its own. */
static unsigned last_time(struct bytes *bytes)
{
    put_u8(bytes, 0);
    return (unsigned)strtoul(strrchr((char *)bytes->data, '#') + 1, NULL, 10);
}

/* The caller's watch and two dumps of other nets are told, each of its own nets, and go one by
 * one. */
static void dumps_and_a_watch_stand_beside_each_other(void **state)
{
    (void)state;
    enum { DUMPS = 2 };
    struct board board;
    struct bytes bytes[DUMPS] = {{0}, {0}};
    ow_vcd *vcd[DUMPS];
    unsigned reported = 0;
    board_open(&board, "inverter:1 1>1 switch:2 peg:3 2>3");
    const uint32_t nets[DUMPS] = {net_of(&board.circuit, "C-1"), net_of(&board.circuit, "C-3")};
    ow_watch *watch;
    assert_int_equal(ow_watch_open(board.run, nets, 2, count_change, &reported, &watch, NULL),
                     OW_OK);
    for (int i = 0; i < DUMPS; i++) {
        const ow_wave wave = {OW_LITERAL("w"), &nets[i], 1};
        ow_sink sink = sink_to(&bytes[i]);
        assert_int_equal(ow_vcd_open(board.run, &wave, 1, NULL, &sink, &vcd[i], NULL), OW_OK);
    }
    run_ticks(&board, 4);
    assert_int_equal(reported, 4); /* the inverter alone */
    assert_int_equal(ow_vcd_close(vcd[0], NULL), OW_OK);
    set_hand(&board, 2, true);
    run_ticks(&board, 3);
    assert_int_equal(reported, 8);
    ow_watch_close(watch);
    set_hand(&board, 2, false);
    run_ticks(&board, 2);
    assert_int_equal(reported, 8);
    assert_int_equal(ow_vcd_close(vcd[1], NULL), OW_OK);
    assert_int_equal(last_time(&bytes[0]), 4);
    assert_int_equal(last_time(&bytes[1]), 9);
    assert_non_null(strstr((char *)bytes[1].data, "#5\n1!\n#8\n0!\n#9\n"));
    for (int i = 0; i < DUMPS; i++)
        bytes_free(&bytes[i]);
    board_free(&board);
}

static bool refuse_bytes(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return false;
}

static void a_sink_that_refuses_is_reported(void **state)
{
    (void)state;
    struct board board;
    ow_sink sink = {.write = refuse_bytes};
    ow_error error = {0};
    ow_vcd *vcd;
    static const uint32_t net = 0;
    const ow_wave wave = {OW_LITERAL("w"), &net, 1};
    board_open(&board, "inverter:1 1>1");
    assert_int_equal(ow_vcd_open(board.run, &wave, 1, NULL, &sink, &vcd, &error), OW_OK);
    run_ticks(&board, 40);
    assert_int_equal(ow_vcd_close(vcd, &error), OW_WRITE_FAILED);
    assert_int_equal(error.status, OW_WRITE_FAILED);
    board_free(&board);
}

/* Without memory nothing is opened, and nothing is told of what is not. */
static void memory_that_ends_leaves_nothing_behind(void **state)
{
    (void)state;
    static const uint32_t net = 0;
    const ow_wave wave = {OW_LITERAL("w"), &net, 1};
    bool more = true;
    for (uint64_t call = 1; more; call++) {
        struct ledger ledger = {.refuse = call};
        const ow_options options = ledger_options(&ledger);
        struct board board;
        struct bytes bytes = {0};
        ow_sink sink = sink_to(&bytes);
        ow_error error = {0};
        ow_vcd *vcd;
        board_open(&board, "inverter:1 1>1");
        ow_status status = ow_vcd_open(board.run, &wave, 1, &options, &sink, &vcd, &error);
        more = ledger.refused > 0;
        assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(error.status, status);
        run_ticks(&board, 5);
        ow_vcd_close(vcd, NULL);
        assert_int_equal(ledger.blocks, 0);
        bytes_free(&bytes);
        board_free(&board);
    }
    const ow_options little = {.max_memory = 30};
    struct board board;
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error = {0};
    ow_vcd *vcd;
    board_open(&board, "inverter:1 1>1");
    assert_int_equal(ow_vcd_open(board.run, &wave, 1, &little, &sink, &vcd, &error),
                     OW_TOO_MUCH_MEMORY);
    board_free(&board);
    bytes_free(&bytes);
}

static void odd_arguments_are_refused(void **state)
{
    (void)state;
    struct board board;
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error;
    ow_vcd *vcd;
    static const uint32_t there = 0, not_there = 9;
    const ow_wave wave = {OW_LITERAL("w"), &there, 1}, wrong = {OW_LITERAL("w"), &not_there, 1};
    const ow_wave without = {OW_LITERAL("w"), NULL, 1}, empty = {OW_LITERAL("w"), &there, 0};
    board_open(&board, "peg:1");
    assert_int_equal(ow_vcd_open(board.run, &wave, 1, NULL, &sink, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_vcd_open(NULL, &wave, 1, NULL, &sink, &vcd, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_vcd_open(board.run, NULL, 1, NULL, &sink, &vcd, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_vcd_open(board.run, &wave, 1, NULL, NULL, &vcd, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_vcd_open(board.run, &wrong, 1, NULL, &sink, &vcd, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_vcd_open(board.run, &without, 1, NULL, &sink, &vcd, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_vcd_open(board.run, &empty, 1, NULL, &sink, &vcd, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "nets that the simulation has");
    assert_null(vcd);
    assert_int_equal(bytes.size, 0);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_and_buses_are_written_as_they_change),
        cmocka_unit_test(many_waves_have_marks_of_their_own),
        cmocka_unit_test(no_waves_and_no_name_are_fine),
        cmocka_unit_test(dumps_and_a_watch_stand_beside_each_other),
        cmocka_unit_test(a_sink_that_refuses_is_reported),
        cmocka_unit_test(memory_that_ends_leaves_nothing_behind),
        cmocka_unit_test(odd_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
