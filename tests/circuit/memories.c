/* Memories of mods: what they hold and show, and what their custom data packs. */
#include "../support/test.h"

#include "../support/circuits.h"

/* Drives inputs of C-1 from number `first` on with the bits of a value, lowest first. */
static void put_bits(struct board *board, uint32_t first, uint32_t count, uint32_t value)
{
    for (uint32_t i = 0; i < count; i++)
        ow_simulation_drive(board->run, board->circuit.inputs[first + i].net, value >> i & 1, NULL);
}

static uint32_t read_bits(const struct board *board, uint32_t first, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value |= (uint32_t)ow_simulation_output(board->run, first + i) << i;
    return value;
}

/* What a packed memory is here: bytes as they are. */
static size_t plain_inflate(void *context, const void *packed, size_t packed_size, void *plain,
                            size_t size)
{
    (void)context;
    if (packed_size > size)
        return 0;
    memcpy(plain, packed, packed_size);
    return packed_size;
}

static const ow_simulation_options plain = {.inflate = plain_inflate};

enum { SHOW, WRITE, LOAD, DATA };

static void a_ram_reads_and_writes(void **state)
{
    (void)state;
    enum { BITS = 8, ADDRESS = DATA + BITS };
    struct board board;
    board_open(&board, "ram:1");
    for (uint32_t i = 0; i < 256; i += 15) {
        put_bits(&board, ADDRESS, BITS, i);
        put_bits(&board, DATA, BITS, i * 7 & 255);
        run_ticks(&board, 2);
        assert_int_equal(read_bits(&board, 0, BITS), 0);
        put_bits(&board, WRITE, 1, 1);
        run_ticks(&board, 2);
        put_bits(&board, WRITE, 1, 0);
        run_ticks(&board, 2);
        assert_int_equal(read_bits(&board, 0, BITS), 0);
    }
    put_bits(&board, SHOW, 1, 1);
    put_bits(&board, DATA, BITS, 0x55);
    for (uint32_t i = 0; i < 256; i++) {
        put_bits(&board, ADDRESS, BITS, i);
        run_ticks(&board, 2);
        assert_int_equal(read_bits(&board, 0, BITS), i % 15 ? 0 : (i * 7 & 255));
    }
    /* Written and shown in one: what is new comes out. */
    put_bits(&board, WRITE, 1, 1);
    run_ticks(&board, 2);
    assert_int_equal(read_bits(&board, 0, BITS), 0x55);
    board_free(&board);
}

/* Three bits of data, two of address: inputs 5 and 7 are addresses of A and B, 9 and 12 data. */
static void a_ram_of_two_ports_has_the_same_cells_at_both(void **state)
{
    (void)state;
    enum {
        SHOW_A = 1,
        WRITE_A,
        SHOW_B,
        WRITE_B,
        ADDRESS_A,
        ADDRESS_B = 7,
        DATA_A = 9,
        DATA_B = 12
    };
    static const struct {
        const char *what;
        uint32_t address_a, data_a, address_b, data_b;
        bool write_a, write_b, show_a, show_b;
        uint32_t shown_a, shown_b;
    } rows[] = {
        {"both write", 1, 5, 2, 6, true, true, false, false, 0, 0},
        {"both show", 1, 0, 2, 0, false, false, true, true, 5, 6},
        {"each sees what the other wrote", 2, 0, 1, 0, false, false, true, true, 6, 5},
        {"one is not enabled", 2, 0, 1, 0, false, false, false, true, 0, 5},
        {"at one address, B's data stay", 3, 1, 3, 2, true, true, true, true, 2, 2},
        {"written and shown in one", 0, 7, 3, 0, true, false, true, true, 7, 2},
    };
    struct board board;
    size_t size = 0, cell = 0;
    board_open(&board, "dual:1");
    assert_non_null(ow_simulation_memory(board.run, 0, &size, &cell));
    assert_int_equal(size, 4);
    assert_int_equal(cell, 1);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        put_bits(&board, ADDRESS_A, 2, rows[i].address_a);
        put_bits(&board, DATA_A, 3, rows[i].data_a);
        put_bits(&board, ADDRESS_B, 2, rows[i].address_b);
        put_bits(&board, DATA_B, 3, rows[i].data_b);
        run_ticks(&board, 2);
        put_bits(&board, WRITE_A, 1, rows[i].write_a);
        put_bits(&board, WRITE_B, 1, rows[i].write_b);
        put_bits(&board, SHOW_A, 1, rows[i].show_a);
        put_bits(&board, SHOW_B, 1, rows[i].show_b);
        run_ticks(&board, 2);
        if (read_bits(&board, 0, 3) != rows[i].shown_a ||
            read_bits(&board, 3, 3) != rows[i].shown_b)
            fail_msg("%s: %u, %u", rows[i].what, (unsigned)read_bits(&board, 0, 3),
                     (unsigned)read_bits(&board, 3, 3));
        put_bits(&board, WRITE_A, 1, 0);
        put_bits(&board, WRITE_B, 1, 0);
        run_ticks(&board, 2);
    }
    board_free(&board);
}

static void cells_have_as_many_bytes_as_their_bits_take(void **state)
{
    (void)state;
    static const struct {
        uint32_t data, address;
        size_t cell;
    } rows[] = {{1, 1, 1}, {8, 2, 1}, {9, 2, 2}, {16, 3, 2}, {17, 1, 3}, {64, 1, 8}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[40];
        struct board board;
        size_t size = 0, cell = 0;
        uint32_t bits = rows[i].data, some = bits < 32 ? bits : 32,
                 last = (1u << rows[i].address) - 1;
        snprintf(text, sizeof text, "resizable/%u/%u:1", DATA + bits + rows[i].address, bits);
        board_open(&board, text);
        uint8_t *bytes = ow_simulation_memory(board.run, 0, &size, &cell);
        assert_non_null(bytes);
        assert_int_equal(cell, rows[i].cell);
        assert_int_equal(size, rows[i].cell << rows[i].address);
        put_bits(&board, DATA + bits, rows[i].address, last);
        put_bits(&board, DATA, some, 0xa5a5a5a5u >> (32 - some));
        put_bits(&board, WRITE, 1, 1);
        put_bits(&board, SHOW, 1, 1);
        run_ticks(&board, 3);
        assert_int_equal(read_bits(&board, 0, some), 0xa5a5a5a5u >> (32 - some));
        assert_int_equal(bytes[last * cell], (0xa5a5a5a5u >> (32 - some)) & 255);
        assert_int_equal(bytes[0], 0);
        /* What a caller changes shows. */
        put_bits(&board, WRITE, 1, 0);
        run_ticks(&board, 3);
        memset(bytes, 0, size);
        ow_simulation_memory(board.run, 0, NULL, NULL);
        run_ticks(&board, 1);
        assert_int_equal(read_bits(&board, 0, some), 0);
        board_free(&board);
    }
}

static void contents_come_out_of_custom_data(void **state)
{
    (void)state;
    static const struct {
        const char *data; /* of RamResizable: two sizes, incoming, contents, a byte */
        uint8_t first, second;
    } rows[] = {
        {"0100000001000000 00000000 02000000 0103 00", 1, 3},
        {"0100000001000000 03000000aabbcc 01000000 02 00", 2, 0},
        {"0100000001000000 00000000 00000000 00", 0, 0},
        /* No such data. */
        {"0100000001000000 00000000 03000000 0103 00", 0, 0},
        {"0100000001000000 00000000 02000000 0103", 0, 0},
        {"0100000001000000 ffffffff 02000000 0103 00", 0, 0},
        {"0100000001000000 09000000 02000000 0103 00", 0, 0},
        {"0100000001000000 00000000 ffffffff 0103 00", 0, 0},
        {"01000000", 0, 0},
        {"", 0, 0},
        /* More than fits. */
        {"0100000001000000 00000000 30000000 010101010101010101010101010101010101010101010101010101"
         "010101010101010101010101010101010101010101 00",
         0, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[300];
        struct board board;
        snprintf(text, sizeof text, "resizable:1{%s}", rows[i].data);
        board_open_with(&board, text, NULL, &plain);
        const uint8_t *bytes = ow_simulation_memory(board.run, 0, NULL, NULL);
        if (bytes[0] != rows[i].first || bytes[1] != rows[i].second)
            ROW_FAILED("row %zu: %u %u\n", i, bytes[0], bytes[1]);
        board_free(&board);
    }
}

static void types_that_are_like_a_memory_have_its_data(void **state)
{
    (void)state;
    const ow_circuit_options options = {
        .types_json = OW_LITERAL(
            "{\"types\": [{\"name\": \"My.Store\", \"like\": \"CheeseUtilMod.RamResizable\"},"
            "{\"name\": \"My.Cache\", \"like\": \"CheeseUtilMod.Ram8aX8b\"}]}")};
    struct board board;
    board_open_with(&board,
                    "My.Store/8/2:1{0100000001000000 00000000 01000000 03 00} "
                    "My.Cache/19/8:2{00000000 01000000 07 00} resizable:3",
                    &options, &plain);
    assert_int_equal(*ow_simulation_memory(board.run, 0, NULL, NULL), 3);
    assert_int_equal(*ow_simulation_memory(board.run, 1, NULL, NULL), 7);
    assert_int_equal(*ow_simulation_memory(board.run, 2, NULL, NULL), 0);
    board_free(&board);
}

static size_t half_inflate(void *context, const void *packed, size_t packed_size, void *to,
                           size_t size)
{
    (void)context, (void)packed, (void)packed_size;
    memset(to, 0xff, size);
    return 0; /* and only now it is found to be nothing */
}

static void a_memory_that_does_not_unpack_begins_empty(void **state)
{
    (void)state;
    const ow_simulation_options broken = {.inflate = half_inflate};
    struct board board;
    size_t size;
    board_open_with(&board, "resizable:1{0100000001000000 00000000 02000000 0103 00}", NULL,
                    &broken);
    const uint8_t *bytes = ow_simulation_memory(board.run, 0, &size, NULL);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], 0);
    board_free(&board);
}

enum { FIFO_WRITE = 8, FIFO_READ, FIFO_RESET };

/* Bit 7 comes first at both ends. */
static void put_byte(struct board *board, uint8_t byte)
{
    for (uint32_t i = 0; i < 8; i++)
        put_bits(board, i, 1, (uint32_t)byte >> (7 - i) & 1);
}

static uint8_t shown_byte(const struct board *board)
{
    uint32_t byte = 0;
    for (uint32_t i = 0; i < 8; i++)
        byte |= read_bits(board, i, 1) << (7 - i);
    return (uint8_t)byte;
}

static void strobe(struct board *board, uint32_t input)
{
    put_bits(board, input, 1, 1);
    run_ticks(board, 2);
    put_bits(board, input, 1, 0);
    run_ticks(board, 2);
}

static void a_queue_gives_bytes_in_the_order_it_got_them(void **state)
{
    (void)state;
    enum { AVAILABLE = 8, FULL };
    struct board board;
    board_open(&board, "fifo:1");
    run_ticks(&board, 2);
    strobe(&board, FIFO_READ); /* nothing there */
    assert_int_equal(read_bits(&board, AVAILABLE, 2), 0);
    static const uint8_t bytes[] = {0x81, 0x0f, 0xc3};
    for (size_t i = 0; i < LENGTH(bytes); i++) {
        put_byte(&board, bytes[i]);
        strobe(&board, FIFO_WRITE);
        assert_int_equal(read_bits(&board, AVAILABLE, 2), 1);
    }
    for (size_t i = 0; i < LENGTH(bytes); i++) {
        put_bits(&board, FIFO_READ, 1, 1);
        run_ticks(&board, 2);
        assert_int_equal(shown_byte(&board), bytes[i]);
        run_ticks(&board, 3); /* held, one is read */
        assert_int_equal(shown_byte(&board), bytes[i]);
        put_bits(&board, FIFO_READ, 1, 0);
        run_ticks(&board, 2);
        assert_int_equal(shown_byte(&board), 0);
        assert_int_equal(read_bits(&board, AVAILABLE, 1), i + 1 < LENGTH(bytes));
    }
    put_byte(&board, 0x42);
    strobe(&board, FIFO_WRITE);
    strobe(&board, FIFO_RESET);
    assert_int_equal(read_bits(&board, AVAILABLE, 2), 0);
    board_free(&board);
}

static void a_full_queue_takes_nothing(void **state)
{
    (void)state;
    enum { AVAILABLE = 8, FULL, CELLS = 65536, HEAD = CELLS };
    struct board board;
    size_t size = 0, cell = 0;
    board_open(&board, "fifo:1");
    uint8_t *bytes = ow_simulation_memory(board.run, 0, &size, &cell);
    assert_int_equal(size, CELLS);
    assert_int_equal(cell, 1);
    bytes[HEAD] = bytes[HEAD + 1] = 0xff; /* one place is left */
    put_byte(&board, 0x11);
    strobe(&board, FIFO_WRITE);
    assert_int_equal(read_bits(&board, AVAILABLE, 2), 3);
    assert_int_equal(bytes[CELLS - 1], 0x11);
    put_byte(&board, 0x22);
    strobe(&board, FIFO_WRITE);
    assert_int_equal(bytes[0], 0);
    strobe(&board, FIFO_READ);
    assert_int_equal(read_bits(&board, AVAILABLE, 2), 1);
    board_free(&board);
}

static void what_is_no_memory_has_none(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "inverter:1 ram/3/1:2");
    assert_null(ow_simulation_memory(NULL, 0, NULL, NULL));
    assert_null(ow_simulation_memory(board.run, 0, NULL, NULL));
    assert_null(ow_simulation_memory(board.run, 1, NULL, NULL));
    assert_null(ow_simulation_memory(board.run, 2, NULL, NULL));
    board_free(&board);
}

/* Address 0 and 1, data 2 and 3, write 4, clock 5, read 6; output 1 has the lowest bit. */
#define SHAPE(more)                                                                                \
    "{\"types\": [{\"name\": \"My.Reg\", \"inputs\": 7, \"outputs\": 2, \"memory\": "              \
    "{\"address\": [0, 1], "                                                                       \
    "\"data\": [2, 3], \"shown\": [1, 0]" more "}}]}"

static void open_shape(struct board *board, const char *types)
{
    const ow_circuit_options options = {.types_json = ow_text_of(types)};
    board_open_with(board, "My.Reg/7/2:1", &options, NULL);
    assert_int_equal(board->circuit.components[0].logic, OW_LOGIC_MEMORY);
    assert_string_equal(ow_logic_name(OW_LOGIC_MEMORY), "memory");
    assert_int_equal(board->circuit.unknown, 0);
}

static void set_pegs(struct board *board, uint32_t values)
{
    put_bits(board, 0, 7, values);
    run_ticks(board, 2);
}

enum {
    CELL_2 = 2,
    DATA_1 = 1 << 2,
    DATA_2 = 2 << 2,
    WRITES = 1 << 4,
    CLOCK = 1 << 5,
    READS = 1 << 6
};

static void a_memory_of_its_own_shape_writes_while_its_write_input_is_on(void **state)
{
    (void)state;
    struct board board;
    open_shape(&board, SHAPE(", \"write\": 4"));
    set_pegs(&board, CELL_2 | DATA_1);
    assert_int_equal(read_bits(&board, 0, 2), 0);
    set_pegs(&board, CELL_2 | DATA_1 | WRITES);
    assert_int_equal(read_bits(&board, 0, 2), 2); /* the lowest bit on output 1 */
    set_pegs(&board, CELL_2 | DATA_2 | WRITES);
    assert_int_equal(read_bits(&board, 0, 2), 1);
    set_pegs(&board, CELL_2 | DATA_1);
    assert_int_equal(read_bits(&board, 0, 2), 1);
    set_pegs(&board, 0);
    assert_int_equal(read_bits(&board, 0, 2), 0);
    board_free(&board);
}

static void a_memory_of_its_own_shape_has_a_clock(void **state)
{
    (void)state;
    struct board board;
    open_shape(&board, SHAPE(", \"write\": 4, \"clock\": 5, \"read\": 6"));
    set_pegs(&board, DATA_1 | READS | CLOCK);          /* the clock goes on without write */
    set_pegs(&board, DATA_1 | READS | CLOCK | WRITES); /* write without a clock that goes on */
    assert_int_equal(read_bits(&board, 0, 2), 0);
    set_pegs(&board, DATA_1 | READS | WRITES);
    set_pegs(&board, DATA_1 | READS | WRITES | CLOCK);
    assert_int_equal(read_bits(&board, 0, 2), 2);
    set_pegs(&board, DATA_2 | READS | WRITES | CLOCK); /* stays on */
    assert_int_equal(read_bits(&board, 0, 2), 2);
    set_pegs(&board, DATA_2 | WRITES | CLOCK);
    assert_int_equal(read_bits(&board, 0, 2), 0); /* not to read */
    board_free(&board);
    open_shape(&board, SHAPE(", \"clock\": 5"));
    set_pegs(&board, DATA_2 | CLOCK);
    assert_int_equal(read_bits(&board, 0, 2), 1);
    board_free(&board);
}

static void a_memory_of_its_own_shape_has_contents(void **state)
{
    (void)state;
    const ow_circuit_options rom = {
        .types_json =
            OW_LITERAL("{\"types\": [{\"name\": \"My.Rom\", \"inputs\": 2, \"outputs\": "
                       "9, \"memory\": {\"address\": [1, 0], \"hex\": \"0100 Ff01 02\"}}]}")};
    struct board board;
    size_t size = 0, cell = 0;
    board_open_with(&board, "My.Rom/2/9:1 My.Rom/3/9:2", &rom, NULL);
    assert_int_equal(board.circuit.components[1].logic, OW_LOGIC_UNKNOWN);
    static const uint32_t cells[] = {1, 0x1ff, 2, 0};
    for (uint32_t i = 0; i < 4; i++) {
        put_bits(&board, 0, 1, i >> 1);
        put_bits(&board, 1, 1, i & 1);
        run_ticks(&board, 2);
        assert_int_equal(read_bits(&board, 0, 9), cells[i]);
    }
    uint8_t *bytes = ow_simulation_memory(board.run, 0, &size, &cell);
    assert_non_null(bytes);
    assert_int_equal(size, 8);
    assert_int_equal(cell, 2);
    bytes[6] = 5;
    run_ticks(&board, 1);
    assert_int_equal(read_bits(&board, 0, 9), 5);
    /* Nobody knows how it is saved: custom data stay. */
    ow_error error = {0};
    assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, &error), OW_OK);
    assert_int_equal(board.document.as.blotter->components[0].custom_data.size, 0);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_memory_of_its_own_shape_writes_while_its_write_input_is_on),
        cmocka_unit_test(a_memory_of_its_own_shape_has_a_clock),
        cmocka_unit_test(a_memory_of_its_own_shape_has_contents),
        cmocka_unit_test(a_ram_reads_and_writes),
        cmocka_unit_test(a_ram_of_two_ports_has_the_same_cells_at_both),
        cmocka_unit_test(cells_have_as_many_bytes_as_their_bits_take),
        cmocka_unit_test(contents_come_out_of_custom_data),
        cmocka_unit_test(types_that_are_like_a_memory_have_its_data),
        cmocka_unit_test(a_memory_that_does_not_unpack_begins_empty),
        cmocka_unit_test(a_queue_gives_bytes_in_the_order_it_got_them),
        cmocka_unit_test(a_full_queue_takes_nothing),
        cmocka_unit_test(what_is_no_memory_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
