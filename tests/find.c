/* Records found by the number that they have of their own. */
#include "support/test.h"

#include "support/documents.h"
#include "support/saves.h"

#define COMPONENT(address)                                                                         \
    "{'address': " #address ", 'parent': 0, 'type': 1, 'position': [0, 0, 0], 'rotation': "        \
    "[0.0, 0.0, 0.0, 1.0], 'inputs': [], 'outputs': [], 'custom_data': null}"
#define SAVE                                                                                       \
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "   \
    "'mods': [], 'component_types': [{'id': 12, 'name': 'A'}], 'components': [" COMPONENT(         \
        12) ", " COMPONENT(7) ", " COMPONENT(4000000000) ", " COMPONENT(7) "], "                   \
                                                                           "'wires': [], "         \
                                                                           "'circuit_states': ''}"

static const struct {
    uint64_t number;
    ow_status status;
    const char *pointer; /* or the message */
} rows[] = {
    {12, OW_OK, "/components/0"}, /* and not the type that has the number */
    {7, OW_OK, "/components/1"},  /* the first of two */
    {4000000000, OW_OK, "/components/2"},
    {0, OW_BAD_ARGUMENT, "no record in /components has the address 0"},
    {UINT64_MAX, OW_BAD_ARGUMENT, "no record in /components has the address 18446744073709551615"},
};

static void components_are_found_by_their_address(void **state)
{
    (void)state;
    ow_document document = document_of(SAVE);
    ow_buffer bytes = {0};
    assert_int_equal(ow_write_buffer(&document, NULL, &bytes, NULL), OW_OK);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char in_file[64] = "", in_document[64] = "";
        ow_error error, reported;
        ow_status status = ow_find_record(bytes.data, bytes.size, NULL, rows[i].number, in_file,
                                          sizeof in_file, &error);
        assert_int_equal(status, rows[i].status);
        assert_int_equal(ow_find_record_document(&document, NULL, rows[i].number, in_document,
                                                 sizeof in_document, &reported),
                         status);
        assert_string_equal(status == OW_OK ? in_file : error.message, rows[i].pointer);
        assert_string_equal(in_document, in_file);
        assert_string_equal(reported.message, error.message);
    }
    ow_buffer_free(&bytes, NULL);
    ow_close(&document);
}

static void what_stands_before_a_break_is_found(void **state)
{
    (void)state;
    ow_document document = document_of(SAVE);
    ow_buffer bytes = {0};
    char pointer[64];
    ow_error error;
    assert_int_equal(ow_write_buffer(&document, NULL, &bytes, NULL), OW_OK);
    size_t cut = bytes.size - 60; /* inside the last component */
    assert_int_equal(
        ow_find_record(bytes.data, cut, NULL, 4000000000, pointer, sizeof pointer, &error), OW_OK);
    assert_string_equal(pointer, "/components/2");
    assert_int_equal(ow_find_record(bytes.data, cut, NULL, 1, pointer, sizeof pointer, &error),
                     OW_TRUNCATED);
    ow_buffer_free(&bytes, NULL);
    ow_close(&document);
}

static void mistakes_of_the_caller_are_reported(void **state)
{
    (void)state;
    ow_document save = document_of(SAVE);
    ow_document level = document_of("{'format': 'leveld', 'version': 4, 'blocks': []}");
    char pointer[64];
    ow_error error;
    assert_int_equal(ow_find_record_document(&level, NULL, 1, pointer, sizeof pointer, &error),
                     OW_BAD_ARGUMENT);
    assert_string_equal(error.message, "a LevelD level has no record with a number of its own");
    assert_int_equal(ow_find_record_document(&save, NULL, 7, pointer, 13, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_find_record_document(&save, NULL, 7, pointer, 14, &error), OW_OK);
    assert_int_equal(ow_find_record_document(&save, NULL, 7, NULL, 64, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_find_record_document(NULL, NULL, 7, pointer, 64, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_find_record(NULL, 0, NULL, 7, pointer, 64, &error), OW_UNKNOWN_FORMAT);
    ow_close(&save);
    ow_close(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_found_by_their_address),
        cmocka_unit_test(what_stands_before_a_break_is_found),
        cmocka_unit_test(mistakes_of_the_caller_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
