/* Sines by a polynomial whose operations have one order and one rounding each. */
#include "trig.h"

#include "../base/compiler.h"

#include <math.h>

/* Of an angle from 0 to 90 degrees. Taylor's polynomial to the 17th power is exact to a double there. */
static double sine_in_quadrant(double degrees)
{
    enum { HIGHEST_POWER = 17 };
    double angle = rounded_to_double(degrees * 0.017453292519943295);
    double square = rounded_to_double(angle * angle), sum = 1;
    for (int power = HIGHEST_POWER; power > 1; power -= 2) {
        double factor = rounded_to_double(square / ((double)power * (power - 1)));
        sum = rounded_to_double(1 - rounded_to_double(factor * sum));
    }
    return rounded_to_double(angle * sum);
}

double sine_of(double degrees)
{
    if (!isfinite(degrees))
        return 0;
    double turn = fmod(degrees, 360);
    if (turn < 0)
        turn = rounded_to_double(turn + 360);
    if (turn >= 180)
        return turn == 180 ? 0 : -sine_of(rounded_to_double(turn - 180));
    return sine_in_quadrant(turn > 90 ? rounded_to_double(180 - turn) : turn);
}

double cosine_of(double degrees)
{
    return isfinite(degrees) ? sine_of(rounded_to_double(fmod(degrees, 360) + 90)) : 1;
}
