/* Arithmetic that is the same on every host, and floats that keep their bits. */
#include "../support/test.h"

#include "base/floats.h"

static void operations_round_once(void **state)
{
    (void)state;
    const float tenth = 0.1f, next = float_of(0x3dccccce); /* behind 0.1f */
    assert_float(add_floats(16777216, 1), 16777216);
    assert_float(add_floats(16777216, 3), 16777220);
    assert_float(subtract_floats(next, tenth), float_of(0x32000000));
    assert_float(multiply_floats(tenth, 3), float_of(0x3e99999a));
    assert_float(multiply_floats(float_of(1), 0.5f), 0);
    assert_float(divide_floats(1, 3), float_of(0x3eaaaaab));
    assert_float(divide_floats(1, 0), float_of(0x7f800000));
}

static void what_is_no_number_is_one_and_the_same(void **state)
{
    (void)state;
    assert_int_equal(bits_of(one_nan(float_of(0xffc00000))), 0x7fc00000);
    assert_int_equal(bits_of(one_nan(float_of(0x7fc12345))), 0x7fc00000);
    assert_int_equal(bits_of(one_nan(float_of(0xff800000))), 0xff800000);
    assert_float(one_nan(-0.0f), -0.0f);
    char text[16];
    snprintf(text, sizeof text, "%g", shown_float(float_of(0xffc00000)));
    assert_string_equal(text, "nan");
    snprintf(text, sizeof text, "%g", shown_float(-0.5f));
    assert_string_equal(text, "-0.5");
}

static void thousandths(void **state)
{
    (void)state;
    assert_float(in_thousandths(0.1499999), 0.15f);
    assert_float(in_thousandths(-2.0004), -2);
    assert_float(in_thousandths(1e30), 1e30f);
}

static void the_nearest_whole_number_is_even_between_two(void **state)
{
    (void)state;
    static const double numbers[] = {
        0,         0.5,        1.5,     2.5,          -0.5,         -1.5,     -2.5,         0.49999,
        -7.500001, 1e15,       0x1p51,  -0x1p51,      1e300,        -1e300,   INFINITY,     0.3e-9,
        0x1p50,    -1234567.5, 1234568, 0x1p51 - 0.5, 0x1p51 + 0.5, 0x1.8p52, -0x1.8p52 - 1};
    for (size_t i = 0; i < LENGTH(numbers); i++)
        if (nearest_whole(numbers[i]) != nearbyint(numbers[i]))
            ROW_FAILED("%.17g: %.17g\n", numbers[i], nearest_whole(numbers[i]));
    assert_false(signbit(nearest_whole(0.25)));
    assert_true(isnan(nearest_whole((double)NAN)));
}

static void a_signalling_nan_is_emitted_as_it_stands(void **state)
{
    (void)state;
    const uint32_t bits = 0xff812345;
    float value;
    char text[OW_FLOAT_TEXT];
    memcpy(&value, &bits, sizeof value);
    assert_int_equal(float_text(&value, text), 12);
    assert_memory_equal(text, "NaN:ff812345", 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_round_once),
        cmocka_unit_test(what_is_no_number_is_one_and_the_same),
        cmocka_unit_test(thousandths),
        cmocka_unit_test(the_nearest_whole_number_is_even_between_two),
        cmocka_unit_test(a_signalling_nan_is_emitted_as_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
