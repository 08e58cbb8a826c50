/* A toy as bytes and as JSON, both written by hand, and what it holds. */
#ifndef OW_TESTS_CODEC_TOY_SAMPLES_H
#define OW_TESTS_CODEC_TOY_SAMPLES_H

#include "../../support/test.h"

#include "../../support/bytes.h"
#include "toy.h"

/* The same toy: big-endian, little-endian, and big-endian with floats that are little-endian. */
static const char big_hex[] =
    "005c 0102 01020304 0102030405060708 fffffffe 3fc00000 00000001 ffffffff 80000000"
    "3f000000 80000000 7fc00001 40400000 3f800000 40000000 02 6162 0002 c3a4 0001 74 00000002 00ff"
    "0000000000000002 00000005 fffffffb 00000014 00000002 00000001 3e800000 ff800000 07 08"
    "50454152 00000002 1234 8000 4150504c 00000000 504c554d 00000001 0001";
static const char little_hex[] =
    "5c00 0201 04030201 0807060504030201 feffffff 0000c03f 01000000 ffffffff 00000080"
    "0000003f 00000080 0100c07f 00004040 0000803f 00000040 02 6162 0200 c3a4 0001 74 02000000 00ff"
    "0200000000000000 05000000 fbffffff 14000000 02000000 01000000 0000803e 000080ff 07 08"
    "50454152 02000000 3412 0080 4150504c 00000000 504c554d 01000000 0100";
static const char turned_hex[] =
    "005c 0102 01020304 0102030405060708 fffffffe 0000c03f 00000001 ffffffff 80000000"
    "0000003f 00000080 0100c07f 00004040 0000803f 00000040 02 6162 0002 c3a4 0001 74 00000002 00ff"
    "0000000000000002 00000005 fffffffb 00000014 00000002 00000001 0000803e 000080ff 07 08"
    "50454152 00000002 1234 8000 4150504c 00000000 504c554d 00000001 0001";

#define JSON_BODY                                                                                  \
    "  \"front_size\": 92,\n  \"half\": 258,\n  \"word\": 16909060,\n"                             \
    "  \"wide\": \"72623859790382856\",\n  \"below\": -2,\n  \"real\": 1.5,\n"                     \
    "  \"numbers\": [1, -1, -2147483648],\n  \"reals\": [0.5, -0.0, \"NaN:7fc00001\"],\n"          \
    "  \"turned\": [1.0, 2.0, 3.0],\n  \"short_text\": \"ab\",\n  \"text\": \"\xc3\xa4\",\n"       \
    "  \"title\": \"t\",\n"                                                                        \
    "  \"bytes\": \"AP8=\",\n  \"integers\": [5, -5],\n  \"field_size\": 20,\n"                    \
    "  \"columns\": 2,\n  \"rows\": 1,\n  \"field\": [0.25, \"-Infinity\"],\n"                     \
    "  \"fixed\": [7, 8],\n  \"records\": [\n"                                                     \
    "    {\n      \"tag\": \"PEAR\",\n      \"halves\": [4660, 32768]\n    },\n"                   \
    "    {\n      \"tag\": \"APPL\",\n      \"halves\": []\n    },\n"                              \
    "    {\n      \"tag\": \"PLUM\",\n      \"halves\": [1]\n    }\n  ]\n}\n"

static const struct form {
    const char *hex, *json;
    struct toy_variant variant;
} forms[] = {
    {big_hex, "{\n  \"order\": \"big\",\n" JSON_BODY, {true, 0}},
    {little_hex, "{\n  \"order\": \"little\",\n" JSON_BODY, {false, 0}},
    {turned_hex, "{\n  \"order\": \"big\",\n  \"variant\": \"turned\",\n" JSON_BODY, {true, 1}},
};

/* Offsets in all of them. */
enum {
    SHORT_TEXT = 60,
    TEXT = 63,
    TITLE = 67,
    BYTES = 70,
    INTEGERS = 76,
    FIELD = 92,
    RECORDS = 114,
    SIZE = 144
};

static const uint64_t true_sizes[] = {92, 20};

static inline struct arena new_arena(void)
{
    struct arena arena;
    ow_options options = options_or_default(NULL, 1 << 20);
    arena_init(&arena, &options);
    return arena;
}

static inline void assert_numbers(const toy *v)
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

static inline void assert_toy(const toy *v)
{
    assert_numbers(v);
    assert_text(v->short_text, "ab");
    assert_text(v->text, "\xc3\xa4");
    assert_text(v->title, "t");
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

static inline void assert_encoded(const toy *v, const struct bytes *expected)
{
    ow_buffer buffer = {0};
    ow_error error;
    if (toy_encode(v, true_sizes, &buffer, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(buffer.size, expected->size);
    assert_memory_equal(buffer.data, expected->data, expected->size);
    ow_buffer_free(&buffer, NULL);
}

#endif
