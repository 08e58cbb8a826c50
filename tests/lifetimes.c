/* Objects that refer to each other are closed in every order. Sanitizers see what is used too
 * late. */
#include "support/test.h"

#include "support/circuits.h"
#include "support/documents.h"

#include <overworld/bench.h>
#include <overworld/change.h>
#include <overworld/parts.h>
#include <overworld/scene.h>

/* A gate, a relay, a delayer and a memory of a mod, so that each part of a simulation has
 * something. */
#define PARTS                                                                                      \
    "switch:1 inverter:2 relay:3 delayer:4 ram:5 \"CLK\":6 1>2 2>3 1>3.1 3.2-4 4>5.3 "             \
    "peg:7 peg:8 peg:9 7-8 "
static const char bench_text[] =
    "{\"nets\": {\"a\": \"C-7\", \"d\": \"C-9\"}, \"memories\": [{\"name\": \"m\", "
    "\"address\": \"a\", \"data\": \"d\", \"hex\": \"0100\"}], "
    "\"clocks\": [{\"net\": \"C-1\", \"half\": 2}], "
    "\"steps\": [{\"after\": 5, \"expect\": {\"d\": 1}}], \"ticks\": 20}";

/* Everything that can be open at once. */
struct open_world {
    ow_document document;
    ow_circuit circuit;
    ow_simulation *run;
    ow_bench *bench;
    ow_vcd *vcd;
    ow_watch *watch;
    unsigned noted; /* changes that the watch has told */
    struct bytes waves;
};

enum part { DOCUMENT, CIRCUIT, SIMULATION, BENCH, VCD, WATCH, PART_COUNT };

static void note_change(void *context, uint64_t tick, uint32_t net, bool on)
{
    (void)tick, (void)net, (void)on;
    ++*(unsigned *)context;
}

static void open_world(struct open_world *world)
{
    ow_error error = {0};
    ow_wave wave = {OW_LITERAL("w"), NULL, 1};
    memset(world, 0, sizeof *world);
    world->document = circuit_document(PARTS);
    ow_sink sink = sink_to(&world->waves);
    assert_int_equal(ow_circuit_open(&world->document, NULL, NULL, &world->circuit, &error), OW_OK);
    assert_int_equal(
        ow_simulation_open(&world->document, &world->circuit, NULL, NULL, &world->run, &error),
        OW_OK);
    if (ow_bench_open(bench_text, sizeof bench_text - 1, &world->circuit, world->run, NULL, NULL,
                      &world->bench, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    uint32_t net = net_of(&world->circuit, "C-2");
    wave.nets = &net;
    assert_int_equal(ow_vcd_open(world->run, &wave, 1, NULL, &sink, &world->vcd, &error), OW_OK);
    assert_int_equal(
        ow_watch_open(world->run, &net, 1, note_change, &world->noted, &world->watch, &error),
        OW_OK);
}

/* Closing a part twice must not happen: it is gone afterwards. */
static void close_part(struct open_world *world, enum part part)
{
    switch (part) {
    case DOCUMENT:
        ow_close(&world->document);
        break;
    case CIRCUIT:
        ow_circuit_close(&world->circuit);
        break;
    case SIMULATION:
        ow_simulation_close(world->run);
        world->run = NULL;
        break;
    case BENCH:
        ow_bench_close(world->bench);
        world->bench = NULL;
        break;
    case VCD:
        assert_int_equal(ow_vcd_close(world->vcd, NULL), OW_OK);
        world->vcd = NULL;
        break;
    case WATCH:
        ow_watch_close(world->watch);
        world->watch = NULL;
        break;
    case PART_COUNT:
        break;
    }
}

/* What is still open is used. */
static void use_what_is_left(struct open_world *world, bool can_run)
{
    uint32_t count;
    unsigned noted = world->noted;
    if (world->run)
        assert_int_equal(ow_simulation_run(world->run, 3, NULL), OW_OK);
    if (world->bench) {
        ow_status status = ow_bench_run(world->bench, 0, NULL, NULL);
        assert_int_equal(status, can_run ? OW_OK : OW_BAD_ARGUMENT);
        assert_non_null(ow_bench_find(world->bench, OW_LITERAL("d"), &count));
        if (!can_run) /* a name that nobody has asked for */
            assert_null(ow_bench_find(world->bench, OW_LITERAL("C-2"), &count));
        assert_int_equal(ow_bench_signal(world->bench, 0).size, 1);
    }
    if (!world->watch || !world->run)
        assert_int_equal(world->noted, noted);
    else if (world->bench && noted == 0) /* a bench of its own runs from the first tick on */
        assert_true(world->noted > noted);
}

/* The next order of the parts, lexicographically; false after the last one. */
static bool next_order(enum part order[PART_COUNT])
{
    int pivot = PART_COUNT - 2, last = PART_COUNT - 1;
    while (pivot >= 0 && order[pivot] > order[pivot + 1])
        pivot--;
    if (pivot < 0)
        return false;
    while (order[last] < order[pivot])
        last--;
    enum part swapped = order[pivot];
    order[pivot] = order[last];
    order[last] = swapped;
    for (int low = pivot + 1, high = PART_COUNT - 1; low < high; low++, high--) {
        swapped = order[low];
        order[low] = order[high];
        order[high] = swapped;
    }
    return true;
}

static void circuits_are_closed_in_every_order(void **state)
{
    (void)state;
    enum part order[PART_COUNT] = {DOCUMENT, CIRCUIT, SIMULATION, BENCH, VCD, WATCH};
    unsigned orders = 0;
    do {
        struct open_world world;
        open_world(&world);
        for (int i = 0; i < PART_COUNT; i++) {
            use_what_is_left(&world, world.run != NULL);
            close_part(&world, order[i]);
        }
        /* The waves are whole: they end with the tick that was reached last. */
        put_u8(&world.waves, 0);
        char *last = strrchr((char *)world.waves.data, '#');
        assert_non_null(last);
        assert_true(strtoul(last + 1, NULL, 10) >= 3);
        bytes_free(&world.waves);
        orders++;
    } while (next_order(order));
    assert_int_equal(orders, 720);
}

/* A bench's memories are devices: they go with the bench, and the states that were reached can
 * be stored. */
static void a_simulation_outlives_its_bench(void **state)
{
    (void)state;
    struct open_world world;
    open_world(&world);
    assert_int_equal(ow_bench_run(world.bench, 0, NULL, NULL), OW_OK);
    assert_true(ow_simulation_net(world.run, net_of(&world.circuit, "C-9")));
    close_part(&world, BENCH);
    assert_int_equal(ow_simulation_run(world.run, 2, NULL), OW_OK);
    assert_false(ow_simulation_net(world.run, net_of(&world.circuit, "C-9")));
    assert_int_equal(ow_simulation_store(world.run, &world.document, NULL, NULL), OW_OK);
    for (int part = 0; part < PART_COUNT; part++)
        close_part(&world, (enum part)part);
    bytes_free(&world.waves);
}

static void benches_are_of_the_circuit_that_runs(void **state)
{
    (void)state;
    struct open_world world;
    struct board other;
    ow_bench *bench;
    ow_error error = {0};
    open_world(&world);
    board_open(&other, PARTS);
    assert_int_equal(ow_bench_open("{}", 2, &other.circuit, world.run, NULL, NULL, &bench, &error),
                     OW_BAD_ARGUMENT);
    assert_string_equal(error.message, "the simulation belongs to another circuit than the bench");
    assert_null(bench);
    close_part(&world, SIMULATION);
    assert_int_equal(ow_bench_run(world.bench, 0, NULL, &error), OW_BAD_ARGUMENT);
    assert_string_equal(error.message, "the bench cannot run: its simulation is closed");
    for (int part = 0; part < PART_COUNT; part++)
        close_part(&world, (enum part)part);
    bytes_free(&world.waves);
    board_free(&other);
}

/* Two simulations of one circuit, the circuit closed first. */
static void simulations_share_a_circuit(void **state)
{
    (void)state;
    struct board board;
    ow_simulation *second;
    board_open(&board, PARTS);
    uint32_t net = net_of(&board.circuit, "C-2");
    assert_int_equal(ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &second, NULL),
                     OW_OK);
    ow_circuit_close(&board.circuit);
    ow_simulation_close(board.run);
    assert_int_equal(ow_simulation_run(second, 5, NULL), OW_OK);
    assert_true(ow_simulation_net(second, net));
    ow_simulation_close(second);
    ow_close(&board.document);
}

/* A scene and a simulation, after the document of both has gone. */
static void scenes_outlive_their_document(void **state)
{
    (void)state;
    struct board board;
    ow_scene scene;
    size_t count = 0;
    uint32_t found[8];
    board_open(&board, PARTS);
    assert_int_equal(ow_scene_open_document(&board.document, NULL, NULL, &scene, NULL), OW_OK);
    ow_close(&board.document);
    ow_circuit_close(&board.circuit);
    assert_int_equal(ow_simulation_run(board.run, 4, NULL), OW_OK);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
    ow_simulation_close(board.run);
    assert_int_equal(ow_scene_find(&scene, "C-2", OW_IN_ITEMS, found, 8, &count, NULL), OW_OK);
    assert_int_equal(count, 1);
    ow_scene_close(&scene);
}

static ow_visit pass(void *context, const ow_event *event)
{
    (void)event;
    ++*(unsigned *)context;
    return OW_GO_ON;
}

/* Bytes in a block of their own, so that each use after it has been freed is seen. */
static uint8_t *copy_of(const struct bytes *bytes)
{
    uint8_t *copy = malloc(bytes->size);
    memcpy(copy, bytes->data, bytes->size);
    return copy;
}

static void bytes_go_before_what_was_read_of_them(void **state)
{
    (void)state;
    struct bytes bytes = circuit_bytes(PARTS, true);
    uint8_t *copy = copy_of(&bytes);
    ow_document document;
    ow_scene scene;
    ow_tracer *tracer;
    ow_buffer written = {0};
    unsigned events = 0;
    assert_int_equal(ow_open(copy, bytes.size, NULL, &document, NULL), OW_OK);
    assert_int_equal(ow_scene_open(copy, bytes.size, NULL, NULL, &scene, NULL), OW_OK);
    assert_int_equal(ow_tracer_open(copy, bytes.size, NULL, &tracer, NULL), OW_OK);
    assert_int_equal(ow_tracer_run(tracer, NULL, pass, &events, NULL), OW_OK);
    assert_true(events > 10);
    free(copy);
    ow_tracer_close(tracer); /* the caller's bytes are not looked at */
    assert_int_equal(ow_write_buffer(&document, NULL, &written, NULL), OW_OK);
    assert_int_equal(written.size, bytes.size);
    assert_memory_equal(written.data, bytes.data, bytes.size);
    ow_buffer_free(&written, NULL);
    ow_close(&document);
    ow_scene_close(&scene);
    bytes_free(&bytes);
}

/* The original goes before what was made of it. */
static void documents_own_what_is_made_of_others(void **state)
{
    (void)state;
    enum { MADE = 6 };
    ow_document world = circuit_world(PARTS),
                part = circuit_document("switch:70 inverter:71 70>71");
    ow_document made[MADE];
    static const char patch[] =
        "[{\"op\": \"replace\", \"path\": \"/components/0/address\", \"value\": 100}]";
    assert_int_equal(ow_patch(&world, patch, sizeof patch - 1, NULL, &made[0], NULL), OW_OK);
    assert_int_equal(ow_set(&world, "/mods", "[]", 2, NULL, &made[1], NULL), OW_OK);
    assert_int_equal(ow_extract_parts(&world, "C-2", NULL, NULL, NULL, &made[2], NULL), OW_OK);
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &made[3], NULL), OW_OK);
    assert_int_equal(ow_convert(&world, NULL, NULL, NULL, NULL, &made[4], NULL), OW_OK);
    assert_int_equal(
        ow_merge3(&world, &world, &made[0], NULL, NULL, NULL, NULL, NULL, NULL, &made[5], NULL),
        OW_OK);
    ow_close(&world);
    ow_close(&part);
    for (int i = 0; i < MADE; i++) {
        char *text = text_of(&made[i]);
        assert_true(strlen(text) > 100);
        free(text);
        ow_close(&made[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circuits_are_closed_in_every_order),
        cmocka_unit_test(a_simulation_outlives_its_bench),
        cmocka_unit_test(benches_are_of_the_circuit_that_runs),
        cmocka_unit_test(simulations_share_a_circuit),
        cmocka_unit_test(scenes_outlive_their_document),
        cmocka_unit_test(bytes_go_before_what_was_read_of_them),
        cmocka_unit_test(documents_own_what_is_made_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
