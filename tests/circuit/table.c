/* Truth tables: what is built does in every case what the table says; what is refused, with which
 * words; and what happens without memory. */
#include "../robust/harness.h"
#include "../support/test.h"

#include "../support/ledger.h"

#include <overworld/netlist.h>

static ow_status build(const char *text, uint32_t and_inputs, const ow_options *options,
                       ow_document *document, ow_build_report *report, ow_error *error)
{
    ow_build_options asked = {.and_inputs = and_inputs};
    return ow_build_table(text, strlen(text), &asked, options, document, report, error);
}

struct written {
    char text[1 << 16];
    size_t size;
};

static bool take_text(void *context, const void *data, size_t size)
{
    struct written *written = context;
    if (size >= sizeof written->text - written->size)
        return false;
    memcpy(written->text + written->size, data, size);
    written->text[written->size += size] = '\0';
    return true;
}

/* The table of a built table, and how many components it took. */
static uint32_t table_of(const char *text, uint32_t and_inputs, struct written *written)
{
    ow_document document;
    ow_circuit circuit;
    ow_build_report report;
    ow_error error;
    ow_sink sink = {.context = written, .write = take_text};
    written->size = 0;
    if (build(text, and_inputs, NULL, &document, &report, &error) != OW_OK)
        ROW_FAILED("%s\n%s\n", text, error.message);
    assert_true(report.settled > 0);
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, &error), OW_OK);
    if (ow_netlist_write(&circuit, OW_NETLIST_TABLE, NULL, NULL, &sink, &error) != OW_OK)
        ROW_FAILED("%s\n%s\n", text, error.message);
    ow_circuit_close(&circuit);
    ow_close(&document);
    return report.cells;
}

static void a_table_comes_back(void **state)
{
    (void)state;
    static const struct {
        const char *table, *back; /* NULL: the same */
        uint32_t cells;           /* with ANDs of four inputs */
    } rows[] = {
        {"A,B,C,->,SUM,CARRY\n0,0,0,->,0,0\n0,0,1,->,1,0\n0,1,0,->,1,0\n0,1,1,->,0,1\n"
         "1,0,0,->,1,0\n1,0,1,->,0,1\n1,1,0,->,0,1\n1,1,1,->,1,1\n",
         NULL, 5},
        {"A,->,SAME,NOT\n0,->,0,1\n1,->,1,0\n", NULL, 2},
        {"A,->,ON,OFF\n0,->,1,0\n1,->,1,0\n", NULL, 1},
        /* two outputs that are the same, and their opposite */
        {"A,B,->,X,Y,Z\n0,0,->,0,0,1\n0,1,->,1,1,0\n1,0,->,1,1,0\n1,1,->,0,0,1\n", NULL, 3},
        /* an OR of an input and of a product; an XOR whose sum is constant */
        {"A,B,C,->,Y,PARITY\n0,0,0,->,0,1\n0,0,1,->,0,0\n0,1,0,->,0,0\n0,1,1,->,1,1\n"
         "1,0,0,->,1,0\n1,0,1,->,1,1\n1,1,0,->,1,1\n1,1,1,->,1,0\n",
         NULL, 6},
        /* a spreadsheet's: a mark, semicolons, quotes, spaces, comments, blank lines, CRLF */
        {"\xef\xbb\xbf\"IN\" ; | ;\"OUT\"\r\n\r\n# a comment\r\n 0 ;;\"1\"\r\n1;|;0",
         "IN,->,OUT\n0,->,1\n1,->,0\n", 1},
        {"IN\t->\tOUT\n0\t\t1\n1\t\t0\n", "IN,->,OUT\n0,->,1\n1,->,0\n", 1},
        /* buses, in any order of their bits, and numbers of any kind */
        {"N[1:0],->,S[0:2],T[5]\n0,,0b001,1\n1,,1,-\n0x2,,0b1-0,0\n0b11,,7,0\n",
         "N[1:0],->,S[2:0],T[5]\n0b00,->,0b100,1\n0b01,->,0b100,1\n0b10,->,0b011,0\n"
         "0b11,->,0b111,0\n",
         0},
        /* rows overlap, and the last is for all others */
        {"A,B,->,Y\n1,-,,1\n-,1,,1\n-,-,,0\n", "A,B,->,Y\n0,0,->,0\n0,1,->,1\n1,0,->,1\n1,1,->,1\n",
         2},
        {"A,B,->,Y\n-,-,,-\n", "A,B,->,Y\n0,0,->,0\n0,1,->,0\n1,0,->,0\n1,1,->,0\n", 0},
    };
    static struct written written;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint32_t cells = table_of(rows[i].table, 0, &written);
        if (strcmp(written.text, rows[i].back ? rows[i].back : rows[i].table) != 0)
            ROW_FAILED("row %zu: %s\n", i, written.text);
        if (rows[i].cells > 0 && cells != rows[i].cells)
            ROW_FAILED("row %zu: %u components\n", i, (unsigned)cells);
    }
}

/* A table of some inputs and four outputs whose values only look random; some are free. */
static char *make_table(unsigned inputs, bool has_free)
{
    size_t cases = (size_t)1 << inputs, used = 0, room = 64 * cases + 256;
    char *text = malloc(room);
    uint32_t chance = 12345 + inputs;
    assert_non_null(text);
    used += (size_t)snprintf(text, room, "IN[%u:0],->,A,B,C,D\n", inputs - 1);
    for (size_t i = 0; i < cases; i++) {
        used += (size_t)snprintf(text + used, room - used, "0b");
        for (unsigned bit = inputs; bit-- > 0;)
            text[used++] = i >> bit & 1 ? '1' : '0';
        used += (size_t)snprintf(text + used, room - used, ",->");
        for (unsigned k = 0; k < 4; k++) {
            chance = chance * 1664525 + 1013904223;
            char value = chance >> 30 == 0 && has_free ? '-' : chance >> 29 & 1 ? '1' : '0';
            used += (size_t)snprintf(text + used, room - used, ",%c", value);
        }
        text[used++] = '\n';
    }
    text[used] = '\0';
    return text;
}

static void any_table_is_built_right(void **state)
{
    (void)state;
    static struct written written;
    const unsigned most = is_deep() ? 9 : 6;
    for (unsigned inputs = 2; inputs <= most; inputs++)
        for (unsigned and_inputs = 2; and_inputs <= 4; and_inputs++) {
            char *text = make_table(inputs, inputs % 2 == 0);
            table_of(text, and_inputs, &written);
            assert_int_equal(strlen(text), written.size);
            for (size_t i = 0; i < written.size; i++)
                if (text[i] != written.text[i] && strncmp(text + i - 1, ",-,", 3) != 0 &&
                    strncmp(text + i - 1, ",-\n", 3) != 0)
                    ROW_FAILED("%u inputs, %u at an AND, offset %zu\n", inputs, and_inputs, i);
            free(text);
        }
}

static void what_is_no_table_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *table, *message;
    } rows[] = {
        {"", "line 0: the table is empty; begin with names, such as A,B,->,SUM,CARRY"},
        {"# only this\n", "line 1: the table is empty; begin with names"},
        {"A,B\n", "line 1: expected the names of inputs, a column \"->\" and the names of outputs"},
        {"->,B\n", "line 1: expected the names of inputs"},
        {"A,->\n", "line 1: expected the names of inputs"},
        {"A,->,B,->\n", "line 1: a second column \"->\"; there is one, before the outputs"},
        {"A,,->,B\n", "line 1: a column has no name; name each input and output"},
        {"A,A,->,B\n", "line 1: duplicate name \"A\"; each bit has one column"},
        {"A[3:0],A[5:3],->,B\n", "line 1: duplicate name \"A[5:3]\"; each bit has one column"},
        {"A[16:0],->,B\n", "line 1: more than 16 bits of inputs, which a truth table cannot have; "
                           "use Verilog"},
        {"A,->,B[63:0],C\n", "line 1: more than 64 bits of outputs"},
        {"A,->,B\n0,0\n", "line 2: expected 3 cells, as in the header, but there are 2"},
        {"A,->,B\n0\n", "line 2: expected 3 cells, as in the header, but there is 1"},
        {"A,->,B\n0,1,1\n", "line 2: \"1\" is in the column \"->\"; leave it empty"},
        {"A,->,B\n0,,yes\n", "line 2: B: \"yes\" is not a value; use 0, 1, or \"-\" for either"},
        {"A,->,B\n,,0\n", "line 2: A: \"\" is not a value"},
        {"A,->,B\n2,,0\n", "line 2: A: \"2\" does not fit in 1 bit"},
        {"A[1:0],->,B\n0b1x,,0\n", "line 2: A[1:0]: \"0b1x\" is not a value; use a number, such as "
                                   "5, 0x5, 0b101 or 0b1-1, or \"-\" for any"},
        {"A[1:0],->,B\n0b---,,0\n", "line 2: A[1:0]: \"0b---\" does not fit in 2 bits"},
        {"A[1:0],->,B\n0b--------------------------------------------------------------------,,0\n",
         "\" is not a value"},
        {"A[1:0],->,B\n99999999999999999999,,0\n", "\" is not a value"},
        {"A,B[1:0],->,Y[1:0],Z\n0,-,,1,0\n\n0,2,,1,1\n",
         "line 4: Z contradicts line 2 for A=0, B[1:0]=2; correct one of the rows"},
        {"A,B[1:0],->,Y\n1,-,,1\n0,0,,1\n0,0b1-,,1\n",
         "line 4: no row for A=0, B[1:0]=1; add it, or a last row with \"-\" for every input"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document;
        ow_error error;
        ow_status status = build(rows[i].table, 0, NULL, &document, NULL, &error);
        if (status != OW_BAD_VALUE || !strstr(error.message, rows[i].message))
            ROW_FAILED("row %zu: %s\n", i, error.message);
    }
    ow_document document;
    assert_int_equal(ow_build_table(NULL, 0, NULL, NULL, &document, NULL, NULL), OW_BAD_ARGUMENT);
}

/* Work is counted: many rows that are for all cases end soon. */
static void overlapping_rows_end(void **state)
{
    (void)state;
    enum { ROWS = 300, WIDTH = 8 };
    char *text = malloc(64 + ROWS * WIDTH);
    ow_document document;
    ow_error error;
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, 64, "A[15:0],->,B\n");
    for (unsigned i = 0; i < ROWS; i++)
        used += (size_t)snprintf(text + used, WIDTH, "-,,1\n");
    assert_int_equal(build(text, 0, NULL, &document, NULL, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "line 258: the rows of the table overlap too much"));
    free(text);
}

/* The longest names and the most columns fit in messages. */
static void long_names_are_cut(void **state)
{
    (void)state;
    char text[4096] = "";
    ow_document document;
    ow_error error;
    for (unsigned i = 0; i < 16; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%c%0100u,", 'A' + (int)i, 0u);
    strcat(text, "->,Y\n-,-,-,-,-,-,-,-,-,-,-,-,-,-,-,0,,1\n");
    assert_int_equal(build(text, 0, NULL, &document, NULL, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "line 2: no row for A000"));
}

static void memory_may_end(void **state)
{
    (void)state;
    static const char table[] = "A[6:0],->,B,C\n1,,1,0\n2,,1,1\n0b11-----,,0,1\n-,,0,0\n";
    ow_status status = OW_NO_MEMORY;
    for (uint64_t refuse = 1; status != OW_OK; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        ow_document document;
        ow_error error;
        status = build(table, 0, &options, &document, NULL, &error);
        assert_true(status == OW_OK || status == OW_NO_MEMORY);
        assert_int_equal(error.status, status);
        ow_close(&document);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
    }
}

/* A low limit is met somewhere in the work, wherever that is. */
static void a_limit_is_kept(void **state)
{
    (void)state;
    char *text = make_table(8, false);
    ow_status status = OW_TOO_MUCH_MEMORY;
    for (uint64_t limit = 1 << 10; status != OW_OK; limit += is_deep() ? limit / 4 : limit) {
        ow_options options = {.max_memory = limit};
        ow_document document;
        ow_error error;
        status = build(text, 0, &options, &document, NULL, &error);
        assert_true(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
        ow_close(&document);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_comes_back),
        cmocka_unit_test(any_table_is_built_right),
        cmocka_unit_test(what_is_no_table_is_refused),
        cmocka_unit_test(overlapping_rows_end),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(memory_may_end),
        cmocka_unit_test(a_limit_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
