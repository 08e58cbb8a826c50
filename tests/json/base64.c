/* Base64: the vectors of RFC 4648 and what is refused. */
#include "../support/test.h"

#include "../support/bytes.h"

#include "json/base64.h"

static void the_vectors_of_rfc_4648_both_ways(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xfb\xff\xbf", "+/+/"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        size_t size = strlen(rows[i][0]), text_size = strlen(rows[i][1]);
        char text[32];
        uint8_t bytes[32];
        assert_int_equal(base64_size(size), text_size);
        base64_encode((const uint8_t *)rows[i][0], size, text);
        assert_memory_equal(text, rows[i][1], text_size);
        assert_int_equal(base64_decoded_size(rows[i][1], text_size), size);
        assert_true(base64_decode(rows[i][1], text_size, bytes));
        assert_memory_equal(bytes, rows[i][0], size);
    }
}

static void every_size_and_byte_comes_back(void **state)
{
    (void)state;
    for (size_t size = 0; size < 300; size++) {
        uint8_t bytes[300], back[300];
        char text[400];
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(i * 7 + size);
        base64_encode(bytes, size, text);
        char *exact = (char *)exact_copy(text, base64_size(size));
        assert_int_equal(base64_decoded_size(exact, base64_size(size)), size);
        assert_true(base64_decode(exact, base64_size(size), back));
        assert_memory_equal(bytes, back, size);
        free(exact);
    }
}

static void what_is_not_canonical_is_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {"====",     "A===",  "AA=A",           "=AAA",    "A=AA",
                                       "AB==",     "AAB=",  "AA-_",           "AA A",    "AAAA====",
                                       "AA==AAAA", "AAA\n", "Zm9v\xc3\xa4==", "////=AAA"};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t bytes[32];
        if (base64_decode(rows[i], strlen(rows[i]) / 4 * 4, bytes))
            ROW_FAILED("%s is taken for base64\n", rows[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_rfc_4648_both_ways),
        cmocka_unit_test(every_size_and_byte_comes_back),
        cmocka_unit_test(what_is_not_canonical_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
