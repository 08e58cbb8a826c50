/* JECS values as numbers, colours, vectors, addresses. */
#include "../support/test.h"

#include "../support/bytes.h"

#include <math.h>

/* A document with one key. */
static ow_jecs *value_of(const char *value)
{
    char text[256];
    ow_jecs *document;
    snprintf(text, sizeof text, "a: %s\n", value);
    assert_int_equal(ow_jecs_read(text, strlen(text), NULL, &document, NULL), OW_OK);
    return document;
}

static void numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_number;
        double value;
    } rows[] = {
        {"0", true, 0},
        {"-0.5", true, -0.5},
        {"+2", true, 2},
        {".5", true, 0.5},
        {"1.", true, 1},
        {"80,20", true, 80.2},
        {"0.00000004371139", true, 0.00000004371139},
        {"163.8966", true, 163.8966},
        {"1/3", true, 1.0 / 3},
        {"-1 / 6", true, -1.0 / 6},
        {"3/6", true, 0.5},
        {"0.1/0.2", true, 0.5},
        {"Infinity", true, (double)INFINITY},
        {"-infinity", true, -(double)INFINITY},
        {"12345678901234567890", true, 12345678901234500000.0},
        {"0.1234567890123456789", true, 0.123456789012345},
        {"0.00000000000000000000000000001", true, 1e-29},
        {"", false, 0},
        {"-", false, 0},
        {".", false, 0},
        {"1e5", false, 0},
        {"1.2.3", false, 0},
        {"1/0", false, 0},
        {"1/", false, 0},
        {"/2", false, 0},
        {"1/2/3", false, 0},
        {"0x10", false, 0},
        {"null", false, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_jecs *document = value_of(rows[i].text);
        double value = 7;
        bool found = ow_jecs_number(document->root->first, &value);
        double expected = rows[i].is_number ? rows[i].value : 7;
        bool is_near = value == expected || fabs(value / expected - 1) < 1e-15;
        if (found != rows[i].is_number || !is_near)
            ROW_FAILED("%s: %d, %.17g\n", rows[i].text, found, value);
        ow_jecs_free(document);
    }
    double value = 0;
    ow_jecs *document = value_of("NaN");
    assert_true(ow_jecs_number(document->root->first, &value) && isnan(value));
    assert_false(ow_jecs_number(NULL, &value));
    assert_false(ow_jecs_number(document->root->first, NULL));
    ow_jecs_free(document);
}

static void integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_integer;
        int64_t value;
    } rows[] = {
        {"0", true, 0},
        {"-12", true, -12},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0},
        {"99999999999999999999", false, 0},
        {"1.0", false, 0},
        {"-", false, 0},
        {"", false, 0},
        {"x", false, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_jecs *document = value_of(rows[i].text);
        int64_t value = 7;
        bool found = ow_jecs_integer(document->root->first, &value);
        if (found != rows[i].is_integer || value != (found ? rows[i].value : 7))
            ROW_FAILED("%s: %d\n", rows[i].text, found);
        ow_jecs_free(document);
    }
}

static void booleans(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int value; /* -1: none */
    } rows[] = {
        {"true", 1},  {"On", 1},  {"YES", 1},    {"y", 1},
        {"false", 0}, {"off", 0}, {"no", 0},     {"N", 0},
        {"1", -1},    {"", -1},   {"truth", -1}, {"a very long word that is none", -1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_jecs *document = value_of(rows[i].text);
        bool value = false;
        bool found = ow_jecs_boolean(document->root->first, &value);
        if (found != (rows[i].value >= 0) || (found && value != rows[i].value))
            ROW_FAILED("%s: %d\n", rows[i].text, found);
        ow_jecs_free(document);
    }
}

static void colors_and_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_color, is_address;
        uint32_t value;
    } rows[] = {
        {"268a01", true, false, 0x268a01},
        {"\n    r: 1\n    g: 2\n    b: 255", true, false, 0x0102ff},
        {"\n    r: 1\n    g: 2", false, false, 0},
        {"\n    r: 1\n    g: 2\n    b: 256", false, false, 0},
        {"12345", false, false, 0},
        {"12345g", false, false, 0},
        {"C-1CF68F", false, true, 0x1cf68f},
        {"C-FFFFFFFF", false, true, 0xffffffff},
        {"C-123456789", false, false, 0},
        {"C-", false, false, 0},
        {"C-x", false, false, 0},
        {"D-12", false, false, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_jecs *document = value_of(rows[i].text);
        uint32_t color = 0, address = 0;
        if (ow_jecs_color(document->root->first, &color) != rows[i].is_color ||
            ow_jecs_address(document->root->first, &address) != rows[i].is_address ||
            (color | address) != rows[i].value)
            ROW_FAILED("%s: %x, %x\n", rows[i].text, color, address);
        ow_jecs_free(document);
    }
    uint32_t value;
    assert_false(ow_jecs_color(NULL, &value));
    assert_false(ow_jecs_address(NULL, &value));
}

static void vectors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_vector;
        double values[3];
    } rows[] = {
        {"(0.5, 1/4, -2)", true, {0.5, 0.25, -2}},
        {"( 1 ,2,3 )", true, {1, 2, 3}},
        {"\n    x: 80,20\n    z: 3", true, {80.2, 7, 3}},
        {"\n    x: nothing", false, {7, 7, 7}},
        {"(1, 2)", false, {7, 7, 7}},
        {"(1, 2, 3, 4)", false, {7, 7, 7}},
        {"1, 2, 3", false, {7, 7, 7}},
        {"()", false, {7, 7, 7}},
        {"\n    - 1", false, {7, 7, 7}},
        {"", false, {7, 7, 7}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_jecs *document = value_of(rows[i].text);
        double values[] = {7, 7, 7};
        bool found = ow_jecs_vector(document->root->first, values, 3);
        for (unsigned j = 0; j < 3; j++)
            if (found != rows[i].is_vector || fabs(values[j] - rows[i].values[j]) > 1e-12)
                ROW_FAILED("%s: %d, %g\n", rows[i].text, found, values[j]);
        ow_jecs_free(document);
    }
    double values[5] = {0};
    ow_jecs *document = value_of("(1, 2, 3, 4)");
    assert_true(ow_jecs_vector(document->root->first, values, 4));
    assert_false(ow_jecs_vector(document->root->first, values, 5));
    assert_false(ow_jecs_vector(document->root->first, values, 0));
    assert_false(ow_jecs_vector(NULL, values, 3));
    ow_jecs_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),  cmocka_unit_test(integers),
        cmocka_unit_test(booleans), cmocka_unit_test(colors_and_addresses),
        cmocka_unit_test(vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
