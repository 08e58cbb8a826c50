/* The verbs that the formats' layouts use, in each codec: bytes written by hand, both byte orders, the
 * JSON of them, and what each codec says to what cannot be. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "toy/toy.h"

/* The same toy: big-endian, little-endian, and big-endian with floats that are little-endian. */
static const char big_hex[] =
    "0059 0102 01020304 0102030405060708 fffffffe 3fc00000 00000001 ffffffff 80000000"
    "3f000000 80000000 7fc00001 40400000 3f800000 40000000 02 6162 0002 c3a4 00000002 00ff"
    "0000000000000002 00000005 fffffffb 00000014 00000002 00000001 3e800000 ff800000 07 08"
    "50454152 00000002 1234 8000 4150504c 00000000 504c554d 00000001 0001";
static const char little_hex[] =
    "5900 0201 04030201 0807060504030201 feffffff 0000c03f 01000000 ffffffff 00000080"
    "0000003f 00000080 0100c07f 00004040 0000803f 00000040 02 6162 0200 c3a4 02000000 00ff"
    "0200000000000000 05000000 fbffffff 14000000 02000000 01000000 0000803e 000080ff 07 08"
    "50454152 02000000 3412 0080 4150504c 00000000 504c554d 01000000 0100";
static const char turned_hex[] =
    "0059 0102 01020304 0102030405060708 fffffffe 0000c03f 00000001 ffffffff 80000000"
    "0000003f 00000080 0100c07f 00004040 0000803f 00000040 02 6162 0002 c3a4 00000002 00ff"
    "0000000000000002 00000005 fffffffb 00000014 00000002 00000001 0000803e 000080ff 07 08"
    "50454152 00000002 1234 8000 4150504c 00000000 504c554d 00000001 0001";

#define JSON_BODY                                                                                  \
    "  \"front_size\": 89,\n  \"half\": 258,\n  \"word\": 16909060,\n"                             \
    "  \"wide\": \"72623859790382856\",\n  \"below\": -2,\n  \"real\": 1.5,\n"                     \
    "  \"numbers\": [1, -1, -2147483648],\n  \"reals\": [0.5, -0.0, \"NaN:7fc00001\"],\n"          \
    "  \"turned\": [1.0, 2.0, 3.0],\n  \"short_text\": \"ab\",\n  \"text\": \"\xc3\xa4\",\n"       \
    "  \"bytes\": \"AP8=\",\n  \"integers\": [5, -5],\n  \"field_size\": 20,\n"                    \
    "  \"columns\": 2,\n  \"rows\": 1,\n  \"field\": [0.25, \"-Infinity\"],\n"                     \
    "  \"fixed\": [7, 8],\n  \"records\": [\n"                                                     \
    "    {\n      \"tag\": \"PEAR\",\n      \"halves\": [4660, 32768]\n    },\n"                   \
    "    {\n      \"tag\": \"APPL\",\n      \"halves\": []\n    },\n"                              \
    "    {\n      \"tag\": \"PLUM\",\n      \"halves\": [1]\n    }\n  ]\n}\n"

static const struct form {
    const char *hex, *json;
    struct toy_reading reading;
} forms[] = {
    {big_hex, "{\n  \"order\": \"big\",\n" JSON_BODY, {true, 0}},
    {little_hex, "{\n  \"order\": \"little\",\n" JSON_BODY, {false, 0}},
    {turned_hex, "{\n  \"order\": \"big\",\n  \"layout\": \"turned\",\n" JSON_BODY, {true, 1}},
};

/* Offsets in all of them. */
enum {
    SHORT_TEXT = 60,
    TEXT = 63,
    BYTES = 67,
    INTEGERS = 73,
    FIELD = 89,
    RECORDS = 111,
    SIZE = 141
};

static const uint64_t true_sizes[] = {89, 20};

static struct arena new_arena(void)
{
    struct arena arena;
    ow_options options = options_or_default(NULL, 1 << 20);
    arena_init(&arena, &options);
    return arena;
}

static void assert_numbers(const toy *v)
{
    assert_int_equal(v->half, 0x0102);
    assert_int_equal(v->word, 0x01020304);
    assert_true(v->wide == UINT64_C(0x0102030405060708));
    assert_int_equal(v->below, -2);
    assert_float(v->real, 1.5f);
    assert_int_equal(v->numbers[0], 1);
    assert_int_equal(v->numbers[1], -1);
    assert_int_equal(v->numbers[2], INT32_MIN);
    assert_float(v->reals[0], 0.5f);
    assert_float(v->reals[1], -0.0f);
    assert_int_equal(bits_of(v->reals[2]), 0x7fc00001);
    assert_float(v->turned[0], 1.0f);
    assert_float(v->turned[1], 2.0f);
    assert_float(v->turned[2], 3.0f);
}

static void assert_toy(const toy *v)
{
    assert_numbers(v);
    assert_text(v->short_text, "ab");
    assert_text(v->text, "\xc3\xa4");
    assert_int_equal(v->bytes.size, 2);
    assert_memory_equal(v->bytes.data, "\x00\xff", 2);
    assert_int_equal(v->integer_count, 2);
    assert_int_equal(v->integers[0], 5);
    assert_int_equal(v->integers[1], -5);
    assert_float(v->field[0], 0.25f);
    assert_int_equal(bits_of(v->field[1]), 0xff800000);
    assert_int_equal(v->fixed_count, 2);
    assert_memory_equal(v->fixed, "\x07\x08", 2);
    assert_int_equal(v->record_count, 3);
    assert_int_equal(v->records[0].tag, TOY_PEAR);
    assert_int_equal(v->records[0].count, 2);
    assert_int_equal(v->records[0].halves[0], 0x1234);
    assert_int_equal(v->records[0].halves[1], 0x8000);
    assert_int_equal(v->records[1].tag, TOY_APPLE);
    assert_int_equal(v->records[1].count, 0);
    assert_int_equal(v->records[2].tag, TOY_PLUM);
    assert_int_equal(v->records[2].halves[0], 1);
}

static void assert_encoded(const toy *v, const struct bytes *expected)
{
    ow_buffer buffer = {0};
    ow_error error;
    if (toy_encode(v, true_sizes, &buffer, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(buffer.size, expected->size);
    assert_memory_equal(buffer.data, expected->data, expected->size);
    ow_buffer_free(&buffer, NULL);
}

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
        assert_int_equal(toy_decode(exact, SIZE, forms[i].reading, &arena, &read, &failed_at),
                         OW_OK);
        assert_toy(&read);
        assert_false(read.front_size.keep || read.field_size.keep);
        assert_encoded(&read, &bytes);
        arena_free(&arena);
        free(exact);
        bytes_free(&bytes);
    }
}

static void json_is_the_same_toy(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(forms); i++) {
        struct bytes bytes = {0}, json = {0};
        struct arena arena = new_arena();
        ow_sink sink = sink_to(&json);
        ow_json_writer *writer;
        ow_error error = {0};
        toy parsed = {0};
        put_hex(&bytes, forms[i].hex);
        assert_int_equal(ow_json_open(NULL, NULL, &sink, &writer, &error), OW_OK);
        assert_int_equal(
            toy_trace(bytes.data, SIZE, forms[i].reading, ow_json_visit, writer, &error), OW_OK);
        assert_int_equal(ow_json_close(writer, &error), OW_OK);
        put_u8(&json, 0);
        assert_string_equal((char *)json.data, forms[i].json);
        if (toy_parse(forms[i].json, &arena, &parsed, &error) != OW_OK)
            ROW_FAILED("%s at %s\n", error.message, error.pointer);
        assert_toy(&parsed);
        assert_encoded(&parsed, &bytes);
        arena_free(&arena);
        bytes_free(&json);
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
        ow_status status = toy_decode(bytes.data, bytes.size, (struct toy_reading){false, 0},
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
    struct toy_reading reading = {true, 0};
    struct arena arena = new_arena();
    uint8_t *exact = exact_copy(bytes->data, bytes->size);
    toy read = {0};
    uint64_t failed_at;
    ow_error error;
    ow_status decoded = toy_decode(exact, bytes->size, reading, &arena, &read, &failed_at);
    ow_status traced = toy_trace(exact, bytes->size, reading, NULL, NULL, &error);
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
         "255 bytes, but the file has 80"},
        {TEXT, "ffff", OW_TRUNCATED, TEXT, "/text", "65535 bytes, but the file has 76"},
        {BYTES, "ffffffff", OW_TRUNCATED, BYTES, "/bytes", "4294967295 bytes"},
        {INTEGERS, "0000000100000000", OW_TRUNCATED, INTEGERS, "/integer_count", "4294967296"},
        {INTEGERS, "0000000100000002", OW_TRUNCATED, INTEGERS, "/integer_count", "4294967298"},
        {INTEGERS, "8000000000000000", OW_TRUNCATED, INTEGERS, "/integer_count",
         "9223372036854775808"},
        {INTEGERS, "4000000000000000", OW_TRUNCATED, INTEGERS, "/integer_count", "no more than 15"},
        {INTEGERS, "ffffffffffffffff", OW_TRUNCATED, INTEGERS, "/integer_count",
         "18446744073709551615"},
        {FIELD + 4, "00010000 00010000", OW_TRUNCATED, FIELD + 12, "/field", "17179869184 bytes"},
        {FIELD + 4, "80000000 80000000", OW_TRUNCATED, FIELD + 12, "/field",
         "takes 18446744073709551615 bytes: 40 left"},
        {FIELD + 4, "ffffffff ffffffff", OW_TRUNCATED, FIELD + 12, "/field",
         "takes 18446744073709551615 bytes: 40 left"},
        {RECORDS, "50454100", OW_BAD_VALUE, RECORDS, "/records/0/tag", "\"PEA\\x00\""},
        {RECORDS + 12, "00000000", OW_BAD_VALUE, RECORDS + 12, "/records/1/tag", "none that"},
        {RECORDS + 12, "6170706c", OW_BAD_VALUE, RECORDS + 12, "/records/1/tag", "\"appl\""},
        {RECORDS + 4, "80000000", OW_TRUNCATED, RECORDS + 4, "/records/0/half_count",
         "no more than 11"},
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
            toy_decode(exact, size, (struct toy_reading){true, 0}, &arena, &read, &failed_at);
        assert_int_equal(status, whole ? OW_OK : OW_TRUNCATED);
        assert_int_equal(toy_trace(exact, size, (struct toy_reading){true, 0}, NULL, NULL, &error),
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
    assert_not_written(&v, "short_text has 256 bytes; the file has room for 255");
    v = sound_toy();
    v.text = (ow_text){long_text, 65536};
    assert_not_written(&v, "text has 65536 bytes; the file has room for 65535");
    v = sound_toy();
    v.order = 2;
    assert_not_written(&v, "order is 2");
    v = sound_toy();
    v.layout = 7;
    assert_not_written(&v, "layout is 7");
    v = sound_toy();
    v.fixed_count = 1;
    assert_not_written(&v, "has 1 elements");
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
        toy_decode(bytes.data, SIZE, (struct toy_reading){true, 0}, &arena, &read, &failed_at),
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

/* JSON text with a piece of it replaced. */
static char *replaced(const char *piece, const char *by)
{
    const char *json = forms[0].json, *at = strstr(json, piece);
    assert_non_null(at);
    char *text = malloc(strlen(json) + strlen(by) + 1);
    assert_non_null(text);
    memcpy(text, json, (size_t)(at - json));
    strcpy(text + (at - json), by);
    strcat(text, at + strlen(piece));
    return text;
}

static const struct {
    const char *piece, *by, *pointer, *message; /* message NULL: it is taken */
} json_rows[] = {
    {"\"front_size\": 89,", "", NULL, NULL},
    {"\"field_size\": 20,", "", NULL, NULL},
    {"\"front_size\": 89,", "\"front_size\": 65536,", "/front_size", "0 to 65535"},
    {"\"field_size\": 20,", "\"field_size\": -1,", "/field_size", "0 to 4294967295"},
    {"\"field_size\": 20,", "\"field_size\": null,", "/field_size", "whole number"},
    {"\"big\"", "\"large\"", "/order", "one of \"little\", \"big\""},
    {"\"big\"", "1", "/order", "expected"},
    {"\"order\": \"big\",", "", "/order", "which it must have"},
    {"\"order\": \"big\",", "\"order\": \"big\", \"layout\": \"turned\",", NULL, NULL},
    {"\"order\": \"big\",", "\"order\": \"big\", \"layout\": \"other\",", "/layout",
     "one of \"turned\", or no such field"},
    {"258", "65536", "/half", "0 to 65535"},
    {"16909060", "4294967296", "/word", "0 to 4294967295"},
    {"\"72623859790382856\"", "18446744073709551615", NULL, NULL},
    {"\"72623859790382856\"", "\"18446744073709551616\"", "/wide", "18446744073709551615"},
    {"\"72623859790382856\"", "\"\"", "/wide", "string of digits"},
    {"\"72623859790382856\"", "\"-1\"", "/wide", "string of digits"},
    {"\"72623859790382856\"", "1.5", "/wide", "string of digits"},
    {"\"72623859790382856\"", "\"0x10\"", "/wide", "string of digits"},
    {"\"72623859790382856\"", "true", "/wide", "expected"},
    {"\"numbers\": [1, -1, -2147483648]", "\"numbers\": [1, 2]", "/numbers/2", "another number"},
    {"\"ab\"", "{\"base64\": \"/w==\"}", NULL, NULL},
    {"\"AP8=\"", "null", "/bytes", "expected"},
    {"\"AP8=\"", "\"AP8\"", "/bytes", "multiple of four"},
    {"[0.25, \"-Infinity\"]", "[0.25]", "/field", "expected 2 numbers, not 1"},
    {"[0.25, \"-Infinity\"]", "[1, 2, 3]", "/field", "expected 2 numbers, not 3"},
    {"\"columns\": 2", "\"columns\": 4294967295", "/field", "4294967295 numbers"},
    {"[7, 8]", "[7]", "/fixed", "there are 1, not 2"},
    {"[7, 8]", "[7, 256]", "/fixed/1", "0 to 255"},
    {"\"PEAR\"", "\"PEA\"", "/records/0/tag", "\"PEA\" is none that is known"},
    {"\"PEAR\"", "\"pear\"", "/records/0/tag", "none that is known"},
    {"\"PEAR\"", "1", "/records/0/tag", "expected"},
    {"[4660, 32768]", "[4660, 65536]", "/records/0/halves/1", "0 to 65535"},
    {"[4660, 32768]", "[4660, -1]", "/records/0/halves/1", "0 to 65535"},
};

static void json_that_cannot_be_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(json_rows); i++) {
        char *text = replaced(json_rows[i].piece, json_rows[i].by);
        struct arena arena = new_arena();
        toy parsed = {0};
        ow_error error;
        ow_status status = toy_parse(text, &arena, &parsed, &error);
        bool taken = json_rows[i].message == NULL;
        if ((status == OW_OK) != taken)
            ROW_FAILED("%s: %s\n", json_rows[i].by, error.message);
        if (!taken && (strcmp(error.pointer, json_rows[i].pointer) != 0 ||
                       !strstr(error.message, json_rows[i].message)))
            ROW_FAILED("%s: \"%s\" at \"%s\"\n", json_rows[i].by, error.message, error.pointer);
        arena_free(&arena);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_and_records_are_the_same_toy),
        cmocka_unit_test(json_is_the_same_toy),
        cmocka_unit_test(lists_up_to_the_end_have_any_length),
        cmocka_unit_test(bytes_that_cannot_be_are_refused),
        cmocka_unit_test(every_cut_is_refused_by_both_readers),
        cmocka_unit_test(records_without_room_are_not_written),
        cmocka_unit_test(stated_sizes_are_kept_or_made),
        cmocka_unit_test(json_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
