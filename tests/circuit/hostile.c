/* Saves and benches that are made to cost much end in time; without memory nothing is left behind. */
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

/* Half of a crowd of parts of one board are labels, half are sockets. */
static void thousands_of_labels_and_ports_on_a_board_end_in_time(void **state)
{
    (void)state;
    enum { EACH = 20000 };
    static const float no_turn[4] = {0, 0, 0, 1};
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
    for (uint32_t i = 0; i < EACH; i++) {
        put_u32(&bytes, i + 2 + EACH);
        put_u32(&bytes, 1);
        put_u16(&bytes, 3);
        for (int axis = 0; axis < 3; axis++)
            put_i32(&bytes, 300 * axis);
        for (int k = 0; k < 4; k++)
            put_f32(&bytes, no_turn[k]);
        put_u32(&bytes, 0);
        put_u32(&bytes, 0);
        put_u32(&bytes, 33);
        put_hex(&bytes, "01000000 262626 cdcc4c3f 00 05000000 4c6162656c 01000000 01000000 "
                        "01000000");
    }
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
    ow_circuit_free_depths(&depths);
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

/* All that can be had of a circuit, with memory that is refused or limited. Returns how far it came. */
static const char rich[] =
    "board:1 \"A\":2 2<1 2@0,150,300 \"B\":3 3<1 3@3000,150,300 \"B\":4 4<1 4@6000,150,300 "
    "socket:11 11<1 11@0,150,0 socket:12 12<1 12@300,150,0 socket:13 13<1 13@3000,150,0 "
    "socket:14 14<1 14@6000,150,0 relay:20 fast:21 delayer:22 ram:23 fifo:24 switch:25 25>20.0 "
    "My.Nand/2/1:26 26>22 11-20.1 22>23.1";

static const char bench_text[] =
    "{\"nets\": {\"d\": [\"C-11\", \"C-12\"], \"x\": \"C-25\"}, \"clocks\": [{\"net\": \"C-13\", "
    "\"half\": 2}], \"memories\": [{\"name\": \"m\", \"address\": [\"C-13\", \"C-14\"], \"data\": "
    "\"d\", \"write\": \"C-13\", \"hex\": \"0102\", \"print\": 1}], \"steps\": [{\"set\": {\"x\": "
    "1}}, {\"after\": 4, \"expect\": {\"d\": 3}, \"memory\": {\"m\": {\"hex\": \"ff\"}}, "
    "\"press\": {\"x\": 1}, \"printed\": \"?\"}], \"ticks\": 9}";

static ow_status one_way(ow_document *document, const ow_options *options, ow_circuit *circuit,
                         ow_simulation **run, ow_bench **bench, uint64_t *failures, ow_error *error)
{
    static const char types[] =
        "{\"types\": [{\"name\": \"My.Nand\", \"inputs\": 2, \"outputs\": 1, \"table\": \"1110\"},"
        "{\"name\": \"My.Not\", \"like\": \"MHG.Inverter\"}], \"nets\": {\"q\": \"C-25\", \"bus\": "
        "[\"C-26.in0\", \"C-26.in1\"]}}";
    const ow_circuit_options given = {.names_json = ow_text_of(types),
                                      .types_json = ow_text_of(types)};
    ow_bench_totals totals = {0};
    ow_circuit_depths depths = {0};
    uint32_t count;
    ow_status status = ow_circuit_open(document, &given, options, circuit, error);
    if (status == OW_OK)
        status = ow_circuit_find_depths(circuit, options, &depths, error);
    ow_circuit_free_depths(&depths);
    if (status == OW_OK)
        status = ow_circuit_find_way(circuit, 0, 1, options, NULL, 0, &count, error);
    if (status == OW_OK)
        status = ow_simulation_open(document, circuit, NULL, options, run, error);
    if (status == OW_OK)
        status = ow_bench_open(bench_text, sizeof bench_text - 1, circuit, *run, NULL, options,
                               bench, error);
    if (status == OW_OK)
        status = ow_bench_run(*bench, 0, &totals, error);
    *failures = totals.failures;
    return status == OW_OK ? ow_simulation_store(*run, document, options, error) : status;
}

/* Whether it came to its end; if so, names and failures are as ever. */
static bool goes_all_the_way(const ow_options *options, ow_status refused)
{
    ow_document document = circuit_document(rich);
    ow_circuit circuit = {0};
    ow_simulation *run = NULL;
    ow_bench *bench = NULL;
    ow_error error = {0};
    uint64_t failures;
    ow_status status = one_way(&document, options, &circuit, &run, &bench, &failures, &error);
    if (status != OW_OK && (status != refused || error.status != status || !*error.message))
        ROW_FAILED("%s, %s: %s\n", ow_status_name(status), ow_status_name(error.status),
                   error.message);
    if (status == OW_OK) {
        assert_int_equal(failures, 3);
        assert_text(circuit.nets[0].name, "A[0]");
        assert_text(circuit.nets[1].name, "A[1]");
        assert_text(circuit.nets[2].name, "B n2");
        assert_text(circuit.nets[net_of(&circuit, "C-25")].name, "q");
    }
    ow_bench_close(bench);
    ow_simulation_close(run);
    ow_circuit_close(&circuit);
    ow_close(&document);
    return status == OW_OK;
}

static void each_block_refused_in_turn_is_told(void **state)
{
    (void)state;
    for (int all = 0; all < 2; all++) {
        bool more = true;
        for (uint64_t call = 1; more; call++) {
            struct ledger ledger = {.refuse = call, .refuse_all = all};
            const ow_options options = ledger_options(&ledger);
            bool whole = goes_all_the_way(&options, OW_NO_MEMORY);
            more = ledger.refused > 0;
            assert_true(whole || more);
            assert_int_equal(ledger.blocks, 0);
            assert_false(ledger.wrong_size);
        }
    }
}

static void limits_of_memory_are_kept_and_told(void **state)
{
    (void)state;
    bool whole = false;
    for (uint64_t limit = 1; !whole; limit += 1 + limit / 256) {
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        options.max_memory = limit;
        whole = goes_all_the_way(&options, OW_TOO_MUCH_MEMORY);
        assert_int_equal(ledger.blocks, 0);
        assert_true(limit < 1 << 20);
    }
}

/* No name is left out for want of memory. */
static void names_are_whole_or_refused(void **state)
{
    (void)state;
    ow_document document = circuit_document(rich);
    bool whole = false;
    for (uint64_t limit = 1; !whole; limit++) {
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
        cmocka_unit_test(each_block_refused_in_turn_is_told),
        cmocka_unit_test(limits_of_memory_are_kept_and_told),
        cmocka_unit_test(names_are_whole_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
