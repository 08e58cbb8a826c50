/* Builds with RAMs of a mod: what they hold and show, how they stand in the save, and how their
 * memories are found again. */
#include "netlists.h"

#include "base/stored.h"

#define RAM(name, parameters, data, write, to, read, from, out)                                    \
    "'" name "': {'type': 'ow_ram', 'parameters': {" parameters                                    \
    "}, 'connections': {'DATA': [" data "], 'WRITE': [" write "], 'TO': [" to "], 'READ': [" read  \
    "], 'FROM': [" from "], 'OUT': [" out "]}}"

#define FOUR_WORDS "'SIZE': '100', 'OFFSET': '0', 'INIT': '11100100'"

static const ow_blotter_component *ram_of(const struct built *built, uint32_t number)
{
    const ow_blotter_save *save = built->document.as.blotter;
    uint16_t type = 0;
    for (uint32_t i = 0; i < save->component_type_count; i++)
        if (strcmp(save->component_types[i].name.data, "CheeseUtilMod.DualPortRamResizable") == 0)
            type = save->component_types[i].id;
    for (uint32_t i = 0; i < save->component_count; i++)
        if (save->components[i].type == type && number-- == 0)
            return &save->components[i];
    return NULL;
}

static size_t unpack(void *context, const void *packed, size_t packed_size, void *plain,
                     size_t size)
{
    (void)context;
    return stored_unpack(packed, packed_size, plain, size);
}

static void open_machine(struct machine *machine, const char *netlist)
{
    const ow_simulation_options how = {.inflate = unpack};
    machine->built = build_of(netlist);
    run_machine(machine, &how);
}

/* Sets the switches a, b and c, and returns the bits of y after they have had their effect. */
static unsigned show(struct machine *machine, unsigned abc)
{
    static const char *const switches[] = {"a", "b", "c"};
    unsigned shown = 0;
    for (size_t i = 0; i < LENGTH(switches); i++)
        put(machine, switches[i], abc >> i & 1);
    assert_int_equal(ow_simulation_run(machine->run, 10, NULL), OW_OK);
    for (unsigned i = 0; i < 2; i++) {
        char name[8];
        snprintf(name, sizeof name, "y[%u]", i);
        uint32_t net = ow_circuit_find_net(&machine->circuit, ow_text_of(name));
        assert_int_not_equal(net, OW_NO_NET);
        shown |= (unsigned)ow_simulation_net(machine->run, net) << i;
    }
    return shown;
}

/* a and b are the address, c is `read`. The words are 0, 1, 2, 3. */
static void the_first_contents_are_shown(void **state)
{
    (void)state;
    struct machine machine;
    open_machine(&machine, MODULE("10, 11", RAM("r", FOUR_WORDS, "'0', '0'", "'0'", "'0', '0'", "4",
                                                "2, 3", "10, 11")));
    expect_clean(&machine.built);
    for (unsigned address = 0; address < 4; address++) {
        assert_int_equal(show(&machine, address | 4), address);
        assert_int_equal(show(&machine, address), 0);
    }
    assert_int_equal(machine.built.report.cells, 1);
    assert_int_equal(machine.built.report.depth, 1);
    close_machine(&machine);
}

/* c writes the address to itself, with the bits crossed. */
static void what_was_written_is_shown(void **state)
{
    (void)state;
    struct machine machine;
    open_machine(&machine, MODULE("10, 11", RAM("r", FOUR_WORDS, "3, 2", "4", "2, 3", "'1'", "2, 3",
                                                "10, 11")));
    static const unsigned crossed[] = {0, 2, 1, 3};
    for (unsigned address = 0; address < 4; address++)
        assert_int_equal(show(&machine, address), address);
    for (unsigned address = 0; address < 4; address++)
        assert_int_equal(show(&machine, address | 4), crossed[address]);
    for (unsigned address = 0; address < 4; address++)
        assert_int_equal(show(&machine, address), crossed[address]);
    close_machine(&machine);
}

/* The RAM has the upper two bits of words of three: 7, 0, 5 and 2. With -compat-int, Yosys writes
 * sizes as numbers. What is neither text nor number is 0. */
static void a_ram_may_have_a_part_of_words(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "'SIZE': '100', 'OFFSET': '0', 'WIDTH': '11', 'FIRST': '1', 'INIT': '010101000111'",
        "'SIZE': 4, 'OFFSET': 0, 'WIDTH': 3, 'FIRST': 1, 'INIT': 1351",
        "'SIZE': '100', 'OFFSET': [1], 'WIDTH': '11', 'FIRST': '1', 'INIT': '010101000111'"};
    static const unsigned words[] = {3, 0, 2, 1};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[2048];
        struct machine machine;
        snprintf(text, sizeof text,
                 MODULE("10, 11",
                        RAM("r", "%s", "'0', '0'", "'0'", "'0', '0'", "'1'", "2, 3", "10, 11")),
                 rows[i]);
        open_machine(&machine, text);
        for (unsigned address = 0; address < 4; address++)
            assert_int_equal(show(&machine, address), words[address]);
        close_machine(&machine);
    }
}

/* A save shows what is at address 0 when it is opened, before anything runs. */
static void the_saved_state_is_at_rest(void **state)
{
    (void)state;
    struct machine machine;
    open_machine(&machine,
                 MODULE("10, 11", RAM("r", "'SIZE': '100', 'OFFSET': '0', 'INIT': '00000010'",
                                      "'0', '0'", "'0'", "'0', '0'", "'1'", "2, 3", "10, 11")));
    uint32_t net = ow_circuit_find_net(&machine.circuit, ow_text_of("y[1]"));
    assert_true(ow_simulation_net(machine.run, net));
    assert_int_equal(ow_simulation_run(machine.run, 10, NULL), OW_OK);
    assert_true(ow_simulation_net(machine.run, net));
    assert_int_equal(machine.built.report.settled, 1);
    close_machine(&machine);
}

/* The mod's numbers; nothing for its client; a block that is the last and not compressed; 2^2 cells
 * of a byte each. */
static void custom_data_are_those_of_the_mod(void **state)
{
    (void)state;
    static const uint8_t expected[] = {4, 0, 0, 0, 2, 0, 0,    0,    0, 0, 0, 0, 9,
                                       0, 0, 0, 1, 4, 0, 0xfb, 0xff, 0, 1, 2, 3, 0};
    struct built built = build_of(MODULE(
        "10, 11", RAM("r", FOUR_WORDS, "'0', '0'", "'0'", "'0', '0'", "'1'", "2, 3", "10, 11")));
    const ow_blotter_component *ram = ram_of(&built, 0);
    const ow_blotter_save *save = built.document.as.blotter;
    assert_non_null(ram);
    assert_int_equal(ram->input_count, 5 + 2 * 2 + 2 * 2);
    assert_int_equal(ram->output_count, 2 * 2);
    assert_int_equal(ram->custom_data.size, sizeof expected);
    assert_memory_equal(ram->custom_data.data, expected, sizeof expected);
    assert_int_equal(save->mod_count, 2);
    assert_text(save->mods[1].id, "CheeseUtilMod");
    ow_close(&built.document);
}

/* Contents from a word on: the address is that of the source. */
static void addresses_are_those_of_the_source(void **state)
{
    (void)state;
    struct machine machine;
    open_machine(&machine,
                 MODULE("10, 11", RAM("r", "'SIZE': '10', 'OFFSET': '10', 'INIT': '1101'",
                                      "'0', '0'", "'0'", "'0', '0'", "'1'", "2, 3", "10, 11")));
    static const unsigned words[] = {0, 0, 1, 3};
    for (unsigned address = 0; address < 4; address++)
        assert_int_equal(show(&machine, address), words[address]);
    close_machine(&machine);
}

/* An output leads to its own net alone: an OR gets it through a fast buffer. */
static void outputs_go_into_ors(void **state)
{
    (void)state;
    struct machine machine;
    open_machine(&machine,
                 MODULE("10, 12", RAM("r", FOUR_WORDS, "'0', '0'", "'0'", "'0', '0'", "'1'", "2, 3",
                                      "10, 11") "," CELL2("o", "$_OR_", "11", "4", "12")));
    for (unsigned address = 0; address < 4; address++) {
        assert_int_equal(show(&machine, address), address);
        assert_int_equal(show(&machine, address | 4), address | 2);
    }
    close_machine(&machine);
}

/* The clock is a, with a latch of each phase; the RAM leads from there to another flip-flop. */
#define NOT(name, a, y) CELL1(name, "$_NOT_", a, y)
#define CLOCKED         NOT("n", "2", "9") "," FLIP_FLOP("f", "3", "6", "7")
#define TIMED(data, write, to)                                                                     \
    MODULE("5", CLOCKED "," RAM("r", FOUR_WORDS, data, write, to, "'1'", "7, 7",                   \
                                "20, 21") "," FLIP_FLOP("g", "20", "8", "5"))

#define FOUR_GATES                                                                                 \
    NOT("g", "7", "31") "," NOT("h", "31", "32") "," NOT("i", "32", "33") "," NOT("k", "33", "34")
#define LATE_RAM RAM("r", FOUR_WORDS, "30, 30", "2", "6, 6", "'1'", "34, 3", "20, 21")

static const char later_address[] =
    MODULE("5", CLOCKED "," NOT("d", "6", "30") "," FOUR_GATES "," LATE_RAM
                                                "," FLIP_FLOP("j", "20", "8", "5"));

static void the_clock_is_timed_through_rams(void **state)
{
    (void)state;
    static const struct {
        const char *what, *netlist;
        uint32_t half_period;
    } rows[] = {
        {"read alone", TIMED("'0', '0'", "'0'", "'0', '0'"), 2},
        {"written from a latch of the second phase", TIMED("6, 6", "2", "6, 6"), 2},
        {"an address that is later than the data", later_address, 4},
        {"data of the same phase", TIMED("7, 7", "2", "6, 6"), 0},
        {"an address of the same phase", TIMED("6, 6", "2", "7, 6"), 0},
        {"an address of an input", TIMED("6, 6", "2", "6, 3"), 0},
        {"written by an input", TIMED("6, 6", "3", "6, 6"), 0},
        {"the clock as data", TIMED("6, 2", "2", "6, 6"), 0},
        {"the clock as an address to write to", TIMED("6, 6", "2", "6, 9"), 0},
        {"the clock as an address to read from",
         MODULE("5", CLOCKED "," RAM("r", FOUR_WORDS, "6, 6", "2", "6, 6", "'1'", "7, 2",
                                     "20, 21") "," FLIP_FLOP("g", "20", "8", "5")),
         0},
        {"the clock as data of a gate",
         MODULE("5", CLOCKED
                "," CELL2("x", "$_XOR_", "7", "2", "20") "," FLIP_FLOP("g", "20", "8", "5")),
         0},
        {"the clock as data of a latch", MODULE("5", CLOCKED "," FLIP_FLOP("g", "2", "8", "5")), 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct built built = build_of(rows[i].netlist);
        if (built.report.half_period != rows[i].half_period)
            ROW_FAILED("%s: %u\n", rows[i].what, (unsigned)built.report.half_period);
        ow_close(&built.document);
    }
}

/* A loop through a RAM is one if it goes through what reads, and none through what is kept. */
static void loops_go_through_what_reads(void **state)
{
    (void)state;
    struct built built = build_of(
        MODULE("10, 11", RAM("r", FOUR_WORDS, "10, 11", "2", "10, 11", "'1'", "2, 3", "10, 11")));
    ow_close(&built.document);
    built = build_with(MODULE("10, 11", RAM("r", FOUR_WORDS, "'0', '0'", "'0'", "'0', '0'", "'1'",
                                            "2, 10", "10, 11")),
                       NULL, NULL);
    assert_int_equal(built.status, OW_BAD_VALUE);
    assert_non_null(strstr(built.error.message, "\"r\" is in a loop of gates"));
}

/* A RAM with addresses of two bits, and words from address 1 on. */
struct part {
    const char *name;
    uint32_t bits;
};

#define TWO_WORDS "10"

static struct built build_parts(const struct part *parts, uint32_t count, const char *words,
                                uint32_t outputs)
{
    char text[8192];
    size_t at =
        (size_t)snprintf(text, sizeof text,
                         "{'modules': {'m': {'attributes': {'top': 1}, 'ports': {'a': "
                         "{'direction': 'input', 'bits': [2]}, 'y': {'direction': 'output', "
                         "'bits': [10");
    for (uint32_t i = 1; i < outputs; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, ", %u", (unsigned)(10 + i));
    at += (size_t)snprintf(text + at, sizeof text - at, "]}}, 'netnames': {}, 'cells': {");
    for (uint32_t i = 0, out = 10; i < count; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "%s'%s': {'type': 'ow_ram', 'parameters': {'SIZE': '%s', 'OFFSET': "
                               "'1', 'INIT': '0'}, 'connections': {'WRITE': ['0'], 'TO': ['0', "
                               "'0'], 'READ': ['1'], 'FROM': [2, 2]",
                               i > 0 ? ", " : "", parts[i].name, words);
        for (int side = 0; side < 2; side++) {
            at += (size_t)snprintf(text + at, sizeof text - at, ", '%s': [", side ? "OUT" : "DATA");
            for (uint32_t k = 0; k < parts[i].bits; k++)
                at += (size_t)snprintf(text + at, sizeof text - at, "%s%u", k > 0 ? ", " : "",
                                       side ? (unsigned)out++ : 2);
            at += (size_t)snprintf(text + at, sizeof text - at, "]");
        }
        at += (size_t)snprintf(text + at, sizeof text - at, "}}");
    }
    snprintf(text + at, sizeof text - at, "}}}}");
    return build_of(text);
}

/* The netlist has them in another order than the save, where they are by port and bit. */
static void memories_are_found_by_port_and_bit(void **state)
{
    (void)state;
    static const struct part parts[] = {{"cpu.m.of_port[1].of_bit[8].own.ram", 3},
                                        {"cpu.m.of_port[0].of_bit[8].own.ram", 3},
                                        {"other", 2},
                                        {"cpu.m.of_port[1].of_bit[0].own.ram", 8},
                                        {"n.of_port[0].of_bit[0].own.ram", 1},
                                        {"cpu.m.of_port[0].of_bit[0].own.ram", 8}};
    struct built built = build_parts(parts, LENGTH(parts), TWO_WORDS, 1);
    ow_circuit circuit;
    ow_built_memories found;
    assert_int_equal(ow_circuit_open(&built.document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_int_equal(ow_circuit_find_built_memories(&built.document, &circuit, NULL, &found, NULL),
                     OW_OK);
    assert_int_equal(found.memory_count, 2);
    const ow_built_memory *one = &found.memories[0], *two = &found.memories[1];
    assert_text(one->name, "cpu.m");
    assert_int_equal(one->words, 2);
    assert_int_equal(one->bits, 11);
    assert_int_equal(one->first_word, 1);
    assert_null(one->latches);
    assert_int_equal(one->ram_count, 4);
    static const uint32_t widths[] = {8, 3, 8, 3};
    for (uint32_t i = 0; i < LENGTH(widths); i++)
        assert_int_equal(circuit.components[one->rams[i]].output_count, 2 * widths[i]);
    assert_text(two->name, "n");
    assert_int_equal(two->ram_count, 1);
    expect_clean(&built);
    ow_built_memories_free(&found);
    ow_circuit_close(&circuit);
    ow_close(&built.document);
}

static void what_is_no_memory_of_rams_is_not_taken_for_one(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        const char *words;
        struct part parts[2];
    } rows[] = {
        {"a second port has fewer bits",
         TWO_WORDS,
         {{"m.of_port[0].of_bit[0].own.ram", 8}, {"m.of_port[1].of_bit[0].own.ram", 7}}},
        {"bits are missing", TWO_WORDS, {{"m.of_port[0].of_bit[4].own.ram", 2}, {"other", 2}}},
        {"each port has another part",
         TWO_WORDS,
         {{"m.of_port[0].of_bit[8].own.ram", 8}, {"m.of_port[1].of_bit[0].own.ram", 8}}},
        {"a word more than addresses",
         "100",
         {{"m.of_port[0].of_bit[0].own.ram", 8}, {"other", 2}}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct built built = build_parts(rows[i].parts, 2, rows[i].words, 1);
        ow_circuit circuit;
        ow_built_memories found;
        assert_int_equal(ow_circuit_open(&built.document, NULL, NULL, &circuit, NULL), OW_OK);
        assert_int_equal(
            ow_circuit_find_built_memories(&built.document, &circuit, NULL, &found, NULL), OW_OK);
        if (found.memory_count != 0)
            ROW_FAILED("%s\n", rows[i].what);
        ow_built_memories_free(&found);
        ow_circuit_close(&circuit);
        ow_close(&built.document);
    }
}

#define BITS_32                                                                                    \
    "2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, "   \
    "2, 2"

static void other_rams_are_refused(void **state)
{
    (void)state;
    static const char sizes[] = "of other sizes", pins[] = "with other pins";
    static const struct {
        const char *ram, *said;
    } rows[] = {
        {RAM("r", FOUR_WORDS, BITS_32 ", 2", "2", "2", "'1'", "2", BITS_32 ", 2"), sizes},
        {RAM("r", FOUR_WORDS, "", "2", "2", "'1'", "2", ""), sizes},
        {RAM("r", FOUR_WORDS, "2", "2", "2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2", "'1'",
             "2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2", "10"),
         sizes},
        {RAM("r", FOUR_WORDS, "2", "2", "2, 2", "'1'", "2", "10"), pins},
        {RAM("r", FOUR_WORDS, "2", "2", "2", "'1'", "2, 2", "10"), pins},
        {RAM("r", FOUR_WORDS, "2, 2", "2", "2", "'1'", "2", "10"), pins},
        {RAM("r", FOUR_WORDS, BITS_32 ", " BITS_32, "2", "2", "'1'", "2", "10"), pins},
        {RAM("r", FOUR_WORDS, "2", "2, 2", "2", "'1'", "2", "10"), pins},
        {RAM("r", FOUR_WORDS, "2", "2", "2", "", "2", "10"), pins},
        {RAM("r", FOUR_WORDS, "2", "2", "2", "'1'", "'q'", "10"), pins},
        {RAM("r", FOUR_WORDS, "2", "2", "2", "'1'", "2", "'0'"), pins},
        {"'r': {'type': 'ow_ram', 'parameters': {}}", "without its pins"},
        {"'r': {'type': 'ow_ram', 'parameters': {}, 'connections': {'DATA': [2]}}",
         "without its pins"},
        {"'r': {'type': 'ow_ram', 'connections': {'DATA': [2]}}", "without its pins"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[2048];
        snprintf(text, sizeof text, MODULE("2", "%s"), rows[i].ram);
        struct built built = build_with(text, NULL, NULL);
        if (built.status != OW_BAD_VALUE || !strstr(built.error.message, rows[i].said))
            ROW_FAILED("row %zu: %s\n", i, built.error.message);
    }
}

static void expect_places(const struct built *built, const int32_t (*expected)[2], uint32_t count)
{
    const ow_blotter_component *first = ram_of(built, 0);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *place = ram_of(built, i)->position.fixed;
        if (place[0] - first->position.fixed[0] != expected[i][0] ||
            place[2] - first->position.fixed[2] != expected[i][1])
            ROW_FAILED("RAM %u is %d, %d from the first\n", i,
                       (int)(place[0] - first->position.fixed[0]),
                       (int)(place[2] - first->position.fixed[2]));
    }
}

/* On a narrow board, each has a row of ten squares. */
static void large_rams_have_rows_of_their_own(void **state)
{
    (void)state;
    static const struct part parts[] = {{"a", 32}, {"b", 32}, {"c", 32}};
    static const int32_t expected[][2] = {{0, 0}, {0, 3000}, {0, 6000}};
    struct built built = build_parts(parts, LENGTH(parts), TWO_WORDS, 1);
    expect_clean(&built);
    expect_places(&built, expected, LENGTH(parts));
    ow_close(&built.document);
}

/* Outputs make the board 80 squares wide. Between RAMs is a square; the last of a row ends at the
 * border. A place is the middle of a RAM, which moves by half of what it is wider. */
static void rams_share_a_row_while_there_is_room(void **state)
{
    (void)state;
    enum { OUTPUTS = 40 };
    static const struct part parts[] = {{"a", 32}, {"b", 32}, {"c", 14}, {"d", 2}};
    static const int32_t expected[][2] = {{0, 0}, {9900, 0}, {17100, 0}, {-4500, 3000}};
    struct built built = build_parts(parts, LENGTH(parts), TWO_WORDS, OUTPUTS);
    expect_clean(&built);
    expect_places(&built, expected, LENGTH(parts));
    ow_close(&built.document);
}

/* A build that exceeds its limit of memory says so, and leaves nothing behind. */
static void too_little_memory_is_told(void **state)
{
    (void)state;
    static const char netlist[] =
        MODULE("10, 11", RAM("r", FOUR_WORDS, "3, 2", "4", "2, 3", "'1'", "2, 3", "10, 11"));
    uint32_t refused = 0;
    for (uint64_t most = 256;; most += most / 8) {
        const ow_options options = {.max_memory = most};
        struct built built = build_with(netlist, NULL, &options);
        if (built.status == OW_OK) {
            ow_close(&built.document);
            break;
        }
        assert_int_equal(built.status, OW_TOO_MUCH_MEMORY);
        refused++;
    }
    assert_true(refused > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_contents_are_shown),
        cmocka_unit_test(what_was_written_is_shown),
        cmocka_unit_test(a_ram_may_have_a_part_of_words),
        cmocka_unit_test(the_saved_state_is_at_rest),
        cmocka_unit_test(custom_data_are_those_of_the_mod),
        cmocka_unit_test(addresses_are_those_of_the_source),
        cmocka_unit_test(outputs_go_into_ors),
        cmocka_unit_test(the_clock_is_timed_through_rams),
        cmocka_unit_test(loops_go_through_what_reads),
        cmocka_unit_test(memories_are_found_by_port_and_bit),
        cmocka_unit_test(what_is_no_memory_of_rams_is_not_taken_for_one),
        cmocka_unit_test(other_rams_are_refused),
        cmocka_unit_test(large_rams_have_rows_of_their_own),
        cmocka_unit_test(rams_share_a_row_while_there_is_room),
        cmocka_unit_test(too_little_memory_is_told),
    };
    return cmocka_run_group_tests_name("builds with RAMs", tests, NULL, NULL);
}
