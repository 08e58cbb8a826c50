/* Errors and the words for statuses. */
#include "../support/test.h"

#include "base/error.h"

static void every_status_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = OW_OK; i <= OW_BAD_ARGUMENT; i++) {
        assert_string_not_equal(ow_status_name((ow_status)i), "unknown status");
        for (int k = OW_OK; k < i; k++)
            assert_string_not_equal(ow_status_name((ow_status)i), ow_status_name((ow_status)k));
    }
    assert_string_equal(ow_status_name((ow_status)99), "unknown status");
    assert_string_equal(ow_status_name((ow_status)-1), "unknown status");
    assert_string_equal(ow_severity_name(OW_SEVERITY_ERROR), "error");
    assert_string_equal(ow_severity_name(OW_SEVERITY_WARNING), "warning");
    assert_string_equal(ow_severity_name(OW_SEVERITY_INFO), "info");
    assert_string_equal(ow_fix_name(OW_NO_FIX), "none");
    assert_string_equal(ow_fix_name(OW_LOSSLESS_FIX), "lossless");
    assert_string_equal(ow_fix_name(OW_LOSSY_FIX), "lossy");
}

static void the_version_is_the_same_as_text_and_as_numbers(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", OW_VERSION_MAJOR, OW_VERSION_MINOR, OW_VERSION_PATCH);
    assert_string_equal(OW_VERSION, text);
    assert_string_equal(ow_version(), OW_VERSION);
    assert_int_equal(ow_version_number(), OW_VERSION_NUMBER);
    assert_int_equal(OW_MAKE_VERSION_NUMBER(1, 2, 3), 0x010203);
}

static void an_error_is_filled_and_cut_to_its_room(void **state)
{
    (void)state;
    ow_error error;
    char longest[600];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(error_set(&error, OW_BAD_VALUE, 7, "/a", "%d of %s", 3, "four"), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, 7, "/a", "3 of four");
    error_set(&error, OW_TRUNCATED, 8, longest, "%s", longest);
    assert_int_equal(strlen(error.pointer), sizeof error.pointer - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    memset(longest, 0xe4, sizeof longest - 1); /* a file's own bytes, which may be anything */
    error_set(&error, OW_TRUNCATED, 8, NULL, "%s", longest);
    assert_int_equal(strspn(error.message, "?"), sizeof error.message - 1);
    error_set(&error, OW_TRUNCATED, 8, NULL, "no place");
    assert_string_equal(error.pointer, "");
    assert_int_equal(error_set(NULL, OW_TRUNCATED, 0, NULL, "nobody looks"), OW_TRUNCATED);
}

static void plain_errors_have_a_sentence(void **state)
{
    (void)state;
    static const ow_status rows[] = {OW_NO_MEMORY, OW_TOO_MUCH_MEMORY, OW_CANCELLED,
                                     OW_WRITE_FAILED, OW_BAD_ARGUMENT};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error = {0};
        assert_int_equal(error_plain(&error, rows[i]), rows[i]);
        assert_int_equal(error.status, rows[i]);
        assert_true(strlen(error.message) >= 8);
        assert_int_equal(error_plain(NULL, rows[i]), rows[i]);
    }
}

/* How much was allowed, in whole MiB where there are enough of them. */
static void a_limit_is_reported(void **state)
{
    (void)state;
    static const struct {
        uint64_t limit;
        const char *reported;
    } rows[] = {
        {1000, "the limit of 1000 bytes; a larger"},
        {(16 << 20) - 1, "the limit of 16777215 bytes; a larger"},
        {16 << 20, "the limit of 16 MiB; a larger"},
        {UINT64_MAX, "the limit of 17592186044415 MiB; a larger"},
    };
    ow_error error;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        assert_int_equal(error_limited(&error, OW_TOO_MUCH_MEMORY, rows[i].limit),
                         OW_TOO_MUCH_MEMORY);
        assert_error(&error, OW_TOO_MUCH_MEMORY, 0, "", rows[i].reported);
        assert_error(&error, OW_TOO_MUCH_MEMORY, 0, "", "ow_options.max_memory");
    }
    assert_int_equal(error_limited(NULL, OW_TOO_MUCH_MEMORY, 5), OW_TOO_MUCH_MEMORY);
    error_plain(&error, OW_TOO_MUCH_MEMORY);
    assert_error(&error, OW_TOO_MUCH_MEMORY, 0, "", "ow_options.max_memory");
    error_limited(&error, OW_NO_MEMORY, 5);
    assert_error(&error, OW_NO_MEMORY, 0, "", "not enough memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_name_of_its_own),
        cmocka_unit_test(the_version_is_the_same_as_text_and_as_numbers),
        cmocka_unit_test(an_error_is_filled_and_cut_to_its_room),
        cmocka_unit_test(plain_errors_have_a_sentence),
        cmocka_unit_test(a_limit_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
