/* The states that a simulation has reached, in the save that is written. */
#include "../support/test.h"

#include "../support/circuits.h"
#include "../support/documents.h"
#include "../support/ledger.h"

#include <overworld/edit.h>

/* A memory packs as a byte for each of its own that is not 0 at its end. */
static size_t cut_deflate(void *context, const void *bytes, size_t size, void *packed, size_t room)
{
    (void)context;
    const uint8_t *from = bytes;
    size_t used = size;
    while (used > 1 && from[used - 1] == 0)
        used--;
    assert_true(used <= room);
    memcpy(packed, bytes, used);
    return used;
}

static size_t cut_inflate(void *context, const void *packed, size_t packed_size, void *plain,
                          size_t size)
{
    (void)context;
    assert_true(packed_size <= size);
    memcpy(plain, packed, packed_size);
    return packed_size;
}

static size_t no_deflate(void *context, const void *bytes, size_t size, void *packed, size_t room)
{
    (void)context, (void)bytes, (void)size, (void)packed, (void)room;
    return 0;
}

static const ow_simulation_options packing = {.inflate = cut_inflate, .deflate = cut_deflate};

struct reopened {
    ow_document document;
    ow_circuit circuit;
};

/* Stores, writes, and opens what was written. */
static void reopen(const struct board *board, ow_document *document, struct reopened *again)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    if (ow_simulation_store(board->run, document, NULL, &error) != OW_OK ||
        ow_write_buffer(document, NULL, &buffer, &error) != OW_OK ||
        ow_open(buffer.data, buffer.size, NULL, &again->document, &error) != OW_OK ||
        ow_circuit_open(&again->document, NULL, NULL, &again->circuit, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    ow_buffer_free(&buffer, NULL);
}

static void close_again(struct reopened *again)
{
    ow_circuit_close(&again->circuit);
    ow_close(&again->document);
}

static const char busy[] = "switch:1 inverter:2 and:3 peg:4 peg:5 through:6 1>2 2>3.0 3>4 4-5 "
                           "1>3.1 5-6.0 delayer:7 2>7 relay:8 1>8.0 2>8.1 peg:9 8.2-9 +2 +7";

static void check_states(const struct board *board, const ow_circuit *circuit)
{
    assert_int_equal(circuit->output_count, board->circuit.output_count);
    for (uint32_t i = 0; i < circuit->output_count; i++)
        assert_int_equal(circuit->outputs[i].on, ow_simulation_output(board->run, i));
    for (uint32_t i = 0; i < circuit->net_count; i++)
        assert_int_equal(circuit->nets[i].on, ow_simulation_net(board->run, i));
    for (uint32_t i = 0; i < circuit->link_count; i++)
        assert_int_equal(circuit->links[i].closed,
                         ow_simulation_net(board->run, circuit->links[i].control));
}

static void a_subassembly_and_a_world_keep_the_states_reached(void **state)
{
    (void)state;
    for (int world = 0; world < 2; world++)
        for (int ticks = 0; ticks < 8; ticks++) {
            struct board board = {.document = world ? circuit_world(busy) : circuit_document(busy)};
            struct reopened again;
            assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL),
                             OW_OK);
            assert_int_equal(
                ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &board.run, NULL),
                OW_OK);
            set_hand(&board, 1, true);
            run_ticks(&board, (uint64_t)ticks);
            reopen(&board, &board.document, &again);
            check_states(&board, &again.circuit);
            const ow_blotter_component *hand = &again.document.as.blotter->components[0];
            assert_int_equal(hand->custom_data.size, 4);
            assert_int_equal(hand->custom_data.data[3], 1);
            close_again(&again);
            board_free(&board);
        }
}

/* An output of a packed circuit shows what the export buffer inside does, and what is wired to it
 * goes on from there. */
static void packed_circuits_show_their_export_buffers(void **state)
{
    (void)state;
    static const bool shown[] = {false, false, true,
                                 true}; /* by ticks; the inverter takes one more */
    for (uint64_t ticks = 1; ticks < LENGTH(shown); ticks++) {
        struct board board;
        struct reopened again;
        board_open(&board, "switch:1 SkysCompactCircuits.PackedCircuit/1/1:2 "
                           "SkysCompactCircuits.ExportPeg/1/0:3 3<2 "
                           "SkysCompactCircuits.ExportBuffer/1/1:4 4<2 3-4 1>2 inverter:5 2>5");
        set_hand(&board, 1, true);
        run_ticks(&board, ticks);
        reopen(&board, &board.document, &again);
        const ow_circuit_component *parts = again.circuit.components;
        assert_int_equal(again.circuit.outputs[parts[3].first_output].on, shown[ticks]);
        assert_int_equal(again.circuit.outputs[parts[1].first_output].on, shown[ticks]);
        assert_int_equal(again.circuit.outputs[parts[4].first_output].on, ticks < 3);
        check_states(&board, &again.circuit);
        close_again(&again);
        board_free(&board);
    }
}

/* What no peg has stays on the list, in its place; so does what is on twice. */
static void lists_keep_their_order_and_what_is_not_theirs(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "inverter:1 inverter:2 inverter:3 1>2 2>3 +2");
    static int32_t on[] = {900, 5, -7, 3, 3, INT32_MAX};
    ow_blotter_circuit_states *states = &board.document.as.blotter->circuit_states;
    states->on = on;
    states->on_count = LENGTH(on);
    run_ticks(&board, 5); /* 1: on, 2: off, 3: on */
    assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
    static const int32_t expected[] = {900, 5, -7, INT32_MAX, 1, 2};
    assert_int_equal(states->on_count, LENGTH(expected));
    assert_memory_equal(states->on, expected, sizeof expected);
    board_free(&board);
}

/* Far numbers are searched for; a world has bits for those that its pegs could have. */
static void ids_far_away_are_kept(void **state)
{
    (void)state;
    for (int world = 0; world < 2; world++) {
        struct board board = {.document = world ? circuit_world("inverter:1 inverter:2 1>2")
                                                : circuit_document("inverter:1 inverter:2 1>2")};
        ow_blotter_save *save = board.document.as.blotter;
        save->components[0].outputs[0] = 2000000000;
        save->components[1].inputs[0] = -3;
        assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL), OW_OK);
        assert_int_equal(
            ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &board.run, NULL),
            OW_OK);
        run_ticks(&board, 4);
        assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
        if (world) {
            assert_int_equal(save->circuit_states.bits.size, 1);
            assert_int_equal(save->circuit_states.bits.data[0], 0);
        } else {
            assert_int_equal(save->circuit_states.on_count, 1);
            assert_int_equal(save->circuit_states.on[0], 2000000000);
        }
        board_free(&board);
    }
}

static void bits_of_a_world_grow_and_keep_what_is_not_theirs(void **state)
{
    (void)state;
    struct board board = {.document = circuit_world("inverter:1 inverter:2 1>2 inverter:3 2>3 "
                                                    "inverter:4 inverter:5 inverter:6")};
    static const uint8_t one[] = {0xc0};
    ow_bytes *bits = &board.document.as.blotter->circuit_states.bits;
    *bits = (ow_bytes){one, 1};
    assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL), OW_OK);
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &board.run, NULL), OW_OK);
    run_ticks(&board, 4);
    assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
    assert_int_equal(bits->size, 2);
    assert_int_equal(bits->data[0], 0xa6); /* 1 on, 2 on, 3 off, 4 off, 5 on; 6 off, 7 on */
    assert_int_equal(bits->data[1], 0x0a);
    board_free(&board);
}

/* Such ids are implausible for a small circuit. The bits do not grow for them, and nothing is
 * written after the last bit. */
static void ids_after_the_last_bit_of_a_world_are_left_out(void **state)
{
    (void)state;
    enum { SIZE = 24000 }; /* a multiple of 8, and large enough for memory of its own */
    static const uint8_t file[SIZE];
    struct bytes bytes = circuit_bytes("inverter:1", true);
    struct ledger ledger = {0};
    const ow_options options = ledger_options(&ledger);
    struct board board;
    assert_int_equal(ow_open(bytes.data, bytes.size, &options, &board.document, NULL), OW_OK);
    ow_blotter_save *save = board.document.as.blotter;
    ow_bytes *bits = &save->circuit_states.bits;
    *bits = (ow_bytes){file, SIZE};
    save->components[0].inputs[0] = 8 * SIZE;      /* off */
    save->components[0].outputs[0] = 8 * SIZE + 1; /* on */
    assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL), OW_OK);
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &board.run, NULL), OW_OK);
    run_ticks(&board, 4);
    assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
    assert_int_equal(bits->size, SIZE);
    assert_memory_equal(bits->data, file, SIZE);
    board_free(&board);
    assert_false(ledger.overrun);
    bytes_free(&bytes);
}

static void version_4_has_flags(void **state)
{
    (void)state;
    struct board board = {
        .document = document_of(
            "{'format': 'blotter', 'version': 4, 'game_version': [0, 90, 0, 1000],"
            " 'component_types': [{'id': 1, 'name': 'MHG.Switch'},"
            " {'id': 6, 'name': 'MHG.Inverter'}, {'id': 7, 'name': 'MHG.Peg'}],"
            " 'components': [{'address': 1, 'parent': 0, 'type': 1, 'position': [0, 0, 0],"
            " 'rotation': [0, 0, 0, 1], 'inputs': [], 'outputs': [{'on': 1}],"
            " 'custom_data': 'mkgNAQ=='}, {'address': 2, 'parent': 0, 'type': 6,"
            " 'position': [0, 0, 0], 'rotation': [0, 0, 0, 1], 'inputs': [{'exclusive': 0}],"
            " 'outputs': [{'on': 0}], 'custom_data': null}, {'address': 3, 'parent': 0, 'type': 7,"
            " 'position': [0, 0, 0], 'rotation': [0, 0, 0, 1], 'inputs': [{'exclusive': 0}],"
            " 'outputs': [], 'custom_data': null}],"
            " 'wires': [{'first': {'kind': 'output', 'component': 1, 'index': 0},"
            " 'second': {'kind': 'input', 'component': 2, 'index': 0}, 'rotation': 0}]}")};
    struct reopened again;
    assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL), OW_OK);
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &board.run, NULL), OW_OK);
    set_hand(&board, 1, false);
    run_ticks(&board, 4);
    reopen(&board, &board.document, &again);
    assert_int_equal(again.document.as.blotter->components[0].outputs_on[0], 0);
    assert_int_equal(again.document.as.blotter->components[1].outputs_on[0], 1);
    assert_int_equal(again.document.as.blotter->components[0].custom_data.data[3], 0);
    close_again(&again);
    board_free(&board);
}

/* Custom data, as hex digits, after so many ticks in which C-1's input is driven and its switch
 * is on. */
static void custom_data_follow(void **state)
{
    (void)state;
    static const struct {
        const char *circuit;
        uint64_t ticks;
        const char *data;
    } rows[] = {
        {"delayer:1{00000000 05000000}", 3, "02000000 05000000"},
        {"delayer:1{00000000 05000000}", 30, "05000000 05000000"},
        {"delayer:1{0000}", 3, "0000"},
        {"delayer:1", 0, "00000000 03000000"},
        {"switch:1{aabbcc 00}", 0, "aabbcc 01"},
        {"switch:1{aabbcc 07}", 3, "aabbcc 01"},
        {"switch:1{aabb}", 3, "aabb"},
        {"key:1{0102}", 3, "0102"},
        {"MHG.PanelButton/0/1:1{aabbcc 00 02000000 01000000}", 3, "aabbcc 01 02000000 01000000"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        struct bytes expected = {0};
        board_open(&board, rows[i].circuit);
        if (board.circuit.input_count > 0)
            drive(&board, "C-1.in0", true);
        else
            set_hand(&board, 1, true);
        run_ticks(&board, rows[i].ticks);
        assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
        put_hex(&expected, rows[i].data);
        const ow_bytes *data = &board.document.as.blotter->components[0].custom_data;
        if (data->size != expected.size || memcmp(data->data, expected.data, expected.size) != 0)
            ROW_FAILED("row %zu\n", i);
        bytes_free(&expected);
        board_free(&board);
    }
}

static void memories_are_packed_where_they_changed(void **state)
{
    (void)state;
    static const struct {
        const char *circuit;
        uint8_t first; /* of the memory's bytes, 0: not touched */
        const char *data;
    } rows[] = {
        {"ram:1{00000000 02000000 0103 77}", 0, "00000000 02000000 0103 77"},
        {"ram:1{00000000 02000000 0103 77}", 9, "00000000 02000000 0903 77"},
        {"ram:1{00000000 01000000 01 77}", 9, "00000000 01000000 09 77"},
        {"ram:1{02000000eeff 00000000 77}", 9, "02000000eeff 01000000 09 77"},
        {"resizable:1{0100000001000000 00000000 03000000 010203 77}", 9,
         "0100000001000000 00000000 03000000 090203 77"},
        {"resizable:1{01}", 9, "01"},
        {"ram:1{00000000 00000000 0000000000000000 77}", 9,
         "00000000 00000000 0000000000000000 77"},
        {"dual:1{0400000002000000 00000000 02000000 0102 77}", 9,
         "0400000002000000 00000000 02000000 0902 77"},
        {"fifo:1{0102}", 9, "0902"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        struct bytes expected = {0};
        board_open_with(&board, rows[i].circuit, NULL, &packing);
        if (rows[i].first != 0)
            *ow_simulation_memory(board.run, 0, NULL, NULL) = rows[i].first;
        assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
        put_hex(&expected, rows[i].data);
        const ow_bytes *data = &board.document.as.blotter->components[0].custom_data;
        if (data->size != expected.size || memcmp(data->data, expected.data, expected.size) != 0)
            ROW_FAILED("row %zu\n", i);
        bytes_free(&expected);
        board_free(&board);
    }
}

static void contents_that_do_not_pack_are_reported(void **state)
{
    (void)state;
    const ow_simulation_options broken = {.deflate = no_deflate};
    struct board board;
    ow_error error = {0};
    board_open_with(&board, "ram:7", NULL, &broken);
    ow_simulation_memory(board.run, 0, NULL, NULL);
    assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, &error),
                     OW_WRITE_FAILED);
    assert_error(&error, OW_WRITE_FAILED, 0, "", "the contents of C-7 cannot be compressed");
    board_free(&board);
}

static void only_its_own_save_or_a_copy_is_stored_into(void **state)
{
    (void)state;
    static const char text[] = "switch:1 peg:2 1>2";
    static const char *const others[] = {"switch:1", "switch:3 peg:2", "switch:1 peg/2/0:2",
                                         "switch:1 peg/1/1:2", "peg:2 switch/0/1:1"};
    struct board board;
    ow_error error = {0};
    board_open(&board, text);
    assert_int_equal(ow_simulation_store(NULL, &board.document, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_store(board.run, NULL, NULL, &error), OW_BAD_ARGUMENT);
    ow_document none = {.format = board.document.format};
    assert_int_equal(ow_simulation_store(board.run, &none, NULL, &error), OW_BAD_ARGUMENT);
    for (size_t i = 0; i < LENGTH(others); i++) {
        ow_document other = circuit_document(others[i]);
        assert_int_equal(ow_simulation_store(board.run, &other, NULL, &error), OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", "document that it was made of");
        ow_close(&other);
    }
    ow_document copy = circuit_document(text);
    set_hand(&board, 1, true);
    run_ticks(&board, 1);
    const ow_options options = {.max_memory = 1 << 20};
    assert_int_equal(ow_simulation_store(board.run, &copy, &options, &error), OW_OK);
    assert_int_equal(copy.as.blotter->circuit_states.on_count, 2);
    void *owner = copy.as.blotter->owner;
    copy.as.blotter->owner = NULL;
    assert_int_equal(ow_simulation_store(board.run, &copy, NULL, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "its owner is NULL");
    copy.as.blotter->owner = owner;
    ow_close(&copy);
    board_free(&board);
}

/* Takes all that the memory of a document still holds, where it gets no more. */
static void drain(void *owner)
{
    for (size_t size = 1 << 20; size >= 8; size /= 2)
        while (ow_take(owner, 1, size, NULL))
            ;
}

/* A document that may hold no more is not stored into, and the reason is told. */
static void a_document_without_room_is_reported(void **state)
{
    (void)state;
    static const char *const texts[] = {"inverter:1 peg:2 1>2", "delayer:1", "switch:1",
                                        "ram:1{00000000 02000000 0103 77}"};
    for (size_t i = 0; i < 3 * LENGTH(texts); i++) {
        const char *text = texts[i / 3];
        struct bytes bytes = circuit_bytes(text, i % 3 == 0);
        struct ledger ledger = {0};
        const ow_options options = ledger_options(&ledger);
        struct board board = {.run = NULL};
        ow_error error = {0};
        assert_int_equal(ow_open(bytes.data, bytes.size, &options, &board.document, NULL), OW_OK);
        ow_blotter_save *save = board.document.as.blotter;
        assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL), OW_OK);
        assert_int_equal(
            ow_simulation_open(&board.document, &board.circuit, &packing, NULL, &board.run, NULL),
            OW_OK);
        if (board.circuit.components[0].logic == OW_LOGIC_SWITCH)
            set_hand(&board, 1, true);
        else if (board.circuit.components[0].logic == OW_LOGIC_RAM)
            *ow_simulation_memory(board.run, 0, NULL, NULL) = 9;
        else if (board.circuit.components[0].logic == OW_LOGIC_DELAYER)
            drive(&board, "C-1.in0", true);
        run_ticks(&board, 3);
        if (i % 3 == 2)
            save->version = 4; /* whose flags are stored */
        ledger.refuse = ledger.calls + 1;
        ledger.refuse_all = true;
        drain(save->owner);
        assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, &error),
                         OW_NO_MEMORY);
        assert_int_equal(error.status, OW_NO_MEMORY);
        assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_NO_MEMORY);
        board_free(&board);
        bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_subassembly_and_a_world_keep_the_states_reached),
        cmocka_unit_test(packed_circuits_show_their_export_buffers),
        cmocka_unit_test(lists_keep_their_order_and_what_is_not_theirs),
        cmocka_unit_test(ids_far_away_are_kept),
        cmocka_unit_test(bits_of_a_world_grow_and_keep_what_is_not_theirs),
        cmocka_unit_test(ids_after_the_last_bit_of_a_world_are_left_out),
        cmocka_unit_test(version_4_has_flags),
        cmocka_unit_test(custom_data_follow),
        cmocka_unit_test(memories_are_packed_where_they_changed),
        cmocka_unit_test(contents_that_do_not_pack_are_reported),
        cmocka_unit_test(a_document_without_room_is_reported),
        cmocka_unit_test(only_its_own_save_or_a_copy_is_stored_into),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
