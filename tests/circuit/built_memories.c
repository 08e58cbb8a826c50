/* Memories of latches: found in what `overworld build` makes, changed in a simulation, and
 * stored; and what is none. */
#include "../support/test.h"

#include "../support/refusals.h"

#include <overworld/netlist.h>

enum { WORDS = 3, BITS = 2 };

struct made {
    ow_document document;
    ow_circuit circuit;
    ow_built_memories memories;
};

/* Three words of two bits, by the names of overworld_store.v; the data are the inputs 2 and 3,
 * the enables 4, 5, 6. Words come in another order, as cells of a netlist may. `skip`: a latch
 * that is not there; `same`: two words have one enable; `crossed`: a word has its bits the other
 * way round. */
static struct made make(uint32_t skip, bool same, bool crossed)
{
    char text[4096];
    struct made made = {0};
    size_t at = (size_t)snprintf(
        text, sizeof text,
        "{\"modules\":{\"m\":{\"attributes\":{\"top\":1},\"ports\":{"
        "\"d\":{\"direction\":\"input\",\"bits\":[2,3]},\"e\":{\"direction\":\"input\",\"bits\":[4,"
        "5,6]},"
        "\"q\":{\"direction\":\"output\",\"bits\":[10,11,12,13,14,15]}},\"netnames\":{"
        "\"i\":{\"bits\":[13],\"attributes\":{\"init\":\"1\"}}},\"cells\":{");
    for (uint32_t i = WORDS * BITS; i-- > 0;) {
        uint32_t word = i / BITS, bit = i % BITS, data = crossed && word == 1 ? 1 - bit : bit;
        if (i != skip)
            at += (size_t)snprintf(
                text + at, sizeof text - at,
                "\"cpu.m.of_word[%u].of_bit[%u].latch\":{\"type\":\"$_DLATCH_P_\",\"connections\":{"
                "\"D\":[%u],\"E\":[%u],\"Q\":[%u]}},",
                word, bit, 2 + data, 4 + (same && word == 1 ? 0 : word), 10 + i);
    }
    snprintf(text + at, sizeof text - at,
             "\"of_word[1].of_bit[1].latch\":{\"type\":\"$_DLATCH_P_\",\"connections\":{"
             "\"D\":[2],\"E\":[4],\"Q\":[20]}}}}}}");
    ow_error error = {0};
    if (ow_build_netlist(text, strlen(text), NULL, NULL, &made.document, NULL, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(ow_circuit_open(&made.document, NULL, NULL, &made.circuit, NULL), OW_OK);
    assert_int_equal(
        ow_circuit_find_built_memories(&made.document, &made.circuit, NULL, &made.memories, NULL),
        OW_OK);
    return made;
}

static void give_back(struct made *made)
{
    ow_built_memories_free(&made->memories);
    ow_circuit_close(&made->circuit);
    ow_close(&made->document);
}

/* Bit by bit, the first word lowest. */
static unsigned contents(const struct made *made, const ow_simulation *simulation)
{
    unsigned found = 0;
    for (uint32_t i = 0; i < WORDS * BITS; i++) {
        uint32_t latch = made->memories.memories[0].latches[i];
        uint32_t output = made->circuit.components[latch].first_output;
        found |= (unsigned)ow_simulation_output(simulation, output) << i;
    }
    return found;
}

static void memories_outlive_circuit_and_save(void **state)
{
    (void)state;
    struct made made = make(OW_NO_NET, false, false);
    uint32_t first = made.memories.memories[0].latches[0];
    ow_circuit_close(&made.circuit);
    ow_close(&made.document);
    assert_int_equal(made.memories.memory_count, 1);
    assert_string_equal(made.memories.memories[0].name.data, "cpu.m");
    for (uint32_t i = 0; i < WORDS * BITS; i++)
        assert_int_equal(made.memories.memories[0].latches[i], first + i);
    ow_built_memories_free(&made.memories);
}

static void a_memory_is_found_and_changed(void **state)
{
    (void)state;
    enum { AT_FIRST = 8, THEN = 0x26 };
    struct made made = make(OW_NO_NET, false, false);
    ow_simulation *simulation;
    assert_int_equal(made.memories.memory_count, 1);
    const ow_built_memory *memory = &made.memories.memories[0];
    assert_int_equal(memory->words, WORDS);
    assert_int_equal(memory->bits, BITS);
    assert_string_equal(memory->name.data, "cpu.m");
    assert_int_equal(memory->name.size, strlen("cpu.m"));
    assert_int_equal(
        ow_simulation_open(&made.document, &made.circuit, NULL, NULL, &simulation, NULL), OW_OK);
    assert_int_equal(contents(&made, simulation), AT_FIRST);
    for (uint32_t i = 0; i < WORDS * BITS; i++)
        assert_int_equal(ow_simulation_set(simulation, memory->latches[i], THEN >> i & 1, NULL),
                         OW_OK);
    assert_int_equal(contents(&made, simulation), THEN);
    assert_int_equal(ow_simulation_run(simulation, 100, NULL), OW_OK);
    assert_true(ow_simulation_is_settled(simulation));
    assert_int_equal(contents(&made, simulation), THEN);
    uint32_t q1 = ow_circuit_find_net(&made.circuit, ow_text_of("q[1]"));
    assert_true(ow_simulation_net(simulation, q1));
    assert_int_equal(ow_simulation_store(simulation, &made.document, NULL, NULL), OW_OK);
    ow_simulation_close(simulation);
    ow_circuit_close(&made.circuit);
    assert_int_equal(ow_circuit_open(&made.document, NULL, NULL, &made.circuit, NULL), OW_OK);
    assert_int_equal(
        ow_simulation_open(&made.document, &made.circuit, NULL, NULL, &simulation, NULL), OW_OK);
    assert_int_equal(contents(&made, simulation), THEN);
    /* A latch that is open takes its data again. */
    uint32_t line = ow_circuit_find_net(&made.circuit, ow_text_of("e[0]"));
    assert_int_equal(ow_simulation_drive(simulation, line, true, NULL), OW_OK);
    assert_int_equal(ow_simulation_run(simulation, 100, NULL), OW_OK);
    assert_int_equal(contents(&made, simulation), THEN & ~3u);
    ow_simulation_close(simulation);
    give_back(&made);
}

static void what_is_no_memory_is_not_taken_for_one(void **state)
{
    (void)state;
    struct made made = make(4, false, false);
    assert_int_equal(made.memories.memory_count, 0);
    give_back(&made);
    made = make(OW_NO_NET, true, false);
    assert_int_equal(made.memories.memory_count, 0);
    give_back(&made);
    made = make(OW_NO_NET, false, true);
    assert_int_equal(made.memories.memory_count, 0);
    give_back(&made);
}

static ow_blotter_component *label_of(struct made *made)
{
    return &made->document.as.blotter->components[made->memories.memories[0].label];
}

/* Labels with these words, of the same length as the label's own, name no memory that is there. */
static void labels_are_read_with_care(void **state)
{
    (void)state;
    static const char *const texts[] = {"cpu.m: 4 words of 2 bits", "cpu.m: 3 words of 9 bits",
                                        "cpu.m: 0 words of 2 bits", "cpu.m; 3 words of 2 bits",
                                        "cpu.m: 3 words of x bits", "99999999 words of 2 bits",
                                        "m: 33554432 words of 2 b", "3 words of 2 bits 1 word"};
    struct made made = make(OW_NO_NET, false, false);
    ow_blotter_component *label = label_of(&made);
    enum { TEXT_AT = 16 };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        uint8_t *data = malloc(label->custom_data.size);
        ow_bytes before = label->custom_data;
        ow_built_memories again;
        assert_non_null(data);
        assert_int_equal(strlen(texts[i]), strlen("cpu.m: 3 words of 2 bits"));
        memcpy(data, before.data, before.size);
        memcpy(data + TEXT_AT, texts[i], strlen(texts[i]));
        label->custom_data = (ow_bytes){data, before.size};
        assert_int_equal(
            ow_circuit_find_built_memories(&made.document, &made.circuit, NULL, &again, NULL),
            OW_OK);
        if (again.memory_count != 0)
            ROW_FAILED("%s\n", texts[i]);
        ow_built_memories_free(&again);
        label->custom_data = before;
        free(data);
    }
    give_back(&made);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    struct made made = make(OW_NO_NET, false, false);
    ow_built_memories again;
    ow_circuit none = {0};
    ASSERT_REFUSED(ow_circuit_find_built_memories(NULL, &made.circuit, NULL, &again, error));
    ASSERT_REFUSED(ow_circuit_find_built_memories(&made.document, NULL, NULL, &again, error));
    ASSERT_REFUSED(ow_circuit_find_built_memories(&made.document, &none, NULL, &again, error));
    ASSERT_REFUSED(
        ow_circuit_find_built_memories(&made.document, &made.circuit, NULL, NULL, error));
    ow_built_memories_free(NULL);
    ow_status status = OW_TOO_MUCH_MEMORY;
    uint32_t refused = 0;
    for (uint64_t most = 64; status != OW_OK; most += 64) {
        ow_options little = {.max_memory = most};
        status =
            ow_circuit_find_built_memories(&made.document, &made.circuit, &little, &again, NULL);
        refused += status != OW_OK;
        if (status != OW_OK)
            assert_int_equal(status, OW_TOO_MUCH_MEMORY);
    }
    assert_true(refused > 1);
    assert_int_equal(again.memory_count, 1);
    ow_built_memories_free(&again);
    give_back(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memories_outlive_circuit_and_save),
        cmocka_unit_test(a_memory_is_found_and_changed),
        cmocka_unit_test(what_is_no_memory_is_not_taken_for_one),
        cmocka_unit_test(labels_are_read_with_care),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("memories of latches", tests, NULL, NULL);
}
