/* Which sockets touch. */
#include "../support/test.h"

#include "../support/backwards.h"
#include "../support/circuits.h"
#include "../support/truths.h"

/* A socket's contact lies half a square (150) in front of its middle, facing +z; C-2 is turned
 * to face it. */
static const struct {
    const char *circuit;
    uint32_t contacts;
} pairs[] = {
    {"socket:1 socket:2 2@0,0,300 2^2", 1},
    {"socket:2 socket:1 2@0,0,300 2^2", 1},
    {"chubby:1 chubby:2 2@0,0,300 2^2", 1},
    {"socket:1 chubby:2 2@0,0,300 2^2", 1},
    /* A gap, and one within another. */
    {"socket:1 socket:2 2@0,0,310 2^2", 0},
    {"socket:1 socket:2 2@0,0,290 2^2", 0},
    {"socket:1 socket:2 2@0,0,304 2^2", 1},
    /* Beside each other: 60 wide, or 240. */
    {"socket:1 socket:2 2@50,0,300 2^2", 1},
    {"socket:1 socket:2 2@0,50,300 2^2", 1},
    {"socket:1 socket:2 2@-50,-50,300 2^2", 1},
    {"socket:1 socket:2 2@62,0,300 2^2", 0},
    {"socket:1 socket:2 2@0,-62,300 2^2", 0},
    {"chubby:1 chubby:2 2@150,0,300 2^2", 1},
    {"chubby:1 chubby:2 2@-150,150,300 2^2", 1},
    {"chubby:1 chubby:2 2@300,0,300 2^2", 0},
    {"socket:1 chubby:2 2@100,0,300 2^2", 1},
    {"chubby:1 chubby:2 chubby:3 2@-120,0,300 2^2 3@120,0,300 3^2", 2},
    /* The wrong way. */
    {"socket:1 socket:2 2@0,0,300", 0},
    {"socket:1 socket:2 2@0,0,300 2^1", 0},
    {"socket:1 socket:2 2^1", 0},
    {"socket:1 socket:2", 0},
    {"socket:1 socket:2 2@0,0,-300 2^2", 0},
    /* Turned together, and on boards. */
    {"socket:1 socket:2 1^1 2@300,0,0 2^3", 1},
    {"board:8 board:9 9@3000,0,0 socket:1 1<8 1@150,0,150 socket:2 2<9 2@-2850,0,450 2^2", 1},
    {"board:9 9^1 9@1000,20,30 socket:1 1<9 socket:2 2<9 2@0,0,300 2^2", 1},
    {"board:9 9^5 9@1000,20,30 socket:1 1<9 socket:2 2<9 2@0,0,300 2^2", 1},
    /* Far away; none that has a peg. */
    {"socket:1 socket:2 1@2147483000,0,0 2@-2147483000,0,300 2^2", 0},
    {"socket/0/0:1 socket:2 2@0,0,300 2^2", 0},
    {"peg:1 peg:2 2@0,0,300 2^2", 0},
    {"MHG.ThroughSocket/2/0:1 socket:2 2@0,0,300 2^2", 0},
};

static void contacts_that_face_each_other_in_one_plane_join(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        ow_document document = circuit_document(pairs[i].circuit);
        ow_circuit circuit;
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        const char *fault = circuit_fault(&circuit);
        if (fault || circuit.contacts != pairs[i].contacts)
            ROW_FAILED("%s: %u contacts\n", pairs[i].circuit, (unsigned)circuit.contacts);
        assert_int_equal(circuit.net_count, circuit.input_count - circuit.contacts);
        assert_false(circuit.contacts_left);
        ow_circuit_close(&circuit);
        ow_close(&document);
    }
}

/* What touches is no port. */
static void sockets_that_touch_none_are_ports(void **state)
{
    (void)state;
    ow_document document =
        circuit_document("socket:1 socket:2 2@0,0,300 2^2 socket:3 3@900,0,0 peg:4 4-1");
    ow_circuit circuit;
    assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
    assert_int_equal(circuit.net_count, 2);
    assert_int_equal(net_of(&circuit, "C-1"), net_of(&circuit, "C-2"));
    assert_int_equal(net_of(&circuit, "C-4"), net_of(&circuit, "C-2"));
    assert_int_equal(circuit.port_count, 1);
    assert_int_equal(circuit.ports[0].component, component_of(&circuit, 3));
    assert_int_equal(circuit.nets[net_of(&circuit, "C-1")].first_port, OW_NO_NET);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

/* A row of pairs, more than one thread looks at: every third pair touches. */
static ow_document row_of_pairs(uint32_t pairs_in_row)
{
    ow_document document = circuit_document("socket:1 socket:2 2^2");
    ow_blotter_save *save = document.as.blotter;
    ow_blotter_component two[2] = {save->components[0], save->components[1]};
    while (save->component_count < 2 * pairs_in_row)
        assert_non_null(ow_list_append(save->owner, save->components, save->component_count, NULL));
    for (uint32_t i = 0; i < 2 * pairs_in_row; i++) {
        ow_blotter_component *component = &save->components[i];
        *component = two[i % 2];
        component->address = i + 1;
        component->position.fixed[0] = (int32_t)(i / 2 * 1000);
        component->position.fixed[2] = i % 2 == 0 ? 0 : i / 2 % 3 == 0 ? 300 : 500;
    }
    return document;
}

static void contacts_are_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    enum { PAIRS = 9000 };
    unsigned used = 0;
    const ow_pool backwards = {.context = &used, .threads = 3, .run = run_backwards};
    ow_pool *threads;
    ow_document document = row_of_pairs(PAIRS);
    assert_int_equal(ow_pool_open(3, NULL, &threads, NULL), OW_OK);
    const ow_pool *const pools[] = {NULL, &backwards, threads};
    for (size_t i = 0; i < LENGTH(pools); i++) {
        const ow_options options = {.pool = pools[i]};
        ow_circuit circuit;
        assert_int_equal(ow_circuit_open(&document, NULL, &options, &circuit, NULL), OW_OK);
        assert_int_equal(circuit.contacts, PAIRS / 3);
        assert_int_equal(circuit.net_count, 2 * PAIRS - PAIRS / 3);
        for (uint32_t k = 0; k < 2 * PAIRS; k += 2)
            if ((circuit.inputs[k].net == circuit.inputs[k + 1].net) != (k / 2 % 3 == 0))
                ROW_FAILED("pair %u\n", (unsigned)k / 2);
        ow_circuit_close(&circuit);
    }
    assert_true(used > 0);
    ow_pool_close(threads);
    ow_close(&document);
}

/* Places and turns that are no numbers do no harm. */
static void contacts_may_be_nowhere(void **state)
{
    (void)state;
    enum { NOTHING_ODD, NAN_BITS = 0x7fc00000, INFINITE = 0x7f800000, HUGE_BITS = 0x7f7fffff };
    static const uint32_t odd[] = {NOTHING_ODD, NAN_BITS, INFINITE, HUGE_BITS};
    for (size_t i = 0; i < 4 * LENGTH(odd); i++) {
        ow_document document = circuit_document("socket:1 socket:2 2^2");
        ow_circuit circuit;
        ow_blotter_component *components = document.as.blotter->components;
        document.as.blotter->version = 5; /* whose places are floats */
        components[1].position.units[2] = 0.3f;
        if (odd[i / 4] != NOTHING_ODD)
            *(i % 4 < 3 ? &components[i % 2].position.units[i % 4] : &components[1].rotation[1]) =
                float_of(odd[i / 4]);
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        assert_null(circuit_fault(&circuit));
        assert_true(circuit.contacts <= 1);
        assert_true(odd[i / 4] != NOTHING_ODD || circuit.contacts == 1);
        ow_circuit_close(&circuit);
        ow_close(&document);
    }
}

/* Sockets that touch have one state in a save of the game; here each has its own. */
static void sockets_that_touch_with_two_states_are_reported(void **state)
{
    (void)state;
    for (int touch = 0; touch < 2; touch++) {
        ow_document document = circuit_document(touch ? "socket:1 socket:2 2@0,0,300 2^2"
                                                      : "socket:1 socket:2 2@0,0,310 2^2");
        ow_circuit circuit;
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        assert_int_equal(circuit.nets[0].has_two_states, touch);
        ow_circuit_close(&circuit);
        document.as.blotter->components[1].inputs[0] = document.as.blotter->components[0].inputs[0];
        assert_int_equal(ow_circuit_open(&document, NULL, NULL, &circuit, NULL), OW_OK);
        assert_false(circuit.nets[0].has_two_states);
        ow_circuit_close(&circuit);
        ow_close(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sockets_that_touch_with_two_states_are_reported),
        cmocka_unit_test(contacts_that_face_each_other_in_one_plane_join),
        cmocka_unit_test(sockets_that_touch_none_are_ports),
        cmocka_unit_test(contacts_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(contacts_may_be_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
