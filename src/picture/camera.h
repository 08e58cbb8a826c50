/* The camera, and the projection of points onto the picture. */
#ifndef OW_SRC_PICTURE_CAMERA_H
#define OW_SRC_PICTURE_CAMERA_H

#include "../base/vectors.h"

#include <overworld/picture.h>

/* Width of a sample in steps, the unit of struct spot. */
enum { SPOT_BITS = 8, SPOT_STEPS = 1 << SPOT_BITS };

/* Depths go from 1, farthest, to this. 0 is the background; for a spot it means around or behind
 * the eye: nothing with such a corner is drawn. */
#define NEAREST_DEPTH (1 << 30)
enum { SPOT_BEHIND = 0 };

/* A point on the picture: x to the right, y down, in steps; more depth is nearer. */
struct spot {
    int32_t x, y, depth;
};

/* The visible extent: x to the right, y up, z towards the viewer. */
struct extent {
    struct vector least, most;
    bool any;
};

/* View space has the axes of the picture, and the origin of the world. */
struct camera {
    struct vector right, up, back;
    bool perspective;
    struct vector middle; /* in view space: the target of a perspective */
    double distance;      /* from the target to the eye */
    /* of the picture: samples per unit, and the point at its centre */
    double scale, middle_x, middle_y, half_width, half_height;
    double farthest, depth_scale;
};

/* Rotates the camera for a view; does not frame yet. */
void camera_turn(struct camera *camera, const ow_scene *scene, const ow_picture_options *options);

/* The actual view of OW_VIEW_USUAL. */
ow_view_kind camera_view(const ow_scene *scene, const ow_picture_options *options);

static inline struct vector camera_see(const struct camera *camera, struct vector point)
{
    return (struct vector){vector_dot(camera->right, point), vector_dot(camera->up, point),
                           vector_dot(camera->back, point)};
}

/* Projects a point of view space; unchanged without perspective. */
struct vector camera_project(const struct camera *camera, struct vector seen);

void extent_include(struct extent *extent, struct vector projected);

/* Switches to a perspective view of an extent, from outside of it. */
void camera_step_back(struct camera *camera, const struct extent *extent);

/* Switches to a perspective view of a point of view space, `high` units from top to bottom. */
void camera_look_at(struct camera *camera, struct vector point, double high);

/* Fits an extent of projected points, scaled by `room`, into `width` x `height` samples. */
void camera_frame(struct camera *camera, const struct extent *extent, double width, double height,
                  double room);

/* Centres a projected point, with `scale` samples per unit. */
void camera_center(struct camera *camera, struct vector projected, double scale);

/* The place of a projected point: x and y in samples from the upper left corner, z unchanged; and
 * in integer steps. */
struct vector camera_pixel(const struct camera *camera, struct vector projected);
struct spot camera_snap(const struct camera *camera, struct vector projected);

/* The point of view space at a spot. */
struct vector camera_point(const struct camera *camera, const struct spot *spot);

/* Magnification at a point, relative to the centre of a perspective. */
double camera_nearness(const struct camera *camera, const struct spot *spot);

#endif
