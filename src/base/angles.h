/* Angles in degrees, as sines, cosines and rotations: the same digits on every host, which those of a
 * libc are not. */
#ifndef OW_SRC_BASE_ANGLES_H
#define OW_SRC_BASE_ANGLES_H

#include "vectors.h"

/* Sine and cosine of an angle. Multiples of 90 are exact; what is not finite is no angle, 0. */
void angle_parts(double degrees, double *sine, double *cosine);

/* The rotation by an angle about an axis one unit long, counter-clockwise as seen from its tip where the
 * frame is right-handed. */
struct rotation rotation_about(struct vector axis, double degrees);

/* Unity's Euler angles: first about z, then x, then y, the axes standing still. */
struct rotation rotation_of_euler_zxy(const double degrees[3]);

/* The opposite: angles above -180 and up to 180, that of x from -90 to 90. If x is 90 or -90, z is 0.
 * The rotation is one unit long. */
void rotation_find_euler_zxy(struct rotation rotation, double degrees[3]);

/* Across the plane of x and y: between Unity's left-handed frame and a right-handed one. */
struct vector vector_mirror_z(struct vector vector);
struct rotation rotation_mirror_z(struct rotation rotation);

#endif
