/* What nets are called: by labels beside ports, by the user. */
#include "../support/test.h"

#include "../support/circuits.h"
#include "../support/truths.h"

/* Sockets at places of a board that holds them, each in a net of its own. */
#define BOARD  "board:1 socket:11 11<1 11@0,150,0 socket:12 12<1 socket:13 13<1 "
#define IN_ROW "12@300,150,0 13@600,150,0 "

static const struct {
    const char *circuit, *names; /* of C-11, C-12, C-13 */
} labelled[] = {
    {BOARD IN_ROW, "n0 n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"CLK\":2 2<1 2@0,150,300", "CLK n1 n2"},
    /* Two squares, and a little more. */
    {BOARD "12@3000,150,0 13@6000,150,0 \"CLK\":2 2<1 2@0,150,750", "CLK n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"CLK\":2 2<1 2@0,150,751", "n0 n1 n2"},
    /* On another board, or none. */
    {BOARD "12@3000,150,0 13@6000,150,0 board:3 \"CLK\":2 2<3 2@0,150,300", "n0 n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"CLK\":2 2@0,150,300", "n0 n1 n2"},
    /* One label beside a row of ports names a bus, from left to right. */
    {BOARD IN_ROW "\"D\":2 2<1 2@300,150,300", "D[0] D[1] D[2]"},
    {BOARD "11@600,150,0 12@300,150,0 13@0,150,0 \"D\":2 2<1 2@300,150,300", "D[2] D[1] D[0]"},
    /* The nearest one; in reading order where two are as near. */
    {BOARD "12@3000,150,0 13@6000,150,0 \"far\":2 2<1 2@0,150,500 \"near\":3 3<1 3@0,150,300",
     "near n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"low\":2 2<1 2@0,150,-300 \"high\":3 3<1 3@0,150,300",
     "high n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"high\":3 3<1 3@0,150,300 \"low\":2 2<1 2@0,150,-300",
     "high n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"right\":2 2<1 2@300,150,0 \"left\":3 3<1 3@-300,150,0",
     "left n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"left\":3 3<1 3@-300,150,0 \"right\":2 2<1 2@300,150,0",
     "left n1 n2"},
    /* Turned labels read along themselves. */
    {BOARD IN_ROW "\"D\":2 2<1 2^2 2@300,150,300", "D[2] D[1] D[0]"},
    /* Ports of one net, and the same words twice. */
    {BOARD IN_ROW "\"D\":2 2<1 2@300,150,300 11-12 12-13", "D D D"},
    {BOARD IN_ROW "\"D\":2 2<1 2@300,150,300 11-12", "D[0] D[0] D[1]"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"A\":2 2<1 2@0,150,300 \"A\":3 3<1 3@3000,150,300",
     "A n0 A n1 n2"},
    /* What stands on a label: one line of words. */
    {BOARD "12@3000,150,0 13@6000,150,0 \"  two  \nlines \":2 2<1 2@0,150,300", "two lines n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"\":2 2<1 2@0,150,300", "n0 n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"  \":2 2<1 2@0,150,300", "n0 n1 n2"},
    {BOARD "12@3000,150,0 13@6000,150,0 \"0123456789012345678901234567890123456789012345678"
           "90123456789012345678901234567890\":2 2<1 2@0,150,300",
     "0123456789012345678901234567890123456789012345678901234567890123 n1 n2"},
    /* No label's data. */
    {BOARD "12@3000,150,0 13@6000,150,0 MHG.PanelLabel/0/0:2{00} 2<1 2@0,150,300", "n0 n1 n2"},
};

static void labels_name_the_nets_of_ports_beside_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(labelled); i++) {
        char names[3][100], all[320];
        static const char *const pegs[] = {"C-11", "C-12", "C-13"};
        ow_document document = circuit_document(labelled[i].circuit);
        ow_circuit circuit;
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        assert_null(circuit_fault(&circuit));
        for (int k = 0; k < 3; k++) {
            uint32_t net = net_of(&circuit, pegs[k]);
            ow_circuit_net_name(&circuit, net, names[k], sizeof names[k]);
            assert_int_equal(net_of(&circuit, names[k]), net);
        }
        snprintf(all, sizeof all, "%s %s %s", names[0], names[1], names[2]);
        if (strcmp(all, labelled[i].names) != 0)
            ROW_FAILED("row %zu: %s, not %s\n", i, all, labelled[i].names);
        ow_circuit_close(&circuit);
        ow_close(&document);
    }
}

static void a_net_knows_who_named_it(void **state)
{
    (void)state;
    const ow_circuit_name given[] = {{OW_LITERAL("mine"), OW_LITERAL("C-12")},
                                     {OW_LITERAL("clock"), OW_LITERAL("CLK")}};
    const ow_circuit_options one = {.names = given, .name_count = 1};
    const ow_circuit_options both = {.names = given, .name_count = 2};
    static const char text[] = BOARD "12@3000,150,0 13@6000,150,0 \"CLK\":2 2<1 2@0,150,300";
    struct board board;
    board_open_with(&board, text, &one, NULL);
    const ow_circuit_net *nets = board.circuit.nets;
    assert_int_equal(nets[0].name_from, OW_NET_BY_LABEL);
    assert_int_equal(nets[0].label, component_of(&board.circuit, 2));
    assert_int_equal(nets[1].name_from, OW_NET_BY_USER);
    assert_text(nets[1].name, "mine");
    assert_int_equal(nets[1].name.data[nets[1].name.size], '\0');
    assert_int_equal(nets[2].name_from, OW_NET_BY_NUMBER);
    assert_int_equal(nets[2].name.size, 0);
    board_free(&board);
    board_open_with(&board, text, &both, NULL);
    assert_text(board.circuit.nets[0].name, "clock");
    assert_int_equal(board.circuit.nets[0].name_from, OW_NET_BY_USER);
    board_free(&board);
}

/* So that a bench that calls nets by their labels runs on names of its own. */
static void a_net_that_the_user_names_is_found_by_its_label_too(void **state)
{
    (void)state;
    const ow_circuit_name given[] = {{OW_LITERAL("clock"), OW_LITERAL("CLK")},
                                     {OW_LITERAL("tick"), OW_LITERAL("CLK")},
                                     {OW_LITERAL("A"), OW_LITERAL("C-13")}};
    const ow_circuit_options options = {.names = given, .name_count = 3};
    struct board board;
    board_open_with(&board,
                    BOARD "12@3000,150,0 13@6000,150,0 \"CLK\":2 2<1 2@0,150,300 \"A\":3 3<1 "
                          "3@3000,150,300",
                    &options, NULL);
    assert_text(board.circuit.nets[0].name, "tick");
    assert_int_equal(net_of(&board.circuit, "CLK"), 0);
    assert_int_equal(net_of(&board.circuit, "tick"), 0);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("clock")), OW_NO_NET);
    assert_text(board.circuit.nets[1].name, "A n1");
    assert_int_equal(net_of(&board.circuit, "A"), 2);
    board_free(&board);
}

/* A label whose words are taken gives way, whoever took them. */
static void names_are_unique(void **state)
{
    (void)state;
    const ow_circuit_name given[] = {{OW_LITERAL("A"), OW_LITERAL("C-13")}};
    const ow_circuit_options options = {.names = given, .name_count = 1};
    struct board board;
    board_open_with(&board, BOARD "12@3000,150,0 13@6000,150,0 \"A\":2 2<1 2@0,150,300", &options,
                    NULL);
    assert_text(board.circuit.nets[2].name, "A");
    assert_text(board.circuit.nets[0].name, "A n0");
    board_free(&board);
}

/* Labels and ports in crowds are named as far as bounded work goes. */
static void a_board_full_of_labels_and_ports_ends_in_time(void **state)
{
    (void)state;
    enum { ROOM = 600 * 40 };
    static char text[ROOM];
    size_t used = (size_t)snprintf(text, ROOM, "board:1 ");
    for (unsigned i = 10; i < 310; i++)
        used += (size_t)snprintf(text + used, ROOM - used, "\"L%u\":%u %u<1 ", i, i, i);
    for (unsigned i = 1000; i < 1300; i++)
        used += (size_t)snprintf(text + used, ROOM - used, "socket:%u %u<1 ", i, i);
    ow_document document = circuit_document(text);
    ow_circuit circuit;
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_null(circuit_fault(&circuit));
    assert_int_equal(circuit.port_count, 300);
    assert_true(circuit.nets[0].name.size > 0);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_name_the_nets_of_ports_beside_them),
        cmocka_unit_test(a_net_knows_who_named_it),
        cmocka_unit_test(a_net_that_the_user_names_is_found_by_its_label_too),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(a_board_full_of_labels_and_ports_ends_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
