/* Lists that grow and shrink in an arena: against an array that is moved by hand, in time and
 * memory in proportion, with two pointers to one list, without memory, and with arguments that
 * cannot be. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "base/list_capacities.h"
#include "base/memory.h"

struct numbers {
    uint32_t count;
    int32_t *numbers;
};

static struct arena arena_of(struct ledger *ledger)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    arena_init(&arena, &options);
    return arena;
}

/* Numbers in front of numbers that belong to another list, as a reader leaves them. */
static struct numbers read_numbers(struct arena *arena, uint32_t count)
{
    struct numbers list = {count, arena_take_unlimited(arena, count * sizeof(int32_t))};
    int32_t *next = arena_take_unlimited(arena, sizeof(int32_t));
    for (uint32_t i = 0; i < count; i++)
        list.numbers[i] = (int32_t)i;
    *next = -1;
    return list;
}

static uint32_t random_below(uint32_t limit)
{
    static uint64_t seed = 1;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

static void lists_change_as_an_array_does(void **state)
{
    (void)state;
    enum { LISTS = 50, MOST = 400, ROUNDS = 20000 };
    static int32_t expected[LISTS][MOST];
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct numbers lists[LISTS];
    for (uint32_t i = 0; i < LISTS; i++) {
        lists[i] = read_numbers(&arena, i);
        memcpy(expected[i], lists[i].numbers, i * sizeof(int32_t));
    }
    for (int32_t round = 0; round < ROUNDS; round++) {
        uint32_t which = random_below(LISTS);
        struct numbers *list = &lists[which];
        uint32_t at = random_below(list->count + 1), tail = list->count - at, n = random_below(8);
        int32_t *place = expected[which] + at;
        if (random_below(2) && n <= tail) {
            memmove(place, place + n, (tail - n) * sizeof *place);
            assert_int_equal(ow_list_remove(&arena, list->numbers, list->count, at, n, NULL),
                             OW_OK);
        } else if (list->count + n <= MOST) {
            memmove(place + n, place, tail * sizeof *place);
            int32_t *added = ow_list_insert(&arena, list->numbers, list->count, at, n, NULL);
            assert_ptr_equal(added, list->numbers + at);
            for (uint32_t i = 0; i < n; i++) {
                assert_int_equal(added[i], 0);
                place[i] = added[i] = round;
            }
        }
        for (uint32_t i = 0; i < LISTS; i++)
            if (lists[i].count > 0)
                assert_memory_equal(lists[i].numbers, expected[i],
                                    lists[i].count * sizeof(int32_t));
    }
    arena_free(&arena);
    assert_int_equal(ledger.blocks, 0);
}

static void a_list_grows_in_proportion(void **state)
{
    (void)state;
    enum { RECORDS = 100000 };
    struct record {
        double value[3];
    };
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct record *records = NULL, *before = NULL;
    uint32_t count = 0, moves = 0;
    for (uint32_t i = 0; i < RECORDS; i++) {
        struct record *record = ow_list_append(&arena, records, count, NULL);
        assert_ptr_equal(record, &records[i]);
        record->value[1] = i;
        moves += records != before;
        before = records;
    }
    assert_int_equal(count, RECORDS);
    assert_true(moves < 20);
    assert_true(ledger.bytes < 4 * sizeof *records * RECORDS);
    for (uint32_t i = 0; i < RECORDS; i++)
        assert_true(records[i].value[1] == i);
    while (count > 0) /* what was removed leaves room */
        assert_int_equal(ow_list_remove(&arena, records, count, count - 1, 1, NULL), OW_OK);
    uint64_t calls = ledger.calls;
    while (count < RECORDS)
        assert_non_null(ow_list_append(&arena, records, count, NULL));
    assert_ptr_equal(records, before);
    assert_int_equal(ledger.calls, calls);
    arena_free(&arena);
}

/* The table of rooms grows with the number of lists. */
static void many_lists_grow_side_by_side(void **state)
{
    (void)state;
    enum { LISTS = 5000, RECORDS = 20 };
    static struct numbers lists[LISTS];
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    for (int32_t k = 0; k < RECORDS; k++)
        for (uint32_t i = 0; i < LISTS; i++)
            *ow_list_append(&arena, lists[i].numbers, lists[i].count, NULL) = k;
    for (uint32_t i = 0; i < LISTS; i++)
        for (int32_t k = 0; k < RECORDS; k++)
            assert_int_equal(lists[i].numbers[k], k);
    /* 80 bytes a list, in 128 bytes after 32 and 64; the rest is the table, now and before it
     * grew. */
    assert_true(ledger.bytes < LISTS * (32 + 64 + 128 + 80) + 100000);
    arena_free(&arena);
    memset(lists, 0, sizeof lists);
}

static void records_that_were_copied_part_when_their_lists_grow(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct numbers first = {0}, second;
    *ow_list_append(&arena, first.numbers, first.count, NULL) = 1;
    second = first;
    *ow_list_append(&arena, first.numbers, first.count, NULL) = 2;
    *ow_list_append(&arena, second.numbers, second.count, NULL) = 3;
    *ow_list_append(&arena, second.numbers, second.count, NULL) = 4;
    *ow_list_append(&arena, first.numbers, first.count, NULL) = 5;
    assert_memory_equal(first.numbers, ((int32_t[]){1, 2, 5}), 3 * sizeof(int32_t));
    assert_memory_equal(second.numbers, ((int32_t[]){1, 3, 4}), 3 * sizeof(int32_t));
    struct numbers third = first;
    assert_int_equal(ow_list_unshare(&arena, third.numbers, third.count, NULL), OW_OK);
    assert_ptr_not_equal(third.numbers, first.numbers);
    ow_list_remove(&arena, third.numbers, third.count, 0, 1, NULL);
    *ow_list_insert(&arena, third.numbers, third.count, 0, 1, NULL) = 9;
    assert_memory_equal(first.numbers, ((int32_t[]){1, 2, 5}), 3 * sizeof(int32_t));
    assert_memory_equal(third.numbers, ((int32_t[]){9, 2, 5}), 3 * sizeof(int32_t));
    arena_free(&arena);
}

static void what_has_been_reserved_cannot_fail(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct numbers list = read_numbers(&arena, 3);
    assert_int_equal(ow_list_reserve(&arena, list.numbers, list.count, 100000, NULL), OW_OK);
    assert_int_equal(list.count, 3);
    int32_t *reserved = list.numbers;
    ledger.refuse = 1, ledger.refuse_all = true;
    for (int32_t i = 3; i < 100003; i++)
        *ow_list_append(&arena, list.numbers, list.count, NULL) = i;
    assert_ptr_equal(list.numbers, reserved);
    for (int32_t i = 0; i < 100003; i++)
        assert_int_equal(list.numbers[i], i);
    arena_free(&arena);
}

static void an_empty_list_is_not_a_missing_one(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct numbers list = {0};
    assert_int_equal(ow_list_unshare(&arena, list.numbers, list.count, NULL), OW_OK);
    assert_int_equal(ow_list_remove(&arena, list.numbers, list.count, 0, 0, NULL), OW_OK);
    assert_null(list.numbers);
    assert_non_null(ow_list_insert(&arena, list.numbers, list.count, 0, 0, NULL));
    assert_non_null(list.numbers);
    assert_int_equal(list.count, 0);
    int32_t *numbers = list.numbers;
    assert_non_null(ow_list_append(&arena, list.numbers, list.count, NULL));
    assert_int_equal(ow_list_remove(&arena, list.numbers, list.count, 0, 1, NULL), OW_OK);
    assert_ptr_equal(list.numbers, numbers);
    struct numbers full = read_numbers(&arena, 3);
    numbers = full.numbers;
    assert_ptr_equal(ow_list_insert(&arena, full.numbers, full.count, 1, 0, NULL), numbers + 1);
    assert_ptr_equal(full.numbers, numbers);
    arena_free(&arena);
}

/* One refused allocation after another, until there are none: the list is as it was each time. */
static void without_memory_nothing_changes(void **state)
{
    (void)state;
    uint64_t refused = 0;
    for (uint64_t refuse = 1;; refuse++) {
        struct ledger ledger = {0};
        struct arena arena = arena_of(&ledger);
        struct numbers list = read_numbers(&arena, 10000);
        int32_t *before = list.numbers;
        ow_error error = {0};
        ledger.calls = 0, ledger.refuse = refuse;
        int32_t *added = ow_list_insert(&arena, list.numbers, list.count, 5, 2, &error);
        if (ledger.refused == 0) {
            assert_non_null(added);
            arena_free(&arena);
            break;
        }
        refused++;
        assert_null(added);
        assert_int_equal(error.status, OW_NO_MEMORY);
        assert_ptr_equal(list.numbers, before);
        assert_int_equal(list.count, 10000);
        assert_non_null(ow_list_insert(&arena, list.numbers, list.count, 5, 2, &error));
        arena_free(&arena);
        assert_int_equal(ledger.blocks, 0);
    }
    assert_true(refused > 0);
    struct ledger ledger = {.refuse = 1, .refuse_all = true};
    struct arena arena = arena_of(&ledger);
    ow_text text = {"as it was", 9};
    ow_error error = {0};
    assert_null(ow_take(&arena, 1, 1, &error));
    assert_int_equal(error.status, OW_NO_MEMORY);
    assert_int_equal(ow_keep_text(&arena, OW_LITERAL("new"), &text, &error), OW_NO_MEMORY);
    assert_text(text, "as it was");
}

/* What a file may take is one thing, what a program asks for another. */
static void the_limit_of_a_file_stays_what_it_was(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    options.max_memory = 100000;
    struct arena arena;
    arena_init(&arena, &options);
    assert_non_null(arena_take(&arena, 60000));
    assert_non_null(ow_take(&arena, 50000, 1, NULL));
    assert_non_null(arena_take(&arena, 30000));
    assert_null(arena_take(&arena, 30000));
    arena_free(&arena);
    options.max_memory = UINT64_MAX;
    arena_init(&arena, &options);
    assert_non_null(ow_take(&arena, 1000000, 1, NULL));
    assert_non_null(arena_take(&arena, 30000));
    arena_free(&arena);
}

static void memory_is_zeroed_and_what_is_kept_is_a_copy(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    uint64_t *taken = ow_take(&arena, 3, sizeof *taken, NULL);
    assert_true(taken[0] == 0 && taken[1] == 0 && taken[2] == 0);
    assert_non_null(ow_take(&arena, 0, 8, NULL));
    assert_non_null(ow_take(&arena, 8, 0, NULL));
    char own[] = "own";
    ow_text text;
    ow_bytes bytes;
    assert_int_equal(ow_keep_text(&arena, ow_text_of(own), &text, NULL), OW_OK);
    assert_int_equal(ow_keep_bytes(&arena, (ow_bytes){(uint8_t *)own, 4}, &bytes, NULL), OW_OK);
    memset(own, 'x', sizeof own);
    assert_text(text, "own");
    assert_memory_equal(bytes.data, "own", 4);
    assert_int_equal(ow_keep_text(&arena, (ow_text){NULL, 0}, &text, NULL), OW_OK);
    assert_true(text.data && text.size == 0);
    assert_int_equal(ow_keep_bytes(&arena, (ow_bytes){NULL, 0}, &bytes, NULL), OW_OK);
    assert_null(bytes.data);
    assert_int_equal(ow_keep_bytes(&arena, (ow_bytes){(uint8_t *)own, 0}, &bytes, NULL), OW_OK);
    assert_non_null(bytes.data);
    arena_free(&arena);
}

static void strings_and_literals_become_text(void **state)
{
    (void)state;
    assert_text(OW_LITERAL("a literal"), "a literal");
    assert_int_equal(OW_LITERAL("a\0b").size, 3);
    assert_text(ow_text_of("a string"), "a string");
    assert_text(ow_text_of(NULL), "");
    assert_non_null(ow_text_of(NULL).data);
}

static void arguments_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct numbers good = read_numbers(&arena, 10), none = {.count = 3};
    struct numbers most = {UINT32_MAX - 1, good.numbers};
    const struct {
        void *owner;
        struct numbers *list;
        size_t record_size;
        uint32_t at, how_many;
        bool removes, inserts;
        const char *fragment;
    } rows[] = {
        {NULL, &good, 4, 0, 1, true, true, "its owner is NULL"},
        {&arena, NULL, 4, 0, 1, true, true, "missing list"},
        {&arena, &good, 0, 0, 1, true, true, "size of records is 0"},
        {&arena, &none, 4, 0, 1, true, true, "a list of 3 records, but the pointer is NULL"},
        {&arena, &good, 4, 11, 0, true, true, "the list has 10"},
        {&arena, &good, 4, 10, 1, true, false,
         "cannot remove 1 record from record 10 on; the list has 10"},
        {&arena, &good, 4, 1, UINT32_MAX, true, true, "record"},
        {&arena, &most, 4, 0, 2, false, true, "2 more records than 4294967294"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error errors[2] = {{0}};
        struct numbers *list = rows[i].list;
        void *place = list ? &list->numbers : NULL;
        uint32_t *count = list ? &list->count : NULL, before = list ? list->count : 0;
        if (rows[i].removes &&
            ow_remove_records(rows[i].owner, place, count, rows[i].record_size, rows[i].at,
                              rows[i].how_many, &errors[0]) != OW_BAD_ARGUMENT)
            ROW_FAILED("row %zu was removed\n", i);
        if (rows[i].inserts && ow_insert_records(rows[i].owner, place, count, rows[i].record_size,
                                                 rows[i].at, rows[i].how_many, &errors[1]))
            ROW_FAILED("row %zu was inserted\n", i);
        if ((rows[i].removes && !strstr(errors[0].message, rows[i].fragment)) ||
            (rows[i].inserts &&
             (errors[1].status != OW_BAD_ARGUMENT || !strstr(errors[1].message, rows[i].fragment))))
            ROW_FAILED("row %zu: %s; %s\n", i, errors[0].message, errors[1].message);
        assert_true(!list || list->count == before);
    }
    arena_free(&arena);
}

static void calls_without_a_list_refuse_what_cannot_be_too(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct arena arena = arena_of(&ledger);
    struct numbers list = read_numbers(&arena, 2);
    uint32_t count = 2;
    ow_text text;
    ow_bytes bytes;
    ow_error error;
    assert_int_equal(ow_list_reserve(NULL, list.numbers, 2, 1, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_list_unshare(NULL, list.numbers, 2, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_keep_text(NULL, OW_LITERAL("x"), &text, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_keep_text(&arena, OW_LITERAL("x"), NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_keep_text(&arena, (ow_text){NULL, 1}, &text, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "a size of 1 bytes, but the pointer is NULL");
    assert_int_equal(ow_keep_bytes(&arena, (ow_bytes){NULL, 1}, &bytes, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_keep_bytes(&arena, (ow_bytes){NULL, 0}, NULL, NULL), OW_BAD_ARGUMENT);
    assert_null(ow_take(NULL, 1, 1, &error));
    assert_int_equal(error.status, OW_BAD_ARGUMENT);
    assert_null(ow_take(&arena, SIZE_MAX / 2, 3, &error));
    assert_int_equal(error.status, OW_TOO_MUCH_MEMORY);
    assert_null(ow_insert_records(&arena, &list.numbers, &count, SIZE_MAX, 0, 1, &error));
    assert_int_equal(error.status, OW_TOO_MUCH_MEMORY);
    assert_null(ow_insert_records(&arena, &list.numbers, &count, SIZE_MAX / 2, 0, 1, &error));
    assert_int_equal(error.status, OW_TOO_MUCH_MEMORY);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_change_as_an_array_does),
        cmocka_unit_test(a_list_grows_in_proportion),
        cmocka_unit_test(many_lists_grow_side_by_side),
        cmocka_unit_test(records_that_were_copied_part_when_their_lists_grow),
        cmocka_unit_test(what_has_been_reserved_cannot_fail),
        cmocka_unit_test(an_empty_list_is_not_a_missing_one),
        cmocka_unit_test(without_memory_nothing_changes),
        cmocka_unit_test(the_limit_of_a_file_stays_what_it_was),
        cmocka_unit_test(memory_is_zeroed_and_what_is_kept_is_a_copy),
        cmocka_unit_test(strings_and_literals_become_text),
        cmocka_unit_test(arguments_that_cannot_be_are_refused),
        cmocka_unit_test(calls_without_a_list_refuse_what_cannot_be_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
