/* Which pegs are a net, what drives it, which links lie at it. */
#include "../support/test.h"

#include "../support/circuits.h"
#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/truths.h"

struct reported {
    char text[1024];
    size_t size;
};

static void append(struct reported *reported, const char *format, unsigned a, unsigned b)
{
    int size = snprintf(reported->text + reported->size, sizeof reported->text - reported->size,
                        format, a, b);
    reported->size += (size_t)size;
    assert_true(reported->size < sizeof reported->text);
}

/* Nets as "1.0 2.0<3.0;": inputs, and behind the arrow outputs that drive it; then links as
 * "(1)" at each net. */
static const char *nets_of(const ow_circuit *circuit, struct reported *reported)
{
    *reported = (struct reported){{0}, 0};
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        const ow_circuit_net *net = &circuit->nets[i];
        for (uint32_t k = 0; k < net->peg_count; k++) {
            const ow_circuit_input *peg = &circuit->inputs[circuit->pegs[net->first_peg + k]];
            append(reported, k > 0 ? " %u.%u" : "%u.%u",
                   circuit->components[peg->component].address, peg->index);
        }
        for (uint32_t k = 0; k < net->driver_count; k++) {
            const ow_circuit_output *driver =
                &circuit->outputs[circuit->drivers[net->first_driver + k]];
            append(reported, k > 0 ? " %u.%u" : "<%u.%u",
                   circuit->components[driver->component].address, driver->index);
        }
        for (uint32_t k = 0; k < net->link_count; k++)
            append(
                reported, "(%u)",
                circuit->components[circuit->links[circuit->linked[net->first_link + k]].component]
                    .address,
                0);
        append(reported, ";", 0, 0);
    }
    return reported->text;
}

#define PACKED "SkysCompactCircuits.PackedCircuit"
#define BUFFER "SkysCompactCircuits.ExportBuffer/1/1"
#define EXPORT "SkysCompactCircuits.ExportPeg/1/0"

static const struct {
    const char *circuit, *nets;
} joined[] = {
    {"", ""},
    {"board:1", ""},
    {"inverter:1", "1.0;"},
    {"peg:1 peg:2 peg:3", "1.0;2.0;3.0;"},
    {"peg:1 peg:2 peg:3 1-3", "1.0 3.0;2.0;"},
    {"peg:1 peg:2 peg:3 3-2 2-1", "1.0 2.0 3.0;"},
    {"peg:1 peg:2 peg:3 peg:4 1-2 3-4 4-1", "1.0 2.0 3.0 4.0;"},
    {"peg:1 1-1", "1.0;"},
    {"through:1 peg:2 peg:3 1.0-2 1.1-3", "1.0 1.1 2.0 3.0;"},
    /* Other pegs of one component are nets of their own, and so are those of sockets through
     * boards. */
    {"and:1 xor:2 1.0-2.1", "1.0 2.1;1.1;2.0;"},
    {"MHG.ThroughPeg/1/0:1", "1.0;"},
    /* Packed circuits: export pegs anywhere below, in the order of the file, but those of an inner
     * circuit; a peg too many; pegs elsewhere; a cycle of parents. */
    {PACKED "/2/0:1 board:2 " EXPORT ":3 " EXPORT ":4 2<1 3<2 4<1", "1.0 3.0;1.1 4.0;"},
    {PACKED "/1/0:1 " PACKED "/1/0:2 2<1 " EXPORT ":3 3<2 " EXPORT ":4 4<1", "1.0 4.0;2.0 3.0;"},
    {PACKED "/1/0:1 " EXPORT ":2 2<1 " EXPORT ":3 3<1 " EXPORT ":4", "1.0 2.0;3.0;4.0;"},
    {PACKED "/1/0:1 SkysCompactCircuits.ExportThroughPeg/2/0:2 2<1 peg:3 3-2.1",
     "1.0 2.0;2.1 3.0;"},
    {PACKED "/2/0:1 SkysCompactCircuits.ExportPeg/0/0:2 2<1 " EXPORT ":3 3<1", "1.0;1.1 3.0;"},
    /* Export buffers drive what is wired outside; one too many; one of an inner circuit. */
    {PACKED "/0/1:1 " BUFFER ":2 2<1 peg:3 1>3", "2.0;3.0<2.0;"},
    {PACKED "/1/2:1 " BUFFER ":2 2<1 " EXPORT ":3 3<1 " BUFFER ":4 4<1 peg:5 1.1>5 1.0>5",
     "1.0 3.0;2.0;4.0;5.0<2.0 4.0;"},
    {PACKED "/0/1:1 " BUFFER ":2 2<1 " BUFFER ":3 3<1 peg:4 1>4", "2.0;3.0;4.0<2.0;"},
    {PACKED "/0/1:1 " PACKED "/0/1:2 2<1 " BUFFER ":3 3<2 peg:4 1>4 2>4", "3.0;4.0<1.0 3.0;"},
    {PACKED "/0/1:1 SkysCompactCircuits.ExportThroughBuffer/1/1:2 2<1 peg:3 1>3", "2.0;3.0<2.0;"},
    {PACKED "/0/1:1 SkysCompactCircuits.ExportBuffer/1/0:2 2<1 peg:3 1>3", "2.0;3.0<1.0;"},
    {PACKED "/1/0:1 board:2 board:3 2<3 3<2 " EXPORT ":4 4<3", "1.0;4.0;"},
    {PACKED "/1/0:1 1<1 " EXPORT ":2 2<1", "1.0 2.0;"},
    /* Outputs drive, and are in no net. */
    {"inverter:1 peg:2 1>2", "1.0;2.0<1.0;"},
    {"inverter:1 1>1", "1.0<1.0;"},
    {"peg:1 inverter:2 inverter:3 2>1 3>1", "1.0<2.0 3.0;2.0;3.0;"},
    {"inverter:1 peg:2 peg:3 1>2 1>3", "1.0;2.0<1.0;3.0<1.0;"},
    {"inverter:1 peg:2 peg:3 1>2 1>3 2-3", "1.0;2.0 3.0<1.0;"},
    {"inverter:1 peg:2 1>2 1>2", "1.0;2.0<1.0;"},
    {"bcd:1 peg:2 peg:3 1.11>2 1.3>2 1.3>3",
     "1.0;1.1;1.2;1.3;1.4;1.5;1.6;1.7;2.0<1.3 1.11;3.0<1.3;"},
    /* Links. */
    {"relay:1 fast:2 1.1-2.0", "1.0;1.1 2.0(1)(2);1.2(1);2.1(2);"},
    {"relay:1 1.1-1.2 1.0-1.1", "1.0 1.1 1.2(1);"},
    {"fast:1 fast:2 1.0-1.1 2.1-1.0", "1.0 1.1 2.1(1)(2);2.0(2);"},
};

static void wires_and_through_pegs_join(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(joined); i++) {
        struct board board;
        struct reported reported;
        board_open(&board, joined[i].circuit);
        const char *fault = circuit_fault(&board.circuit);
        if (fault || strcmp(nets_of(&board.circuit, &reported), joined[i].nets) != 0)
            ROW_FAILED("\"%s\": %s %s\n", joined[i].circuit, fault ? fault : "", reported.text);
        assert_int_equal(board.circuit.loose_wires, 0);
        board_free(&board);
    }
}

static void packed_circuits_may_lack_memory(void **state)
{
    (void)state;
    struct bytes text = {0};
    char words[80];
    put_raw(&text, PACKED "/1/0:1", strlen(PACKED "/1/0:1"));
    for (int i = 2; i < 650; i++) {
        snprintf(words, sizeof words, " " EXPORT ":%d %d<1", i, i);
        put_raw(&text, words, strlen(words));
    }
    put_u8(&text, 0);
    ow_document document = circuit_document((const char *)text.data);
    ow_status status = OW_NO_MEMORY;
    for (unsigned refuse = 1; status != OW_OK; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        const ow_options options = ledger_options(&ledger);
        ow_circuit circuit;
        ow_error error = {0};
        status = ow_circuit_open(&document, NULL, &options, &circuit, &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && *error.message));
        ow_circuit_close(&circuit);
        assert_int_equal(ledger.blocks, 0);
        assert_true(refuse < 200);
    }
    ow_close(&document);
    bytes_free(&text);
}

static void wires_without_an_end_are_counted_and_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *circuit;
        uint32_t loose;
    } rows[] = {
        {"peg:1 inverter:2 1.5-2", 1},    {"peg:1 inverter:2 2.1>1", 1},
        {"peg:1 inverter:2 2>1.1", 1},    {"peg:1 inverter:2 1-2.1", 1},
        {"inverter:1 inverter:2 1=2", 1}, {"peg:1 inverter:2 1-2 2>1.7 2>1 2.9>1", 2},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        board_open(&board, rows[i].circuit);
        assert_null(circuit_fault(&board.circuit));
        assert_int_equal(board.circuit.loose_wires, rows[i].loose);
        board_free(&board);
    }
}

/* Ends that only a file has: components that are not there, kinds of pegs that nobody knows. */
static void wires_of_nonsense_are_left_out(void **state)
{
    (void)state;
    ow_circuit circuit;
    struct bytes bytes = circuit_bytes("peg:1 inverter:2 2>1", false);
    ow_document document;
    assert_int_equal(ow_open(bytes.data, bytes.size, NULL, &document, NULL), OW_OK);
    ow_blotter_wire *wire = &document.as.blotter->wires[0];
    const ow_blotter_wire sound = *wire;
    static const struct {
        int kind;
        uint32_t component;
        int32_t index;
    } ends[] = {{OW_BLOTTER_INPUT, 9, 0},
                {OW_BLOTTER_INPUT, 0, 0},
                {OW_BLOTTER_INPUT, 1, -1},
                {OW_BLOTTER_INPUT, 1, INT32_MIN},
                {OW_BLOTTER_INPUT, 1, INT32_MAX},
                {OW_BLOTTER_OUTPUT, 1, 0},
                {3, 1, 0},
                {0, 1, 0}};
    for (size_t i = 0; i < 2 * LENGTH(ends); i++) {
        *wire = sound;
        ow_blotter_peg *end = i % 2 ? &wire->first : &wire->second;
        end->kind = (uint16_t)ends[i / 2].kind;
        end->component = ends[i / 2].component;
        end->index = ends[i / 2].index;
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        assert_int_equal(circuit.loose_wires, 1);
        assert_int_equal(circuit.driver_count, 0);
        assert_null(circuit_fault(&circuit));
        ow_circuit_close(&circuit);
    }
    ow_close(&document);
    bytes_free(&bytes);
}

static const struct {
    const char *circuit;
    ow_logic logic;
} components[] = {
    {"inverter:1", OW_LOGIC_INVERTER},
    {"inverter/2:1", OW_LOGIC_UNKNOWN},
    {"inverter/1/2:1", OW_LOGIC_UNKNOWN},
    {"inverter/0:1", OW_LOGIC_UNKNOWN},
    {"and/1:1", OW_LOGIC_AND},
    {"and/0:1", OW_LOGIC_UNKNOWN},
    {"and/9:1", OW_LOGIC_AND},
    {"xor/3:1", OW_LOGIC_UNKNOWN},
    {"latch/1:1", OW_LOGIC_UNKNOWN},
    {"relay/2:1", OW_LOGIC_UNKNOWN},
    {"relay/3/1:1", OW_LOGIC_UNKNOWN},
    {"fast/1:1", OW_LOGIC_UNKNOWN},
    {"switch/1/1:1", OW_LOGIC_UNKNOWN},
    {"switch/0/0:1", OW_LOGIC_UNKNOWN},
    {"switch/0/2:1", OW_LOGIC_UNKNOWN},
    {"bcd/8/11:1", OW_LOGIC_UNKNOWN},
    {"fifo/11/9:1", OW_LOGIC_UNKNOWN},
    {"fifo:1", OW_LOGIC_FIFO},
    {"ram:1", OW_LOGIC_RAM},
    {"ram/4/0:1", OW_LOGIC_UNKNOWN}, /* no data */
    {"ram/4/1:1", OW_LOGIC_UNKNOWN}, /* no address */
    {"ram/5/1:1", OW_LOGIC_RAM},
    {"ram/28/1:1", OW_LOGIC_RAM},     /* 24 bits of address */
    {"ram/29/1:1", OW_LOGIC_UNKNOWN}, /* one more */
    {"ram/68/64:1", OW_LOGIC_RAM},
    {"ram/69/65:1", OW_LOGIC_UNKNOWN},
    {"dual:1", OW_LOGIC_DUAL_PORT_RAM},
    {"dual/9/2:1", OW_LOGIC_DUAL_PORT_RAM},     /* one bit of data and of address */
    {"dual/7/2:1", OW_LOGIC_UNKNOWN},           /* no address */
    {"dual/7/0:1", OW_LOGIC_UNKNOWN},           /* no data */
    {"dual/10/2:1", OW_LOGIC_UNKNOWN},          /* addresses of different size */
    {"dual/15/5:1", OW_LOGIC_UNKNOWN},          /* data of different size */
    {"dual/55/2:1", OW_LOGIC_DUAL_PORT_RAM},    /* 24 bits of address */
    {"dual/57/2:1", OW_LOGIC_UNKNOWN},          /* one more */
    {"dual/135/128:1", OW_LOGIC_DUAL_PORT_RAM}, /* 64 bits of data */
    {"dual/137/130:1", OW_LOGIC_UNKNOWN},
    {"timer:1", OW_LOGIC_TIMER},
    {"timer_small:1", OW_LOGIC_TIMER},
    {"timer/19/11:1", OW_LOGIC_UNKNOWN},
    {"timer/20/12:1", OW_LOGIC_UNKNOWN},
    {"cpu:1", OW_LOGIC_UNKNOWN},
    {"board/1/1:1", OW_LOGIC_NONE},
    {"My.Thing/0/0:1", OW_LOGIC_UNKNOWN},
};

static void components_without_the_pegs_of_their_type_are_unknown(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(components); i++) {
        ow_document document = circuit_document(components[i].circuit);
        ow_circuit circuit;
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        if (circuit.components[0].logic != components[i].logic)
            ROW_FAILED("%s: %s\n", components[i].circuit,
                       ow_logic_name(circuit.components[0].logic));
        bool has_pegs = circuit.input_count + circuit.output_count > 0;
        assert_int_equal(circuit.unknown, components[i].logic == OW_LOGIC_UNKNOWN && has_pegs);
        ow_circuit_close(&circuit);
        ow_close(&document);
    }
}

static void custom_data_is_read(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "delayer:1{00000000 0a000000} delayer:2{0000} delayer:3{0000000000000000} "
                       "delayer:4{00000000ffffffff} switch:5{} peg:6{aa} inverter:7{}");
    static const int32_t delays[] = {10, 1, 1, 1, 1, 1, 1};
    for (uint32_t i = 0; i < LENGTH(delays); i++)
        assert_int_equal(board.circuit.components[i].delay, delays[i]);
    assert_int_equal(board.circuit.bad_data, 2);
    assert_int_equal(board.circuit.component_count, LENGTH(delays));
    assert_text(board.circuit.types[board.circuit.components[0].type], "MHG.Delayer");
    assert_text(board.circuit.types[0], "");
    board_free(&board);
}

static void states_are_those_of_the_save(void **state)
{
    (void)state;
    static const char text[] = "inverter:1 peg:2 peg:3 1>2 +1 *2 relay:4 4.0-3 *3 switch:5";
    for (int world = 0; world < 2; world++) {
        ow_document document = world ? circuit_world(text) : circuit_document(text);
        ow_circuit circuit;
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        static const bool nets[] = {false, true, true, false, false}, outputs[] = {true, false};
        assert_int_equal(circuit.net_count, LENGTH(nets));
        for (uint32_t i = 0; i < LENGTH(nets); i++)
            assert_int_equal(circuit.nets[i].on, nets[i]);
        for (uint32_t i = 0; i < LENGTH(outputs); i++)
            assert_int_equal(circuit.outputs[i].on, outputs[i]);
        assert_true(circuit.links[0].closed);
        assert_int_equal(circuit.outputs[0].state, 1);
        assert_int_equal(circuit.nets[1].state, 2);
        for (uint32_t i = 0; i < LENGTH(nets); i++)
            assert_false(circuit.nets[i].has_two_states);
        ow_circuit_close(&circuit);
        ow_close(&document);
    }
}

static void a_net_with_two_states_is_reported(void **state)
{
    (void)state;
    ow_document document = circuit_document("peg:1 peg:2 peg:3 1-2");
    ow_circuit circuit;
    document.as.blotter->components[1].inputs[0] = 77;
    document.as.blotter->components[2].inputs = NULL; /* as a caller might */
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_true(circuit.nets[0].has_two_states);
    assert_false(circuit.nets[1].has_two_states);
    assert_int_equal(circuit.nets[1].state, -1);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

/* Version 4 has a flag for each output, and no ids: a draft of version 5 has both. */
static void early_versions_have_states_too(void **state)
{
    (void)state;
    ow_document document = document_of(
        "{'format': 'blotter', 'version': 4, 'game_version': [0, 90, 0, 1000],"
        " 'component_types': [{'id': 1, 'name': 'MHG.Switch'}, {'id': 6, 'name': 'MHG.Inverter'}],"
        " 'components': [{'address': 1, 'parent': 0, 'type': 1, 'position': [0, 0, 0],"
        " 'rotation': [0, 0, 0, 1], 'inputs': [], 'outputs': [{'on': 1}],"
        " 'custom_data': 'mkgNAQ=='}, {'address': 2, 'parent': 0, 'type': 6,"
        " 'position': [0, 0, 0], 'rotation': [0, 0, 0, 1], 'inputs': [{'exclusive': 0}],"
        " 'outputs': [{'on': 0}], 'custom_data': null}],"
        " 'wires': [{'first': {'kind': 'output', 'component': 1, 'index': 0},"
        " 'second': {'kind': 'input', 'component': 2, 'index': 0}, 'rotation': 0}]}");
    ow_circuit circuit;
    ow_simulation *run;
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_null(circuit_fault(&circuit));
    assert_int_equal(circuit.net_count, 1);
    assert_true(circuit.outputs[0].on);
    assert_true(circuit.nets[0].on);
    assert_false(circuit.outputs[1].on);
    assert_int_equal(ow_simulation_open(&document, &circuit, NULL, NULL, &run, NULL), OW_OK);
    assert_int_equal(ow_simulation_run(run, 2, NULL), OW_OK);
    assert_true(ow_simulation_net(run, 0));
    assert_false(ow_simulation_output(run, 1));
    ow_simulation_close(run);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

static void what_is_no_save_has_no_circuit(void **state)
{
    (void)state;
    ow_circuit circuit;
    ow_error error;
    ow_document none = {0};
    ow_document level =
        document_of("{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': []}");
    assert_int_equal(ow_circuit_open(NULL, NULL, NULL, &circuit, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_open(&none, NULL, NULL, &circuit, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_circuit_open(&level, NULL, NULL, &circuit, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "has no circuit");
    assert_int_equal(ow_circuit_open(&level, NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "output for the circuit");
    assert_int_equal(circuit.component_count, 0);
    ow_circuit_close(&circuit);
    ow_circuit_close(NULL);
    ow_close(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wires_and_through_pegs_join),
        cmocka_unit_test(packed_circuits_may_lack_memory),
        cmocka_unit_test(wires_without_an_end_are_counted_and_left_out),
        cmocka_unit_test(wires_of_nonsense_are_left_out),
        cmocka_unit_test(components_without_the_pegs_of_their_type_are_unknown),
        cmocka_unit_test(custom_data_is_read),
        cmocka_unit_test(states_are_those_of_the_save),
        cmocka_unit_test(a_net_with_two_states_is_reported),
        cmocka_unit_test(early_versions_have_states_too),
        cmocka_unit_test(what_is_no_save_has_no_circuit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
