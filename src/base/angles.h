/* Sines, cosines and rotations of angles in degrees. Unlike those of a libc, they have the same
 * digits on every host. */
#ifndef OW_SRC_BASE_ANGLES_H
#define OW_SRC_BASE_ANGLES_H

#include "vectors.h"

/* Sine and cosine of an angle. Multiples of 90 are exact. An angle that is not finite counts as
 * 0. */
void angle_parts(double degrees, double *sine, double *cosine);

/* The rotation by an angle about a unit axis; counter-clockwise as seen from the axis's tip in a
 * right-handed frame. */
struct rotation rotation_about(struct vector axis, double degrees);

/* Unity's Euler angles: about the fixed axes z, then x, then y. */
struct rotation rotation_of_euler_zxy(const double degrees[3]);

/* The inverse: angles above -180 and up to 180, that of x from -90 to 90. If x is 90 or -90, z is
 * 0. The rotation must be a unit quaternion. */
void rotation_find_euler_zxy(struct rotation rotation, double degrees[3]);

/* Mirrors at the plane of x and y: converts between Unity's left-handed frame and a right-handed
 * one. */
struct vector vector_mirror_z(struct vector vector);
struct rotation rotation_mirror_z(struct rotation rotation);

#endif
