/* Numbers sorted, whatever order and whatever digits they have. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "base/sort.h"

enum { MOST = 3000 };

static struct arena some_arena(struct ledger *ledger)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options = options_or_default(&options, 0);
    arena_init(&arena, &options);
    return arena;
}

static int by_value(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static void assert_sorts(const uint64_t *keys, size_t count)
{
    static uint64_t expected[MOST], sorted[MOST];
    static uint32_t narrow[MOST];
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    if (count > 0)
        memcpy(expected, keys, count * sizeof *keys);
    memcpy(sorted, expected, sizeof sorted);
    qsort(expected, count, sizeof *expected, by_value);
    assert_int_equal(sort_u64(sorted, count, 0, &arena), OW_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(sorted[i], expected[i]);
    for (size_t i = 0; i < count; i++) {
        expected[i] = (uint32_t)keys[i];
        narrow[i] = (uint32_t)keys[i];
    }
    qsort(expected, count, sizeof *expected, by_value);
    assert_int_equal(sort_u32(narrow, count, &arena), OW_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(narrow[i], expected[i]);
    assert_int_equal(arena.held, 0);
    assert_int_equal(ledger.blocks, 0);
    arena_free(&arena);
}

#define ASSERT_SORTS(...)                                                                          \
    assert_sorts((const uint64_t[]){__VA_ARGS__}, LENGTH(((const uint64_t[]){__VA_ARGS__})))

static void few_keys(void **state)
{
    (void)state;
    assert_sorts(NULL, 0);
    ASSERT_SORTS(7);
    ASSERT_SORTS(1, 2, 3);
    ASSERT_SORTS(3, 2, 1);
    ASSERT_SORTS(5, 5, 5);
    ASSERT_SORTS(UINT64_MAX, 0, UINT32_MAX, UINT64_C(1) << 63, UINT64_C(1) << 32, 2047, 2048, 1);
}

/* Each spread leaves other digits that all keys share. */
static void many_keys_of_every_spread(void **state)
{
    (void)state;
    static uint64_t keys[MOST];
    uint64_t random = 12345;
    for (unsigned low = 0; low < 64; low += 7) {
        for (unsigned bits = 1; low + bits <= 64; bits += 9) {
            for (size_t i = 0; i < MOST; i++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                keys[i] = (random >> 32 ^ random) >> (64 - bits) << low;
            }
            assert_sorts(keys, MOST);
        }
    }
}

static void bits_below_the_lowest_do_not_count(void **state)
{
    (void)state;
    static uint64_t keys[MOST];
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    for (uint32_t i = 0; i < MOST; i++)
        keys[i] = (uint64_t)(i * 7919 % 100) << 32 | (MOST - i);
    assert_int_equal(sort_u64(keys, MOST, 32, &arena), OW_OK);
    for (uint32_t i = 1; i < MOST; i++) {
        assert_true(keys[i - 1] >> 32 <= keys[i] >> 32);
        if (keys[i - 1] >> 32 == keys[i] >> 32)
            assert_true((uint32_t)keys[i - 1] > (uint32_t)keys[i]); /* in their order, which fell */
    }
    arena_free(&arena);
}

static void scratch_memory_counts_and_may_be_refused(void **state)
{
    (void)state;
    static uint64_t keys[MOST];
    for (uint32_t i = 0; i < MOST; i++)
        keys[i] = MOST - i;
    struct ledger ledger = {.refuse = 1};
    struct arena arena = some_arena(&ledger);
    assert_int_equal(sort_u64(keys, MOST, 0, &arena), OW_NO_MEMORY);
    arena.limit = MOST * sizeof *keys; /* and a chunk's head */
    assert_int_equal(sort_u64(keys, MOST, 0, &arena), OW_TOO_MUCH_MEMORY);
    arena.limit = MOST * sizeof *keys + 64;
    assert_int_equal(sort_u64(keys, MOST, 0, &arena), OW_OK);
    for (uint32_t i = 0; i < MOST; i++)
        assert_int_equal(keys[i], i + 1);
    assert_int_equal(sort_u64(keys, MOST, 0, &arena), OW_OK); /* sorted already: needs none */
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

static void the_first_that_is_not_below(void **state)
{
    (void)state;
    static const uint64_t keys[] = {2, 2, 5, 5, 5, 9, UINT64_MAX};
    static const struct {
        uint64_t key;
        size_t place;
    } rows[] = {{0, 0}, {2, 0}, {3, 2}, {5, 2}, {6, 5}, {9, 5}, {10, 6}, {UINT64_MAX, 6}};
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_int_equal(first_not_below(keys, LENGTH(keys), rows[i].key), rows[i].place);
    assert_int_equal(first_not_below(keys, 6, 10), 6);
    assert_int_equal(first_not_below(NULL, 0, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_is_not_below),
        cmocka_unit_test(few_keys),
        cmocka_unit_test(many_keys_of_every_spread),
        cmocka_unit_test(bits_below_the_lowest_do_not_count),
        cmocka_unit_test(scratch_memory_counts_and_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
