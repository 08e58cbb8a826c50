/* Counts ranked: the largest first, ties by what was counted, all within the caller's memory. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "base/ranking.h"

static struct arena some_arena(struct ledger *ledger)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options = options_or_default(&options, 0);
    arena_init(&arena, &options);
    return arena;
}

static void numbers_are_ranked_by_how_often_they_come(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, sorted[8], rows, counts[8], firsts[8];
    } cases[] = {
        {0, {0}, 0, {0}, {0}},
        {1, {7}, 1, {1}, {0}},
        {4, {7, 7, 7, 7}, 1, {4}, {0}},
        {4, {1, 2, 3, 4}, 4, {1, 1, 1, 1}, {0, 1, 2, 3}},
        {8, {1, 2, 2, 5, 5, 5, 8, 8}, 4, {3, 2, 2, 1}, {3, 1, 6, 0}},
        {5, {0, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, 2, {4, 1}, {1, 0}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct ledger ledger = {0};
        struct arena arena = some_arena(&ledger);
        struct ranking narrow, wide;
        uint64_t keys[8];
        for (uint32_t k = 0; k < cases[i].count; k++) /* which differ in their upper half alone */
            keys[k] = (uint64_t)cases[i].sorted[k] << 32;
        assert_int_equal(rank_u32(cases[i].sorted, cases[i].count, &arena, &narrow), OW_OK);
        assert_int_equal(rank_u64(keys, cases[i].count, &arena, &wide), OW_OK);
        assert_int_equal(narrow.size, cases[i].rows);
        assert_int_equal(wide.size, cases[i].rows);
        for (uint32_t row = 0; row < cases[i].rows; row++) {
            assert_int_equal(ranking_count(&narrow, row), cases[i].counts[row]);
            assert_int_equal(ranking_what(&narrow, row), cases[i].firsts[row]);
            assert_int_equal(ranking_count(&wide, row), cases[i].counts[row]);
            assert_int_equal(ranking_what(&wide, row), cases[i].firsts[row]);
        }
        arena_free(&arena);
        assert_int_equal(ledger.blocks, 0);
    }
}

static void no_memory_is_an_error(void **state)
{
    (void)state;
    static uint32_t many[100000];
    for (uint32_t i = 0; i < LENGTH(many); i++)
        many[i] = i;
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    struct arena arena;
    struct ranking ranking;
    options.max_memory = 1000;
    arena_init(&arena, &options);
    assert_int_equal(rank_u32(many, LENGTH(many), &arena, &ranking), OW_TOO_MUCH_MEMORY);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_ranked_by_how_often_they_come),
        cmocka_unit_test(no_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
