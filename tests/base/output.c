/* Bytes on their way out: whole and in order, or a failure that lasts. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/ledger.h"

#include "base/output.h"

/* Runs of every size around the block's, each byte telling where it stands. */
static size_t write_runs(struct output *output)
{
    static const size_t sizes[] = {1,
                                   7,
                                   4096,
                                   OUTPUT_BLOCK / 2,
                                   OUTPUT_BLOCK / 2 + 1,
                                   3,
                                   OUTPUT_BLOCK - 1,
                                   OUTPUT_BLOCK,
                                   OUTPUT_BLOCK + 1,
                                   300000,
                                   0,
                                   5};
    static uint8_t run[300000];
    size_t written = 0;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        for (size_t k = 0; k < sizes[i]; k++)
            run[k] = (uint8_t)((written + k) * 31 >> 3);
        output_bytes(output, run, sizes[i]);
        written += sizes[i];
    }
    return written;
}

static void assert_runs(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] != (uint8_t)(i * 31 >> 3))
            ROW_FAILED("byte %zu of %zu is another\n", i, size);
}

static void a_sink_gets_all_in_order(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    struct bytes collected = {0};
    ow_options options = ledger_options(&ledger);
    ow_sink sink = sink_to(&collected);
    struct output output;
    assert_int_equal(output_to_sink(&output, &options, &sink), OW_OK);
    size_t written = write_runs(&output);
    assert_int_equal(output_size(&output), written);
    assert_int_equal(output_close_sink(&output), OW_OK);
    assert_int_equal(collected.size, written);
    assert_runs(collected.data, written);
    assert_int_equal(ledger.blocks, 0);
    bytes_free(&collected);
}

static void a_buffer_gets_all_and_is_used_again(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    ow_buffer buffer = {0};
    for (int turn = 0; turn < 2; turn++) {
        uint64_t before = ledger.calls;
        struct output output;
        output_to_buffer(&output, &options, &buffer);
        size_t written = write_runs(&output);
        assert_int_equal(output_close_buffer(&output, &buffer), OW_OK);
        assert_int_equal(buffer.size, written);
        assert_runs(buffer.data, written);
        assert_true(turn == 0 || ledger.calls == before);
    }
    ow_buffer_free(&buffer, &options);
    assert_null(buffer.data);
    assert_int_equal(ledger.blocks, 0);
    assert_false(ledger.wrong_size);
}

static void nothing_written_is_an_empty_buffer(void **state)
{
    (void)state;
    ow_buffer buffer = {0};
    ow_options options = {0};
    struct output output;
    output_to_buffer(&output, &options, &buffer);
    assert_int_equal(output_close_buffer(&output, &buffer), OW_OK);
    assert_int_equal(buffer.size, 0);
    ow_buffer_free(&buffer, NULL);
}

struct reluctant {
    int accepted, calls;
};

static bool refuse_later(void *context, const void *data, size_t size)
{
    struct reluctant *sink = context;
    (void)data, (void)size;
    return sink->calls++ < sink->accepted;
}

static void a_sink_that_refuses_is_not_asked_again(void **state)
{
    (void)state;
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    for (int accepted = 0; accepted < 6; accepted++) {
        struct reluctant context = {.accepted = accepted};
        ow_sink sink = {.context = &context, .write = refuse_later};
        struct output output;
        assert_int_equal(output_to_sink(&output, &options, &sink), OW_OK);
        write_runs(&output);
        assert_null(output_room(&output, 1));
        assert_int_equal(output_close_sink(&output), OW_WRITE_FAILED);
        assert_int_equal(context.calls, accepted + 1);
    }
    assert_int_equal(ledger.blocks, 0);
}

static void a_buffer_without_memory_fails_and_stays_whole(void **state)
{
    (void)state;
    for (uint64_t refuse = 1; refuse < 4; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        ow_buffer buffer = {0};
        struct output output;
        output_to_buffer(&output, &options, &buffer);
        write_runs(&output);
        assert_int_equal(output_close_buffer(&output, &buffer), OW_NO_MEMORY);
        assert_int_equal(buffer.size, 0);
        ow_buffer_free(&buffer, &options);
        assert_int_equal(ledger.blocks, 0);
    }
    struct ledger ledger = {.refuse = 1};
    ow_options options = ledger_options(&ledger);
    struct bytes collected = {0};
    ow_sink sink = sink_to(&collected);
    struct output output;
    assert_int_equal(output_to_sink(&output, &options, &sink), OW_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sink_gets_all_in_order),
        cmocka_unit_test(a_buffer_gets_all_and_is_used_again),
        cmocka_unit_test(nothing_written_is_an_empty_buffer),
        cmocka_unit_test(a_sink_that_refuses_is_not_asked_again),
        cmocka_unit_test(a_buffer_without_memory_fails_and_stays_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
