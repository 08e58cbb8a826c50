/* Float arithmetic with the same results on every host: one rounding per operation, and bits kept
 * exactly. A float passed by value may go through an x87 register, where a signalling NaN loses a
 * bit and precision is higher. So floats stay in memory. */
#ifndef OW_SRC_BASE_FLOATS_H
#define OW_SRC_BASE_FLOATS_H

#include "compiler.h"

#include <overworld/formats.h>

#include <math.h>

/* A double has more than twice the digits of a float, so rounding twice is harmless. */

static inline float add_floats(float first, float second)
{
    return rounded_to_float((double)first + (double)second);
}

static inline float subtract_floats(float first, float second)
{
    return rounded_to_float((double)first - (double)second);
}

static inline float multiply_floats(float first, float second)
{
    return rounded_to_float((double)first * (double)second);
}

static inline float divide_floats(float first, float second)
{
    return rounded_to_float((double)first / (double)second);
}

/* The nearest whole number, and of two the even one; 0 has no sign. nearbyint is a slow call where
 * it is no instruction of the processor. */
static inline double nearest_whole(double value)
{
    static const double no_parts_from = 0x1p51, to_whole = 0x1.8p52;
    if (!(value > -no_parts_from && value < no_parts_from))
        return nearbyint(value);
    return rounded_to_double(rounded_to_double(value + to_whole) - to_whole);
}

/* Normalises NaN: hosts choose its sign and bits differently. */
static inline float one_nan(float value)
{
    const uint32_t bits = 0x7fc00000u;
    if (isnan(value))
        memcpy(&value, &bits, sizeof value);
    return value;
}

/* To the thousandth, for people. */
static inline float in_thousandths(double value)
{
    return rounded_to_float(round(rounded_to_double(rounded_to_double(value) * 1000)) / 1000);
}

/* A float for printf: systems print different signs for NaN. */
static inline double shown_float(float value)
{
    return isnan(value) ? fabs((double)value) : (double)value;
}

/* ow_float_text of the float at `value`. */
size_t float_text(const float *value, char text[OW_FLOAT_TEXT]);

#endif
