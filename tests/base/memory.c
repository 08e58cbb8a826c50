/* Arenas: alignment, growth, limits, resets, and every block given back. */
#include "../support/test.h"

#include "../support/backwards.h"
#include "../support/ledger.h"

#include "base/compiler.h"
#include "base/memory.h"

/* Stands in for libc's: a host that has no huge pages, and notes what it was asked for. */
static struct {
    int calls, advice;
    uint8_t *address;
    size_t size;
} asked;

#ifdef ASKS_FOR_HUGE_PAGES
int madvise(void *address, size_t size, int advice)
{
    asked.calls++;
    asked.advice = advice;
    asked.address = address;
    asked.size = size;
    return -1;
}
#endif

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
    arena_release(kept);
    arena_release(NULL);
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

/* Parts have limits of their own until they are absorbed. */
static void parts_of_an_arena_share_what_its_limit_leaves(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena whole = arena_of(&ledger, 200000), parts[2];
    assert_non_null(arena_take(&whole, 40000));
    uint64_t held = whole.held;
    for (int i = 0; i < 2; i++)
        arena_split(&parts[i], &whole, 2);
    assert_int_equal(arena_limit(&parts[0]), (200000 - held) / 2);
    char *text = arena_take(&parts[0], 50000);
    memcpy(text, "alive", 6);
    assert_null(arena_take(&parts[0], 50000));
    assert_int_equal(whole.held, held);
    held += parts[0].held;
    for (int i = 0; i < 2; i++) {
        arena_absorb(&whole, &parts[i]); /* the second has nothing */
        arena_free(&parts[i]);
    }
    assert_int_equal(whole.held, held);
    assert_string_equal(text, "alive");
    assert_null(arena_take(&whole, 200000 - held));
    arena_free(&whole);
    assert_int_equal(whole.held, 0);
    assert_int_equal(ledger.blocks, 0);
    assert_false(ledger.wrong_size);
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

/* What a host says to that changes nothing: here it says no. */
static void large_blocks_ask_for_huge_pages_and_do_without(void **state)
{
    (void)state;
    enum { SMALL = 4000000, LARGE = 5000000, LARGER = 9000000 };
    ow_options filled = options_or_default(NULL, 0);
    asked.calls = 0;
    uint8_t *block = allocator_take(&filled.allocator, SMALL);
    assert_non_null(block);
    assert_int_equal(asked.calls, 0);
    allocator_give(&filled.allocator, block, SMALL);
    block = allocator_take(&filled.allocator, LARGE);
    assert_non_null(block);
    memset(block, 7, LARGE);
#ifdef ASKS_FOR_HUGE_PAGES
    assert_int_equal(asked.calls, 1);
    assert_int_equal(asked.advice, 14);
    assert_int_equal((uintptr_t)asked.address % SMALL_PAGE, 0);
    assert_true(asked.address <= block && block - asked.address < (ptrdiff_t)SMALL_PAGE);
    assert_ptr_equal(asked.address + asked.size, block + LARGE);
#endif
    block = allocator_resize(&filled.allocator, block, LARGE, LARGER);
    assert_non_null(block);
    for (size_t i = 0; i < LARGE; i++)
        assert_int_equal(block[i], 7);
#ifdef ASKS_FOR_HUGE_PAGES
    assert_int_equal(asked.calls, 2);
    assert_ptr_equal(asked.address + asked.size, block + LARGER);
#endif
    allocator_give(&filled.allocator, block, LARGER);
}

static void nothing_is_asked_of_memory_that_is_the_callers_own(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    ow_options filled = ledger_options(&ledger);
    asked.calls = 0;
    struct arena arena = arena_of(&ledger, UINT64_MAX);
    assert_non_null(arena_take(&arena, 16 << 20));
    void *block = allocator_take(&filled.allocator, 16 << 20);
    block = allocator_resize(&filled.allocator, block, 16 << 20, 17 << 20);
    assert_non_null(block);
    allocator_give(&filled.allocator, block, 17 << 20);
    arena_free(&arena);
    assert_int_equal(asked.calls, 0);
    assert_int_equal(ledger.blocks, 0);
}

static void *take_filled(void *context, size_t size)
{
    void *memory = malloc(size);
    (void)context;
    assert_non_null(memory);
    return memset(memory, 7, size);
}

static void give_filled(void *context, void *memory, size_t size)
{
    (void)context, (void)size;
    free(memory);
}

/* Each page of it, during the call that has the pool. */
static void a_pool_touches_large_blocks(void **state)
{
    (void)state;
    enum { LARGE = (9 << 20) + 5 };
    unsigned used = 0;
    const ow_options options = {
        .max_memory = UINT64_MAX,
        .allocator = {.allocate = take_filled, .release = give_filled},
        .pool = &(ow_pool){.context = &used, .threads = 2, .run = run_backwards}};
    struct arena arena, shared;
    void *copy;
    arena_init(&arena, &options);
    assert_non_null(arena_take(&arena, LARGE));
    assert_int_equal(used, 0); /* not wanted yet */
    arena_use_pool(&arena, &options);
    arena_share(&shared, &arena);
    assert_non_null(arena_take(&shared, 1 << 20));
    assert_int_equal(used, 0);
    const uint8_t *block = arena_take(&shared, LARGE);
    assert_int_equal(used, 1);
    for (size_t i = 0; i < LARGE; i += SMALL_PAGE)
        assert_int_equal(block[i], 0);
    assert_int_equal(block[LARGE - 1], 7);
    arena_free(&shared);
    struct arena *kept = arena_adopt(&arena, &used, sizeof used, &copy);
    assert_non_null(arena_take(kept, LARGE));
    assert_int_equal(used, 1);
    arena_release(kept);
}

static void chunks_grow_with_the_arena_alone(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena account = arena_of(&ledger, UINT64_MAX), shared;
    while (account.held < 100 << 20)
        assert_non_null(arena_take(&account, 1000));
    assert_true(ledger.calls < 60);
    assert_true(account.held - 100 * (1 << 20) <= 8 << 20);
    arena_share(&shared, &account);
    uint64_t held = account.held;
    assert_non_null(arena_take(&shared, 1000));
    assert_true(account.held - held <= 16 << 10);
    arena_free(&shared);
    arena_free(&account);
    assert_int_equal(ledger.blocks, 0);
}

/* A block that is larger than a chunk may come last: little is held in reserve near the limit. */
static void what_is_held_in_reserve_leaves_room_for_the_rest(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger, 40 << 20);
    for (int i = 0; i < 30 << 10; i++)
        assert_non_null(arena_take(&arena, 1000));
    assert_true(arena.held <= 33 << 20);
    assert_non_null(arena_take(&arena, (size_t)(arena.limit - arena.held) - 64));
    arena_free(&arena);
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
        cmocka_unit_test(parts_of_an_arena_share_what_its_limit_leaves),
        cmocka_unit_test(options_are_filled_in),
        cmocka_unit_test(large_blocks_ask_for_huge_pages_and_do_without),
        cmocka_unit_test(nothing_is_asked_of_memory_that_is_the_callers_own),
        cmocka_unit_test(a_pool_touches_large_blocks),
        cmocka_unit_test(chunks_grow_with_the_arena_alone),
        cmocka_unit_test(what_is_held_in_reserve_leaves_room_for_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
