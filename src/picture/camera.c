/* Views by their angles, framing, and projection down to whole steps. */
#include "camera.h"

#include "../base/angles.h"

#include <math.h>

struct angles {
    double yaw, pitch;
};

/* Logic World's camera is at (0.676, 0.245, -0.695), with z negated. */
static const struct angles game_angles = {135.82, 14.17};

/* The city's own camera is turned by 28 degrees and tilted by 48 from straight down. */
static const struct angles city_angles = {28, 42};

static const double isometric_pitch = 35.264389682754654;

ow_view_kind camera_view(const ow_scene *scene, const ow_picture_options *options)
{
    if (options->view != OW_VIEW_USUAL)
        return options->view;
    switch (scene->view) {
    case OW_SEEN_FROM_ABOVE:
        return OW_VIEW_TOP;
    case OW_SEEN_AS_CITY:
        return OW_VIEW_CITY;
    default:
        return OW_VIEW_ISO;
    }
}

static struct angles angles_of(const ow_scene *scene, const ow_picture_options *options)
{
    switch (camera_view(scene, options)) {
    case OW_VIEW_TOP:
        return (struct angles){0, 90};
    case OW_VIEW_BOTTOM:
        return (struct angles){0, -90};
    case OW_VIEW_FRONT:
        return (struct angles){0, 0};
    case OW_VIEW_BACK:
        return (struct angles){180, 0};
    case OW_VIEW_LEFT:
        return (struct angles){-90, 0};
    case OW_VIEW_RIGHT:
        return (struct angles){90, 0};
    case OW_VIEW_CITY:
        return city_angles;
    case OW_VIEW_GAME:
        return game_angles;
    case OW_VIEW_ANGLES:
        return (struct angles){options->yaw, options->pitch};
    default:
        return (struct angles){45, isometric_pitch};
    }
}

void camera_turn(struct camera *camera, const ow_scene *scene, const ow_picture_options *options)
{
    struct angles angles = angles_of(scene, options);
    double yaw = rounded_to_double(fmod(angles.yaw, 360) + 90.0 * (options->turn & 3));
    double across, along, high, level;
    angle_parts(yaw, &across, &along);
    angle_parts(angles.pitch, &high, &level);
    *camera = (struct camera){.perspective = options->perspective};
    camera->right = (struct vector){along, 0, -across};
    camera->back =
        (struct vector){rounded_to_double(across * level), high, rounded_to_double(along * level)};
    camera->up = vector_cross(camera->back, camera->right);
}

struct vector camera_project(const struct camera *camera, struct vector seen)
{
    if (!camera->perspective)
        return seen;
    struct vector from = vector_subtract(seen, camera->middle);
    double far = rounded_to_double(camera->distance - from.z), least = camera->distance / 64;
    double nearness = rounded_to_double(camera->distance / (far > least ? far : least));
    return (struct vector){rounded_to_double(from.x * nearness),
                           rounded_to_double(from.y * nearness),
                           rounded_to_double(camera->distance * nearness)};
}

void extent_include(struct extent *extent, struct vector projected)
{
    if (!extent->any)
        *extent = (struct extent){projected, projected, true};
    if (projected.x < extent->least.x)
        extent->least.x = projected.x;
    if (projected.x > extent->most.x)
        extent->most.x = projected.x;
    if (projected.y < extent->least.y)
        extent->least.y = projected.y;
    if (projected.y > extent->most.y)
        extent->most.y = projected.y;
    if (projected.z < extent->least.z)
        extent->least.z = projected.z;
    if (projected.z > extent->most.z)
        extent->most.z = projected.z;
}

void camera_frame(struct camera *camera, const struct extent *extent, double width, double height,
                  double room)
{
    static const double least_side = 1e-6;
    struct vector sides = vector_subtract(extent->most, extent->least);
    struct vector middle = vector_scale(vector_add(extent->most, extent->least), 0.5);
    double across = sides.x > least_side ? sides.x : least_side;
    double down = sides.y > least_side ? sides.y : least_side;
    if (!(sides.x > least_side) && !(sides.y > least_side))
        across = down = 1;
    double by_width = rounded_to_double(rounded_to_double(width / room) / across);
    double by_height = rounded_to_double(rounded_to_double(height / room) / down);
    camera->scale = by_width < by_height ? by_width : by_height;
    camera->middle_x = middle.x;
    camera->middle_y = middle.y;
    camera->half_width = width / 2;
    camera->half_height = height / 2;
    camera->farthest = extent->least.z;
    camera->depth_scale =
        sides.z > least_side ? rounded_to_double((NEAREST_DEPTH - 8) / sides.z) : 0;
}

/* Rounds down, and cuts values that no drawn point has. A tiny bias keeps numbers that should be
 * integers from rounding differently on other hosts. */
static int32_t whole(double number)
{
    static const double hair = 0.0078125, most = 1 << 28;
    number = rounded_to_double(number + hair);
    if (!(number > -most))
        return -(1 << 28);
    if (number > most)
        return 1 << 28;
    return (int32_t)rounded_to_double(number + most) - (1 << 28);
}

struct vector camera_pixel(const struct camera *camera, struct vector projected)
{
    double x = rounded_to_double(rounded_to_double(projected.x - camera->middle_x) * camera->scale);
    double y = rounded_to_double(rounded_to_double(projected.y - camera->middle_y) * camera->scale);
    return (struct vector){rounded_to_double(camera->half_width + x),
                           rounded_to_double(camera->half_height - y), projected.z};
}

struct spot camera_snap(const struct camera *camera, struct vector projected)
{
    struct vector pixel = camera_pixel(camera, projected);
    double depth =
        rounded_to_double(rounded_to_double(projected.z - camera->farthest) * camera->depth_scale);
    struct spot spot = {whole(rounded_to_double(pixel.x * SPOT_STEPS)),
                        whole(rounded_to_double(pixel.y * SPOT_STEPS)), 1};
    if (depth > 0)
        spot.depth =
            depth < NEAREST_DEPTH - 4 ? (int32_t)rounded_to_double(depth + 1.5) : NEAREST_DEPTH - 4;
    return spot;
}

/* The third coordinate of a projected point. */
static double depth_of(const struct camera *camera, const struct spot *spot)
{
    double steps =
        camera->depth_scale > 0 ? rounded_to_double((spot->depth - 1) / camera->depth_scale) : 0;
    return rounded_to_double(camera->farthest + steps);
}

double camera_nearness(const struct camera *camera, const struct spot *spot)
{
    return rounded_to_double(depth_of(camera, spot) / camera->distance);
}

struct vector camera_point(const struct camera *camera, const struct spot *spot)
{
    double right = (double)spot->x / SPOT_STEPS - camera->half_width;
    double up = camera->half_height - (double)spot->y / SPOT_STEPS;
    struct vector projected = {camera->middle_x + rounded_to_double(right / camera->scale),
                               camera->middle_y + rounded_to_double(up / camera->scale),
                               depth_of(camera, spot)};
    if (!camera->perspective)
        return projected;
    double nearness = rounded_to_double(projected.z / camera->distance);
    return vector_add(
        camera->middle,
        (struct vector){rounded_to_double(projected.x / nearness),
                        rounded_to_double(projected.y / nearness),
                        camera->distance - rounded_to_double(camera->distance / nearness)});
}

void camera_step_back(struct camera *camera, const struct extent *extent)
{
    static const double times_size = 1.6;
    struct vector sides = vector_subtract(extent->most, extent->least);
    double size = rounded_to_double(vector_length(sides) / 2);
    camera->middle = vector_scale(vector_add(extent->most, extent->least), 0.5);
    camera->distance = rounded_to_double((size > 0 ? size : 1) * times_size);
    camera->perspective = true;
}

void camera_look_at(struct camera *camera, struct vector point, double high)
{
    static const double cotangent = 3.0776835371752534; /* of half of 36 degrees */
    camera->middle = point;
    camera->distance = rounded_to_double(high / 2 * cotangent);
    camera->perspective = true;
}

void camera_center(struct camera *camera, struct vector projected, double scale)
{
    camera->scale = scale;
    camera->middle_x = projected.x;
    camera->middle_y = projected.y;
}
