/* Floats that are the same on every host: reckoned with one rounding for each operation, and told bit
 * for bit. A float passed by value may go through a register of the x87, where a signalling NaN loses
 * a bit, and may be wider than it looks; one that stands in memory is what it is. */
#ifndef OW_SRC_BASE_FLOATS_H
#define OW_SRC_BASE_FLOATS_H

#include "compiler.h"

#include <overworld/overworld.h>

#include <math.h>

/* A double holds more than twice the digits of a float: rounding what it holds once more does no harm. */

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

/* What a calculation comes to: hosts choose the sign and the bits of what is no number differently. */
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

/* A float for printf: systems do not agree on the sign of what is no number. */
static inline double shown_float(float value)
{
    return isnan(value) ? fabs((double)value) : (double)value;
}

/* ow_float_text of the float that stands at `value`. */
size_t float_text(const float *value, char text[OW_FLOAT_TEXT]);

#endif
