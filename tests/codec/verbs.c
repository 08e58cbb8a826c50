/* The verbs that the formats' layouts use, between bytes and records: bytes written by hand in
 * both byte orders, and what each codec says to what cannot be. */
#include "toy/samples.h"

static void bytes_and_records_are_the_same_toy(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(forms); i++) {
        struct bytes bytes = {0};
        put_hex(&bytes, forms[i].hex);
        assert_int_equal(bytes.size, SIZE);
        uint8_t *exact = exact_copy(bytes.data, bytes.size);
        struct arena arena = new_arena();
        toy read = {0};
        uint64_t failed_at;
        assert_int_equal(toy_decode(exact, SIZE, forms[i].variant, &arena, &read, &failed_at),
                         OW_OK);
        assert_toy(&read);
        assert_false(read.front_size.keep || read.field_size.keep);
        assert_encoded(&read, &bytes);
        arena_free(&arena);
        free(exact);
        bytes_free(&bytes);
    }
}

/* A list up to the end of the file is read in segments of 16, 16, 32, 64 records. */
static void lists_up_to_the_end_have_any_length(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 15, 16, 17, 31, 32, 33, 48, 49, 63, 64, 65, 300, 5000};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        struct bytes bytes = {0};
        struct arena arena = new_arena();
        toy read = {0};
        uint64_t failed_at;
        put_hex(&bytes, little_hex);
        bytes.size = RECORDS;
        for (uint32_t k = 0; k < counts[i]; k++) {
            put_raw(&bytes, k % 3 ? "PLUM" : "APPL", 4);
            put_u32(&bytes, 1);
            put_u16(&bytes, k);
        }
        ow_status status = toy_decode(bytes.data, bytes.size, (struct toy_variant){false, 0},
                                      &arena, &read, &failed_at);
        assert_int_equal(status, OW_OK);
        assert_int_equal(read.record_count, counts[i]);
        for (uint32_t k = 0; k < counts[i]; k++) {
            assert_int_equal(read.records[k].tag, k % 3 ? TOY_PLUM : TOY_APPLE);
            assert_int_equal(read.records[k].halves[0], k);
        }
        assert_encoded(&read, &bytes);
        arena_free(&arena);
        bytes_free(&bytes);
    }
}

static void assert_refused_bytes(const struct bytes *bytes, ow_status status, uint64_t offset,
                                 const char *pointer, const char *message)
{
    struct toy_variant variant = {true, 0};
    struct arena arena = new_arena();
    uint8_t *exact = exact_copy(bytes->data, bytes->size);
    toy read = {0};
    uint64_t failed_at;
    ow_error error;
    ow_status decoded = toy_decode(exact, bytes->size, variant, &arena, &read, &failed_at);
    ow_status traced = toy_trace(exact, bytes->size, variant, NULL, NULL, &error);
    if (decoded != status || traced != status || failed_at != offset)
        ROW_FAILED("%s: %s, %s, byte %u\n", message, ow_status_name(decoded),
                   ow_status_name(traced), (unsigned)failed_at);
    assert_error(&error, status, offset, pointer, message);
    arena_free(&arena);
    free(exact);
}

static void bytes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *hex;
        ow_status status;
        uint64_t offset;
        const char *pointer, *message;
    } rows[] = {
        {SHORT_TEXT, "ff", OW_TRUNCATED, SHORT_TEXT, "/short_text",
         "255 bytes, but the file has only 83"},
        {TEXT, "ffff", OW_TRUNCATED, TEXT, "/text", "65535 bytes, but the file has only 79"},
        {TITLE, "0100", OW_TRUNCATED, TITLE, "/title", "256 bytes, but the file has only 75"},
        {BYTES, "ffffffff", OW_TRUNCATED, BYTES, "/bytes", "4294967295 bytes"},
        {INTEGERS, "0000000100000000", OW_TRUNCATED, INTEGERS, "/integer_count", "4294967296"},
        {INTEGERS, "0000000100000002", OW_TRUNCATED, INTEGERS, "/integer_count", "4294967298"},
        {INTEGERS, "8000000000000000", OW_TRUNCATED, INTEGERS, "/integer_count",
         "9223372036854775808"},
        {INTEGERS, "4000000000000000", OW_TRUNCATED, INTEGERS, "/integer_count", "at most 15"},
        {INTEGERS, "ffffffffffffffff", OW_TRUNCATED, INTEGERS, "/integer_count",
         "18446744073709551615"},
        {FIELD + 4, "00010000 00010000", OW_TRUNCATED, FIELD + 12, "/field", "17179869184 bytes"},
        {FIELD + 4, "80000000 80000000", OW_TRUNCATED, FIELD + 12, "/field",
         "takes 18446744073709551615 bytes; only 40 left"},
        {FIELD + 4, "ffffffff ffffffff", OW_TRUNCATED, FIELD + 12, "/field",
         "takes 18446744073709551615 bytes; only 40 left"},
        {RECORDS, "50454100", OW_BAD_VALUE, RECORDS, "/records/0/tag", "\"PEA\\x00\""},
        {RECORDS + 12, "00000000", OW_BAD_VALUE, RECORDS + 12, "/records/1/tag", "unknown tag"},
        {RECORDS + 12, "6170706c", OW_BAD_VALUE, RECORDS + 12, "/records/1/tag", "\"appl\""},
        {RECORDS + 4, "80000000", OW_TRUNCATED, RECORDS + 4, "/records/0/half_count", "at most 11"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = {0}, other = {0};
        put_hex(&bytes, big_hex);
        put_hex(&other, rows[i].hex);
        memcpy(bytes.data + rows[i].at, other.data, other.size);
        assert_refused_bytes(&bytes, rows[i].status, rows[i].offset, rows[i].pointer,
                             rows[i].message);
        bytes_free(&other);
        bytes_free(&bytes);
    }
}

static void every_cut_is_refused_by_both_readers(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    put_hex(&bytes, big_hex);
    for (size_t size = 0; size < SIZE; size++) {
        struct arena arena = new_arena();
        uint8_t *exact = exact_copy(bytes.data, size);
        toy read = {0};
        uint64_t failed_at;
        ow_error error;
        bool whole = size == RECORDS || size == RECORDS + 12 || size == RECORDS + 20;
        ow_status status =
            toy_decode(exact, size, (struct toy_variant){true, 0}, &arena, &read, &failed_at);
        assert_int_equal(status, whole ? OW_OK : OW_TRUNCATED);
        assert_int_equal(toy_trace(exact, size, (struct toy_variant){true, 0}, NULL, NULL, &error),
                         status);
        assert_true(whole || error.offset == failed_at);
        arena_free(&arena);
        free(exact);
    }
    bytes_free(&bytes);
}

/* A toy with everything in it, for one thing to be wrong with. */
static toy sound_toy(void)
{
    static uint16_t halves[] = {1, 2};
    static toy_record records[] = {{TOY_PEAR, 2, halves}};
    static uint8_t fixed[] = {7, 8};
    return (toy){
        .order = true, .fixed_count = 2, .fixed = fixed, .record_count = 1, .records = records};
}

static void assert_not_written(const toy *v, const char *message)
{
    ow_buffer buffer = {0};
    ow_error error;
    assert_int_equal(toy_encode(v, true_sizes, &buffer, &error), OW_BAD_VALUE);
    if (!strstr(error.message, message))
        ROW_FAILED("\"%s\" does not say \"%s\"\n", error.message, message);
    ow_buffer_free(&buffer, NULL);
}

static void records_without_room_are_not_written(void **state)
{
    (void)state;
    char *long_text = calloc(65536, 1);
    assert_non_null(long_text);
    toy v = sound_toy();
    v.short_text = (ow_text){long_text, 256};
    assert_not_written(&v, "short_text has 256 bytes; the file can store 255");
    v = sound_toy();
    v.text = (ow_text){long_text, 65536};
    assert_not_written(&v, "text has 65536 bytes; the file can store 65535");
    v = sound_toy();
    v.title = (ow_text){long_text, 65536};
    assert_not_written(&v, "title has 65536 bytes; the file can store 65535");
    v = sound_toy();
    v.order = 2;
    assert_not_written(&v, "order is 2");
    v = sound_toy();
    v.variant = 7;
    assert_not_written(&v, "variant is 7");
    v = sound_toy();
    v.fixed_count = 1;
    assert_not_written(&v, "there are 1, not 2");
    v = sound_toy();
    toy_record record = {.tag = 3};
    v.records = &record;
    assert_not_written(&v, "tag is 3");
    v = sound_toy();
    v.short_text = (ow_text){long_text, 255};
    v.text = (ow_text){long_text, 65535};
    ow_buffer buffer = {0};
    ow_error error;
    assert_int_equal(toy_encode(&v, true_sizes, &buffer, &error), OW_OK);
    ow_buffer_free(&buffer, NULL);
    free(long_text);
}

/* A size that is stated wrong is kept; one that nobody states is the true one. */
static void stated_sizes_are_kept_or_made(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    struct arena arena = new_arena();
    toy read = {0};
    uint64_t failed_at;
    put_hex(&bytes, big_hex);
    memcpy(bytes.data, "\xff\xfe", 2);
    memcpy(bytes.data + FIELD, "\0\0\0\0", 4);
    assert_int_equal(
        toy_decode(bytes.data, SIZE, (struct toy_variant){true, 0}, &arena, &read, &failed_at),
        OW_OK);
    assert_true(read.front_size.keep && read.front_size.stated == 0xfffe);
    assert_true(read.field_size.keep && read.field_size.stated == 0);
    assert_encoded(&read, &bytes);
    read.front_size = read.field_size = (ow_stated_size){0};
    bytes_free(&bytes);
    put_hex(&bytes, big_hex);
    assert_encoded(&read, &bytes);
    read.front_size.stated = 3; /* but not to be kept */
    assert_encoded(&read, &bytes);
    arena_free(&arena);
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_and_records_are_the_same_toy),
        cmocka_unit_test(lists_up_to_the_end_have_any_length),
        cmocka_unit_test(bytes_that_cannot_be_are_refused),
        cmocka_unit_test(every_cut_is_refused_by_both_readers),
        cmocka_unit_test(records_without_room_are_not_written),
        cmocka_unit_test(stated_sizes_are_kept_or_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
