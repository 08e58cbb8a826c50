/* Angles without libm: an exact remainder of quarter turns, then the first terms of Taylor's
 * series. */
#include "angles.h"

/* 1 - square / last[0] * (1 - square / last[1] * (...)). Converges fast below an eighth of a turn:
 * there the eighth term is below the precision of a double. */
static double alternating(double square, const double divisors[8])
{
    double sum = 1;
    for (int i = 7; i >= 0; i--)
        sum =
            rounded_to_double(1 - rounded_to_double(rounded_to_double(square / divisors[i]) * sum));
    return sum;
}

void angle_parts(double degrees, double *sine, double *cosine)
{
    static const double radians = 0.017453292519943295;
    static const double of_sine[8] = {2 * 3,   4 * 5,   6 * 7,   8 * 9,
                                      10 * 11, 12 * 13, 14 * 15, 16 * 17};
    static const double of_cosine[8] = {1 * 2,  3 * 4,   5 * 6,   7 * 8,
                                        9 * 10, 11 * 12, 13 * 14, 15 * 16};
    /* exact, like every step before the series */
    double turned = isfinite(degrees) ? fmod(rounded_to_double(degrees), 360) : 0;
    int quarters = (int)round(rounded_to_double(turned / 90));
    double angle = rounded_to_double(rounded_to_double(turned - quarters * 90.0) * radians);
    double square = rounded_to_double(angle * angle);
    double along = rounded_to_double(angle * alternating(square, of_sine));
    double across = alternating(square, of_cosine);
    switch (quarters & 3) {
    case 0:
        *sine = along, *cosine = across;
        break;
    case 1:
        *sine = across, *cosine = -along;
        break;
    case 2:
        *sine = -along, *cosine = -across;
        break;
    default:
        *sine = -across, *cosine = along;
    }
}

struct rotation rotation_about(struct vector axis, double degrees)
{
    double sine, cosine;
    angle_parts(degrees / 2, &sine, &cosine);
    struct vector scaled = vector_scale(axis, sine);
    return (struct rotation){scaled.x, scaled.y, scaled.z, cosine};
}

struct rotation rotation_of_euler_zxy(const double degrees[3])
{
    struct rotation about_x = rotation_about((struct vector){1, 0, 0}, degrees[0]);
    struct rotation about_y = rotation_about((struct vector){0, 1, 0}, degrees[1]);
    struct rotation about_z = rotation_about((struct vector){0, 0, 1}, degrees[2]);
    return rotation_multiply(about_y, rotation_multiply(about_x, about_z));
}

struct vector vector_mirror_z(struct vector vector)
{
    return (struct vector){vector.x, vector.y, 0 - vector.z}; /* not -0 */
}

struct rotation rotation_mirror_z(struct rotation rotation)
{
    return (struct rotation){-rotation.x, -rotation.y, rotation.z, rotation.w};
}
