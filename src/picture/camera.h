/* From where a scene is looked at, and where on the picture its points come to stand. */
#ifndef OW_SRC_PICTURE_CAMERA_H
#define OW_SRC_PICTURE_CAMERA_H

#include "../base/vectors.h"

#include <overworld/picture.h>

/* A sample is this many steps wide in the coordinates of struct spot. */
enum { SPOT_BITS = 8, SPOT_STEPS = 1 << SPOT_BITS };

/* Depths go from 1, farthest, to this; 0 is the background, and of a spot that it is around the eye or
 * behind it: nothing that has such a corner is drawn. */
#define NEAREST_DEPTH (1 << 30)
enum { SPOT_BEHIND = 0 };

/* A point on the picture: x to the right, y down, in steps; more depth is nearer. */
struct spot {
    int32_t x, y, depth;
};

/* What of the plane of view is to be seen: x to the right, y up, z towards the viewer. */
struct extent {
    struct vector least, most;
    bool any;
};

/* View space has its axes along the picture's; its origin is the world's. */
struct camera {
    struct vector right, up, back;
    bool perspective;
    struct vector middle; /* in view space: what a perspective looks at */
    double distance;      /* from there to the eye */
    /* of the picture: samples in a unit, and what stands in its middle */
    double scale, middle_x, middle_y, half_width, half_height;
    double farthest, depth_scale;
};

/* Turns the camera as the view asks; frames nothing yet. */
void camera_turn(struct camera *camera, const ow_scene *scene, const ow_picture_options *options);

/* The view that is meant by the usual one. */
ow_view_kind camera_view(const ow_scene *scene, const ow_picture_options *options);

static inline struct vector camera_see(const struct camera *camera, struct vector point)
{
    return (struct vector){vector_dot(camera->right, point), vector_dot(camera->up, point),
                           vector_dot(camera->back, point)};
}

/* A point of view space as it is projected: the same where there is no perspective. */
struct vector camera_project(const struct camera *camera, struct vector seen);

void extent_include(struct extent *extent, struct vector projected);

/* Sees an extent of view space in perspective from now on, from outside of it. */
void camera_step_back(struct camera *camera, const struct extent *extent);

/* Sees what stands around a point of view space in perspective, `high` units of it from top to bottom. */
void camera_look_at(struct camera *camera, struct vector point, double high);

/* Puts an extent (of projected points) into `width` x `height` samples around a middle of their own,
 * `room` times as large as it is. */
void camera_frame(struct camera *camera, const struct extent *extent, double width, double height,
                  double room);

/* Puts a projected point into the middle, with `scale` samples in a unit. */
void camera_center(struct camera *camera, struct vector projected, double scale);

/* Where a projected point stands: x and y in samples from the upper left corner, z as it is; and that
 * in whole steps. */
struct vector camera_pixel(const struct camera *camera, struct vector projected);
struct spot camera_snap(const struct camera *camera, struct vector projected);

/* The point of view space that stands at a spot. */
struct vector camera_point(const struct camera *camera, const struct spot *spot);

/* How much larger things stand there than in the middle of a perspective. */
double camera_nearness(const struct camera *camera, const struct spot *spot);

#endif
