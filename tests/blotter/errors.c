/* Files that cannot be read: which status, where, and in which words, by every way of reading. */
#include "../support/broken.h"
#include "../support/saves.h"

#include <limits.h>

static ow_visit pass(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

static void what_is_no_save_is_reported(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    assert_broken(&bytes, OW_UNKNOWN_FORMAT, 0, "", "the file is empty");
    put_raw(&bytes, "PK\3\4 and more bytes", 19);
    assert_broken(&bytes, OW_UNKNOWN_FORMAT, 0, "", "this is a zip archive; unpack it first");
    bytes.data[2] = 5;
    assert_broken(&bytes, OW_UNKNOWN_FORMAT, 0, "", "not a known game world");
    bytes.size = 0;
    put_raw(&bytes, "Logic W", 7);
    assert_broken(&bytes, OW_UNKNOWN_FORMAT, 0, "", "not a known game world");
    bytes_free(&bytes);
}

static void a_cut_inside_the_header_is_reported_by_field(void **state)
{
    (void)state;
    static const struct reported_cut rows[] = {
        {8, 0, "/header", "takes 16 bytes; only 8 left"},
        {16, 16, "/version", "takes 1 byte; only 0 left"},
        {17, 17, "/game_version", "takes 16 bytes; only 0 left"},
        {32, 17, "/game_version", "takes 16 bytes; only 15 left"},
        {33, 33, "/save_type", "takes 1 byte;"},
        {34, 34, "/component_count", "takes 4 bytes"},
        {40, 34, "/component_count", "component_count is 2, but the remaining 2 bytes"},
        {SOUND_SIZE - 1, SOUND_FOOTER, "/footer", "takes 16 bytes; only 15 left"},
        {SOUND_FOOTER, SOUND_FOOTER, "/footer", "takes 16 bytes; only 0 left"},
        {SOUND_FOOTER - 1, SOUND_STATES, "/circuit_state_count", "remaining 3 bytes"},
        {SOUND_WIRE + 3, SOUND_WIRE + 1, "/wires/0/first/component", "takes 4 bytes; only 2 left"},
        {SOUND_CHILD + 5, SOUND_CHILD + 4, "/components/1/parent", "takes 4 bytes; only 1 left"},
    };
    struct bytes bytes = sound_save();
    assert_int_equal(bytes.size, SOUND_SIZE);
    assert_cuts_are_reported(&bytes, rows, LENGTH(rows));
    bytes_free(&bytes);
}

static void values_that_cannot_be_are_reported_by_field(void **state)
{
    (void)state;
    static const struct reported_value rows[] = {
        {8, "58", OW_UNKNOWN_FORMAT, 0, "", "not a known game world"},
        {16, "03", OW_UNKNOWN_VERSION, 16, "/version", "version 3; versions 4 to 7 are known"},
        {16, "08", OW_UNKNOWN_VERSION, 16, "/version", "version 8; versions 4 to 7 are known"},
        {16, "00", OW_UNKNOWN_VERSION, 16, "/version", "version 0"},
        {16, "ff", OW_UNKNOWN_VERSION, 16, "/version", "version 255"},
        {33, "00", OW_BAD_VALUE, 33, "/save_type", "unknown save type 0"},
        {33, "03", OW_BAD_VALUE, 33, "/save_type", "unknown save type 3"},
        {34, "ffffffff", OW_BAD_VALUE, 34, "/component_count", "component_count is -1"},
        {34, "ffffff7f", OW_TRUNCATED, 34, "/component_count",
         "2147483647, but the remaining 200 bytes"},
        {38, "00000080", OW_BAD_VALUE, 38, "/wire_count",
         "-2147483648; a count cannot be negative"},
        {38, "ffffff7f", OW_TRUNCATED, 38, "/wire_count",
         "2147483647, but the remaining 196 bytes"},
        {42, "ffffff7f", OW_TRUNCATED, 42, "/mod_count", "hold at most 9"},
        {46, "feffffff", OW_BAD_VALUE, 46, "/component_type_count", "-2"},
        {52, "ffffffff", OW_BAD_VALUE, 52, "/component_types/0/name", "cannot be negative"},
        {52, "ffffff7f", OW_TRUNCATED, 52, "/component_types/0/name", "2147483647 bytes"},
        {SOUND_ROOT + 38, "ffffffff", OW_BAD_VALUE, SOUND_ROOT + 38, "/components/0/input_count",
         "-1"},
        {SOUND_ROOT + 38, "ffffff7f", OW_TRUNCATED, SOUND_ROOT + 38, "/components/0/input_count",
         "2147483647"},
        {SOUND_ROOT + 50, "00000010", OW_TRUNCATED, SOUND_ROOT + 50, "/components/0/output_count",
         "268435456"},
        {SOUND_ROOT + 54, "feffffff", OW_BAD_VALUE, SOUND_ROOT + 54, "/components/0/custom_data",
         "the only valid negative length is -1"},
        {SOUND_ROOT + 54, "ff000000", OW_TRUNCATED, SOUND_ROOT + 54, "/components/0/custom_data",
         "255 bytes, but the file has only 104 left"},
        {SOUND_STATES, "ffffffff", OW_BAD_VALUE, SOUND_STATES, "/circuit_state_count", "-1"},
        {SOUND_FOOTER, "52", OW_BAD_VALUE, SOUND_FOOTER, "/footer", "redstone sux lol"},
        {SOUND_SIZE - 1, "4c", OW_BAD_VALUE, SOUND_FOOTER, "/footer", "redstone sux lol"},
    };
    struct bytes bytes = sound_save();
    assert_values_are_reported(&bytes, rows, LENGTH(rows));
    bytes_free(&bytes);
}

static void nobody_need_look_at_the_error(void **state)
{
    (void)state;
    ow_document document;
    ow_blotter_save *save;
    assert_int_equal(ow_open(NULL, 0, NULL, &document, NULL), OW_UNKNOWN_FORMAT);
    assert_null(document.format);
    assert_int_equal(ow_open("Logic World save", 16, NULL, &document, NULL), OW_TRUNCATED);
    assert_null(document.format);
    assert_int_equal(ow_blotter_read("L", 1, NULL, &save, NULL), OW_TRUNCATED);
    assert_null(save);
    assert_int_equal(ow_blotter_read("", 0, NULL, &save, NULL), OW_TRUNCATED);
    assert_int_equal(ow_from_json("", 0, NULL, &document, NULL), OW_BAD_JSON);
    ow_close(&document);
    ow_blotter_free(NULL);
    ow_blotter_reader_close(NULL);
}

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    assert_true(done <= total);
    ++*calls;
    return false;
}

/* Large enough for progress to be asked for; each way of reading stops when told to. */
static void a_caller_may_cancel(void **state)
{
    (void)state;
    enum { RECORDS = 5000 };
    struct bytes bytes = {0};
    put_head(&bytes, 2, RECORDS, RECORDS);
    put_types(&bytes, 1);
    for (uint32_t i = 0; i < RECORDS; i++)
        put_component(&bytes, 1 + i, 0, 1, 1, 0, 3);
    for (int i = 0; i < RECORDS; i++)
        put_wire(&bytes, 1, 1, 0, 1, 2, 0, 3);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    unsigned calls = 0;
    ow_options options = {.progress = stop_at_once, .progress_context = &calls};
    ow_error error = {0};
    ow_document document;
    struct bytes json = {0};
    ow_sink sink = sink_to(&json);
    ow_check_options check = {0};
    ow_check_totals totals;
    assert_int_equal(ow_open(bytes.data, bytes.size, &options, &document, &error), OW_CANCELLED);
    assert_int_equal(calls, 1);
    assert_int_equal(ow_to_json(bytes.data, bytes.size, &options, &sink, &error), OW_CANCELLED);
    assert_int_equal(ow_check(bytes.data, bytes.size, &options, &check, &totals, &error),
                     OW_CANCELLED);
    assert_int_equal(ow_summarise(bytes.data, bytes.size, &options, true, pass, NULL, &error),
                     OW_CANCELLED);
    assert_true(error.message[0] && error.status == OW_CANCELLED);
    bytes_free(&json);
    assert_int_equal(ow_to_json(bytes.data, bytes.size, NULL, &sink, &error), OW_OK);
    assert_int_equal(ow_from_json((char *)json.data, json.size, &options, &document, &error),
                     OW_CANCELLED);
    bytes_free(&json);
    bytes_free(&bytes);
}

struct patience {
    unsigned calls, allowed;
};

static bool stop_after(void *context, uint64_t done, uint64_t total)
{
    struct patience *patience = context;
    assert_true(done <= total);
    return ++patience->calls <= patience->allowed;
}

/* A check walks a file more than once: each walk asks, and stops the check when told to. */
static void a_check_may_be_cancelled_in_each_of_its_walks(void **state)
{
    (void)state;
    enum { RECORDS = 5000 };
    struct bytes bytes = {0};
    put_head(&bytes, 2, RECORDS, RECORDS);
    put_types(&bytes, 1);
    for (uint32_t i = 0; i < RECORDS; i++)
        put_component(&bytes, 1 + i, 0, 1, 1, 0, 3);
    for (uint32_t i = 0; i < RECORDS; i++)
        put_wire(&bytes, 1, 1 + i, 0, 1, 1 + (i + 1) % RECORDS, 0, 3);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    struct patience patience = {.allowed = UINT_MAX};
    ow_options options = {.progress = stop_after, .progress_context = &patience};
    ow_check_options check = {0};
    ow_check_totals totals;
    ow_error error = {0};
    assert_int_equal(ow_check(bytes.data, bytes.size, &options, &check, &totals, &error), OW_OK);
    unsigned asked = patience.calls;
    assert_true(asked >= 2); /* components, then wires */
    for (unsigned allowed = 0; allowed < asked; allowed++) {
        patience = (struct patience){.allowed = allowed};
        assert_int_equal(ow_check(bytes.data, bytes.size, &options, &check, &totals, &error),
                         OW_CANCELLED);
        assert_int_equal(totals.errors, 0);
    }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_save_is_reported),
        cmocka_unit_test(a_cut_inside_the_header_is_reported_by_field),
        cmocka_unit_test(values_that_cannot_be_are_reported_by_field),
        cmocka_unit_test(nobody_need_look_at_the_error),
        cmocka_unit_test(a_caller_may_cancel),
        cmocka_unit_test(a_check_may_be_cancelled_in_each_of_its_walks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
