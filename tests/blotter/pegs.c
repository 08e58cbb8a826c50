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
    assert_int_equal(pegs_init(&notes, &arena, 40, UINT64_C(1) << 36, false), OW_OK);
    for (uint32_t i = 0; i < 40; i++)
        assert_non_null(pegs_note(&notes, &arena, (UINT64_C(1) << 35) + i, 3, i, i == 39));
    assert_true(notes.marks[0] == UINT64_C(1) << 35);
    assert_true(notes.marks[2] == (UINT64_C(1) << 35) + 2 * MARK_EVERY);
    assert_int_equal(notes.peg_count, 40 * 3 + 39 * 20);
    assert_int_equal(pegs_of(&notes, 39).inputs, 3);
    assert_int_equal(pegs_of(&notes, 39).outputs, 39);
    assert_true(pegs_odd(&notes, 39));
    assert_false(pegs_odd(&notes, 38));
    arena_free(&arena);
}

static void note(struct peg_notes *notes, struct arena *arena, uint32_t inputs, uint32_t outputs)
{
    int32_t ordinal = (int32_t)notes->count;
    int32_t *states = pegs_note(notes, arena, 0, inputs, outputs, ordinal % 3 == 0);
    assert_non_null(states);
    for (uint32_t k = 0; k < inputs + outputs; k++)
        states[k] = ordinal * 1000 + (int32_t)k;
}

static void assert_noted(const struct peg_notes *notes, uint32_t ordinal, uint32_t inputs,
                         uint32_t outputs)
{
    struct pegs pegs = pegs_of(notes, ordinal);
    assert_int_equal(pegs.inputs, inputs);
    assert_int_equal(pegs.outputs, outputs);
    assert_int_equal(pegs_odd(notes, ordinal), ordinal % 3 == 0);
    for (uint32_t k = 0; k < inputs + outputs; k++)
        assert_int_equal(pegs.states[k], (int32_t)(ordinal * 1000 + k));
}

/* Their records fill blocks, and leave less room in some than the next one needs. */
static void states_are_found_by_component_and_peg(void **state)
{
    (void)state;
    enum { COUNT = 500, PEGS = 331, SIZE = COUNT * (44 + PEGS * 4) };
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct peg_notes notes;
    assert_int_equal(pegs_init(&notes, &arena, COUNT, SIZE, true), OW_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        note(&notes, &arena, i % PEGS, PEGS - i % PEGS);
    assert_int_equal(notes.count, COUNT);
    assert_int_equal(notes.peg_count, COUNT * PEGS);
    assert_int_equal(notes.block_count, 3);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_noted(&notes, i, i % PEGS, PEGS - i % PEGS);
    assert_true(ledger.bytes <= SIZE + 4 * PEG_BLOCK + 65536);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

/* Beyond what half a word counts, and what a block holds. */
static void components_of_many_pegs_are_kept(void **state)
{
    (void)state;
    static const uint32_t counts[][2] = {
        {1, 0}, {0, 65534}, {65534, 1},      {65535, 0}, {0, 65535},     {65535, 65535}, {65536, 2},
        {0, 0}, {3, 70000}, {200000, 70000}, {1, 1},     {32768, 32767}, {65534, 65534}};
    uint64_t pegs = 0;
    for (size_t i = 0; i < LENGTH(counts); i++)
        pegs += counts[i][0] + counts[i][1];
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct peg_notes notes;
    uint64_t size = 4 * pegs + 44 * LENGTH(counts);
    assert_int_equal(pegs_init(&notes, &arena, LENGTH(counts), size, true), OW_OK);
    for (size_t i = 0; i < LENGTH(counts); i++)
        note(&notes, &arena, counts[i][0], counts[i][1]);
    for (size_t i = 0; i < LENGTH(counts); i++)
        assert_noted(&notes, (uint32_t)i, counts[i][0], counts[i][1]);
    assert_true(notes.peg_count == pegs);
    assert_true(ledger.bytes <= 2 * size + 4 * PEG_BLOCK + 65536);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

/* What a file of its size cannot have is no reason to write beyond the blocks. */
static void more_words_than_there_are_blocks_are_refused(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct peg_notes notes;
    assert_int_equal(pegs_init(&notes, &arena, 3, 1000, true), OW_OK);
    assert_non_null(pegs_note(&notes, &arena, 0, 100, 50, false));
    assert_null(pegs_note(&notes, &arena, 0, 1000000, 1000000, false));
    assert_int_equal(arena.status, OW_TOO_MUCH_MEMORY);
    arena_free(&arena);
}

static void no_memory_is_reported(void **state)
{
    (void)state;
    enum { COUNT = 40000 };
    uint64_t refuse = 1;
    for (bool refused = true; refused; refuse++) {
        struct ledger ledger = {.refuse = refuse, .refuse_all = true};
        struct arena arena = arena_of(&ledger);
        struct peg_notes notes;
        ow_status status = pegs_init(&notes, &arena, COUNT, COUNT * 56, true);
        for (uint32_t i = 0; status == OW_OK && i < COUNT; i++)
            if (!pegs_note(&notes, &arena, i, 2, 1, false))
                status = arena.status;
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
        cmocka_unit_test(states_are_found_by_component_and_peg),
        cmocka_unit_test(components_of_many_pegs_are_kept),
        cmocka_unit_test(more_words_than_there_are_blocks_are_refused),
        cmocka_unit_test(no_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
