/* The same as arguments.c of circuits: pointers that are NULL beside a count, sinks without a
 * call. */
#include "support/circuits.h"
#include "support/refusals.h"
#include "support/worlds.h"

#include <overworld/bench.h>
#include <overworld/netlist.h>

/* A text that says it has bytes, and has none. */
#define NOTHING                                                                                    \
    {                                                                                              \
        NULL, 9                                                                                    \
    }

static void lists_and_texts_that_are_counted_are_there(void **state)
{
    (void)state;
    static const ow_circuit_type types[] = {{.name = NOTHING, .like = {"MHG.Inverter", 12}},
                                            {.name = {"My.Type", 7}, .like = NOTHING},
                                            {.name = {"My.Type", 7}, .outputs = 1}};
    static const ow_circuit_name names[] = {{.name = NOTHING, .peg = {"C-1", 3}},
                                            {.name = {"a", 1}, .peg = NOTHING}};
    const ow_circuit_options odd[] = {
        {.name_count = 5},
        {.type_count = 5},
        {.names_json = NOTHING},
        {.types_json = NOTHING},
        {.types = &types[0], .type_count = 1},
        {.types = &types[1], .type_count = 1},
        {.types = &types[2], .type_count = 1},
        {.names = &names[0], .name_count = 1},
        {.names = &names[1], .name_count = 1},
    };
    ow_document document = circuit_document("peg:1 inverter:2");
    ow_circuit circuit;
    for (size_t i = 0; i < LENGTH(odd); i++) {
        ASSERT_REFUSED(ow_circuit_open(&document, &odd[i], NULL, &circuit, error));
        assert_null(circuit.owner);
    }
    ow_close(&document);
}

static void names_without_bytes_are_names_of_nothing(void **state)
{
    (void)state;
    static const ow_text nothing = NOTHING;
    struct board board;
    ow_bench *bench;
    uint32_t count = 7;
    board_open(&board, "peg:1");
    assert_int_equal(ow_circuit_find_net(&board.circuit, nothing), OW_NO_NET);
    assert_int_equal(ow_bench_open("{}", 2, &board.circuit, board.run, NULL, NULL, &bench, NULL),
                     OW_OK);
    assert_null(ow_bench_find(bench, nothing, &count));
    assert_int_equal(count, 0);
    ow_bench_close(bench);
    board_free(&board);
}

static void sinks_have_a_call(void **state)
{
    (void)state;
    static const uint32_t net = 0;
    static const uint8_t color[3] = {1, 2, 3};
    const ow_wave wave = {OW_LITERAL("w"), &net, 1}, unnamed = {NOTHING, &net, 1};
    struct board board;
    ow_vcd *vcd;
    board_open(&board, "peg:1");
    ASSERT_REFUSED(ow_vcd_open(board.run, &wave, 1, NULL, &no_sink, &vcd, error));
    ASSERT_REFUSED(ow_vcd_open(board.run, &unnamed, 1, NULL, &open_sink, &vcd, error));
    ASSERT_REFUSED(ow_netlist_write(&board.circuit, OW_NETLIST_DOT, NULL, NULL, &no_sink, error));
    assert_false(ow_display_write(color, 1, NULL));
    assert_false(ow_display_write(color, 1, &no_sink));
    assert_false(ow_display_write(NULL, 1, &open_sink));
    assert_true(ow_display_write(NULL, 0, &open_sink));
    assert_int_equal(ow_display_read((ow_bytes)NOTHING, NULL, 4), 0);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_and_texts_that_are_counted_are_there),
        cmocka_unit_test(names_without_bytes_are_names_of_nothing),
        cmocka_unit_test(sinks_have_a_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
