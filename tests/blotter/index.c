/* Components found by address, whatever addresses a file has. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "blotter/index.h"

enum { MOST_LISTED = 1500 };

static void build(struct component_index *index, struct arena *arena, const uint32_t *addresses,
                  uint32_t count)
{
    index_init(index, arena, count);
    for (uint32_t i = 0; i < count; i++)
        index_note(index, i, addresses[i]);
    assert_int_equal(index_build(index), OW_OK);
}

/* The first of its address in file order, found the slow way. */
static uint32_t expected(const uint32_t *addresses, uint32_t count, uint32_t address)
{
    for (uint32_t i = 0; i < count; i++)
        if (addresses[i] == address)
            return i;
    return NO_COMPONENT;
}

static uint32_t highest_of(const uint32_t *addresses, uint32_t count)
{
    uint32_t highest = 0;
    for (uint32_t i = 0; i < count; i++)
        highest = addresses[i] > highest ? addresses[i] : highest;
    return highest;
}

/* If an address occurs twice, it may or may not be listed. */
static void assert_listed(const struct component_index *index, const uint32_t *addresses,
                          uint32_t count)
{
    static uint64_t list[MOST_LISTED];
    bool twice = false;
    assert_true(count <= MOST_LISTED);
    for (uint32_t i = 0; i < count; i++)
        twice = twice || expected(addresses, count, addresses[i]) != i;
    bool listed = index_list(index, list);
    assert_true(listed || twice);
    for (uint32_t i = 0; listed && i < count; i++) {
        assert_true((uint32_t)list[i] < count && list[i] >> 32 == addresses[(uint32_t)list[i]]);
        assert_true(i == 0 || list[i - 1] < list[i]);
    }
}

static void assert_found(const uint32_t *addresses, uint32_t count)
{
    struct ledger ledger = {0};
    struct arena arena;
    ow_options options = ledger_options(&ledger);
    options = options_or_default(&options, 44 * (uint64_t)count);
    arena_init(&arena, &options);
    struct component_index index;
    build(&index, &arena, addresses, count);
    assert_true((index.covered == 0) == (index.entries != NULL));
    assert_int_equal(index.highest, highest_of(addresses, count));
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t step = 0; step < 3; step++) {
            uint32_t address = addresses[i] + step - 1;
            assert_int_equal(index_find(&index, address), expected(addresses, count, address));
        }
    static const uint32_t extremes[] = {0, 1, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};
    for (size_t i = 0; i < LENGTH(extremes); i++)
        assert_int_equal(index_find(&index, extremes[i]), expected(addresses, count, extremes[i]));
    assert_listed(&index, addresses, count);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

#define ASSERT_FOUND(...)                                                                          \
    assert_found((const uint32_t[]){__VA_ARGS__}, LENGTH(((const uint32_t[]){__VA_ARGS__})))

static void addresses_of_every_kind_are_found(void **state)
{
    (void)state;
    ASSERT_FOUND(7);
    ASSERT_FOUND(0);
    ASSERT_FOUND(UINT32_MAX);
    ASSERT_FOUND(1, 2, 3, 4, 5);
    ASSERT_FOUND(5, 4, 3, 2, 1);
    ASSERT_FOUND(0, UINT32_MAX);
    ASSERT_FOUND(UINT32_MAX, 0);
    ASSERT_FOUND(817216, 817217, 900000, 817219, 2000000000);
    ASSERT_FOUND(3, 3, 3, 3);
    ASSERT_FOUND(9, 3, 9, 3, 0, 0, UINT32_MAX, UINT32_MAX, 9);
}

static void many_addresses_with_gaps_and_repeats(void **state)
{
    (void)state;
    enum { COUNT = 1500 };
    static const uint32_t spreads[] = {1, 3, 1000, 1u << 20, UINT32_MAX};
    for (size_t s = 0; s < LENGTH(spreads); s++) {
        static uint32_t addresses[COUNT];
        uint32_t random = 12345;
        for (uint32_t i = 0; i < COUNT; i++) {
            random = random * 1664525u + 1013904223u;
            addresses[i] = (uint32_t)((uint64_t)random * spreads[s] >> 32);
        }
        assert_found(addresses, COUNT);
    }
}

static void an_empty_index_finds_nothing(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena;
    ow_options options = ledger_options(&ledger);
    options = options_or_default(&options, 0);
    arena_init(&arena, &options);
    struct component_index index;
    build(&index, &arena, NULL, 0);
    assert_int_equal(index_find(&index, 0), NO_COMPONENT);
    assert_int_equal(index_find(&index, UINT32_MAX), NO_COMPONENT);
    assert_int_equal(index.highest, 0);
    arena_free(&arena);
}

/* Before the index is built it is known which addresses were noted, as long as they are dense. */
static void the_first_of_an_address_is_known_while_addresses_are_dense(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena;
    ow_options options = ledger_options(&ledger);
    options = options_or_default(&options, 1000);
    arena_init(&arena, &options);
    struct component_index index;
    index_init(&index, &arena, 7);
    assert_false(index_noted(&index, 70));
    assert_true(index_note(&index, 0, 70));
    assert_true(index_note(&index, 1, 72));
    assert_true(index_note(&index, 2, 64));
    assert_false(index_note(&index, 3, 72));
    assert_true(index_noted(&index, 72));
    assert_true(index_noted(&index, 64));
    assert_false(index_noted(&index, 71));
    assert_false(index_noted(&index, 63));
    assert_false(index_note(&index, 4, 30)); /* too far below the others */
    assert_false(index_note(&index, 5, 71));
    assert_false(index_noted(&index, 71));
    assert_false(index_note(&index, 6, 30));
    assert_int_equal(index_build(&index), OW_OK);
    assert_int_equal(index_find(&index, 70), 0);
    assert_int_equal(index_find(&index, 72), 1);
    assert_int_equal(index_find(&index, 64), 2);
    assert_int_equal(index_find(&index, 30), 4);
    assert_int_equal(index_find(&index, 71), 5);
    assert_int_equal(index_find(&index, 31), NO_COMPONENT);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

/* Whatever addresses a file has, it takes no more memory than the index says. */
static void memory_is_bounded_and_a_table_is_for_dense_addresses(void **state)
{
    (void)state;
    enum { COUNT = 50000 };
    static const struct {
        uint32_t first, step;
        bool dense;
    } rows[] = {{1000, 1, true},       {1000, 3, true},     {UINT32_MAX - 3 * COUNT, 3, true},
                {UINT32_MAX, 0, true}, {5, 4, true},        {5, 5, false},
                {0, 85899, false},     {0, 1u << 20, false}};
    for (size_t r = 0; r < LENGTH(rows); r++) {
        struct ledger ledger = {0};
        struct arena arena;
        ow_options options = ledger_options(&ledger);
        options.max_memory = UINT64_MAX;
        arena_init(&arena, &options);
        struct component_index index;
        index_init(&index, &arena, COUNT);
        for (uint32_t i = 0; i < COUNT; i++)
            index_note(&index, i, rows[r].first + i * rows[r].step);
        assert_int_equal(index_build(&index), OW_OK);
        assert_int_equal(index.entries == NULL, rows[r].dense);
        assert_true(ledger.peak <= 41 * COUNT);
        assert_int_equal(index_find(&index, rows[r].first), 0);
        assert_int_equal(index_find(&index, rows[r].first + rows[r].step), rows[r].step != 0);
        arena_free(&arena);
    }
}

static void no_memory_is_reported(void **state)
{
    (void)state;
    static const uint32_t addresses[] = {90000, 1, 20000000};
    for (uint64_t refuse = 1; refuse < 6; refuse++) {
        struct ledger ledger = {.refuse = refuse, .refuse_all = true};
        struct arena arena;
        ow_options options = ledger_options(&ledger);
        options = options_or_default(&options, 0);
        arena_init(&arena, &options);
        struct component_index index;
        index_init(&index, &arena, 3);
        for (uint32_t i = 0; i < 3; i++)
            index_note(&index, i, addresses[i]);
        ow_status status = index_build(&index);
        assert_int_equal(status, ledger.refused ? OW_NO_MEMORY : OW_OK);
        arena_free(&arena);
        assert_int_equal(ledger.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_of_every_kind_are_found),
        cmocka_unit_test(many_addresses_with_gaps_and_repeats),
        cmocka_unit_test(an_empty_index_finds_nothing),
        cmocka_unit_test(the_first_of_an_address_is_known_while_addresses_are_dense),
        cmocka_unit_test(memory_is_bounded_and_a_table_is_for_dense_addresses),
        cmocka_unit_test(no_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
