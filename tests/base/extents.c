/* Pairs of extents that meet: all are found, each once, and few pairs are compared. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "base/extents.h"

enum { MOST = 20000, FEW = 400 };

static struct extent extents[MOST];

struct seen {
    uint64_t pairs;
    uint8_t times[FEW][FEW];
    uint64_t stop_at; /* 0: never */
};

static bool see(void *context, uint32_t first, uint32_t second)
{
    struct seen *seen = context;
    if (first < FEW && second < FEW) {
        seen->times[first][second]++;
        seen->times[second][first]++;
    }
    return ++seen->pairs != seen->stop_at;
}

static ow_status find(uint32_t count, struct seen *seen, struct extent_search *search,
                      struct ledger *ledger)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options = options_or_default(&options, 1 << 30);
    arena_init(&arena, &options);
    *search = (struct extent_search){
        .extents = extents, .count = count, .visit = see, .context = seen, .account = &arena};
    ow_status status = extents_find_pairs(search);
    assert_int_equal(arena.held, 0);
    arena_free(&arena);
    assert_int_equal(ledger->blocks, 0);
    return status;
}

static uint64_t state_of_random;

/* From 0 to 1. */
static float chance(void)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (float)(state_of_random >> 40) / (float)(1 << 24);
}

static void put(uint32_t number, const float middle[3], const float size[3])
{
    for (int k = 0; k < 3; k++) {
        extents[number].least[k] = middle[k] - size[k] / 2;
        extents[number].most[k] = middle[k] + size[k] / 2;
    }
}

/* Some are long, as boards are. */
static void scatter(uint32_t count, const float room[3])
{
    for (uint32_t i = 0; i < count; i++) {
        float middle[3], size[3];
        for (int k = 0; k < 3; k++) {
            middle[k] = (chance() - 0.5f) * room[k];
            size[k] = chance() * (i % 10 == 0 ? room[k] / 3 : 2);
        }
        put(i, middle, size);
    }
}

static void all_pairs_are_found_once(void **state)
{
    (void)state;
    static const float rooms[][3] = {{40, 10, 20}, {10, 40, 20}, {20, 10, 40},
                                     {40, 20, 10}, {20, 40, 10}, {10, 20, 40},
                                     {3, 3, 3},    {1e9f, 5, 5}, {5, 1e30f, 1e30f}};
    static struct seen seen;
    for (size_t row = 0; row < LENGTH(rooms); row++) {
        struct extent_search search;
        struct ledger ledger = {0};
        memset(&seen, 0, sizeof seen);
        scatter(FEW, rooms[row]);
        assert_int_equal(find(FEW, &seen, &search, &ledger), OW_OK);
        assert_true(search.is_complete);
        for (uint32_t a = 0; a < FEW; a++)
            for (uint32_t b = 0; b < a; b++)
                if (seen.times[a][b] != extents_meet(&extents[a], &extents[b]))
                    ROW_FAILED("row %u: %u and %u are visited %u times\n", (unsigned)row,
                               (unsigned)a, (unsigned)b, (unsigned)seen.times[a][b]);
    }
}

/* A floor of cubes side by side on a board: each is compared with few others, however many there
 * are. */
static void neighbours_are_compared_and_no_others(void **state)
{
    (void)state;
    for (uint32_t side = 30; side <= 140; side *= 2) {
        static struct seen seen;
        struct extent_search search;
        struct ledger ledger = {0};
        const float cube[3] = {1, 1, 1}, board[3] = {(float)side, 0.5f, (float)side};
        const float middle[3] = {(float)side / 2, -0.25f, (float)side / 2};
        memset(&seen, 0, sizeof seen);
        for (uint32_t i = 0; i < side * side; i++)
            put(i, (const float[]){(float)(i % side) + 0.5f, 0.5f, (float)(i / side) + 0.5f}, cube);
        put(side * side, middle, board);
        assert_int_equal(find(side * side + 1, &seen, &search, &ledger), OW_OK);
        assert_int_equal(seen.pairs, 0);
        assert_true(search.compared < 8 * side * side);
    }
}

static void too_many_pairs_end_the_search(void **state)
{
    (void)state;
    static struct seen seen;
    struct extent_search search;
    struct ledger ledger = {0};
    memset(&seen, 0, sizeof seen);
    for (uint32_t i = 0; i < MOST; i++)
        put(i, (const float[]){0, 0, 0}, (const float[]){1, 1, 1});
    assert_int_equal(find(MOST, &seen, &search, &ledger), OW_OK);
    assert_false(search.is_complete);
    assert_true(search.compared < 2000u * MOST);
}

static void the_visitor_may_stop(void **state)
{
    (void)state;
    static struct seen seen;
    struct extent_search search;
    struct ledger ledger = {0};
    memset(&seen, 0, sizeof seen);
    seen.stop_at = 3;
    for (uint32_t i = 0; i < FEW; i++)
        put(i, (const float[]){0, 0, 0}, (const float[]){1, 1, 1});
    assert_int_equal(find(FEW, &seen, &search, &ledger), OW_OK);
    assert_false(search.is_complete);
    assert_int_equal(seen.pairs, 3);
    seen.pairs = 0;
    assert_int_equal(find(0, &seen, &search, &ledger), OW_OK);
    assert_true(search.is_complete);
    assert_int_equal(seen.pairs, 0);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    static struct seen seen;
    struct extent_search search;
    uint64_t refusals = 0;
    const float room[3] = {40, 10, 20};
    ow_status status = OW_NO_MEMORY;
    scatter(FEW, room);
    for (uint64_t call = 1; status != OW_OK; call++) {
        struct ledger ledger = {.refuse = call};
        status = find(FEW, &seen, &search, &ledger);
        assert_true(status == OW_OK || status == OW_NO_MEMORY);
        refusals += status != OW_OK;
    }
    assert_true(refusals >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pairs_are_found_once),
        cmocka_unit_test(neighbours_are_compared_and_no_others),
        cmocka_unit_test(too_many_pairs_end_the_search),
        cmocka_unit_test(the_visitor_may_stop),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
