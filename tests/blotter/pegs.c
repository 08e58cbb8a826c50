/* What a check keeps of components: offsets and pegs of each, whatever the size of the file. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "blotter/pegs.h"

static struct arena arena_of(struct ledger *ledger)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options.max_memory = UINT64_MAX;
    arena_init(&arena, &options);
    return arena;
}

static void offsets_beyond_four_gibibytes_are_kept(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct peg_notes notes;
    ow_blotter_component record = {.input_count = 3, .output_count = 2};
    assert_int_equal(pegs_init(&notes, &arena, 2, UINT64_C(1) << 36, false), OW_OK);
    assert_int_equal(pegs_note(&notes, &arena, 42, &record, false), OW_OK);
    notes.peg_count += UINT64_C(1) << 33; /* as if billions of them stood between */
    assert_int_equal(pegs_note(&notes, &arena, (UINT64_C(1) << 35) + 7, &record, true), OW_OK);
    pegs_end(&notes);
    assert_int_equal(long_numbers_get(&notes.offsets, 0), 42);
    assert_int_equal(long_numbers_get(&notes.offsets, 1), (UINT64_C(1) << 35) + 7);
    assert_int_equal(pegs_of(&notes, 1).first, (UINT64_C(1) << 33) + 5);
    assert_int_equal(pegs_of(&notes, 1).inputs, 3);
    assert_int_equal(pegs_of(&notes, 1).outputs, 2);
    arena_free(&arena);
}

/* Pegs of one component lie across blocks of states. */
static void states_are_found_by_the_number_of_their_peg(void **state)
{
    (void)state;
    enum { COUNT = 500, PEGS = 331, SIZE = COUNT * PEGS * 4 };
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct peg_notes notes;
    static int32_t states[PEGS];
    assert_int_equal(pegs_init(&notes, &arena, COUNT, SIZE, true), OW_OK);
    for (int32_t i = 0; i < COUNT; i++) {
        for (int32_t k = 0; k < PEGS; k++)
            states[k] = i * PEGS + k - 7;
        ow_blotter_component record = {.parent = 5,
                                       .input_count = (uint32_t)i % PEGS,
                                       .output_count = PEGS - (uint32_t)i % PEGS,
                                       .inputs = states,
                                       .outputs = states + i % PEGS};
        assert_int_equal(pegs_note(&notes, &arena, (uint64_t)i, &record, i % 3 == 0), OW_OK);
    }
    pegs_end(&notes);
    assert_int_equal(notes.peg_count, COUNT * PEGS);
    assert_int_equal(notes.lowest_state, -7);
    assert_int_equal(notes.highest_state, COUNT * PEGS - 8);
    for (uint32_t i = 0; i < COUNT; i++) {
        struct pegs pegs = pegs_of(&notes, i);
        assert_int_equal(pegs.first, i * PEGS);
        assert_int_equal(pegs.inputs, i % PEGS);
        assert_int_equal(pegs.inputs + pegs.outputs, PEGS);
        assert_int_equal(pegs_odd(&notes, i), i % 3 == 0);
        assert_int_equal(*pegs_state(&notes, pegs.first), (int32_t)(i * PEGS) - 7);
        assert_int_equal(*pegs_state(&notes, pegs.first + PEGS - 1),
                         (int32_t)(i * PEGS) + PEGS - 8);
    }
    assert_true(ledger.bytes <= SIZE + 17 * COUNT + 4 * STATE_BLOCK + 65536);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

static void no_memory_is_told(void **state)
{
    (void)state;
    static int32_t states[3];
    ow_blotter_component record = {
        .input_count = 2, .output_count = 1, .inputs = states, .outputs = states + 2};
    enum { COUNT = 40000 };
    uint64_t refuse = 1;
    for (bool refused = true; refused; refuse++) {
        struct ledger ledger = {.refuse = refuse, .refuse_all = true};
        struct arena arena = arena_of(&ledger);
        struct peg_notes notes;
        ow_status status = pegs_init(&notes, &arena, COUNT, COUNT * 12, true);
        for (uint32_t i = 0; status == OW_OK && i < COUNT; i++)
            status = pegs_note(&notes, &arena, i, &record, false);
        refused = ledger.refused > 0;
        assert_int_equal(status, refused ? OW_NO_MEMORY : OW_OK);
        arena_free(&arena);
        assert_int_equal(ledger.blocks, 0);
    }
    assert_true(refuse > 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_beyond_four_gibibytes_are_kept),
        cmocka_unit_test(states_are_found_by_the_number_of_their_peg),
        cmocka_unit_test(no_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
