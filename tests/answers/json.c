/* Texts and numbers as members of JSON. */
#include "../support/test.h"

#include <string.h>

#include "../../answers/answers.h"
#include "../support/bytes.h"

static void texts_that_are_not_utf_8_are_escaped_and_others_are_kept(void **state)
{
    (void)state;
    const struct {
        ow_text text;
        const char *json;
    } rows[] = {
        {OW_LITERAL("Brücke"), "Brücke"}, {OW_LITERAL("Brücke\xff"), "Brücke\\\\xff"},
        {OW_LITERAL("\u202e"), "\u202e"}, {OW_LITERAL("\u202e\xff"), "\\\\u202e\\\\xff"},
        {OW_LITERAL("\\xff"), "\\\\xff"}, {OW_LITERAL(""), ""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes found = {0};
        char expected[64];
        const ow_sink sink = sink_to(&found);
        ow_json_writer *writer;
        assert_int_equal(ow_json_open(NULL, NULL, &sink, &writer, NULL), OW_OK);
        json_begin_object(writer, NULL);
        json_add_text(writer, "text", rows[i].text);
        json_end_object(writer);
        assert_int_equal(ow_json_close(writer, NULL), OW_OK);
        put_u8(&found, 0);
        snprintf(expected, sizeof expected, "\"text\": \"%s\"", rows[i].json);
        if (!strstr((char *)found.data, expected))
            ROW_FAILED("row %zu: %s, and not %s\n", i, found.data, expected);
        bytes_free(&found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_are_not_utf_8_are_escaped_and_others_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
