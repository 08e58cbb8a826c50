/* Saves and benches that are made to cost much end in time; without memory nothing is left
 * behind. */
#include "../support/test.h"

#include "../support/circuits.h"
#include "../support/ledger.h"
#include "../support/saves.h"
#include "../support/truths.h"

#include <time.h>

/* Times are those of a slow machine with sanitizers. */
enum { SECONDS = 20 };

static double since(clock_t begin)
{
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* A save of `count` components of one type and one input, all on one place. */
static struct bytes crowd_of(const char *type, uint32_t count)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, count, 0);
    put_u32(&bytes, 0);
    put_u32(&bytes, 1);
    put_u16(&bytes, 1);
    put_text(&bytes, type);
    for (uint32_t i = 1; i <= count; i++)
        put_component(&bytes, i, 0, 1, 1, 0, (int32_t)i);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    return bytes;
}

static void open_crowd(const struct bytes *bytes, ow_document *document, ow_circuit *circuit)
{
    ow_error error = {0};
    if (ow_open(bytes->data, bytes->size, NULL, document, &error) != OW_OK ||
        ow_circuit_open(document, NULL, NULL, circuit, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    const char *fault = circuit_fault(circuit);
    if (fault)
        ROW_FAILED("%s\n", fault);
}

static void a_hundred_thousand_sockets_on_one_place_end_in_time(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    struct bytes bytes = crowd_of("MHG.ChubbySocket", COUNT);
    ow_document document;
    ow_circuit circuit;
    clock_t begin = clock();
    open_crowd(&bytes, &document, &circuit);
    assert_true(since(begin) < SECONDS);
    assert_true(circuit.contacts_left);
    assert_int_equal(circuit.port_count, COUNT);
    ow_circuit_close(&circuit);
    ow_close(&document);
    bytes_free(&bytes);
}

/* A label of type 3 on component 1. */
static void put_label(struct bytes *bytes, uint32_t address)
{
    static const float no_turn[4] = {0, 0, 0, 1};
    put_u32(bytes, address);
    put_u32(bytes, 1);
    put_u16(bytes, 3);
    for (int axis = 0; axis < 3; axis++)
        put_i32(bytes, 300 * axis);
    for (int k = 0; k < 4; k++)
        put_f32(bytes, no_turn[k]);
    put_u32(bytes, 0);
    put_u32(bytes, 0);
    put_u32(bytes, 33);
    put_hex(bytes, "01000000 262626 cdcc4c3f 00 05000000 4c6162656c 01000000 01000000 01000000");
}

/* Half of a crowd of parts of one board are labels, half are sockets. */
static void thousands_of_labels_and_ports_on_a_board_end_in_time(void **state)
{
    (void)state;
    enum { EACH = 20000 };
    struct bytes bytes = {0};
    ow_document document;
    ow_circuit circuit;
    put_head(&bytes, 2, 2 * EACH + 1, 0);
    put_u32(&bytes, 0);
    put_u32(&bytes, 3);
    static const char *const types[] = {"MHG.CircuitBoard", "MHG.Socket", "MHG.PanelLabel"};
    for (unsigned i = 0; i < LENGTH(types); i++) {
        put_u16(&bytes, i + 1);
        put_text(&bytes, types[i]);
    }
    put_component(&bytes, 1, 0, 1, 0, 0, 0);
    for (uint32_t i = 0; i < EACH; i++)
        put_component(&bytes, i + 2, 1, 2, 1, 0, (int32_t)i);
    for (uint32_t i = 0; i < EACH; i++)
        put_label(&bytes, i + 2 + EACH);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    clock_t begin = clock();
    open_crowd(&bytes, &document, &circuit);
    assert_true(since(begin) < SECONDS);
    assert_int_equal(circuit.port_count, EACH);
    assert_int_equal(circuit.nets[0].name_from, OW_NET_BY_LABEL);
    ow_circuit_close(&circuit);
    ow_close(&document);
    bytes_free(&bytes);
}

/* A ring of fast buffers as long as that, whose first net is set on and off. */
static void a_long_ring_of_links_ends_in_time(void **state)
{
    (void)state;
    enum { COUNT = 50000 };
    struct bytes bytes = {0};
    ow_document document;
    ow_circuit circuit;
    ow_simulation *run;
    ow_circuit_depths depths;
    put_head(&bytes, 2, COUNT, COUNT);
    put_u32(&bytes, 0);
    put_u32(&bytes, 1);
    put_u16(&bytes, 1);
    put_text(&bytes, "MHG.Buffer");
    for (uint32_t i = 1; i <= COUNT; i++)
        put_component(&bytes, i, 0, 1, 2, 0, (int32_t)(2 * i));
    for (uint32_t i = 1; i <= COUNT; i++)
        put_wire(&bytes, 1, i, 1, 1, i % COUNT + 1, 0, (int32_t)(2 * i + 1));
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    clock_t begin = clock();
    open_crowd(&bytes, &document, &circuit);
    assert_int_equal(circuit.net_count, COUNT);
    assert_int_equal(ow_simulation_open(&document, &circuit, NULL, NULL, &run, NULL), OW_OK);
    for (int round = 0; round < 10; round++) {
        ow_simulation_drive(run, 7, round % 2 == 0, NULL);
        assert_int_equal(ow_simulation_run(run, 1, NULL), OW_OK);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(ow_simulation_net(run, i), round % 2 == 0);
    }
    assert_int_equal(ow_circuit_find_depths(&circuit, NULL, &depths, NULL), OW_OK);
    assert_int_equal(depths.loop_count, 1);
    assert_true(since(begin) < SECONDS);
    ow_circuit_depths_free(&depths);
    ow_simulation_close(run);
    ow_circuit_close(&circuit);
    ow_close(&document);
    bytes_free(&bytes);
}

/* Memory of 128 MiB from a component of 92 pegs is refused, and told. */
static void large_memories_of_small_saves_are_refused(void **state)
{
    (void)state;
    ow_document document = circuit_document("ram/91/64:1");
    ow_circuit circuit;
    ow_simulation *run;
    ow_error error = {0};
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_int_equal(ow_simulation_open(&document, &circuit, NULL, NULL, &run, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_int_equal(error.status, OW_TOO_MUCH_MEMORY);
    assert_null(run);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

/* A circuit that has all there is to have. */
static const char rich[] =
    "board:1 \"A\":2 2<1 2@0,150,300 \"B\":3 3<1 3@3000,150,300 \"B\":4 4<1 4@6000,150,300 "
    "socket:11 11<1 11@0,150,0 socket:12 12<1 12@300,150,0 socket:13 13<1 13@3000,150,0 "
    "socket:14 14<1 14@6000,150,0 relay:20 fast:21 delayer:22 ram:23 fifo:24 switch:25 25>20.0 "
    "My.Nand/2/1:26 26>22 11-20.1 22>23.1";

/* The same without large memories. */
static const char small[] =
    "board:1 \"A\":2 2<1 2@0,150,300 \"B\":3 3<1 3@3000,150,300 \"B\":4 4<1 4@6000,150,300 "
    "socket:11 11<1 11@0,150,0 socket:12 12<1 12@300,150,0 socket:13 13<1 13@3000,150,0 "
    "socket:14 14<1 14@6000,150,0 relay:20 fast:21 delayer:22 resizable:23 switch:25 25>20.0 "
    "My.Nand/2/1:26 26>22 11-20.1 22>23.1";

static const char bench_text[] =
    "{\"nets\": {\"d\": [\"C-11\", \"C-12\"], \"x\": \"C-25\"}, \"clocks\": [{\"net\": \"C-13\", "
    "\"half\": 2}], \"memories\": [{\"name\": \"m\", \"address\": [\"C-13\", \"C-14\"], \"data\": "
    "\"d\", \"write\": \"C-13\", \"hex\": \"0102\", \"print\": 1}], \"steps\": [{\"set\": {\"x\": "
    "1}}, {\"after\": 4, \"expect\": {\"d\": 3}, \"memory\": {\"m\": {\"hex\": \"ff\"}}, "
    "\"press\": {\"x\": 1}, \"printed\": \"?\"}], \"ticks\": 9}";

enum { OPEN, DEPTHS, WAY, SIMULATE, WAVES, BENCH, STORE, STAGES };

/* Options of each stage: NULL where a stage has all that it wants. */
struct stages {
    const ow_options *options[STAGES];
};

struct opened {
    ow_document document;
    ow_circuit circuit;
    ow_simulation *run;
    ow_bench *bench;
    ow_vcd *vcd;
    struct bytes waves;
    uint64_t failures;
};

static ow_status open_all(struct opened *all, const struct stages *stages, ow_error *error)
{
    static const char types[] =
        "{\"types\": [{\"name\": \"My.Nand\", \"inputs\": 2, \"outputs\": 1, \"table\": \"1110\"},"
        "{\"name\": \"My.Not\", \"like\": \"MHG.Inverter\"}], \"nets\": {\"q\": \"C-25\", \"bus\": "
        "[\"C-26.in0\", \"C-26.in1\"]}}";
    static const uint8_t row[] = {0, 1};
    const ow_circuit_type type = {
        .name = OW_LITERAL("My.Buffer"), .inputs = 1, .outputs = 1, .table = row};
    const ow_circuit_name name = {OW_LITERAL("r"), OW_LITERAL("C-20.in0")};
    const ow_circuit_options given = {.types = &type,
                                      .type_count = 1,
                                      .names = &name,
                                      .name_count = 1,
                                      .names_json = ow_text_of(types),
                                      .types_json = ow_text_of(types)};
    ow_circuit_depths depths = {0};
    uint32_t count;
    ow_status status =
        ow_circuit_open(&all->document, &given, stages->options[OPEN], &all->circuit, error);
    if (status == OW_OK)
        status = ow_circuit_find_depths(&all->circuit, stages->options[DEPTHS], &depths, error);
    ow_circuit_depths_free(&depths);
    if (status == OW_OK)
        status =
            ow_circuit_find_path(&all->circuit, 0, 1, stages->options[WAY], NULL, 0, &count, error);
    if (status == OW_OK)
        status = ow_simulation_open(&all->document, &all->circuit, NULL, stages->options[SIMULATE],
                                    &all->run, error);
    return status;
}

static ow_status run_all(struct opened *all, const struct stages *stages, ow_error *error)
{
    static const uint32_t nets[] = {0, 1, 2};
    const ow_wave waves[] = {{OW_LITERAL("a"), nets, 3}, {OW_LITERAL("b"), nets, 1}};
    const ow_sink sink = sink_to(&all->waves);
    ow_bench_totals totals = {0};
    ow_status status =
        ow_vcd_open(all->run, waves, 2, stages->options[WAVES], &sink, &all->vcd, error);
    if (status == OW_OK)
        status = ow_bench_open(bench_text, sizeof bench_text - 1, &all->circuit, all->run, NULL,
                               stages->options[BENCH], &all->bench, error);
    if (status == OW_OK)
        status = ow_bench_run(all->bench, 0, &totals, error);
    all->failures = totals.failures;
    if (status == OW_OK)
        status = ow_simulation_store(all->run, &all->document, stages->options[STORE], error);
    return status;
}

/* Whether it came to its end; if so, names and failures are as ever. */
static bool goes_all_the_way(const char *text, const ow_options *of_document,
                             const struct stages *stages, ow_status refused)
{
    struct bytes bytes = circuit_bytes(text, false);
    struct opened all = {.run = NULL};
    ow_error error = {0};
    ow_status status = ow_open(bytes.data, bytes.size, of_document, &all.document, &error);
    bytes_free(&bytes);
    if (status == OW_OK)
        status = open_all(&all, stages, &error);
    if (status == OW_OK)
        status = run_all(&all, stages, &error);
    if (status != OW_OK && (status != refused || error.status != status || !*error.message))
        ROW_FAILED("%s, %s: %s\n", ow_status_name(status), ow_status_name(error.status),
                   error.message);
    if (status == OW_OK) {
        assert_int_equal(all.failures, 3);
        assert_text(all.circuit.nets[0].name, "A[0]");
        assert_text(all.circuit.nets[1].name, "A[1]");
        assert_text(all.circuit.nets[2].name, "B n2");
        assert_text(all.circuit.nets[net_of(&all.circuit, "C-25")].name, "q");
    }
    ow_bench_close(all.bench);
    ow_vcd_close(all.vcd, NULL);
    ow_simulation_close(all.run);
    ow_circuit_close(&all.circuit);
    ow_close(&all.document);
    bytes_free(&all.waves);
    return status == OW_OK;
}

/* The same options for each stage. */
static struct stages all_with(const ow_options *options)
{
    struct stages stages;
    for (int i = 0; i < STAGES; i++)
        stages.options[i] = options;
    return stages;
}

static void each_block_refused_in_turn_is_reported(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        bool more = true, of_document = way / 2;
        for (uint64_t call = 1; more; call++) {
            struct ledger ledger = {.refuse = call, .refuse_all = way % 2};
            const ow_options options = ledger_options(&ledger);
            const struct stages stages = all_with(of_document ? NULL : &options);
            bool whole =
                goes_all_the_way(rich, of_document ? &options : NULL, &stages, OW_NO_MEMORY);
            more = ledger.refused > 0;
            assert_true(whole || more);
            assert_int_equal(ledger.blocks, 0);
            assert_false(ledger.wrong_size);
        }
    }
}

/* One stage after another has little, then all together, then the document. */
static void limits_of_memory_are_kept_and_reported(void **state)
{
    (void)state;
    for (int stage = 0; stage < STAGES + 2; stage++) {
        bool whole = false;
        for (uint64_t limit = 8; !whole; limit += 8) {
            struct ledger ledger = {0};
            ow_options options = ledger_options(&ledger);
            options.max_memory = limit;
            struct stages stages = all_with(stage == STAGES ? &options : NULL);
            if (stage < STAGES)
                stages.options[stage] = &options;
            whole = goes_all_the_way(small, stage > STAGES ? &options : NULL, &stages,
                                     OW_TOO_MUCH_MEMORY);
            assert_int_equal(ledger.blocks, 0);
            assert_true(limit < 1 << 17);
        }
    }
}

/* No name is left out for want of memory. */
static void names_are_whole_or_refused(void **state)
{
    (void)state;
    ow_document document = circuit_document(rich);
    bool whole = false;
    for (uint64_t limit = 8; !whole; limit += 8) {
        const ow_options options = {.max_memory = limit};
        ow_circuit circuit;
        ow_error error = {0};
        ow_status status = ow_circuit_open(&document, NULL, &options, &circuit, &error);
        whole = status == OW_OK;
        assert_int_equal(error.status, status);
        assert_true(whole || status == OW_TOO_MUCH_MEMORY);
        if (whole) {
            assert_text(circuit.nets[0].name, "A[0]");
            assert_text(circuit.nets[2].name, "B n2");
        }
        ow_circuit_close(&circuit);
    }
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_thousand_sockets_on_one_place_end_in_time),
        cmocka_unit_test(thousands_of_labels_and_ports_on_a_board_end_in_time),
        cmocka_unit_test(a_long_ring_of_links_ends_in_time),
        cmocka_unit_test(large_memories_of_small_saves_are_refused),
        cmocka_unit_test(each_block_refused_in_turn_is_reported),
        cmocka_unit_test(limits_of_memory_are_kept_and_reported),
        cmocka_unit_test(names_are_whole_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
