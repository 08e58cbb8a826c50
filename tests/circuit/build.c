/* Builds of netlists: what they are, what is refused with which words, and what happens without
 * memory. That they do what the netlist says is for tests/peers/netlist.py. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "netlists.h"

static uint32_t count_of(const ow_blotter_save *save, const char *type)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < save->component_type_count; i++)
        for (uint32_t k = 0; k < save->component_count; k++)
            count += save->component_types[i].id == save->components[k].type &&
                     ow_text_of(type).size == save->component_types[i].name.size &&
                     memcmp(type, save->component_types[i].name.data, strlen(type)) == 0;
    return count;
}

/* Sets the switches of ports a, b and c from bits of `row`, runs until all rests, and tells the
 * display. */
static bool show(const struct built *built, unsigned row)
{
    ow_circuit circuit;
    ow_simulation *run;
    ow_error error;
    static const char *const inputs[] = {"a", "b", "c"};
    assert_int_equal(ow_circuit_open(&built->document, NULL, NULL, &circuit, &error), OW_OK);
    assert_int_equal(ow_simulation_open(&built->document, &circuit, NULL, NULL, &run, &error),
                     OW_OK);
    for (unsigned i = 0; i < LENGTH(inputs); i++) {
        uint32_t net = ow_circuit_find_net(&circuit, ow_text_of(inputs[i]));
        for (uint32_t k = 0; net != OW_NO_NET && k < circuit.port_count; k++)
            if (circuit.ports[k].kind == OW_PORT_SWITCH && circuit.ports[k].net == net)
                assert_int_equal(
                    ow_simulation_set(run, circuit.ports[k].component, row >> i & 1, &error),
                    OW_OK);
    }
    assert_int_equal(ow_simulation_run(run, 3000, &error), OW_OK);
    assert_true(ow_simulation_is_settled(run));
    bool shown = false;
    for (uint32_t k = 0; k < circuit.port_count; k++)
        if (circuit.ports[k].kind == OW_PORT_DISPLAY)
            shown = ow_simulation_net(run, circuit.ports[k].net);
    ow_simulation_close(run);
    ow_circuit_close(&circuit);
    return shown;
}

static void each_cell_does_what_it_says(void **state)
{
    (void)state;
    static const struct {
        const char *netlist, *by_row; /* what y is for each of the rows cba */
    } rows[] = {
        {MODULE("5", CELL1("g", "$_NOT_", "2", "5")), "10101010"},
        {MODULE("5", CELL1("g", "$_BUF_", "2", "5")), "01010101"},
        {MODULE("5", CELL2("g", "$_AND_", "2", "3", "5")), "00010001"},
        {MODULE("5", CELL2("g", "$_XOR_", "2", "4", "5")), "01011010"},
        {MODULE("5", CELL2("g", "$_OR_", "3", "4", "5")), "00111111"},
        {MODULE("5", LATCH("g", "2", "3", "5")), "00010001"},
        {MODULE("2", ""), "01010101"},
        {MODULE("'1'", ""), "11111111"},
        {MODULE("'0'", ""), "00000000"},
        {MODULE("'x'", ""), "00000000"},
        {MODULE("9", ""), "00000000"},
        {MODULE("5", CELL2("g", "$_XOR_", "2", "'1'", "5")), "10101010"},
        {MODULE("5", CELL2("g", "$_AND_", "2", "'0'", "5")), "00000000"},
        {MODULE("6", CELL2("g", "$_OR_", "3", "2", "5") "," CELL2("h", "$_AND_", "5", "4", "6")),
         "00000111"},
        {MODULE("5", CELL1("g", "ow_not", "2", "5")), "10101010"},
        {MODULE("5", CELL1("g", "ow_buf", "2", "5")), "01010101"},
        {MODULE("5", CELL2("g", "ow_xor", "2", "4", "5")), "01011010"},
        {MODULE("5", CELL2("g", "ow_and2", "2", "3", "5")), "00010001"},
        {MODULE("5", CELL3("g", "ow_and3", "2", "3", "4", "5")), "00000001"},
        {MODULE("5", CELL4("g", "ow_and4", "2", "3", "'1'", "3", "5")), "00010001"},
        {MODULE("5", CELL2("g", "ow_or2", "2", "3", "5")), "01110111"},
        {MODULE("5", CELL3("g", "ow_or3", "2", "3", "4", "5")), "01111111"},
        {MODULE("5", CELL4("g", "ow_or4", "2", "'0'", "9", "2", "5")), "01010101"},
        {MODULE("5", CELL2("g", "ow_or2", "2", "'1'", "5")), "11111111"},
        {MODULE("5", CELL2("g", "ow_or2", "'0'", "9", "5")), "00000000"},
        /* One output on two nets joins nothing: what drives one of them is not on the other. */
        {MODULE("8", CELL1("m", "$_NOT_", "2", "5") "," CELL1("n", "$_NOT_", "3", "6") "," CELL2(
                         "o", "ow_or2", "5", "6", "7") "," CELL2("g", "ow_and2", "5", "7", "8")),
         "10101010"},
        /* ORs of ORs, of one that a gate reads, and of the same bits twice. */
        {MODULE("9", CELL1("m", "$_NOT_", "2", "5") "," CELL1("n", "$_NOT_", "3", "6") "," CELL2(
                         "o", "ow_or2", "5", "6", "7") "," CELL3("p", "ow_or3", "7", "5", "4",
                                                                 "8") "," CELL2("g", "ow_and2", "8",
                                                                                "7", "9")),
         "11101110"},
        {MODULE("5",
                "'s': {'type': '$scopeinfo', 'connections': {}}," CELL1("g", "$_NOT_", "2", "5")),
         "10101010"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct built built = build_of(rows[i].netlist);
        expect_clean(&built);
        for (unsigned row = 0; row < 8; row++)
            if (show(&built, row) != (rows[i].by_row[row] == '1'))
                ROW_FAILED("netlist %zu shows %d in row %u\n", i, show(&built, row), row);
        ow_close(&built.document);
    }
}

/* A chain of inverters, of so many. */
static char *chain_of(unsigned count)
{
    size_t room = 200 + (size_t)count * 80, size = 0;
    char *text = malloc(room);
    assert_non_null(text);
    size +=
        (size_t)snprintf(text, room,
                         "{'modules': {'m': {'ports': {'a': {'direction': 'input', 'bits': [2]}, "
                         "'y': {'direction': 'output', 'bits': [%u]}}, 'cells': {",
                         count + 2);
    for (unsigned i = 0; i < count; i++)
        size +=
            (size_t)snprintf(text + size, room - size,
                             "%s'%u': {'type': '$_NOT_', 'connections': {'A': [%u], 'Y': [%u]}}",
                             i > 0 ? "," : "", i, i + 2, i + 3);
    snprintf(text + size, room - size, "}}}}");
    return text;
}

/* How many components of a type a netlist becomes. */
static void ors_are_wires(void **state)
{
    (void)state;
#define NOTS                                                                                       \
    CELL1("n0", "$_NOT_", "2", "10")                                                               \
    "," CELL1("n1", "$_NOT_", "3", "11") "," CELL1("n2", "$_NOT_", "4", "12") "," CELL1(           \
        "n3", "$_NOT_", "10", "13") "," CELL1("n4", "$_NOT_", "11",                                \
                                              "14") "," CELL1("n5", "$_NOT_", "12", "15")
    static const struct {
        const char *netlist;
        uint32_t cells, buffers, ands;
    } rows[] = {
        /* An OR is no component; a buffer is an AND. */
        {MODULE("20", NOTS "," CELL4("o", "ow_or4", "10", "11", "12", "13", "20")), 6, 0, 0},
        {MODULE("20", CELL1("g", "ow_buf", "2", "20")), 1, 0, 1},
        /* An input is a part of its net, so it leads to an OR by a fast buffer. */
        {MODULE("20", CELL2("o", "ow_or2", "2", "3", "20")), 2, 2, 0},
        /* An OR of an OR that nothing else reads is one OR. */
        {MODULE("21", NOTS "," CELL4("o", "ow_or4", "10", "11", "12", "13",
                                     "20") "," CELL3("p", "ow_or3", "20", "14", "15", "21")),
         6, 0, 0},
        /* One of six drivers that a gate reads leads on by a fast buffer, one of two does not. */
        {MODULE("23", NOTS "," CELL4("o", "ow_or4", "10", "11", "12", "13", "20") "," CELL3(
                          "p", "ow_or3", "20", "14", "15",
                          "21") "," CELL1("g", "$_NOT_", "21", "22") "," CELL2("q", "ow_or2", "21",
                                                                               "22", "23")),
         8, 1, 0},
        {MODULE("23", NOTS "," CELL2("o", "ow_or2", "10", "11", "20") "," CELL1(
                          "g", "$_NOT_", "20", "22") "," CELL2("q", "ow_or2", "20", "22", "23")),
         7, 0, 0},
        /* What nothing reads is no net. */
        {MODULE("10", NOTS "," CELL2("o", "ow_or2", "2", "3", "20")), 6, 0, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct built built = build_of(rows[i].netlist);
        const ow_blotter_save *save = built.document.as.blotter;
        if (built.report.cells != rows[i].cells ||
            count_of(save, "MHG.Buffer") != rows[i].buffers ||
            count_of(save, "MHG.AndGate") != rows[i].ands ||
            count_of(save, "MHG.Buffer_WithOutput") != 0)
            ROW_FAILED("netlist %zu: %u cells, %u fast buffers\n", i, built.report.cells,
                       count_of(save, "MHG.Buffer"));
        expect_clean(&built);
        ow_close(&built.document);
    }
}

/* A chain of ORs, each of which a gate reads, takes wires in proportion, not each with each. */
static void ors_of_ors_stay_linear(void **state)
{
    (void)state;
    enum { LINKS = 200 };
    static char text[LINKS * 400];
    size_t size = (size_t)snprintf(text, sizeof text,
                                   "{'modules': {'m': {'ports': {'a': {'direction': 'input', "
                                   "'bits': [2]}, 'y': {'direction': 'output', 'bits': [%d]}}, "
                                   "'cells': {'g': {'type': '$_NOT_', 'connections': {'A': [2], "
                                   "'Y': [3]}}",
                                   3 + 3 * LINKS);
    for (int i = 0; i < LINKS; i++)
        size += (size_t)snprintf(
            text + size, sizeof text - size,
            ",'n%d': {'type': '$_NOT_', 'connections': {'A': [%d], 'Y': [%d]}}, 'o%d': {'type': "
            "'ow_or2', 'connections': {'A': [%d], 'B': [%d], 'Y': [%d]}}, 'b%d': {'type': "
            "'$_NOT_', 'connections': {'A': [%d], 'Y': [%d]}}",
            i, 2 + (i > 0), 4 + 3 * i, i, i > 0 ? 3 * i + 2 : 3, 4 + 3 * i, 5 + 3 * i, i, 5 + 3 * i,
            6 + 3 * i);
    snprintf(text + size, sizeof text - size, "}}}}");
    struct built built = build_of(text);
    assert_true(built.document.as.blotter->wire_count < LINKS * 14);
    expect_clean(&built);
    ow_close(&built.document);
}

/* The same netlist is the same save, byte by byte. */
static void a_build_is_always_the_same(void **state)
{
    (void)state;
    char *text = chain_of(300);
    ow_buffer bytes[2] = {{0}};
    for (int i = 0; i < 2; i++) {
        struct built built = build_of(text);
        assert_int_equal(ow_write_buffer(&built.document, NULL, &bytes[i], NULL), OW_OK);
        ow_close(&built.document);
    }
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
    ow_buffer_free(&bytes[0], NULL);
    ow_buffer_free(&bytes[1], NULL);
    free(text);
}

static void the_clock_is_timed(void **state)
{
    (void)state;
    static const struct {
        const char *netlist;
        uint32_t half_period, depth;
    } rows[] = {
        {MODULE("5", CELL1("g", "$_NOT_", "2", "5")), 0, 1},
        /* Q goes on at tick 1, its inverse at 2, the first latch has it at 3: before the clock,
         * at 4. */
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," CELL1(
                         "g", "$_NOT_", "5", "6") "," FLIP_FLOP("f", "6", "7", "5")),
         2, 1},
        /* Four gates more, two ticks more for each half. */
        {MODULE("5",
                CELL1("n", "$_NOT_", "2", "9") "," CELL1("g", "$_NOT_", "5", "6") "," CELL1(
                    "h", "$_BUF_", "6",
                    "10") "," CELL1("i", "$_BUF_", "10",
                                    "11") "," CELL1("j", "$_BUF_", "11",
                                                    "12") "," CELL1("k", "$_BUF_", "12",
                                                                    "13") "," FLIP_FLOP("f", "13",
                                                                                        "7", "5")),
         4, 5},
        /* An input counts like a latch. */
        {MODULE("5",
                CELL1("n", "$_NOT_", "2", "9") "," CELL1("g", "$_NOT_", "3", "6") "," CELL1(
                    "h", "$_BUF_", "6", "10") "," CELL1("i", "$_BUF_", "10",
                                                        "11") "," FLIP_FLOP("f", "11", "7", "5")),
         3, 3},
        /* An OR takes no time: two of them in a row, and still a gate. But inputs come without a
         * gate: so behind the ORs there is a buffer. */
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," CELL1("g", "$_NOT_", "5", "6") "," CELL2(
                         "o", "ow_or2", "6", "3", "10") "," CELL2("p", "ow_or2", "10", "4",
                                                                  "11") "," FLIP_FLOP("f", "11",
                                                                                      "7", "5")),
         2, 2},
        /* A reset opens both latches, by ORs; the clock is told from it, as it is there both
         * ways. */
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," CELL1("g", "$_NOT_", "5", "6") "," CELL2(
                         "o", "ow_or2", "9", "3",
                         "10") "," CELL2("p", "ow_or2", "2", "3",
                                         "11") "," LATCH("f1", "6", "10",
                                                         "7") "," LATCH("f2", "7", "11", "5")),
         2, 1},
        /* Through two latches of one phase: nobody can tell. */
        {MODULE("5", LATCH("f", "3", "2", "7") "," LATCH("g", "7", "2", "5")), 0, 0},
        /* Two clocks, and one that is a gate's. */
        {MODULE("5", LATCH("f", "4", "2", "7") "," LATCH("g", "7", "3", "5")), 0, 0},
        {MODULE("5", CELL2("g", "$_AND_", "2", "3", "9") "," LATCH("f", "4", "9", "5")), 0, 0},
        /* A gated enable, as memories have it: its gate is from a latch that is closed while the
         * clock is on. The first latch gets a buffer before it, for the input may change
         * together with the clock. */
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," LATCH("m", "3", "9", "6") "," CELL2(
                         "g", "$_AND_", "2", "6", "10") "," LATCH("w", "6", "10", "5")),
         2, 1},
        /* The gate is late by two ticks: so is its latch. */
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," LATCH("m", "3", "9", "6") "," CELL1(
                         "h", "$_BUF_", "6",
                         "11") "," CELL1("i", "$_BUF_", "11",
                                         "12") "," CELL2("g", "$_AND_", "2", "12",
                                                         "10") "," LATCH("w", "6", "10", "5")),
         4, 1},
        /* The gate comes from a latch that is open while the clock is on. */
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," FLIP_FLOP("f", "3", "7", "6") "," CELL2(
                         "g", "$_AND_", "2", "6", "10") "," LATCH("w", "7", "10", "5")),
         0, 1},
        /* An AND of the clock and of its later self: on from tick 3, off from tick 1 of the next
         * half. */
        {MODULE("5", CELL1("n", "$_NOT_", "2", "9") "," CELL1("l", "$_NOT_", "9", "11") "," CELL2(
                         "g", "$_AND_", "2", "11",
                         "10") "," LATCH("m", "3", "9", "6") "," LATCH("w", "6", "10", "5")),
         3, 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct built built = build_of(rows[i].netlist);
        if (built.report.half_period != rows[i].half_period ||
            built.report.depth != rows[i].depth || built.report.settled == 0)
            ROW_FAILED("netlist %zu: half period %u, depth %u\n", i, built.report.half_period,
                       built.report.depth);
        ow_close(&built.document);
    }
}

#define NAMED(y, cells, names)                                                                     \
    "{'modules': {'m': {'attributes': {'top': 1}, 'ports': {'a': {'direction': 'input', 'bits': "  \
    "[2]}, 'b': {'direction': 'input', 'bits': [3]}, 'y': {'direction': 'output', 'bits': [" y     \
    "]}}, 'cells': {" cells "}, 'netnames': {" names "}}}}"
#define NAME(name, more, bits, source)                                                             \
    "'" name "': {'hide_name': 0, " more "'bits': [" bits "], 'attributes': {'src': '" source "'}" \
    "}"

struct told_path {
    char text[400];
};

static void tell_step(void *context, const ow_build_step *step)
{
    struct told_path *told = context;
    size_t used = strlen(told->text);
    char index[16] = "";
    if (step->is_numbered)
        snprintf(index, sizeof index, "[%u]", (unsigned)step->index);
    snprintf(told->text + used, sizeof told->text - used, "%s+%u %.*s%s%s %.*s", used ? ", " : "",
             (unsigned)step->ticks, (int)step->signal.size,
             step->signal.size ? step->signal.data : "", index, step->is_latch ? " latch" : "",
             (int)step->source.size, step->source.size ? step->source.data : "");
}

/* The path goes from latch to latch, or from a port to a port, by the nets that have names. */
static void the_longest_path_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *netlist, *expected;
    } rows[] = {
        {NAMED("5", CELL1("g", "$_NOT_", "2", "5"), ""), "+0 a , +1 y "},
        /* What has no name is added to the next that has one. */
        {NAMED("8",
               CELL1("g", "$_NOT_", "2", "5") "," CELL2("h", "$_AND_", "5", "3", "6") "," CELL1(
                   "i", "$_NOT_", "6", "7") "," CELL1("j", "$_NOT_", "7", "8"),
               NAME("sum", "'offset': 4, ", "3, 6", "adder.v:7.5-7.9|other.v:1.1-1.2")),
         "+0 a , +2 sum[5] adder.v:7.5-7.9, +2 y "},
        /* The highest bit of a bus may come first in the source: [0:1]. */
        {NAMED("8", CELL1("g", "$_NOT_", "2", "5") "," CELL1("h", "$_NOT_", "5", "8"),
               NAME("up", "'upto': 1, ", "5, 3", "up.v:1.1-1.2")),
         "+0 a , +1 up[1] up.v:1.1-1.2, +1 y "},
        /* Of several names, the one with the fewest instances before it; none that is hidden, and
         * none of the files that map a design if there is another. */
        {NAMED("8", CELL1("g", "$_NOT_", "2", "5") "," CELL1("h", "$_NOT_", "5", "8"),
               NAME("map", "", "5", "/usr/overworld_store.v:3.1-3.2") "," NAME(
                   "deep.er.net", "", "5",
                   "d.v:1.1-1.2") "," NAME("deep.net", "", "5",
                                           "d.v:2.1-2.2") ","
                                                          "'hidden': {'hide_name': 1, 'bits': [5], "
                                                          "'attributes': {}}"),
         "+0 a , +1 deep.net d.v:2.1-2.2, +1 y "},
        /* From a flip-flop through four gates into itself. */
        {NAMED("5",
               CELL1("n", "$_NOT_", "2", "9") "," CELL1("g", "$_NOT_", "5", "6") "," CELL1(
                   "h", "$_BUF_", "6", "10") "," CELL1("i", "$_BUF_", "10",
                                                       "11") "," FLIP_FLOP("f", "11", "7", "5"),
               NAME("state", "", "5", "s.v:1.1-1.2") "," NAME("next", "", "11", "s.v:2.1-2.2")),
         "+1 state latch s.v:1.1-1.2, +3 next s.v:2.1-2.2, +1 state latch s.v:1.1-1.2"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct told_path told = {""};
        const ow_build_options asked = {.step = tell_step, .step_context = &told};
        struct built built = build_with(rows[i].netlist, &asked, NULL);
        if (built.status != OW_OK || strcmp(told.text, rows[i].expected) != 0)
            ROW_FAILED("netlist %zu: %s\n%s\n", i, told.text, built.error.message);
        ow_close(&built.document);
    }
}

#define PORTS(ports, cells)                                                                        \
    "{'modules': {'m': {'attributes': {'top': 1}, 'ports': {" ports "}, 'cells': {" cells "}}}}"
#define PORT(name, way, more, bits)                                                                \
    "'" name "': {'direction': '" way "', " more "'bits': [" bits "]}"

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the nets of a build that have names, in the order of the nets, with blanks
 * between them. */
static void list_names(const struct built *built, char *text, size_t size)
{
    ow_circuit circuit;
    size_t used = 0;
    assert_int_equal(ow_circuit_open(&built->document, NULL, NULL, &circuit, NULL), OW_OK);
    *text = '\0';
    for (uint32_t i = 0; i < circuit.net_count; i++)
        if (circuit.nets[i].name.size > 0)
            used += (size_t)snprintf(text + used, size - used, "%s ", circuit.nets[i].name.data);
    assert_true(used < size);
    ow_circuit_close(&circuit);
}

/* Each bit of each port is a net of its name, as the source numbers its bits. */
static void every_port_has_a_name(void **state)
{
    (void)state;
    static const struct {
        const char *netlist, *names;
    } rows[] = {
        /* Outputs that are inputs, and each other; inputs that nothing reads. */
        {PORTS(PORT("d", "input", "", "2, 3, 4") "," PORT("y", "output", "", "2") "," PORT(
                   "z", "output", "", "2") "," PORT("q", "output", "", "5, 5"),
               CELL1("g", "$_NOT_", "3", "5")),
         "d[0] d[1] d[2] q[0] q[1] y z "},
        /* [7:4], [0:2], [4:4], [-1:0] and a single bit. */
        {PORTS(PORT("hi", "input", "'offset': 4, ", "2, 3") "," PORT(
                   "rev", "input", "'upto': 1, ",
                   "4, 5, 6") "," PORT("one", "input", "'offset': 4, ",
                                       "7") "," PORT("low", "input", "'offset': -1, 'upto': 0, ",
                                                     "8, 9") "," PORT("bit", "input", "", "10"),
               ""),
         "bit hi[4] hi[5] low[-1] low[0] one[4] rev[0] rev[1] rev[2] "},
        /* Constants and bits that nothing drives. */
        {PORTS(PORT("k", "output", "", "'1', '1', '0', '0', 9, 9"), ""),
         "k[0] k[1] k[2] k[3] k[4] k[5] "},
    };
    for (size_t i = 0; i < 2 * LENGTH(rows); i++) {
        char names[200], sorted[200] = "";
        const ow_build_options asked = {.ports = i % 2 ? OW_BUILD_SOCKETS : OW_BUILD_PANELS};
        struct built built = build_with(rows[i / 2].netlist, &asked, NULL);
        if (built.status != OW_OK)
            ROW_FAILED("row %zu: %s\n", i, built.error.message);
        expect_clean(&built);
        list_names(&built, names, sizeof names);
        char *words[20];
        size_t count = 0;
        for (char *word = strtok(names, " "); word; word = strtok(NULL, " "))
            words[count++] = word;
        qsort(words, count, sizeof *words, compare_words);
        for (size_t k = 0; k < count; k++)
            strcat(strcat(sorted, words[k]), " ");
        if (strcmp(sorted, rows[i / 2].names) != 0)
            ROW_FAILED("row %zu: %s\n", i, sorted);
        ow_close(&built.document);
    }
}

static void an_empty_module_rests(void **state)
{
    (void)state;
    struct built built = build_of("{'modules': {'m': {'attributes': {'top': 1}, 'cells': {}}}}");
    assert_int_equal(built.report.settled, 1);
    assert_int_equal(built.report.cells, 0);
    ow_close(&built.document);
}

static void what_is_no_such_netlist_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ow_status status;
        const char *fragment;
    } rows[] = {
        {"", OW_BAD_JSON, "not a netlist: \"build\" takes the JSON that Yosys writes"},
        {"[]", OW_BAD_JSON, "not a netlist"},
        {"\n module m(input a);", OW_BAD_JSON, "not a netlist"},
        {"\r\n\t {", OW_BAD_JSON, "line 2, column 4: expected"},
        {"{'modules': 3}", OW_BAD_JSON, "expected an object"},
        {"{}", OW_BAD_JSON, "not a netlist of Yosys"},
        {"{'modules': {'m': {'cells': {'a'", OW_BAD_JSON, "expected"},
        {"{'modules': {}}", OW_BAD_VALUE, "no module with cells"},
        {"{'modules': {'m': {'cells': {'a': 1}}, 'n': {'cells': {'a': 1}}}}", OW_BAD_VALUE,
         "several modules"},
        {MODULE("5", CELL1("my cell", "$_DFF_P_", "2", "5")), OW_BAD_VALUE,
         "the cell \"my cell\" has the type \"$_DFF_P_\""},
        {MODULE("5", CELL1("g", "$_AND_", "2", "5")), OW_BAD_VALUE,
         "does not have the pins of its type"},
        {MODULE("5", CELL1("g", "$_NOT_", "2, 3", "5")), OW_BAD_VALUE, "does not have the pins"},
        {MODULE("5", CELL1("g", "$_NOT_", "2", "'1'")), OW_BAD_VALUE, "does not have the pins"},
        {MODULE("5", CELL1("g", "$_NOT_", "4294967295", "5")), OW_BAD_VALUE,
         "does not have the pins"},
        {MODULE("5", CELL1("g", "$_NOT_", "2", "3")), OW_BAD_VALUE,
         "\"g\" drives a bit that another driver already drives"},
        {MODULE("5", CELL1("g", "$_NOT_", "2", "5") "," CELL1("h", "$_NOT_", "3", "5")),
         OW_BAD_VALUE, "\"h\" drives a bit"},
        {MODULE("5", CELL2("g", "ow_or2", "2", "3", "5") "," CELL1("h", "$_NOT_", "3", "5")),
         OW_BAD_VALUE, "\"h\" drives a bit"},
        {MODULE("5", CELL2("g", "ow_or2", "2", "5", "5")), OW_BAD_VALUE,
         "\"g\" is in a loop of gates"},
        {MODULE("5", CELL2("g", "ow_and3", "2", "3", "5")), OW_BAD_VALUE, "does not have the pins"},
        {MODULE("5", CELL1("g", "$_NOT_", "5", "6") "," CELL1("h", "$_NOT_", "6", "5")),
         OW_BAD_VALUE, "\"g\" is in a loop of gates"},
        /* A latch of two NORs: its loop is named by a signal of the source. Gates behind it are
         * in no loop. */
        {"{'modules': {'m': {'ports': {'q': {'direction': 'output', 'bits': [9]}}, 'cells': "
         "{" CELL1("behind", "$_NOT_", "5", "9") "," CELL2("o", "$_OR_", "2", "7", "6") "," CELL1(
             "n", "$_NOT_", "6", "5") "," CELL2("p", "$_AND_", "5", "3",
                                                "7") "}, 'netnames': {"
                                                     "'made': {'hide_name': 1, 'bits': [6]}, 'q': "
                                                     "{'hide_name': 0, 'bits': [9]}, "
                                                     "'held': {'bits': [2, 7], 'attributes': "
                                                     "{'src': 'loop.v:3.4-3.8'}}}}}}",
         OW_BAD_VALUE, "\"held\" (loop.v:3.4-3.8) is in a loop of gates"},
        {"{'modules': {'m': {'ports': {'a': {'direction': 'input', 'offset': 0.5, 'bits': [2]}}, "
         "'cells': {'a': 1}}}}",
         OW_BAD_VALUE, "\"a\" has an \"offset\" that is not a whole number"},
        {MODULE("5', {", ""), OW_BAD_JSON, "expected"},
        {"{'modules': {'m': {'attributes': {'top': 1}, 'ports': {'io': {'direction': 'inout', "
         "'bits': "
         "[2]}}, 'cells': {}, 'netnames': {'io': {'bits': [2], 'attributes': {'src': "
         "'io.v:3.4-3.6|x'}}}}}}",
         OW_BAD_VALUE,
         "\"io\" (io.v:3.4-3.6) is an inout; make it an input, an output, and an output that says "
         "when it "
         "drives"},
        {"{'modules': {'m': {'attributes': {'top': 1}, 'ports': {}, 'cells': {'g': {'type': "
         "'$_NOT_', "
         "'connections': {'A': [2, 3], 'Y': [4]}, 'attributes': {'src': 'g.v:7.1-7.9'}}}}}}",
         OW_BAD_VALUE, "\"g\" (g.v:7.1-7.9) does not have the pins of its type, with one bit each"},
        {MODULE("-1", ""), OW_BAD_VALUE, "\"y\" has an invalid bit"},
        {"{'modules': {'m': {'ports': {'a': {'direction': 'both', 'bits': [2]}}, 'cells': {'a': "
         "1}}}}",
         OW_BAD_VALUE, "\"a\" is a port that is neither input nor output"},
        {"{'modules': {'m': {'ports': {'a': {'direction': 'input', 'bits': [2, 2]}}, 'cells': "
         "{'g': "
         "{'type': '$_NOT_', 'connections': {'A': [2], 'Y': [3]}}}}}}",
         OW_BAD_VALUE, "\"a\" is an input, but its bit is already another input"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct built built = build_with(rows[i].text, NULL, NULL);
        if (built.status != rows[i].status || built.error.status != rows[i].status ||
            !strstr(built.error.message, rows[i].fragment) || built.document.format)
            ROW_FAILED("row %zu: %d, %s\n", i, (int)built.status, built.error.message);
    }
    ow_document document;
    assert_int_equal(ow_build_netlist(NULL, 0, NULL, NULL, &document, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_build_netlist("{}", 2, NULL, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_build_netlist("{}", 2, NULL, NULL, &document, NULL, NULL), OW_BAD_JSON);
}

static void one_of_several_modules_is_built(void **state)
{
    (void)state;
#define TWO(mark)                                                                                  \
    "{'modules': {'m': {'attributes': {}, 'ports': {}, 'cells': {" CELL1(                          \
        "g", "$_NOT_", "2", "5") "}}, 'n': {'attributes': {" mark                                  \
                                 "}, 'cells': {" CELL1("g", "$_NOT_", "2", "5") "," CELL1(         \
                                     "h", "$_NOT_", "2", "6") "}}}}"
    static const struct {
        const char *text, *module;
        uint32_t cells; /* 0: refused */
    } rows[] = {{TWO(""), "m", 1},
                {TWO(""), "n", 2},
                {TWO(""), "o", 0},
                {TWO("'top': '00000000000000000000000000000001'"), NULL, 2},
                {TWO("'top': '00000000000000000000000000000000'"), NULL, 0},
                {TWO("'top': '1'"), "m", 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ow_build_options asked = {.module = ow_text_of(rows[i].module)};
        struct built built = build_with(rows[i].text, &asked, NULL);
        if ((built.status == OW_OK) != (rows[i].cells > 0) || built.report.cells != rows[i].cells)
            ROW_FAILED("row %zu: %u cells, %s\n", i, built.report.cells, built.error.message);
        ow_close(&built.document);
    }
}

/* A board is no larger than the largest of the real ones, 80 by 80. */
static void large_ones_take_several_boards(void **state)
{
    (void)state;
    char *text = chain_of(2601);
    struct built built = build_of(text);
    const ow_blotter_save *save = built.document.as.blotter;
    assert_int_equal(built.report.cells, 2601);
    assert_int_equal(built.report.depth, 2601);
    assert_int_equal(built.report.half_period, 0);
    assert_int_equal(count_of(save, "MHG.Inverter"), 2601);
    assert_true(count_of(save, "MHG.ThroughPeg") < 1600);
    assert_int_equal(count_of(save, "MHG.CircuitBoard"), 2);
    expect_clean(&built);
    assert_true(!show(&built, 1) && show(&built, 0));
    for (uint32_t i = 0; i < save->component_count; i++)
        if (save->components[i].parent > 0 && i >= 2)
            assert_true(save->components[i].position.fixed[0] < 80 * 300 &&
                        save->components[i].position.fixed[2] < 80 * 300);
    ow_close(&built.document);
    free(text);
}

/* What a latch holds at first is what the netlist says, though the clock has not run. */
static void initial_values_are_held(void **state)
{
    (void)state;
#define HELD(value)                                                                                \
    "{'modules': {'m': {'ports': {'a': {'direction': 'input', 'bits': [2]}, 'b': {'direction': "   \
    "'input', 'bits': [3]}, 'y': {'direction': 'output', 'bits': [5]}}, 'cells': {" LATCH(         \
        "f", "2", "3", "5") "}, 'netnames': {'q': {'bits': [5, 6], 'attributes': {'init': '" value \
                            "'}}}}}}"
    struct built on = build_of(HELD("x1")), off = build_of(HELD("x0"));
    assert_true(show(&on, 0));
    assert_false(show(&off, 0));
    assert_false(show(&on, 2));
    ow_close(&on.document);
    ow_close(&off.document);
}

static void ports_may_be_sockets(void **state)
{
    (void)state;
    const ow_build_options asked = {.ports = OW_BUILD_SOCKETS};
    struct built built = build_with(MODULE("5", CELL2("g", "$_AND_", "2", "3", "5")), &asked, NULL);
    assert_int_equal(built.status, OW_OK);
    const ow_blotter_save *save = built.document.as.blotter;
    assert_int_equal(count_of(save, "MHG.ChubbySocket"), 4);
    assert_int_equal(count_of(save, "MHG.PanelLabel"), 4);
    assert_int_equal(count_of(save, "MHG.PanelSwitch"), 0);
    expect_clean(&built);
    ow_circuit circuit;
    assert_int_equal(ow_circuit_open(&built.document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_int_equal(circuit.port_count, 4);
    assert_true(ow_circuit_find_net(&circuit, OW_LITERAL("y")) != OW_NO_NET);
    assert_int_equal(circuit.contacts, 0);
    ow_circuit_close(&circuit);
    ow_close(&built.document);
}

/* Labels are the names of ports, escapes resolved, bits numbered. */
static void labels_name_the_ports(void **state)
{
    (void)state;
    struct built built =
        build_of("{'modules': {'m': {'ports': {'caf\\u00e9 ': {'direction': 'input', 'bits': [2, "
                 "3]}, '': {'direction': 'output', 'bits': [2, 3]}}, 'cells': {" CELL1(
                     "g", "$_NOT_", "2", "5") "}}}}");
    ow_circuit circuit;
    assert_int_equal(ow_circuit_open(&built.document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_true(ow_circuit_find_net(&circuit, OW_LITERAL("caf\xc3\xa9 [1]")) != OW_NO_NET);
    ow_circuit_close(&circuit);
    expect_clean(&built);
    ow_close(&built.document);
}

/* Builds a text again and again, one allocation further each time, until nothing is refused. */
static void refuse_each_allocation(const char *text)
{
    ow_status status = OW_NO_MEMORY;
    for (uint64_t refuse = 1; status != OW_OK; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        struct told_path told = {""};
        const ow_build_options asked = {.step = tell_step, .step_context = &told};
        struct built built = build_with(text, &asked, &options);
        status = built.status;
        assert_true(status == OW_OK || status == OW_NO_MEMORY);
        assert_int_equal(built.error.status, status);
        ow_close(&built.document);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
    }
}

static void memory_may_end(void **state)
{
    (void)state;
    refuse_each_allocation(
        MODULE("6", CELL2("g", "$_XOR_", "2", "'1'", "5") "," CELL2("o", "ow_or2", "5", "3", "6")));
    refuse_each_allocation(
        "{'modules': {'m': {'ports': {'c': {'direction': 'input', 'bits': [2]}, 'd': {'direction': "
        "'input', 'bits': [3, 4]}, 'y': {'direction': 'output', 'bits': [5, 6]}}, 'cells': {" CELL1(
            "n", "$_NOT_", "2", "9") "," FLIP_FLOP("a", "3", "7",
                                                   "5") "," FLIP_FLOP("b", "4", "8",
                                                                      "6") "}, 'netnames': {'q': "
                                                                           "{'bits': [5, 6]}}}}}");
    char *text = chain_of(20);
    refuse_each_allocation(text);
    free(text);
}

/* The limit is a multiple of the text; what a long one takes stays below. */
static void memory_stays_in_proportion(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    char *text = chain_of(2000);
    struct built built = build_with(text, NULL, &options);
    if (built.status != OW_OK)
        ROW_FAILED("%s\n", built.error.message);
    assert_true(ledger.peak < 64 * strlen(text));
    ow_close(&built.document);
    options.max_memory = 100000;
    built = build_with(text, NULL, &options);
    assert_int_equal(built.status, OW_TOO_MUCH_MEMORY);
    assert_int_equal(ledger.blocks, 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cell_does_what_it_says),
        cmocka_unit_test(ors_are_wires),
        cmocka_unit_test(ors_of_ors_stay_linear),
        cmocka_unit_test(a_build_is_always_the_same),
        cmocka_unit_test(the_clock_is_timed),
        cmocka_unit_test(the_longest_path_is_told),
        cmocka_unit_test(every_port_has_a_name),
        cmocka_unit_test(an_empty_module_rests),
        cmocka_unit_test(what_is_no_such_netlist_is_refused),
        cmocka_unit_test(one_of_several_modules_is_built),
        cmocka_unit_test(large_ones_take_several_boards),
        cmocka_unit_test(initial_values_are_held),
        cmocka_unit_test(ports_may_be_sockets),
        cmocka_unit_test(labels_name_the_ports),
        cmocka_unit_test(memory_may_end),
        cmocka_unit_test(memory_stays_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
