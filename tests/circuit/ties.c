/* From nets to the components that drive them and hang on them, and back. */
#include "../support/test.h"

#include "../support/circuits.h"

enum { ROOM = 32 };

static const char kinds[] = {
    [OW_TIE_DRIVES] = 'd', [OW_TIE_READS] = 'r', [OW_TIE_LINKS] = 'l', [OW_TIE_JOINS] = 'j'};

/* "d1.0 r2.0": kind, address of the component and peg. */
static void write_ties(const ow_circuit *circuit, const ow_circuit_tie *ties, size_t count,
                       char *text, size_t room)
{
    size_t size = 0;
    *text = '\0';
    for (size_t i = 0; i < count && i < ROOM; i++)
        size += (size_t)snprintf(
            text + size, room - size, "%s%c%u.%u", i > 0 ? " " : "", kinds[ties[i].kind],
            (unsigned)circuit->components[ties[i].component].address, (unsigned)ties[i].peg);
}

static void a_net_has_ties_to_its_components(void **state)
{
    (void)state;
    static const struct {
        const char *circuit, *net, *ties;
    } rows[] = {
        {"peg:1", "C-1", "j1.0"},
        {"switch:1 inverter:2 1>2", "C-2.in0", "d1.0 r2.0"},
        {"switch:1 switch:2 and:3 peg:4 1>4 2>4 4-3.0 4-3.1", "C-4", "d1.0 d2.0 r3.0 r3.1 j4.0"},
        {"switch:1 relay:2 1>2.0", "C-2.in0", "d1.0 r2.0"},
        {"relay:1 peg:2 1.1-2", "C-2", "l1.1 j2.0"},
        {"fast:1 peg:2 1.0-2", "C-2", "l1.0 j2.0"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        ow_circuit_tie ties[ROOM];
        char found[256];
        board_open(&board, rows[i].circuit);
        uint32_t net = net_of(&board.circuit, rows[i].net);
        size_t count = ow_circuit_find_net_ties(&board.circuit, net, ties, ROOM);
        write_ties(&board.circuit, ties, count, found, sizeof found);
        if (strcmp(found, rows[i].ties) != 0)
            ROW_FAILED("%s: %s\n", rows[i].circuit, found);
        for (size_t t = 0; t < count; t++)
            assert_int_equal(ties[t].net, net);
        board_free(&board);
    }
}

/* Every tie of a net is one of its component, and there are no others. */
static void ties_lead_back(void **state)
{
    (void)state;
    struct board board;
    ow_circuit_tie there[ROOM], back[ROOM];
    size_t from_nets = 0, from_components = 0;
    board_open(&board,
               "switch:1 and:2 peg:3 relay:4 fast:5 xor:6 1>3 3-2.0 3-2.1 2>4.0 2>5.0 2>6.0 "
               "6>6.1 1>6.0 3-4.1");
    const ow_circuit *circuit = &board.circuit;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        from_components += ow_circuit_find_component_ties(circuit, i, NULL, 0);
    for (uint32_t net = 0; net < circuit->net_count; net++) {
        size_t count = ow_circuit_find_net_ties(circuit, net, there, ROOM);
        from_nets += count;
        for (size_t i = 0; i < count; i++) {
            bool found = false;
            size_t others = ow_circuit_find_component_ties(circuit, there[i].component, back, ROOM);
            for (size_t k = 0; k < others; k++)
                found = found || memcmp(&back[k], &there[i], sizeof back[k]) == 0;
            assert_true(found);
        }
    }
    assert_int_equal(from_nets, from_components);
    assert_true(from_nets > 12);
    board_free(&board);
}

static void only_what_there_is_room_for_is_written(void **state)
{
    (void)state;
    struct board board;
    ow_circuit_tie ties[2] = {{77, 77, 77, OW_TIE_JOINS}, {77, 77, 77, OW_TIE_JOINS}};
    board_open(&board, "switch:1 inverter:2 1>2");
    uint32_t net = net_of(&board.circuit, "C-2.in0");
    assert_int_equal(ow_circuit_find_net_ties(&board.circuit, net, ties, 1), 2);
    assert_int_equal(ties[0].kind, OW_TIE_DRIVES);
    assert_int_equal(ties[1].net, 77);
    assert_int_equal(ow_circuit_find_component_ties(&board.circuit, 1, ties, 0), 1);
    assert_int_equal(ow_circuit_find_net_ties(&board.circuit, net, NULL, 9), 2);
    assert_int_equal(ow_circuit_find_net_ties(&board.circuit, OW_NO_NET, ties, 2), 0);
    assert_int_equal(ow_circuit_find_component_ties(&board.circuit, 99, ties, 2), 0);
    assert_int_equal(ow_circuit_find_net_ties(NULL, 0, ties, 2), 0);
    assert_int_equal(ow_circuit_find_component_ties(NULL, 0, ties, 2), 0);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_net_has_ties_to_its_components),
        cmocka_unit_test(ties_lead_back),
        cmocka_unit_test(only_what_there_is_room_for_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
