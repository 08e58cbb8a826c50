/* Arenas: alignment, growth, limits, resets, and every block given back. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "base/memory.h"

static struct arena arena_of(struct ledger *ledger, uint64_t limit)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options.max_memory = limit;
    arena_init(&arena, &options);
    return arena;
}

static void blocks_are_aligned_and_apart(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger, UINT64_MAX);
    uint8_t *blocks[200];
    for (size_t i = 0; i < LENGTH(blocks); i++) {
        blocks[i] = arena_take(&arena, i * 37 + 1);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 8, 0);
        memset(blocks[i], (int)i, i * 37 + 1);
    }
    for (size_t i = 0; i < LENGTH(blocks); i++)
        for (size_t k = 0; k < i * 37 + 1; k++)
            assert_int_equal(blocks[i][k], i);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
    assert_false(ledger.wrong_size);
}

static void an_empty_block_is_no_failure_and_takes_nothing(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger, 0);
    assert_non_null(arena_take(&arena, 0));
    assert_int_equal(ledger.calls, 0);
    arena_free(&arena);
}

static void the_limit_holds(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger, 100000);
    uint64_t taken = 0;
    while (arena_take(&arena, 1000))
        taken += 1000;
    assert_int_equal(arena.status, OW_TOO_MUCH_MEMORY);
    assert_true(ledger.peak <= 100000);
    assert_true(taken >= 60000);
    assert_null(arena_take(&arena, SIZE_MAX));
    assert_null(arena_take(&arena, SIZE_MAX - 8));
    assert_null(arena_take(&arena, SIZE_MAX / 2));
    assert_int_equal(arena.status, OW_TOO_MUCH_MEMORY);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

/* What fits is given, however large a chunk would have been. */
static void the_limit_is_used_up(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger, 20000000);
    uint64_t taken = 0;
    while (arena_take(&arena, 1000))
        taken += 1000;
    assert_true(ledger.peak <= 20000000);
    assert_true(taken >= 19950000);
    arena_free(&arena);
}

static void a_refused_allocation_is_no_memory(void **state)
{
    (void)state;
    struct ledger ledger = {.refuse = 1, .refuse_all = true};
    struct arena arena = arena_of(&ledger, UINT64_MAX);
    assert_null(arena_take(&arena, 8));
    assert_int_equal(arena.status, OW_NO_MEMORY);
    void *copy;
    int record = 1;
    assert_null(arena_adopt(&arena, &record, sizeof record, &copy));
    assert_int_equal(arena.status, OW_NO_MEMORY);
    arena_free(&arena);
}

/* Records of a stream come and go by the million: a reset must keep what it needs. */
static void a_reset_arena_takes_no_more(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger, UINT64_MAX);
    for (int i = 0; i < 100; i++) {
        arena_reset(&arena);
        assert_non_null(arena_take(&arena, 100));
        assert_non_null(arena_take(&arena, 200));
    }
    assert_int_equal(ledger.calls, 1);
    for (int i = 0; i < 100; i++) {
        arena_reset(&arena);
        memset(arena_take(&arena, 100000), i, 100000);
        memset(arena_take(&arena, 100), i, 100);
    }
    assert_true(ledger.bytes < 500000);
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
    arena_reset(&arena);
    arena_free(&arena);
}

static void a_kept_arena_lives_on(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger, UINT64_MAX);
    char *text = arena_take(&arena, 6);
    memcpy(text, "alive", 6);
    void *copy;
    struct arena *kept = arena_adopt(&arena, &text, sizeof text, &copy);
    assert_non_null(kept);
    assert_string_equal(text, "alive");
    assert_ptr_equal(*(char **)copy, text);
    arena_let_go(kept);
    arena_let_go(NULL);
    assert_int_equal(ledger.blocks, 0);
    assert_false(ledger.wrong_size);
}

/* An arena that shares with one that shares: there is one account. */
static void shared_arenas_count_in_one_account(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena account = arena_of(&ledger, 100000), shared, shared_again;
    arena_share(&shared, &account);
    arena_share(&shared_again, &shared);
    assert_non_null(arena_take(&shared, 30000));
    assert_non_null(arena_take(&shared_again, 30000));
    assert_true(account.held >= 60000);
    assert_null(arena_take(&shared_again, 50000));
    assert_int_equal(shared_again.status, OW_TOO_MUCH_MEMORY);
    arena_free(&shared_again);
    assert_non_null(arena_take(&shared, 50000));
    arena_free(&shared);
    assert_int_equal(account.held, 0);
    assert_int_equal(ledger.blocks, 0);
}

static void options_are_filled_in(void **state)
{
    (void)state;
    ow_options filled = options_or_default(NULL, 1000);
    assert_int_equal(filled.max_memory, 4 * 1000 + (16 << 20));
    assert_false(filled.strict);
    void *block = allocator_resize(&filled.allocator, NULL, 0, 10);
    assert_non_null(block);
    block = allocator_resize(&filled.allocator, block, 10, 100000);
    assert_non_null(block);
    allocator_give(&filled.allocator, block, 100000);
    allocator_give(&filled.allocator, NULL, 0);
    assert_int_equal(options_or_default(NULL, UINT64_MAX).max_memory, UINT64_MAX);
    struct ledger ledger = {0};
    ow_options own = ledger_options(&ledger);
    own.max_memory = 77;
    own.strict = true;
    filled = options_or_default(&own, 1000);
    assert_int_equal(filled.max_memory, 77);
    assert_true(filled.strict);
    assert_ptr_equal(filled.allocator.context, &ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_apart),
        cmocka_unit_test(an_empty_block_is_no_failure_and_takes_nothing),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(the_limit_is_used_up),
        cmocka_unit_test(a_refused_allocation_is_no_memory),
        cmocka_unit_test(a_reset_arena_takes_no_more),
        cmocka_unit_test(a_kept_arena_lives_on),
        cmocka_unit_test(shared_arenas_count_in_one_account),
        cmocka_unit_test(options_are_filled_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
