/* Nets and pegs by what people call them; ports; names of kinds. */
#include "../support/test.h"

#include "../support/circuits.h"
#include "../support/truths.h"

static const struct {
    const char *name;
    uint32_t net;
} names[] = {
    {"C-1", 2},
    {"C-1.in0", 0},
    {"C-1.out0", 2},
    {"C-2.in0", 1},
    {"C-2.in1", 2},
    {"C-3", 1},
    {"C-3.in0", 1},
    {"n0", 0},
    {"n2", 2},
    {"n10", 10},
    {"C-7.out3", 1},
    {"C-7.in7", 10},
    {"C-2", OW_NO_NET}, /* its output drives nothing */
    {"C-4294967295.in0", 11},
    {"C-4294967296", OW_NO_NET},
    {"C-99999999999999999999999", OW_NO_NET},
    {"C-1.in1", OW_NO_NET},
    {"C-1.out1", OW_NO_NET},
    {"C-1.in4294967295", OW_NO_NET},
    {"C-3.out0", OW_NO_NET},
    {"C-5", OW_NO_NET},
    {"C-", OW_NO_NET},
    {"C-x", OW_NO_NET},
    {"c-1", OW_NO_NET},
    {"C-1.", OW_NO_NET},
    {"C-1.in", OW_NO_NET},
    {"C-1.in0x", OW_NO_NET},
    {"C-1.up0", OW_NO_NET},
    {"C-1 ", OW_NO_NET},
    {"n12", OW_NO_NET},
    {"n", OW_NO_NET},
    {"n1x", OW_NO_NET},
    {"n4294967296", OW_NO_NET},
    {"", OW_NO_NET},
    {"nothing", OW_NO_NET},
};

static void nets_are_found_by_peg_and_by_number(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "inverter:1 and:2 peg:3 1>2.1 3-2.0 bcd:7 inverter:4294967295 7.3>3");
    for (size_t i = 0; i < LENGTH(names); i++) {
        uint32_t net = ow_circuit_find_net(&board.circuit, ow_text_of(names[i].name));
        if (net != names[i].net)
            ROW_FAILED("\"%s\" is %u\n", names[i].name, (unsigned)net);
    }
    assert_int_equal(ow_circuit_find_net(NULL, OW_LITERAL("n0")), OW_NO_NET);
    assert_int_equal(ow_circuit_find_net(&board.circuit, (ow_text){NULL, 0}), OW_NO_NET);
    board_free(&board);
}

/* "liquid" and "costarring" have one hash; of components with one address the first is meant. */
static void nets_are_found_by_name(void **state)
{
    (void)state;
    const ow_circuit_name given[] = {{OW_LITERAL("liquid"), OW_LITERAL("C-9")},
                                     {OW_LITERAL("costarring"), OW_LITERAL("C-3")},
                                     {OW_LITERAL("n1"), OW_LITERAL("C-5.in0")},
                                     {OW_LITERAL("C-9"), OW_LITERAL("C-700")}};
    const ow_circuit_options options = {.names = given, .name_count = LENGTH(given)};
    struct board board;
    board_open_with(&board, "peg:9 peg:3 peg:5 peg:700 peg:3 peg:2", &options, NULL);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("liquid")), 0);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("costarring")), 1);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("n1")), 2);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("C-9")), 3);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("C-3")), 1);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("C-2")), 5);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("C-4")), OW_NO_NET);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("C-701")), OW_NO_NET);
    assert_int_equal(ow_circuit_find_net(&board.circuit, OW_LITERAL("liqui")), OW_NO_NET);
    board_free(&board);
}

static void names_are_written_as_far_as_they_fit(void **state)
{
    (void)state;
    const ow_circuit_options options = {.names_json =
                                            OW_LITERAL("{\"nets\": {\"carry\": \"C-2\"}}")};
    struct board board;
    board_open_with(&board, "peg:1 peg:2", &options, NULL);
    char text[8] = "xxxxxxx";
    assert_int_equal(ow_circuit_net_name(&board.circuit, 1, text, sizeof text), 5);
    assert_string_equal(text, "carry");
    assert_int_equal(ow_circuit_net_name(&board.circuit, 1, text, 4), 5);
    assert_string_equal(text, "car");
    assert_int_equal(ow_circuit_net_name(&board.circuit, 1, NULL, 0), 5);
    assert_int_equal(ow_circuit_net_name(&board.circuit, 0, text, sizeof text), 2);
    assert_string_equal(text, "n0");
    assert_int_equal(ow_circuit_net_name(&board.circuit, 2, text, sizeof text), 2);
    assert_int_equal(ow_circuit_net_name(NULL, 7, text, sizeof text), 2);
    assert_string_equal(text, "n7");
    board_free(&board);
}

static void kinds_have_names(void **state)
{
    (void)state;
    static const char *const logics[] = {
        "none",    "unknown",    "inverter", "and",    "xor",           "buffer",      "latch",
        "delayer", "randomizer", "switch",   "button", "relay",         "fast_buffer", "ram",
        "bcd",     "fifo",       "table",    "memory", "dual_port_ram", "timer"};
    static const char *const ports[] = {"socket", "switch", "button", "display"};
    for (size_t i = 0; i < LENGTH(logics); i++)
        assert_string_equal(ow_logic_name((ow_logic)i), logics[i]);
    for (size_t i = 0; i < LENGTH(ports); i++)
        assert_string_equal(ow_port_kind_name((ow_port_kind)i), ports[i]);
    assert_string_equal(ow_logic_name((ow_logic)LENGTH(logics)), "");
    assert_string_equal(ow_port_kind_name((ow_port_kind)LENGTH(ports)), "");
    assert_string_equal(ow_logic_name((ow_logic)-1), "");
    assert_string_equal(ow_port_kind_name((ow_port_kind)-1), "");
}

static void ports_are_where_the_world_reaches_in(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "socket:1 switch:2 button:3 key:4 display:5 peg:6 2>6 3>6 inverter:7 7>5.1 "
                       "switch:8 chubby:9 9@3000,0,0");
    static const struct {
        uint32_t address, peg;
        ow_port_kind kind;
        const char *net;
    } ports[] = {
        {1, 0, OW_PORT_SOCKET, "C-1"},      {2, 0, OW_PORT_SWITCH, "C-6"},
        {3, 0, OW_PORT_BUTTON, "C-6"},      {5, 0, OW_PORT_DISPLAY, "C-5.in0"},
        {5, 1, OW_PORT_DISPLAY, "C-5.in1"}, {9, 0, OW_PORT_SOCKET, "C-9"},
    };
    assert_null(circuit_fault(&board.circuit));
    assert_int_equal(board.circuit.port_count, LENGTH(ports));
    for (uint32_t i = 0; i < LENGTH(ports); i++) {
        const ow_circuit_port *port = &board.circuit.ports[i];
        assert_int_equal(port->component, component_of(&board.circuit, ports[i].address));
        assert_int_equal(port->peg, ports[i].peg);
        assert_int_equal(port->kind, ports[i].kind);
        assert_int_equal(port->net, net_of(&board.circuit, ports[i].net));
    }
    assert_int_equal(board.circuit.nets[net_of(&board.circuit, "C-7.in0")].first_port, OW_NO_NET);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_are_found_by_peg_and_by_number),
        cmocka_unit_test(nets_are_found_by_name),
        cmocka_unit_test(names_are_written_as_far_as_they_fit),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(ports_are_where_the_world_reaches_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
