/* A growing list: memory that was reserved is there, and records survive a refusal. */
#include "../support/test.h"

#include "../support/ledger.h"

#include "change/record_buffer.h"

enum { RESERVED = 100 };

static void fill(struct record_buffer *buffer, uint32_t count)
{
    uint64_t *records = buffer->records;
    for (uint32_t i = 0; i < count; i++)
        records[i] = i;
}

static void assert_filled(const struct record_buffer *buffer, uint32_t count)
{
    const uint64_t *records = buffer->records;
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(records[i], i);
}

/* The allocator refuses everything after the reservation. */
static void reserved_records_need_no_more_memory(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, more;
        bool fits;
    } rows[] = {
        {0, RESERVED, true},       {1, RESERVED - 1, true}, {RESERVED - 1, 1, true},
        {RESERVED, 0, true},       {RESERVED, 1, false},    {RESERVED / 2, RESERVED, false},
        {RESERVED, 500000, false}, {RESERVED - 1, 1, true},
    };
    struct ledger ledger = {.refuse_all = true};
    ow_options options = ledger_options(&ledger);
    options = options_or_default(&options, 0);
    struct arena account;
    struct record_buffer buffer;
    arena_init(&account, &options);
    record_buffer_init(&buffer, &account);
    assert_true(record_buffer_reserve(&buffer, 0, RESERVED, sizeof(uint64_t)));
    fill(&buffer, RESERVED);
    ledger.refuse = ledger.calls + 1;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const void *records = buffer.records;
        if (record_buffer_reserve(&buffer, rows[i].count, rows[i].more, sizeof(uint64_t)) !=
            rows[i].fits)
            ROW_FAILED("row %zu: %u and %u more\n", i, (unsigned)rows[i].count,
                       (unsigned)rows[i].more);
        if (!rows[i].fits)
            assert_int_equal(buffer.arena.status, OW_NO_MEMORY);
        assert_ptr_equal(buffer.records, records);
        assert_filled(&buffer, RESERVED);
    }
    record_buffer_free(&buffer);
    arena_free(&account);
    assert_int_equal(ledger.blocks, 0);
}

static void records_stay_when_the_list_grows(void **state)
{
    (void)state;
    const ow_options options = options_or_default(NULL, 0);
    struct arena account;
    struct record_buffer buffer;
    arena_init(&account, &options);
    record_buffer_init(&buffer, &account);
    for (uint32_t count = 0; count < 1000; count++) {
        assert_true(record_buffer_reserve(&buffer, count, 1, sizeof(uint64_t)));
        ((uint64_t *)buffer.records)[count] = count;
        assert_filled(&buffer, count + 1);
    }
    record_buffer_free(&buffer);
    arena_free(&account);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reserved_records_need_no_more_memory),
        cmocka_unit_test(records_stay_when_the_list_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
