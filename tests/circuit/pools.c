/* A circuit is the same with any number of threads. */
#include "../support/test.h"

#include "../support/backwards.h"
#include "../support/circuit_sums.h"
#include "../support/circuits.h"

/* Something of every step: wires of all kinds, links, contacts, ports, labels, delays, types that
 * nobody knows and data that nobody can read. */
static const char tile[] =
    "board:1 peg:2 peg:3 inverter:4 and:5 relay:6 fast:7 switch:8 socket:9 socket:10 \"Out\":11 "
    "11@300,0,0 "
    "delayer:12 through:13 My.Box/2/1:14 display:15 button:16{00} inverter:17 inverter:18 "
    "2-3 4>3 4>5.0 8>4 5>6.0 6.1-2 6.2-7.0 7.1-13.0 12>12 13.1-9 14>15.1 16>14.1 10-15.0 4-17 4-18 "
    "17>18 "
    "9@0,300,0 10@0,300,300 10^2 +4 +12 *2 *3";

enum { TILES = 1200, MOST_OF_TILE = 20 };

/* Many tiles, one beside the other. A wire leads from each to the next, and every 100th address is
 * that of the component before. */
static ow_document many_tiles(bool repeat)
{
    ow_document document = circuit_document(tile);
    ow_blotter_save *save = document.as.blotter;
    uint32_t components = save->component_count, wires = save->wire_count;
    assert_true(components <= MOST_OF_TILE);
    while (save->component_count < TILES * components)
        assert_non_null(ow_list_append(save->owner, save->components, save->component_count, NULL));
    while (save->wire_count < TILES * (wires + 1) - 1)
        assert_non_null(ow_list_append(save->owner, save->wires, save->wire_count, NULL));
    for (uint32_t i = components; i < save->component_count; i++) {
        ow_blotter_component *component = &save->components[i];
        uint32_t number = i / components;
        *component = save->components[i % components];
        component->address += number * MOST_OF_TILE;
        component->parent += component->parent > 0 ? number * MOST_OF_TILE : 0;
        component->position.fixed[0] += (int32_t)number * 3000;
        if (repeat && i % 100 == 0)
            component->address = save->components[i - 1].address;
    }
    for (uint32_t i = wires; i < TILES * wires; i++) {
        save->wires[i] = save->wires[i % wires];
        save->wires[i].first.component += i / wires * MOST_OF_TILE;
        save->wires[i].second.component += i / wires * MOST_OF_TILE;
    }
    for (uint32_t i = 0; i + 1 < TILES; i++)
        save->wires[TILES * wires + i] =
            (ow_blotter_wire){.first = {OW_BLOTTER_OUTPUT, 5 + i * MOST_OF_TILE, 0},
                              .second = {OW_BLOTTER_INPUT, 5 + (i + 1) * MOST_OF_TILE, i % 2}};
    return document;
}

/* Wires to an address that no component has. */
static uint32_t count_loose(const ow_blotter_save *save)
{
    static bool is_there[TILES * MOST_OF_TILE];
    uint32_t count = 0;
    memset(is_there, 0, sizeof is_there);
    for (uint32_t i = 0; i < save->component_count; i++)
        is_there[save->components[i].address] = true;
    for (uint32_t i = 0; i < save->wire_count; i++)
        count +=
            !is_there[save->wires[i].first.component] || !is_there[save->wires[i].second.component];
    return count;
}

/* The nets that are on after each of some ticks. */
static uint64_t run_and_sum(const ow_document *document, const ow_circuit *circuit,
                            const ow_options *options)
{
    enum { TICKS = 12 };
    ow_simulation *run;
    uint64_t sum = 0;
    assert_int_equal(ow_simulation_open(document, circuit, NULL, options, &run, NULL), OW_OK);
    for (int tick = 0; tick < TICKS; tick++) {
        for (uint32_t i = 0; i < circuit->net_count; i++)
            sum_number(&sum, ow_simulation_net(run, i));
        assert_int_equal(ow_simulation_run(run, 1, NULL), OW_OK);
    }
    ow_simulation_close(run);
    return sum;
}

static void open_and_sum(const ow_document *document, const ow_pool *pool,
                         struct circuit_sums *sums, uint64_t *depths, uint64_t *ticks)
{
    const ow_options options = {.pool = pool, .max_memory = UINT64_MAX};
    ow_circuit circuit;
    ow_circuit_depths found;
    assert_int_equal(ow_circuit_open(document, NULL, &options, &circuit, NULL), OW_OK);
    assert_int_equal(ow_circuit_find_depths(&circuit, &options, &found, NULL), OW_OK);
    *sums = circuit_sums_of(&circuit);
    *depths = sum_of_numbers(found.depth, circuit.net_count) ^
              sum_of_numbers(found.loop, circuit.net_count);
    *ticks = run_and_sum(document, &circuit, &options);
    uint32_t named = 0;
    for (uint32_t i = 0; i < circuit.net_count; i++)
        named += circuit.nets[i].name.size > 0;
    assert_true(found.deepest > 20 && found.loop_count > 2 * TILES && named > TILES / 2);
    assert_true(circuit.contacts == TILES && circuit.link_count == 2 * TILES);
    assert_true(circuit.port_count == 4 * TILES && circuit.bad_data == TILES);
    assert_int_equal(circuit.loose_wires, count_loose(document->as.blotter));
    ow_circuit_depths_free(&found);
    ow_circuit_close(&circuit);
}

static void a_circuit_is_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    unsigned used = 0;
    const ow_pool backwards = {.context = &used, .threads = 3, .run = run_backwards};
    ow_pool *threads;
    assert_int_equal(ow_pool_open(3, NULL, &threads, NULL), OW_OK);
    const ow_pool *const pools[] = {&backwards, threads};
    for (int repeat = 0; repeat < 2; repeat++) {
        ow_document document = many_tiles(repeat);
        struct circuit_sums alone, together;
        uint64_t depths_alone, depths, ticks_alone, ticks;
        open_and_sum(&document, NULL, &alone, &depths_alone, &ticks_alone);
        for (size_t i = 0; i < LENGTH(pools); i++) {
            open_and_sum(&document, pools[i], &together, &depths, &ticks);
            assert_memory_equal(&together, &alone, sizeof alone);
            assert_true(depths == depths_alone && ticks == ticks_alone);
        }
        ow_close(&document);
    }
    assert_true(used > 0);
    ow_pool_close(threads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circuit_is_the_same_with_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
