/* The verbs that the formats' layouts use, from and to JSON. */
#include "toy/samples.h"

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
            toy_trace(bytes.data, SIZE, forms[i].variant, ow_json_visit, writer, &error), OW_OK);
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
    {"\"front_size\": 92,", "", NULL, NULL},
    {"\"field_size\": 20,", "", NULL, NULL},
    {"\"front_size\": 92,", "\"front_size\": 65536,", "/front_size", "0 to 65535"},
    {"\"field_size\": 20,", "\"field_size\": -1,", "/field_size", "0 to 4294967295"},
    {"\"field_size\": 20,", "\"field_size\": null,", "/field_size", "whole number"},
    {"\"big\"", "\"large\"", "/order", "one of \"little\", \"big\""},
    {"\"big\"", "1", "/order", "expected"},
    {"\"order\": \"big\",", "", NULL, NULL}, /* a fact that may be left out */
    {"\"order\": \"big\",", "\"order\": \"big\", \"variant\": \"turned\",", NULL, NULL},
    {"\"order\": \"big\",", "\"order\": \"big\", \"variant\": \"other\",", "/variant",
     "one of \"turned\", or omit this field"},
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
    {"\"PEAR\"", "\"PEA\"", "/records/0/tag", "\"PEA\""},
    {"\"PEAR\"", "\"pear\"", "/records/0/tag", "unknown"},
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
        cmocka_unit_test(json_is_the_same_toy),
        cmocka_unit_test(json_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
