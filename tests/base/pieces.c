/* Long loops in pieces: each number comes once, in order, until one stops it. */
#include "../support/test.h"

#include "base/pieces.h"

struct seen {
    uint32_t next, stop, pieces;
};

static bool take(void *context, uint32_t first, uint32_t end)
{
    struct seen *seen = context;
    assert_int_equal(first, seen->next);
    assert_true(end > first);
    seen->next = end;
    seen->pieces++;
    return end < seen->stop;
}

static void all_numbers_come_once(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, pieces;
    } rows[] = {{0, 0}, {1, 1}, {2047, 1}, {2048, 1}, {2049, 2}, {4096, 2}, {UINT32_MAX, 1 << 21}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct seen seen = {.stop = UINT32_MAX};
        bool went_on = run_in_pieces(rows[i].count, take, &seen);
        if (seen.next != rows[i].count || seen.pieces != rows[i].pieces ||
            went_on != (rows[i].count < UINT32_MAX))
            ROW_FAILED("%u: to %u in %u pieces\n", (unsigned)rows[i].count, (unsigned)seen.next,
                       (unsigned)seen.pieces);
    }
}

static void one_that_says_so_is_the_last(void **state)
{
    (void)state;
    struct seen seen = {.stop = 3000};
    assert_false(run_in_pieces(100000, take, &seen));
    assert_int_equal(seen.next, 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_numbers_come_once),
        cmocka_unit_test(one_that_says_so_is_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
