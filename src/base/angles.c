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
    if (degrees == 0) { /* as most are */
        *sine = degrees;
        *cosine = 1;
        return;
    }
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

/* The angle of a slope from 0 to 1, in degrees: Euler's series for the arc tangent, about 22.5
 * degrees at most after the turn by 45. */
static double angle_of_slope(double slope)
{
    static const double degrees = 57.295779513082323, eighth = 0.41421356237309503;
    bool is_steep = slope > eighth;
    double sum = 0;
    double from =
        is_steep ? rounded_to_double(rounded_to_double(slope - 1) / rounded_to_double(slope + 1))
                 : slope;
    double square = rounded_to_double(from * from);
    for (int odd = 41; odd >= 1; odd -= 2)
        sum = rounded_to_double(1.0 / odd - rounded_to_double(square * sum));
    return rounded_to_double(rounded_to_double(from * sum) * degrees) + (is_steep ? 45 : 0);
}

/* The angle whose sine and cosine are so related, in degrees. */
static double angle_of(double sine, double cosine)
{
    double along = fabs(sine), across = fabs(cosine);
    if (along == 0 && across == 0)
        return 0;
    double angle = along <= across ? angle_of_slope(rounded_to_double(along / across))
                                   : 90 - angle_of_slope(rounded_to_double(across / along));
    angle = cosine < 0 ? 180 - angle : angle;
    return sine < 0 && angle < 180 ? -angle : angle;
}

#define R(number) rounded_to_double(number)

void rotation_find_euler_zxy(struct rotation r, double degrees[3])
{
    const double nearly_up = 0.9999999;
    double sine = R(2 * R(R(r.w * r.x) - R(r.y * r.z)));
    sine = sine > 1 ? 1 : sine < -1 ? -1 : sine;
    if (fabs(sine) > nearly_up) {
        degrees[0] = sine < 0 ? -90 : 90;
        degrees[1] = angle_of(R(2 * R(R(r.w * r.y) - R(r.x * r.z))),
                              R(1 - R(2 * R(R(r.y * r.y) + R(r.z * r.z)))));
        degrees[2] = 0;
        return;
    }
    degrees[0] = angle_of(sine, R(sqrt(R(1 - R(sine * sine)))));
    degrees[1] = angle_of(R(2 * R(R(r.x * r.z) + R(r.w * r.y))),
                          R(1 - R(2 * R(R(r.x * r.x) + R(r.y * r.y)))));
    degrees[2] = angle_of(R(2 * R(R(r.x * r.y) + R(r.w * r.z))),
                          R(1 - R(2 * R(R(r.x * r.x) + R(r.z * r.z)))));
}

#undef R

struct vector vector_mirror_z(struct vector vector)
{
    return (struct vector){vector.x, vector.y, 0 - vector.z}; /* not -0 */
}

struct rotation rotation_mirror_z(struct rotation rotation)
{
    return (struct rotation){-rotation.x, -rotation.y, rotation.z, rotation.w};
}
