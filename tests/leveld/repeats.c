/* Things that stand twice, whatever else stands between them. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "leveld/repeats.h"

static struct arena arena_of(struct ledger *ledger)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options.max_memory = UINT64_MAX;
    arena_init(&arena, &options);
    return arena;
}

static void note(struct repeats *repeats, uint32_t id, uint32_t x, uint32_t y, uint32_t layer)
{
    ow_leveld_thing thing = {.id = id, .x = x, .y = y, .layer_id = layer, .tag = x * 7};
    repeats_note(repeats, &thing);
}

static void things_are_alike_in_id_place_and_layer(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct repeats repeats;
    assert_int_equal(repeats_init(&repeats, &arena, 9), OW_OK);
    note(&repeats, 1, 2, 3, 4);
    note(&repeats, 2, 2, 3, 4);
    note(&repeats, 1, 3, 3, 4);
    note(&repeats, 1, 2, 4, 4);
    note(&repeats, 1, 2, 3, 5);
    note(&repeats, 1, 3, 2, 4);
    note(&repeats, 1, 2, 3, 4);
    note(&repeats, 1, 3, 3, 4);
    note(&repeats, 1, 2, 3, 4);
    repeats_end(&repeats);
    assert_int_equal(repeats.repeat_count, 3);
    assert_int_equal(repeats_next(&repeats, 0), 6);
    assert_int_equal(repeats_first(&repeats, 6), 0);
    assert_int_equal(repeats_next(&repeats, 7), 7);
    assert_int_equal(repeats_first(&repeats, 7), 2);
    assert_int_equal(repeats_next(&repeats, 8), 8);
    assert_int_equal(repeats_first(&repeats, 8), 0);
    assert_int_equal(repeats_next(&repeats, 9), NO_THING);
    assert_true(repeats_has(&repeats, 6));
    assert_false(repeats_has(&repeats, 5));
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

static void no_things_at_all(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct repeats repeats;
    assert_int_equal(repeats_init(&repeats, &arena, 0), OW_OK);
    repeats_end(&repeats);
    assert_int_equal(repeats.repeat_count, 0);
    assert_int_equal(repeats_next(&repeats, 0), NO_THING);
    arena_free(&arena);
}

/* Each of the last thousand is like the one a thousand before. */
static void the_first_of_many_is_found(void **state)
{
    (void)state;
    enum { ALONE = 20000, TWICE = 1000, COUNT = ALONE + TWICE };
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct repeats repeats;
    assert_int_equal(repeats_init(&repeats, &arena, COUNT), OW_OK);
    for (uint32_t i = 0; i < ALONE; i++)
        note(&repeats, i % 16, i % 512, i / 512, 0);
    for (uint32_t i = ALONE - TWICE; i < ALONE; i++)
        note(&repeats, i % 16, i % 512, i / 512, 0);
    repeats_end(&repeats);
    assert_int_equal(repeats.repeat_count, TWICE);
    uint32_t next = repeats_next(&repeats, 0);
    for (uint32_t i = ALONE; i < COUNT; i++) {
        assert_int_equal(next, i);
        assert_int_equal(repeats_first(&repeats, i), i - TWICE);
        next = repeats_next(&repeats, next + 1);
    }
    assert_int_equal(next, NO_THING);
    assert_true(ledger.bytes <= 19 * COUNT + 1000);
    arena_free(&arena);
}

static void repeats_lie_anywhere_among_others(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    static const uint32_t steps[] = {1, 2, 3, 7, 8, 9, 13, 16, 17, 64, 1000};
    for (size_t s = 0; s < LENGTH(steps); s++) {
        struct ledger ledger = {0};
        struct arena arena = arena_of(&ledger);
        struct repeats repeats;
        assert_int_equal(repeats_init(&repeats, &arena, COUNT), OW_OK);
        for (uint32_t i = 0; i < COUNT; i++)
            note(&repeats, 1, i > 0 && i % steps[s] == 0 ? 0 : i, 0, 0);
        repeats_end(&repeats);
        uint32_t next = repeats_next(&repeats, 0);
        for (uint32_t i = steps[s]; i < COUNT; i += steps[s]) {
            assert_int_equal(next, i);
            assert_int_equal(repeats_first(&repeats, i), 0);
            next = repeats_next(&repeats, next + 1);
        }
        assert_int_equal(next, NO_THING);
        arena_free(&arena);
    }
}

static void no_memory_is_reported(void **state)
{
    (void)state;
    for (uint64_t refuse = 1; refuse < 4; refuse++) {
        struct ledger ledger = {.refuse = refuse, .refuse_all = true};
        struct arena arena = arena_of(&ledger);
        struct repeats repeats;
        ow_status status = repeats_init(&repeats, &arena, 1000000);
        assert_int_equal(status, OW_NO_MEMORY);
        assert_true(ledger.refused > 0);
        arena_free(&arena);
        assert_int_equal(ledger.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_are_alike_in_id_place_and_layer),
        cmocka_unit_test(no_things_at_all),
        cmocka_unit_test(the_first_of_many_is_found),
        cmocka_unit_test(repeats_lie_anywhere_among_others),
        cmocka_unit_test(no_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
