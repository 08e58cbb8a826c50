/* Components found by address, whatever addresses a file has. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "blotter/index.h"

static void build(struct component_index *index, struct arena *arena, const uint32_t *addresses,
                  uint32_t count, uint64_t size)
{
    assert_int_equal(index_init(index, arena, count, size), OW_OK);
    for (uint32_t i = 0; i < count; i++)
        index_note(index, i, addresses[i], 100 * (uint64_t)i);
    assert_int_equal(index_sort(index, arena), OW_OK);
}

/* The first of its address in file order, found the slow way. */
static uint32_t expected(const uint32_t *addresses, uint32_t count, uint32_t address)
{
    for (uint32_t i = 0; i < count; i++)
        if (addresses[i] == address)
            return i;
    return NO_COMPONENT;
}

static void assert_found(const uint32_t *addresses, uint32_t count)
{
    struct ledger ledger = {0};
    struct arena arena;
    ow_options options = ledger_options(&ledger);
    options = options_or_default(&options, 44 * (uint64_t)count);
    arena_init(&arena, &options);
    struct component_index index;
    build(&index, &arena, addresses, count, 44 * (uint64_t)count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t step = 0; step < 3; step++) {
            uint32_t address = addresses[i] + step - 1;
            assert_int_equal(index_find(&index, address), expected(addresses, count, address));
        }
    static const uint32_t extremes[] = {0, 1, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};
    for (size_t i = 0; i < LENGTH(extremes); i++)
        assert_int_equal(index_find(&index, extremes[i]), expected(addresses, count, extremes[i]));
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(index_offset(&index, i), 100 * (uint64_t)i);
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
    build(&index, &arena, NULL, 0, 0);
    assert_int_equal(index_find(&index, 0), NO_COMPONENT);
    assert_int_equal(index_find(&index, UINT32_MAX), NO_COMPONENT);
    arena_free(&arena);
}

static void offsets_beyond_four_gibibytes_are_kept(void **state)
{
    (void)state;
    struct arena arena;
    ow_options options = options_or_default(NULL, 0);
    arena_init(&arena, &options);
    struct component_index index;
    assert_int_equal(index_init(&index, &arena, 2, UINT64_C(1) << 36), OW_OK);
    index_note(&index, 0, 20, 42);
    index_note(&index, 1, 10, (UINT64_C(1) << 35) + 7);
    assert_int_equal(index_sort(&index, &arena), OW_OK);
    assert_int_equal(index_find(&index, 10), 1);
    assert_int_equal(index_offset(&index, 1), (UINT64_C(1) << 35) + 7);
    assert_int_equal(index_offset(&index, 0), 42);
    arena_free(&arena);
}

static void no_memory_is_told(void **state)
{
    (void)state;
    static const uint32_t addresses[] = {3, 1, 2};
    for (uint64_t refuse = 1; refuse < 4; refuse++) {
        struct ledger ledger = {.refuse = refuse, .refuse_all = true};
        struct arena arena;
        ow_options options = ledger_options(&ledger);
        options = options_or_default(&options, 0);
        arena_init(&arena, &options);
        struct component_index index;
        ow_status status = index_init(&index, &arena, 3, 0);
        for (uint32_t i = 0; status == OW_OK && i < 3; i++)
            index_note(&index, i, addresses[i], i);
        if (status == OW_OK)
            status = index_sort(&index, &arena);
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
        cmocka_unit_test(offsets_beyond_four_gibibytes_are_kept),
        cmocka_unit_test(no_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
