/* Netlists of circuits: what they refuse and warn of, names of other people's, and what happens
 * without memory. That they mean what they should is for tests/peers/netlist.py. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"

#include <overworld/netlist.h>

/* A save: components "address type inputs outputs", wires "address kind index address kind
 * index". */
#define HEAD                                                                                       \
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': "            \
    "'subassembly', 'mods': [], 'component_types': [{'id': 0, 'name': 'MHG.CircuitBoard'}, "       \
    "{'id': 1, 'name': 'MHG.Inverter'}, {'id': 2, 'name': 'MHG.DLatch'}, {'id': 3, 'name': "       \
    "'MHG.Buffer'}, {'id': 4, 'name': 'MHG.Switch'}, {'id': 5, 'name': 'MHG.PanelDisplay'}, "      \
    "{'id': 6, 'name': 'Other.Thing'}, {'id': 7, 'name': 'MHG.AndGate'}, {'id': 8, 'name': "       \
    "'MHG.ChubbySocket'}, {'id': 9, 'name': 'MHG.Randomizer'}, {'id': 10, 'name': "                \
    "'MHG.Delayer'}, {'id': 11, 'name': 'MHG.Relay'}, {'id': 12, 'name': "                         \
    "'CheeseUtilMod.BCD8'}], 'components': ["
#define PART(address, type, inputs, outputs)                                                       \
    "{'address':" #address ",'parent':0,'type':" #type ",'position':[" #address                    \
    "000,0,0],'rotation':[0.0,0.0,0.0,1.0],'inputs':" inputs ",'outputs':" outputs                 \
    ",'custom_data':null}"
#define WIRES "], 'wires': ["
#define WIRE(a, kind, i, b, k)                                                                     \
    "{'first':{'kind':'" kind "','component':" #a ",'index':" #i                                   \
    "},'second':{'kind':'input','component':" #b ",'index':" #k                                    \
    "},'circuit_state':0,'rotation':0.0}"
#define TAIL "], 'circuit_states': []}"

/* A switch, an inverter, a display. */
static const char gate[] =
    HEAD PART(1, 4, "[]", "[0]") "," PART(2, 1, "[1]", "[2]") "," PART(3, 5, "[3]", "[]")
        WIRES WIRE(1, "output", 0, 2, 0) "," WIRE(2, "output", 0, 3, 0) TAIL;

#define PARTS_1_TO_4                                                                               \
    PART(1, 4, "[]", "[0]")                                                                        \
    "," PART(2, 1, "[1]", "[2]") "," PART(3, 2, "[3, 4]", "[5]") "," PART(4, 6, "[6]", "[7, 8]")
#define PARTS_5_TO_6 PART(5, 11, "[9, 10, 11]", "[]") "," PART(6, 3, "[12, 13]", "[]")
#define PARTS_7_TO_8 PART(7, 10, "[14]", "[15]") "," PART(8, 9, "[16]", "[17]")
#define PART_9                                                                                     \
    PART(9, 12, "[20, 21, 22, 23, 24, 25, 26, 27]",                                                \
         "[30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41]")
#define PART_10 PART(10, 8, "[42]", "[]")
#define PART_11 PART(11, 7, "[43, 44, 45]", "[46]")
#define PART_12 PART(12, 5, "[47]", "[]")
#define WIRES_1_TO_3                                                                               \
    WIRE(1, "output", 0, 2, 0) "," WIRE(2, "output", 0, 3, 0) "," WIRE(1, "output", 0, 3, 0)
#define WIRES_4_TO_6                                                                               \
    WIRE(2, "output", 0, 5, 0) "," WIRE(3, "output", 0, 5, 1) "," WIRE(4, "output", 1, 6, 0)
#define WIRES_7_TO_9                                                                               \
    WIRE(5, "input", 2, 10, 0) "," WIRE(7, "output", 0, 4, 0) "," WIRE(8, "output", 0, 9, 3)
#define WIRES_10_TO_12                                                                             \
    WIRE(9, "output", 4, 11, 1) "," WIRE(11, "output", 0, 12, 0) "," WIRE(6, "input", 1, 12, 0)

/* Of every kind: nets with several drivers, links both ways and one way, what nobody knows. */
static const char all[] = HEAD PARTS_1_TO_4
    "," PARTS_5_TO_6 "," PARTS_7_TO_8 "," PART_9 "," PART_10 "," PART_11
    "," PART_12 WIRES WIRES_1_TO_3 "," WIRES_4_TO_6 "," WIRES_7_TO_9 "," WIRES_10_TO_12 TAIL;

struct written {
    char *text;
    size_t size;
    size_t refuse_at; /* the sink takes no more than this; 0: all */
    char warnings[1024];
};

static bool take_text(void *context, const void *data, size_t size)
{
    struct written *written = context;
    if (written->refuse_at > 0 && written->size + size > written->refuse_at)
        return false;
    written->text = realloc(written->text, written->size + size + 1);
    assert_non_null(written->text);
    memcpy(written->text + written->size, data, size);
    written->text[written->size += size] = '\0';
    return true;
}

static void note(void *context, uint32_t component, const char *message)
{
    struct written *written = context;
    size_t used = strlen(written->warnings);
    snprintf(written->warnings + used, sizeof written->warnings - used, "%u %s\n",
             (unsigned)component, message);
}

static ow_status write_circuit(const ow_circuit *circuit, ow_netlist_kind kind, bool for_yosys,
                               const ow_options *options, struct written *written, ow_error *error)
{
    ow_netlist_options asked = {
        .module = OW_LITERAL("m"), .for_yosys = for_yosys, .warn = note, .warn_context = written};
    ow_sink sink = {.context = written, .write = take_text};
    return ow_netlist_write(circuit, kind, &asked, options, &sink, error);
}

static ow_status write_save(const char *save, const ow_circuit_options *circuit_options,
                            ow_netlist_kind kind, bool for_yosys, struct written *written,
                            ow_error *error)
{
    ow_document document = document_of(save);
    ow_circuit circuit;
    assert_int_equal(ow_circuit_open(&document, circuit_options, NULL, &circuit, error), OW_OK);
    ow_close(&document);
    ow_status status = write_circuit(&circuit, kind, for_yosys, NULL, written, error);
    ow_circuit_close(&circuit);
    return status;
}

static void expect(const char *save, ow_netlist_kind kind, bool for_yosys, const char *fragment)
{
    struct written written = {0};
    ow_error error;
    ow_status status = write_save(save, NULL, kind, for_yosys, &written, &error);
    if (status != OW_OK || !strstr(written.text, fragment))
        ROW_FAILED("%s: %s\n%s\nhas no\n%s\n", ow_netlist_kind_name(kind), error.message,
                   written.text ? written.text : "", fragment);
    free(written.text);
}

static void each_kind_says_the_same(void **state)
{
    (void)state;
    expect(gate, OW_NETLIST_VERILOG, false,
           "module \\m (\n    input n0,\n    output n1);\n    wire o1;\n"
           "    ow_inverter #(.INITIAL(1'b0)) \\C-2 (.in(n0), .out(o1));\n"
           "    pulldown (n0);\n    pulldown (n1);\n"
           "    assign (strong1, highz0) n1 = o1;\nendmodule\n");
    expect(gate, OW_NETLIST_VERILOG, true, "    assign o1 = ~n0;\n    assign n1 = o1;\n");
    expect(gate, OW_NETLIST_BLIF, false,
           ".model m\n.inputs n0\n.outputs n1\n.names n0 o1\n0 1\n.names o1 n1\n0 0\n.end\n");
    expect(gate, OW_NETLIST_YOSYS, false,
           "\"C-2\": {\"hide_name\": 0, \"type\": \"$_NOT_\", \"port_directions\": {\"A\": "
           "\"input\", \"Y\": \"output\"}, \"connections\": {\"A\": [2], \"Y\": [5]}}");
    expect(gate, OW_NETLIST_DOT, false, "    \"C-2\" -> \"net n1\";\n");
    expect(gate, OW_NETLIST_CIRCUIT, false,
           "{\"address\": 2, \"type\": \"MHG.Inverter\", \"logic\": \"inverter\", \"delay\": 1, "
           "\"inputs\": [0], \"outputs\": [{\"on\": false, \"nets\": [1]}]}");
    expect(gate, OW_NETLIST_TABLE, false, "n0,->,n1\n0,->,1\n1,->,0\n");
    assert_string_equal(ow_netlist_kind_name(OW_NETLIST_BLIF), "blif");
    assert_string_equal(ow_netlist_kind_name(OW_NETLIST_TABLE), "table");
    assert_string_equal(ow_netlist_kind_name((ow_netlist_kind)99), "");
}

static void every_component_has_its_words(void **state)
{
    (void)state;
    static const struct {
        ow_netlist_kind kind;
        bool for_yosys;
        const char *fragment;
    } rows[] = {
        {OW_NETLIST_VERILOG, false, "ow_relay #(.CLOSED(1'b0)) \\C-5 (.control("},
        {OW_NETLIST_VERILOG, false, "inout "},
        {OW_NETLIST_VERILOG, false, "input \\n0@C-1"},
        {OW_NETLIST_VERILOG, false, "ow_delayer #(.INITIAL(1'b0), .DELAY(1), .COUNTER(0)) \\C-7 "},
        {OW_NETLIST_VERILOG, false, "ow_randomizer #(.INITIAL(1'b0)) \\C-8 "},
        {OW_NETLIST_VERILOG, false, "ow_bcd #(.INITIAL(12'b000000000000)) \\C-9 "},
        {OW_NETLIST_VERILOG, false, "ow_and #(.INITIAL(1'b0), .INPUTS(3)) \\C-11 (.in({"},
        {OW_NETLIST_VERILOG, false, "\\Other.Thing_6_1_2 #(.INITIAL(2'b00)) \\C-4 (.in("},
        {OW_NETLIST_VERILOG, false, "module \\Other.Thing_6_1_2 #(parameter INITIAL = 0) (input"},
        {OW_NETLIST_VERILOG, true, "(* blackbox *)\nmodule \\Other.Thing_6_1_2 "},
        {OW_NETLIST_VERILOG, true, " | "},
        {OW_NETLIST_VERILOG, true, "    ow_latch #(.INITIAL(1'b0)) \\C-3 (.data("},
        {OW_NETLIST_YOSYS, false, "\"type\": \"ow_relay\", \"attributes\": {\"CLOSED\": \"0\"}"},
        {OW_NETLIST_YOSYS, false, "\"type\": \"$_DLATCH_P_\""},
        {OW_NETLIST_YOSYS, false, "\"type\": \"$lut\""},
        {OW_NETLIST_YOSYS, false, "\"type\": \"$_OR_\""},
        {OW_NETLIST_YOSYS, false, "\"Other.Thing_6_1_2\": {\n"},
        {OW_NETLIST_DOT, false, " [dir=both];\n"},
        {OW_NETLIST_CIRCUIT, false, "\"both_ways\": true"},
    };
    static const char two_switches[] =
        HEAD PART(1, 4, "[]", "[0]") "," PART(2, 4, "[]", "[1]") "," PART(3, 1, "[2]", "[3]")
            WIRES WIRE(1, "output", 0, 3, 0) "," WIRE(2, "output", 0, 3, 0) TAIL;
    for (size_t i = 0; i < LENGTH(rows); i++)
        expect(strstr(rows[i].fragment, "@C-1") ? two_switches : all, rows[i].kind,
               rows[i].for_yosys, rows[i].fragment);
}

static void what_nobody_knows_is_reported(void **state)
{
    (void)state;
    struct written written = {0};
    ow_error error;
    assert_int_equal(write_save(all, NULL, OW_NETLIST_VERILOG, false, &written, &error), OW_OK);
    assert_string_equal(written.warnings,
                        "7 is on at random, and other programs choose other random values\n3 is of "
                        "a type that netlists cannot express: it is written as a black box\n");
    free(written.text);
}

static void rings_of_fast_buffers_are_reported(void **state)
{
    (void)state;
    static const char ring[] = HEAD PART(1, 3, "[0, 1]", "[]") "," PART(
        2, 3, "[2, 3]", "[]") "," PART(3, 3, "[4, 5]", "[]")
        WIRES WIRE(1, "input", 1, 2, 0) "," WIRE(2, "input", 1, 1, 0) "," WIRE(3, "input", 0, 1, 1)
            TAIL;
    static const char row[] = HEAD PART(1, 3, "[0, 1]", "[]") "," PART(2, 3, "[2, 3]", "[]")
        WIRES WIRE(1, "input", 1, 2, 0) TAIL;
    static const char by_relay[] =
        HEAD PART(1, 3, "[0, 1]", "[]") "," PART(2, 11, "[2, 3, 4]", "[]")
            WIRES WIRE(1, "input", 0, 2, 1) "," WIRE(1, "input", 1, 2, 2) TAIL;
    static const struct {
        const char *save, *warning;
    } rows[] = {{ring, "0 is where links can become a ring"},
                {row, ""},
                {by_relay, "0 is where links can become a ring"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct written written = {0};
        ow_error error;
        assert_int_equal(
            write_save(rows[i].save, NULL, OW_NETLIST_VERILOG, false, &written, &error), OW_OK);
        size_t size = strlen(rows[i].warning);
        if (strncmp(written.warnings, rows[i].warning, size) != 0 ||
            (size == 0 && written.warnings[0]))
            ROW_FAILED("row %zu: \"%s\"\n", i, written.warnings);
        free(written.text);
    }
}

static void some_kinds_are_for_gates_alone(void **state)
{
    (void)state;
    static const char loop[] = HEAD PART(1, 1, "[0]", "[1]") "," PART(2, 1, "[2]", "[3]")
        WIRES WIRE(1, "output", 0, 2, 0) "," WIRE(2, "output", 0, 1, 0) TAIL;
    static const char ring[] = HEAD PART(1, 3, "[0, 1]", "[]") "," PART(2, 3, "[2, 3]", "[]")
        WIRES WIRE(1, "input", 1, 2, 0) "," WIRE(2, "input", 1, 1, 0) TAIL;
    static const struct {
        const char *save, *why;
        bool are_without_ports; /* a table says so before it looks for loops */
    } rows[] = {{all, "C-3 (MHG.DLatch) is not a combinational gate", false},
                {loop, "C-1 is in a loop that waits for itself", true},
                {ring, "C-1 is on a ring of fast buffers", true}};
    static const ow_netlist_kind kinds[] = {OW_NETLIST_BLIF, OW_NETLIST_TABLE};
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (size_t k = 0; k < LENGTH(kinds); k++) {
            struct written written = {0};
            ow_error error;
            assert_int_equal(write_save(rows[i].save, NULL, kinds[k], false, &written, &error),
                             OW_BAD_VALUE);
            assert_error(&error, OW_BAD_VALUE, 0, "",
                         kinds[k] == OW_NETLIST_TABLE && rows[i].are_without_ports
                             ? "no inputs, but a truth table needs at least one; wire a switch"
                             : rows[i].why);
            free(written.text);
        }
}

/* A table without an input is on or off for good; each language has its own way to say it. */
static void tables_of_the_user_are_written(void **state)
{
    (void)state;
    static const uint8_t rows_of_nand[] = {1, 1, 1, 0}, row_of_one[] = {1};
    static const char save[] = HEAD PART(1, 7, "[0, 1]", "[2]") "," PART(2, 6, "[]", "[3]")
        WIRES WIRE(2, "output", 0, 1, 0) "," WIRE(1, "output", 0, 1, 1) TAIL;
    static const char apart[] = HEAD PART(1, 7, "[0, 1]", "[2]") "," PART(2, 6, "[]", "[3]")
        WIRES WIRE(2, "output", 0, 1, 0) TAIL;
    const ow_circuit_type types[] = {
        {.name = OW_LITERAL("MHG.AndGate"), .inputs = 2, .outputs = 1, .table = rows_of_nand},
        {.name = OW_LITERAL("Other.Thing"), .inputs = 0, .outputs = 1, .table = row_of_one}};
    const ow_circuit_options options = {.types = types, .type_count = 2};
    static const struct {
        ow_netlist_kind kind;
        bool for_yosys;
        const char *fragment;
    } rows[] = {
        {OW_NETLIST_VERILOG, false, "ow_table #(.INPUTS(2), .OUTPUTS(1), .ROWS(4'b0111)"},
        {OW_NETLIST_VERILOG, false,
         ".INPUTS(1), .OUTPUTS(1), .ROWS(1'b1), .INITIAL(1'b0)) \\C-2 "
         "(.in(1'b0), .out(o1));"},
        {OW_NETLIST_VERILOG, true, "localparam [3:0] t0 = 4'b0111;\n    assign o0 = t0[{n1, n0}];"},
        {OW_NETLIST_YOSYS, false, "\"LUT\": \"0111\"}, \"connections\": {\"A\": [2, 3]"},
        {OW_NETLIST_YOSYS, false, "\"LUT\": \"11\"}, \"connections\": {\"A\": [\"0\"]"},
        {OW_NETLIST_BLIF, false, ".names o1\n1\n"},
        {OW_NETLIST_BLIF, false, ".names n0 n1 o0\n00 1\n10 1\n01 1\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct written written = {0};
        ow_error error;
        ow_status status = write_save(rows[i].kind == OW_NETLIST_BLIF ? apart : save, &options,
                                      rows[i].kind, rows[i].for_yosys, &written, &error);
        if (status != OW_OK || !strstr(written.text, rows[i].fragment))
            ROW_FAILED("row %zu: %s\n%s\n", i, error.message, written.text);
        free(written.text);
    }
}

/* A converter to decimal digits has a table of its own; sockets feed it, displays show it. */
static void converters_are_tabulated(void **state)
{
    (void)state;
    char save[8192], part[512];
    ow_error error;
    struct written written = {0};
    snprintf(save, sizeof save, "%s%s", HEAD,
             PART(1, 12, "[0,1,2,3,4,5,6,7]", "[8,9,10,11,12,13,14,15,16,17,18,19]"));
    for (unsigned i = 0; i < 20; i++) {
        snprintf(part, sizeof part,
                 ",{'address':%u,'parent':0,'type':%u,'position':[%u000,0,0],'rotation':[0.0,0.0,"
                 "0.0,1.0],'inputs':[%u],'outputs':[],'custom_data':null}",
                 i + 2, i < 8 ? 8 : 5, i + 2, i + 20);
        strcat(save, part);
    }
    strcat(save, WIRES);
    for (unsigned i = 0; i < 20; i++) {
        snprintf(part, sizeof part,
                 "%s{'first':{'kind':'%s','component':1,'index':%u},'second':{'kind':'input',"
                 "'component':%u,'index':0},'circuit_state':0,'rotation':0}",
                 i > 0 ? "," : "", i < 8 ? "input" : "output", i < 8 ? i : i - 8, i + 2);
        strcat(save, part);
    }
    strcat(save, TAIL);
    if (write_save(save, NULL, OW_NETLIST_TABLE, false, &written, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_non_null(strstr(written.text, "\n1,1,1,1,1,1,1,1,->,1,0,1,0,1,0,1,0,0,1,0,0\n"));
    assert_non_null(strstr(written.text, "\n0,1,0,1,0,0,0,0,->,0,0,0,0,1,0,0,0,0,0,0,0\n"));
    free(written.text);
}

/* Sockets and displays without a wire are ports of their own. */
static void tables_have_limits(void **state)
{
    (void)state;
    static const struct {
        unsigned sockets, displays;
        const char *why;
    } rows[] = {{17, 1, "17 inputs, but a truth table has at most 16; use Verilog or BLIF"},
                {1, 65, "65 outputs, but a truth table has at most 64; use Verilog or BLIF"},
                {1, 0, "no outputs, but a truth table needs at least one; wire a display"},
                {16, 64, NULL}};
    static char save[1 << 16];
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct written written = {0};
        ow_error error;
        size_t used = (size_t)snprintf(save, sizeof save, "%s", HEAD);
        for (unsigned k = 0; k < rows[i].sockets + rows[i].displays; k++)
            used += (size_t)snprintf(
                save + used, sizeof save - used,
                "%s{'address':%u,'parent':0,'type':%u,'position':[%u000,0,0],'rotation':[0.0,0.0,"
                "0.0,1.0],'inputs':[%u],'outputs':[],'custom_data':null}",
                k > 0 ? "," : "", k + 1, k < rows[i].sockets ? 8 : 5, k + 1, k);
        snprintf(save + used, sizeof save - used, "%s", WIRES TAIL);
        ow_status status = write_save(save, NULL, OW_NETLIST_TABLE, false, &written, &error);
        if (status != (rows[i].why ? OW_BAD_VALUE : OW_OK) ||
            (rows[i].why && strcmp(error.message, rows[i].why) != 0))
            ROW_FAILED("row %zu: %s\n", i, error.message);
        free(written.text);
    }
}

/* Two switches of one net are two inputs. Bits become a bus if none is missing. */
static void ports_become_columns(void **state)
{
    (void)state;
    static const char two_switches[] = HEAD PART(1, 4, "[]", "[0]") "," PART(
        2, 4, "[]", "[1]") "," PART(3, 1, "[2]", "[3]") "," PART(4, 5, "[4]", "[]")
        WIRES WIRE(1, "output", 0, 3, 0) "," WIRE(2, "output", 0, 3, 0) "," WIRE(3, "output", 0, 4,
                                                                                 0) TAIL;
    static const char gates[] = HEAD PART(1, 8, "[0]", "[]") "," PART(2, 8, "[1]", "[]") "," PART(
        3, 7, "[2, 3]", "[4]") "," PART(4, 8, "[5]", "[]")
        WIRES WIRE(1, "input", 0, 3, 0) "," WIRE(2, "input", 0, 3, 1) "," WIRE(3, "output", 0, 4, 0)
            TAIL;
    static const struct {
        const char *save, *names[3], *table;
    } rows[] = {
        {two_switches, {"A", NULL, NULL}, NULL},
        {gates, {"D[0]", "D[1]", "Y"}, "D[1:0],->,Y\n0b00,->,0\n0b01,->,0\n0b10,->,0\n0b11,->,1\n"},
        {gates, {"D[0]", "D[2]", "D[1]"}, "D[0],D[2],->,D[1]\n"},
        {gates, {"D[01]", "D[0]", "D[x]"}, "D[01],D[0],->,D[x]\n"},
        {gates, {"D[1]", "E[0]", "[0]"}, "D[1],E[0],->,[0]\n"},
    };
    static const char *const pegs[] = {"C-1.in0", "C-2.in0", "C-4.in0"};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_circuit_name names[3];
        ow_circuit_options options = {.names = names};
        struct written written = {0};
        ow_error error;
        for (unsigned k = 0; k < 3 && rows[i].names[k] && rows[i].save == gates; k++)
            names[options.name_count++] =
                (ow_circuit_name){ow_text_of(rows[i].names[k]), ow_text_of(pegs[k])};
        ow_status status =
            write_save(rows[i].save, &options, OW_NETLIST_TABLE, false, &written, &error);
        const char *table = rows[i].table
                                ? rows[i].table
                                : "n0@C-1,n0@C-2,->,n1\n0,0,->,1\n0,1,->,0\n1,0,->,0\n1,1,->,0\n";
        if (status != OW_OK || strncmp(written.text, table, strlen(table)) != 0)
            ROW_FAILED("row %zu: %s%s\n", i, error.message, written.text ? written.text : "");
        free(written.text);
    }
}

/* Names are other people's text. */
static void names_are_made_fit(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fit;
    } rows[] = {{"a b", "a_b"},
                {"x;\nendmodule", "x%3B%0Aendmodule"},
                {"\"quoted\\", "%22quoted%5C"},
                {"n1", "n1@n0"},
                {"o7", "o7@n0"},
                {"C-2", "C-2@n0"},
                {"caf\xc3\xa9", "caf%C3%A9"},
                {"$_NOT_", "%24_NOT_"},
                {"D[3]", "D[3]"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ow_circuit_name name = {ow_text_of(rows[i].name), OW_LITERAL("C-2.in0")};
        const ow_circuit_options options = {.names = &name, .name_count = 1};
        struct written written = {0};
        char line[128];
        ow_error error;
        assert_int_equal(write_save(gate, &options, OW_NETLIST_BLIF, false, &written, &error),
                         OW_OK);
        snprintf(line, sizeof line, ".inputs %s\n", rows[i].fit);
        if (!strstr(written.text, line))
            ROW_FAILED("\"%s\" is no \"%s\":\n%s\n", rows[i].name, rows[i].fit, written.text);
        free(written.text);
    }
}

/* What was different before may be the same when it is fit; a name that goes on for long is cut. */
static void names_stay_apart(void **state)
{
    (void)state;
    char *much = malloc(200000);
    assert_non_null(much);
    memset(much, 'x', 200000);
    const ow_circuit_name names[] = {{OW_LITERAL("a b"), OW_LITERAL("C-2.in0")},
                                     {OW_LITERAL("a_b"), OW_LITERAL("C-3.in0")}};
    const ow_circuit_name endless = {{much, 200000}, OW_LITERAL("C-2.in0")};
    ow_circuit_options options = {.names = names, .name_count = 2};
    struct written written = {0};
    ow_error error;
    assert_int_equal(write_save(gate, &options, OW_NETLIST_BLIF, false, &written, &error), OW_OK);
    assert_non_null(strstr(written.text, ".inputs a_b@n0\n.outputs a_b@n1\n"));
    free(written.text);
    options.names = &endless;
    options.name_count = 1;
    for (int kind = OW_NETLIST_YOSYS; kind <= OW_NETLIST_TABLE; kind++) {
        struct written again = {0};
        assert_int_equal(write_save(gate, &options, (ow_netlist_kind)kind, false, &again, &error),
                         OW_OK);
        assert_true(again.size < 220000 && (again.size > 256 || kind == OW_NETLIST_TABLE));
        free(again.text);
    }
    free(much);
}

static void what_is_missing_is_reported(void **state)
{
    (void)state;
    ow_document document = document_of(gate);
    ow_circuit circuit;
    ow_error error;
    struct written written = {0};
    ow_sink sink = {.context = &written, .write = take_text};
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, &error), OW_OK);
    assert_int_equal(ow_netlist_write(NULL, OW_NETLIST_DOT, NULL, NULL, &sink, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_netlist_write(&circuit, OW_NETLIST_DOT, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_netlist_write(&circuit, (ow_netlist_kind)77, NULL, NULL, &sink, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_netlist_write(&circuit, OW_NETLIST_DOT, NULL, NULL, &sink, NULL), OW_OK);
    assert_non_null(strstr(written.text, "digraph \"overworld\""));
    free(written.text);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

static void a_sink_may_refuse(void **state)
{
    (void)state;
    for (int kind = OW_NETLIST_YOSYS; kind <= OW_NETLIST_TABLE; kind++) {
        struct written written = {.refuse_at = 10};
        ow_error error;
        if (kind != OW_NETLIST_BLIF && kind != OW_NETLIST_TABLE)
            assert_int_equal(write_save(all, NULL, (ow_netlist_kind)kind, false, &written, &error),
                             OW_WRITE_FAILED);
        assert_int_equal(written.size, 0);
    }
}

/* Every allocation refused in turn. */
static void memory_may_end(void **state)
{
    (void)state;
    ow_document document = document_of(all), gates = document_of(gate);
    ow_circuit circuits[2];
    ow_error error;
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuits[0], &error), OW_OK);
    assert_int_equal(ow_circuit_open(&gates, NULL, NULL, &circuits[1], &error), OW_OK);
    for (int kind = OW_NETLIST_YOSYS; kind <= OW_NETLIST_TABLE + 1; kind++) {
        ow_status status = OW_NO_MEMORY;
        uint64_t refuse = 1;
        for (; status != OW_OK; refuse++) {
            struct ledger ledger = {.refuse = refuse};
            ow_options options = ledger_options(&ledger);
            struct written written = {0};
            bool for_yosys = kind > OW_NETLIST_TABLE;
            status = write_circuit(&circuits[kind == OW_NETLIST_BLIF || kind == OW_NETLIST_TABLE],
                                   for_yosys ? OW_NETLIST_VERILOG : (ow_netlist_kind)kind,
                                   for_yosys, &options, &written, &error);
            assert_true(status == OW_OK || status == OW_NO_MEMORY);
            assert_int_equal(error.status, status);
            assert_int_equal(ledger.blocks, 0);
            assert_false(ledger.wrong_size);
            free(written.text);
        }
        assert_true(refuse > 2);
    }
    ow_circuit_close(&circuits[0]);
    ow_circuit_close(&circuits[1]);
    ow_close(&document);
    ow_close(&gates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_says_the_same),
        cmocka_unit_test(every_component_has_its_words),
        cmocka_unit_test(what_nobody_knows_is_reported),
        cmocka_unit_test(rings_of_fast_buffers_are_reported),
        cmocka_unit_test(some_kinds_are_for_gates_alone),
        cmocka_unit_test(tables_of_the_user_are_written),
        cmocka_unit_test(converters_are_tabulated),
        cmocka_unit_test(tables_have_limits),
        cmocka_unit_test(ports_become_columns),
        cmocka_unit_test(names_are_made_fit),
        cmocka_unit_test(names_stay_apart),
        cmocka_unit_test(what_is_missing_is_reported),
        cmocka_unit_test(a_sink_may_refuse),
        cmocka_unit_test(memory_may_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
