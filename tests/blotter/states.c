/* Flags of circuit states, in a table where ids are dense and by search where they are not. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "blotter/states.h"

static struct arena some_arena(struct ledger *ledger)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options = options_or_default(&options, 1000);
    arena_init(&arena, &options);
    return arena;
}

static void dense_ids_have_a_plain_table(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    struct state_set set;
    assert_int_equal(states_init(&set, &arena, 99, 5, 1000), OW_OK);
    assert_null(set.ids);
    for (int32_t id = 0; id < 100; id++) {
        assert_non_null(states_flags(&set, id));
        assert_int_equal(*states_flags(&set, id), 0);
    }
    *states_flags(&set, 99) |= STATE_ON;
    assert_int_equal(*states_flags(&set, 99), STATE_ON);
    assert_null(states_flags(&set, 100));
    assert_null(states_flags(&set, -1));
    assert_null(states_flags(&set, INT32_MIN));
    arena_free(&arena);
}

static void sparse_ids_are_searched(void **state)
{
    (void)state;
    static const int32_t ids[] = {INT32_MAX, 0, -1, 70, INT32_MAX, INT32_MIN, 5, 70, 1 << 30};
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    struct state_set set;
    assert_int_equal(states_init(&set, &arena, INT32_MAX, LENGTH(ids), 1000), OW_OK);
    assert_non_null(set.ids);
    for (size_t i = 0; i < LENGTH(ids); i++)
        states_collect(&set, ids[i]);
    assert_int_equal(states_sort(&set, &arena), OW_OK);
    assert_int_equal(set.count, 5);
    for (size_t i = 0; i < LENGTH(ids); i++) {
        uint8_t *flags = states_flags(&set, ids[i]);
        assert_true((flags != NULL) == (ids[i] >= 0));
        if (flags)
            *flags |= STATE_OF_INPUT;
    }
    for (uint32_t i = 0; i < set.count; i++)
        assert_int_equal(set.flags[i], STATE_OF_INPUT);
    assert_null(states_flags(&set, 1));
    assert_null(states_flags(&set, 71));
    assert_null(states_flags(&set, INT32_MAX - 1));
    assert_true(ledger.peak < 100000);
    arena_free(&arena);
}

static void no_ids_at_all(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    struct state_set set;
    assert_int_equal(states_init(&set, &arena, -1, 0, 0), OW_OK);
    assert_null(states_flags(&set, 0));
    assert_null(states_flags(&set, -1));
    assert_int_equal(states_init(&set, &arena, INT32_MAX, 0, 0), OW_OK);
    assert_int_equal(states_sort(&set, &arena), OW_OK);
    assert_null(states_flags(&set, 0));
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

static void ids_are_marked_as_they_come(void **state)
{
    (void)state;
    enum { STEP = 37, COUNT = 5000 };
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    struct state_marks marks;
    marks_begin(&marks, &arena, 1000);
    assert_null(marks_flags(&marks, 0));
    for (int32_t i = 0; i < COUNT; i++) {
        marks_add(&marks, i * STEP, STATE_OF_INPUT);
        marks_add(&marks, -i - 1, STATE_OF_OUTPUT);
    }
    marks_add(&marks, 5 * STEP, STATE_OF_OUTPUT);
    assert_int_equal(marks.status, OW_OK);
    assert_false(marks.sparse);
    for (int32_t id = 0; id <= (COUNT - 1) * STEP; id++) {
        int flags = id % STEP == 0 ? STATE_OF_INPUT : 0;
        assert_int_equal(*marks_flags(&marks, id), id == 5 * STEP ? 3 : flags);
    }
    assert_null(marks_flags(&marks, -1));
    assert_true(ledger.bytes < 2 * COUNT * STEP);
    arena_free(&arena);
}

/* As in a small part that was cut out of a large world. */
static void a_few_high_ids_need_little_memory(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    struct state_marks marks;
    marks_begin(&marks, &arena, 1000);
    marks_add(&marks, 4000000, STATE_OF_OUTPUT);
    marks_add(&marks, 70000, STATE_OF_INPUT);
    marks_add(&marks, 70001, STATE_OF_OUTPUT);
    assert_int_equal(marks.status, OW_OK);
    assert_int_equal(*marks_flags(&marks, 4000000), STATE_OF_OUTPUT);
    assert_int_equal(*marks_flags(&marks, 70000), STATE_OF_INPUT);
    assert_int_equal(*marks_flags(&marks, 70001), STATE_OF_OUTPUT);
    assert_null(marks_flags(&marks, 0));
    assert_null(marks_flags(&marks, 4000000 - STATES_OF_PAGE));
    assert_true(ledger.bytes < 30000);
    arena_free(&arena);
}

static void ids_too_high_to_mark_are_reported(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = some_arena(&ledger);
    struct state_marks marks;
    marks_begin(&marks, &arena, 1000);
    /* an eighth of the size, and 4 Mi, in whole pages */
    enum { LAST = (4 << 20) + STATES_OF_PAGE - 1 };
    marks_add(&marks, LAST, STATE_OF_INPUT);
    assert_false(marks.sparse);
    assert_int_equal(*marks_flags(&marks, LAST), STATE_OF_INPUT);
    marks_add(&marks, LAST + 1, STATE_OF_INPUT);
    assert_true(marks.sparse);
    marks_add(&marks, 3, STATE_OF_INPUT);
    marks_add(&marks, INT32_MAX, STATE_OF_INPUT);
    assert_null(marks_flags(&marks, 3));
    assert_int_equal(marks.status, OW_OK);
    arena_free(&arena);
    struct ledger none = {.refuse = 1, .refuse_all = true};
    arena = some_arena(&none);
    marks_begin(&marks, &arena, UINT64_MAX);
    marks_add(&marks, 3, STATE_OF_INPUT);
    assert_int_equal(marks.status, OW_NO_MEMORY);
    marks_add(&marks, 3, STATE_OF_INPUT);
    assert_int_equal(none.refused, 1);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_ids_have_a_plain_table),
        cmocka_unit_test(sparse_ids_are_searched),
        cmocka_unit_test(no_ids_at_all),
        cmocka_unit_test(ids_are_marked_as_they_come),
        cmocka_unit_test(a_few_high_ids_need_little_memory),
        cmocka_unit_test(ids_too_high_to_mark_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
