/* Events as JSON text: escapes, numbers that a double would lose, bytes, nesting. */
#include "../support/test.h"

#include "../support/bytes.h"

#include "../support/ledger.h"
#include "json/writer.h"

#include "base/emit.h"

static ow_json_writer *open_writer(ow_sink *sink, struct bytes *json)
{
    ow_json_writer *writer;
    ow_error error;
    *sink = sink_to(json);
    assert_int_equal(ow_json_open(NULL, NULL, sink, &writer, &error), OW_OK);
    return writer;
}

static void assert_value(const ow_event *event, const char *expected)
{
    struct bytes json = {0};
    ow_sink sink;
    ow_json_writer *writer = open_writer(&sink, &json);
    ow_error error;
    assert_int_equal(ow_json_visit(writer, event), OW_GO_ON);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    if (json.size != strlen(expected) + 1 || memcmp(json.data, expected, json.size - 1) != 0 ||
        json.data[json.size - 1] != '\n')
        ROW_FAILED("%.*s instead of %s\n", (int)json.size, (char *)json.data, expected);
    bytes_free(&json);
}

static void integers_beyond_a_double_are_strings(void **state)
{
    (void)state;
    static const struct {
        int64_t value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {-1, "-1"},
        {1234567890, "1234567890"},
        {INT64_C(9007199254740992), "9007199254740992"},
        {INT64_C(-9007199254740992), "-9007199254740992"},
        {INT64_C(9007199254740993), "\"9007199254740993\""},
        {INT64_MAX, "\"9223372036854775807\""},
        {INT64_MIN, "\"-9223372036854775808\""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_event event = {.kind = OW_VALUE, .type = OW_INTEGER};
        event.value.integer = rows[i].value;
        assert_value(&event, rows[i].text);
    }
}

/* Whatever their value, so that a field has one type. */
static void numbers_of_64_bits_are_strings(void **state)
{
    (void)state;
    static const struct {
        uint64_t value;
        const char *text;
    } rows[] = {
        {0, "\"0\""},
        {10, "\"10\""},
        {UINT64_C(9007199254740993), "\"9007199254740993\""},
        {UINT64_C(9223372036854775808), "\"9223372036854775808\""},
        {UINT64_MAX, "\"18446744073709551615\""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_event event = {.kind = OW_VALUE, .type = OW_UNSIGNED_64};
        event.value.unsigned_64 = rows[i].value;
        assert_value(&event, rows[i].text);
    }
}

static void text_is_escaped_or_base64(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        const char *json;
    } rows[] = {
        {"", 0, "\"\""},
        {"a\"b\\c", 5, "\"a\\\"b\\\\c\""},
        {"\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\""},
        {"\0\x1f\x7f", 3, "\"\\u0000\\u001f\\u007f\""},
        {"\xc3\xa4/", 3, "\"\xc3\xa4/\""},
        {"\xff", 1, "{\"base64\": \"/w==\"}"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_event event = {.kind = OW_VALUE, .type = OW_TEXT};
        event.value.text = (ow_text){rows[i].text, rows[i].size};
        assert_value(&event, rows[i].json);
    }
}

static void other_values(void **state)
{
    (void)state;
    ow_event event = {.kind = OW_VALUE, .type = OW_BOOLEAN};
    event.value.integer = 1;
    assert_value(&event, "true");
    event.value.integer = 0;
    assert_value(&event, "false");
    event.type = OW_FLOAT;
    event.value.number = -0.0f;
    assert_value(&event, "-0.0");
    event.value.number = float_of(0xff800000);
    assert_value(&event, "\"-Infinity\"");
    event.type = OW_BYTES;
    event.value.bytes = (ow_bytes){NULL, 0};
    assert_value(&event, "null");
    event.value.bytes = (ow_bytes){(const uint8_t *)"", 0};
    assert_value(&event, "\"\"");
    event.value.bytes = (ow_bytes){(const uint8_t *)"foob", 4};
    assert_value(&event, "\"Zm9vYg==\"");
}

static void bytes_larger_than_a_block_are_whole(void **state)
{
    (void)state;
    enum { SIZE = 100001 };
    uint8_t *zeros = calloc(SIZE, 1);
    struct bytes json = {0};
    ow_sink sink;
    ow_json_writer *writer = open_writer(&sink, &json);
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES};
    ow_error error;
    event.value.bytes = (ow_bytes){zeros, SIZE};
    assert_int_equal(ow_json_visit(writer, &event), OW_GO_ON);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    assert_int_equal(json.size, (SIZE + 2) / 3 * 4 + 3);
    size_t letters = 0;
    for (size_t i = 0; i < json.size; i++)
        letters += json.data[i] == 'A';
    assert_int_equal(letters, json.size - 3 - 1); /* one is the padding */
    bytes_free(&json);
    free(zeros);
}

static void emitted(struct emitter *emit)
{
    emit_begin_object(emit, NULL);
    emit_integer(emit, "a", 1);
    emit_begin_array(emit, "b", 2);
    emit_string(emit, NULL, "x");
    emit_float(emit, NULL, 0.5f);
    emit_end_array(emit);
    emit_begin_array(emit, "c", 1);
    emit_begin_object(emit, NULL);
    emit_boolean(emit, "d", true);
    emit_end_object(emit);
    emit_end_array(emit);
    emit_end_object(emit);
}

static void what_is_emitted_becomes_json(void **state)
{
    (void)state;
    struct bytes json = {0};
    ow_sink sink;
    ow_json_writer *writer = open_writer(&sink, &json);
    struct emitter emit = {.visit = ow_json_visit, .context = writer};
    ow_error error;
    emitted(&emit);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    static const char expected[] = "{\n  \"a\": 1,\n  \"b\": [\"x\", 0.5],\n  \"c\": [\n"
                                   "    {\"d\": true}\n  ]\n}\n";
    assert_int_equal(json.size, sizeof expected - 1);
    assert_memory_equal(json.data, expected, json.size);
    bytes_free(&json);
}

static void put_event(ow_json_writer *writer, ow_event_kind kind, const char *name, bool spread)
{
    ow_event event = {.kind = kind, .name = name, .spread = spread, .type = OW_INTEGER};
    event.value.integer = 7;
    assert_int_equal(ow_json_visit(writer, &event), OW_GO_ON);
}

static void assert_name_written(const char *name, const char *expected)
{
    struct bytes json = {0};
    ow_sink sink;
    ow_json_writer *writer = open_writer(&sink, &json);
    ow_error error;
    put_event(writer, OW_BEGIN_OBJECT, NULL, true);
    put_event(writer, OW_VALUE, name, false);
    put_event(writer, OW_END_OBJECT, NULL, false);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    put_u8(&json, 0);
    assert_string_equal((char *)json.data, expected);
    bytes_free(&json);
}

/* Names of files, and keys of texts beside a save. */
static void names_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *name, *json;
    } rows[] = {
        {"a b", "{\n  \"a b\": 7\n}\n"},
        {"", "{\n  \"\": 7\n}\n"},
        {"a\"b\\c\n", "{\n  \"a\\\"b\\\\c\\n\": 7\n}\n"},
        {"\xc3\xa9?", "{\n  \"\xc3\xa9?\": 7\n}\n"},
        {"\xc3\xa9\xff\"", "{\n  \"\xc3\xa9?\\\"\": 7\n}\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_name_written(rows[i].name, rows[i].json);
}

/* Several letters are looked at at once. Those next to letters that need an escape need none. */
static void names_are_escaped_wherever_a_letter_needs_it(void **state)
{
    (void)state;
    static const struct {
        char letter;
        const char *json;
    } rows[] = {{'"', "\\\""}, {'\\', "\\\\"}, {0x1f, "\\u001f"}, {0x7f, "\\u007f"}, {'!', "!"},
                {'#', "#"},    {'[', "["},     {']', "]"},        {' ', " "},        {'~', "~"}};
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int size = 1; size < 20; size++)
            for (int at = 0; at < size; at++) {
                char name[24], expected[64];
                memset(name, 'a', (size_t)size);
                name[at] = rows[i].letter;
                name[size] = '\0';
                snprintf(expected, sizeof expected, "{\n  \"%.*s%s%s\": 7\n}\n", at, name,
                         rows[i].json, name + at + 1);
                assert_name_written(name, expected);
            }
}

/* Whatever its length and letters, and however many there are. */
static void names_that_are_constants_are_written_the_same(void **state)
{
    (void)state;
    enum { MOST = 300, ROOM = 64 };
    static char names[MOST][ROOM];
    struct bytes json[2] = {{0}, {0}};
    for (int i = 0; i < MOST; i++) {
        const int size = i % 40;
        memset(names[i], 'a' + i % 26, (size_t)size);
        snprintf(names[i] + size, ROOM - (size_t)size, i % 9 ? "%d" : "\"%d", i);
    }
    for (int constant = 1; constant >= 0; constant--) {
        ow_sink sink;
        ow_error error;
        ow_json_writer *writer = open_writer(&sink, &json[constant]);
        json_expect_constants(writer, constant == 1);
        put_event(writer, OW_BEGIN_OBJECT, NULL, true);
        put_event(writer, OW_BEGIN_OBJECT, "o", false);
        for (int i = 0; i < 5 * MOST; i++)
            put_event(writer, OW_VALUE, names[i * (i / MOST + 1) % MOST], false);
        put_event(writer, OW_END_OBJECT, NULL, false);
        put_event(writer, OW_VALUE, names[1], false);
        put_event(writer, OW_END_OBJECT, NULL, false);
        assert_int_equal(ow_json_close(writer, &error), OW_OK);
    }
    assert_int_equal(json[1].size, json[0].size);
    assert_memory_equal(json[1].data, json[0].data, json[0].size);
    bytes_free(&json[0]), bytes_free(&json[1]);
}

/* A record whose lists hold records of their own. */
static void put_spread(ow_json_writer *writer)
{
    put_event(writer, OW_BEGIN_OBJECT, NULL, true);
    put_event(writer, OW_VALUE, "id", false);
    put_event(writer, OW_BEGIN_ARRAY, "numbers", false);
    put_event(writer, OW_VALUE, NULL, false);
    put_event(writer, OW_VALUE, NULL, false);
    put_event(writer, OW_END_ARRAY, "numbers", false);
    put_event(writer, OW_BEGIN_ARRAY, "rows", false);
    for (int i = 0; i < 2; i++) {
        put_event(writer, OW_BEGIN_ARRAY, NULL, false);
        put_event(writer, OW_VALUE, NULL, false);
        put_event(writer, OW_END_ARRAY, NULL, false);
    }
    put_event(writer, OW_END_ARRAY, "rows", false);
    put_event(writer, OW_BEGIN_ARRAY, "none", false);
    put_event(writer, OW_END_ARRAY, "none", false);
    put_event(writer, OW_BEGIN_ARRAY, "records", false);
    put_event(writer, OW_BEGIN_OBJECT, NULL, false);
    put_event(writer, OW_VALUE, "x", false);
    put_event(writer, OW_BEGIN_ARRAY, "points", false);
    put_event(writer, OW_BEGIN_OBJECT, NULL, false);
    put_event(writer, OW_VALUE, "y", false);
    put_event(writer, OW_END_OBJECT, NULL, false);
    put_event(writer, OW_END_ARRAY, "points", false);
    put_event(writer, OW_END_OBJECT, NULL, false);
    put_event(writer, OW_END_ARRAY, "records", false);
    put_event(writer, OW_END_OBJECT, NULL, false);
}

static void spread_objects_have_one_field_a_line(void **state)
{
    (void)state;
    static const char expected[] =
        "{\n  \"list\": [\n"
        "    {\n      \"id\": 7,\n      \"numbers\": [7, 7],\n"
        "      \"rows\": [\n        [7],\n        [7]\n      ],\n      \"none\": [],\n"
        "      \"records\": [\n        {\"x\": 7, \"points\": [{\"y\": 7}]}\n      ]\n    },\n"
        "    {}\n  ],\n  \"plain\": {\"a\": 7, \"rows\": [[7], [7]]}\n}\n";
    struct bytes json = {0};
    ow_sink sink;
    ow_json_writer *writer = open_writer(&sink, &json);
    ow_error error;
    put_event(writer, OW_BEGIN_OBJECT, NULL, false);
    put_event(writer, OW_BEGIN_ARRAY, "list", false);
    put_spread(writer);
    put_event(writer, OW_BEGIN_OBJECT, NULL, true);
    put_event(writer, OW_END_OBJECT, NULL, false);
    put_event(writer, OW_END_ARRAY, "list", false);
    put_event(writer, OW_BEGIN_OBJECT, "plain", false);
    put_event(writer, OW_VALUE, "a", false);
    put_event(writer, OW_BEGIN_ARRAY, "rows", false);
    for (int i = 0; i < 2; i++) {
        put_event(writer, OW_BEGIN_ARRAY, NULL, false);
        put_event(writer, OW_VALUE, NULL, false);
        put_event(writer, OW_END_ARRAY, NULL, false);
    }
    put_event(writer, OW_END_ARRAY, "rows", false);
    put_event(writer, OW_END_OBJECT, "plain", false);
    put_event(writer, OW_END_OBJECT, NULL, false);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    if (json.size != sizeof expected - 1 || memcmp(json.data, expected, json.size) != 0)
        ROW_FAILED("%.*s", (int)json.size, (char *)json.data);
    bytes_free(&json);
}

static ow_visit stop_later(void *context, const ow_event *event)
{
    (void)event;
    return (*(int *)context)-- == 0 ? OW_STOP : OW_GO_ON;
}

static void nothing_is_emitted_after_a_stop(void **state)
{
    (void)state;
    for (int events = 0; events < 12; events++) {
        int left = events;
        struct emitter emit = {.visit = stop_later, .context = &left};
        emitted(&emit);
        assert_int_equal(left, -1);
        assert_true(emit.stopped);
    }
}

static void nesting_without_end_stops(void **state)
{
    (void)state;
    struct bytes json = {0};
    ow_sink sink;
    ow_json_writer *writer = open_writer(&sink, &json);
    ow_event event = {.kind = OW_BEGIN_ARRAY};
    ow_error error;
    int depth = 0;
    while (ow_json_visit(writer, &event) == OW_GO_ON && depth < 100)
        depth++;
    assert_int_equal(depth, 64);
    ow_json_close(writer, &error);
    bytes_free(&json);
}

static void the_first_failure_of_the_caller_is_reported_at_the_end(void **state)
{
    (void)state;
    struct bytes json = {0};
    ow_sink sink;
    ow_json_writer *writer = open_writer(&sink, &json);
    ow_event begin = {.kind = OW_BEGIN_ARRAY}, end = {.kind = OW_END_ARRAY};
    ow_error error;
    ow_json_fail(NULL, OW_NO_MEMORY);
    assert_int_equal(ow_json_visit(writer, &begin), OW_GO_ON);
    ow_json_fail(writer, OW_NO_MEMORY);
    ow_json_fail(writer, OW_CANCELLED);
    assert_int_equal(ow_json_visit(writer, &end), OW_GO_ON);
    assert_int_equal(ow_json_close(writer, &error), OW_NO_MEMORY);
    assert_int_equal(error.status, OW_NO_MEMORY);
    assert_int_equal(json.size, 3);
    assert_memory_equal(json.data, "[]\n", 3);
    bytes_free(&json);
}

static void no_memory_is_reported(void **state)
{
    (void)state;
    for (uint64_t refuse = 1; refuse <= 2; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        struct bytes json = {0};
        ow_sink sink = sink_to(&json);
        ow_json_writer *writer;
        ow_error error = {0};
        assert_int_equal(ow_json_open("x", &options, &sink, &writer, &error), OW_NO_MEMORY);
        assert_null(writer);
        assert_int_equal(ledger.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_beyond_a_double_are_strings),
        cmocka_unit_test(numbers_of_64_bits_are_strings),
        cmocka_unit_test(text_is_escaped_or_base64),
        cmocka_unit_test(other_values),
        cmocka_unit_test(bytes_larger_than_a_block_are_whole),
        cmocka_unit_test(what_is_emitted_becomes_json),
        cmocka_unit_test(names_are_escaped),
        cmocka_unit_test(names_are_escaped_wherever_a_letter_needs_it),
        cmocka_unit_test(names_that_are_constants_are_written_the_same),
        cmocka_unit_test(spread_objects_have_one_field_a_line),
        cmocka_unit_test(nothing_is_emitted_after_a_stop),
        cmocka_unit_test(nesting_without_end_stops),
        cmocka_unit_test(the_first_failure_of_the_caller_is_reported_at_the_end),
        cmocka_unit_test(no_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
