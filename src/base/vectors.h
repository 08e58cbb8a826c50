/* Vectors and rotations with one rounding per operation: the same on every host. */
#ifndef OW_SRC_BASE_VECTORS_H
#define OW_SRC_BASE_VECTORS_H

#include "compiler.h"

#include <math.h>

struct vector {
    double x, y, z;
};

/* A quaternion. */
struct rotation {
    double x, y, z, w;
};

/* Drops extra digits of hosts that compute with more than a double has. */
#define R(number) rounded_to_double(number)

static inline struct vector vector_add(struct vector a, struct vector b)
{
    return (struct vector){R(a.x + b.x), R(a.y + b.y), R(a.z + b.z)};
}

static inline struct vector vector_subtract(struct vector a, struct vector b)
{
    return (struct vector){R(a.x - b.x), R(a.y - b.y), R(a.z - b.z)};
}

static inline struct vector vector_scale(struct vector a, double by)
{
    return (struct vector){R(a.x * by), R(a.y * by), R(a.z * by)};
}

static inline struct vector vector_multiply(struct vector a, struct vector b)
{
    return (struct vector){R(a.x * b.x), R(a.y * b.y), R(a.z * b.z)};
}

static inline double vector_dot(struct vector a, struct vector b)
{
    return R(R(R(a.x * b.x) + R(a.y * b.y)) + R(a.z * b.z));
}

static inline struct vector vector_cross(struct vector a, struct vector b)
{
    return (struct vector){R(R(a.y * b.z) - R(a.z * b.y)), R(R(a.z * b.x) - R(a.x * b.z)),
                           R(R(a.x * b.y) - R(a.y * b.x))};
}

static inline double vector_length(struct vector a)
{
    return R(sqrt(vector_dot(a, a)));
}

/* Normalises; a vector of length 0 stays. */
static inline struct vector vector_unit(struct vector a)
{
    double length = vector_length(a);
    return length > 0 ? (struct vector){R(a.x / length), R(a.y / length), R(a.z / length)} : a;
}

static inline bool vector_is_finite(struct vector a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* First b, then a. */
static inline struct rotation rotation_multiply(struct rotation a, struct rotation b)
{
    return (struct rotation){R(R(R(a.w * b.x) + R(a.x * b.w)) + R(R(a.y * b.z) - R(a.z * b.y))),
                             R(R(R(a.w * b.y) - R(a.x * b.z)) + R(R(a.y * b.w) + R(a.z * b.x))),
                             R(R(R(a.w * b.z) + R(a.x * b.y)) - R(R(a.y * b.x) - R(a.z * b.w))),
                             R(R(R(a.w * b.w) - R(a.x * b.x)) - R(R(a.y * b.y) + R(a.z * b.z)))};
}

/* Normalises; an invalid quaternion gives the identity. */
static inline struct rotation rotation_unit(struct rotation a)
{
    double length = R(sqrt(R(R(R(a.x * a.x) + R(a.y * a.y)) + R(R(a.z * a.z) + R(a.w * a.w)))));
    if (!(length > 0) || !isfinite(length))
        return (struct rotation){0, 0, 0, 1};
    return (struct rotation){R(a.x / length), R(a.y / length), R(a.z / length), R(a.w / length)};
}

static inline struct rotation rotation_inverse(struct rotation a)
{
    return (struct rotation){-a.x, -a.y, -a.z, a.w};
}

/* Rotates a vector by a unit quaternion. */
static inline struct vector vector_turn(struct rotation by, struct vector v)
{
    struct vector axis = {by.x, by.y, by.z};
    struct vector twice = vector_scale(vector_cross(axis, v), 2);
    return vector_add(v, vector_add(vector_scale(twice, by.w), vector_cross(axis, twice)));
}

#undef R

#endif
