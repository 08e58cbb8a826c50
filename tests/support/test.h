/* What every unit test includes: cmocka with the headers that it wants first, and helpers. */
#ifndef OW_TESTS_SUPPORT_TEST_H
#define OW_TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <overworld/overworld.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Compares text that is not terminated with a string. */
#define assert_text(found, expected)                                                               \
    do {                                                                                           \
        assert_int_equal((found).size, strlen(expected));                                          \
        assert_memory_equal((found).data, expected, strlen(expected));                             \
    } while (0)

/* Floats are compared by their bits: -0.0 is not 0.0, and a NaN is itself. */
static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#define assert_float(found, expected) assert_int_equal(bits_of(found), bits_of(expected))

/* A table-driven test names the row that failed. */
#define ROW_FAILED(...)                                                                            \
    do {                                                                                           \
        print_error(__VA_ARGS__);                                                                  \
        fail();                                                                                    \
    } while (0)

/* OVERWORLD_CASE in the environment names the only test to run. */
static inline int run_group(const char *group, const struct CMUnitTest *tests, size_t count,
                            CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    const char *only = getenv("OVERWORLD_CASE");
    if (only && *only)
        cmocka_set_test_filter(only);
    return _cmocka_run_group_tests(group, tests, count, set_up, tear_down);
}

#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, set_up, tear_down)                                           \
    run_group(#tests, tests, LENGTH(tests), set_up, tear_down)

/* For errors: `fragment` stands in the message. */
static inline void assert_error(const ow_error *error, ow_status status, uint64_t offset,
                                const char *pointer, const char *fragment)
{
    assert_int_equal(error->status, status);
    assert_int_equal(error->offset, offset);
    assert_string_equal(error->pointer, pointer);
    if (!strstr(error->message, fragment))
        ROW_FAILED("\"%s\" does not say \"%s\"\n", error->message, fragment);
}

#endif
