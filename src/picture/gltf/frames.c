/* glTF: places of solids and segments. */
#include "gltf.h"

#include "../../base/angles.h"

/* Drops extra digits of hosts that compute with more than a double has. */
#define R(number) rounded_to_double(number)

static const struct vector unit_axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static bool is_finite(const struct gltf_frame *frame)
{
    return vector_is_finite(frame->center) && vector_is_finite(frame->axes[0]) &&
           vector_is_finite(frame->axes[1]) && vector_is_finite(frame->axes[2]);
}

/* A part's frame in its shape. Most items have one of few shapes. */
static const struct gltf_turned *turned_of(struct gltf *gltf, const ow_scene_part *part)
{
    static const double half = 0.5;
    uint32_t number = (uint32_t)(part - gltf->scene->parts);
    struct gltf_turned *turned = &gltf->turned[number % GLTF_TURNED];
    if (turned->part == number)
        return turned;
    struct rotation turn = scene_rotation(part->rotation);
    turned->part = number;
    turned->center = scene_vector(part->center);
    for (int i = 0; i < 3; i++)
        turned->axes[i] = vector_turn(
            turn, vector_multiply(vector_scale(unit_axes[i], half), scene_vector(part->size)));
    return turned;
}

bool gltf_part_frame(struct gltf *gltf, const ow_scene_item *item, const ow_scene_part *part,
                     struct gltf_frame *frame)
{
    const struct gltf_turned *turned = turned_of(gltf, part);
    struct vector scale = scene_vector(item->scale);
    struct rotation turn = scene_rotation(item->rotation);
    frame->center = vector_add(scene_vector(item->position),
                               vector_turn(turn, vector_multiply(turned->center, scale)));
    for (int i = 0; i < 3; i++)
        frame->axes[i] = vector_turn(turn, vector_multiply(turned->axes[i], scale));
    return is_finite(frame);
}

bool gltf_is_mirrored(const struct gltf_frame *frame)
{
    return vector_dot(vector_cross(frame->axes[0], frame->axes[1]), frame->axes[2]) < 0;
}

/* The part of a vector that is perpendicular to a unit direction. */
static struct vector square_to(struct vector direction, struct vector v)
{
    return vector_subtract(v, vector_scale(direction, vector_dot(v, direction)));
}

/* The facing of a bar's wide side: `up` of its group, or z for bars along that. */
static struct vector facing(const ow_scene *scene, const ow_scene_segment *segment,
                            struct vector direction)
{
    static const double shortest = 1e-4;
    struct rotation turned = {0, 0, 0, 1};
    if (segment->group < scene->group_count)
        turned = scene_rotation(scene->groups[segment->group].rotation);
    struct vector up = square_to(direction, vector_turn(turned, unit_axes[1]));
    if (!(vector_length(up) > shortest))
        up = square_to(direction, vector_turn(turned, unit_axes[2]));
    return vector_unit(up);
}

/* Half of a bar's width or thickness, with a minimum that is visible. */
static double half_of(float width)
{
    static const double least = 0.01;
    return isfinite(width) && width > least ? R(width * 0.5) : R(least * 0.5);
}

bool gltf_has_length(const ow_scene_segment *segment)
{
    struct vector along = vector_subtract(scene_vector(segment->to), scene_vector(segment->from));
    return vector_is_finite(along) && vector_dot(along, along) > 0;
}

bool gltf_segment_frame(const ow_scene *scene, const ow_scene_segment *segment,
                        struct gltf_frame *frame)
{
    struct vector from = scene_vector(segment->from), to = scene_vector(segment->to);
    struct vector along = vector_scale(vector_subtract(to, from), 0.5);
    if (!gltf_has_length(segment))
        return false;
    struct vector direction = vector_unit(along);
    struct vector normal = facing(scene, segment, direction);
    struct vector side = vector_cross(direction, normal);
    double sine, cosine;
    angle_parts((double)segment->roll, &sine, &cosine);
    struct vector turned = vector_subtract(vector_scale(normal, cosine), vector_scale(side, sine));
    frame->center = vector_add(from, along);
    frame->axes[0] = along;
    frame->axes[1] = vector_scale(turned, half_of(segment->thickness));
    frame->axes[2] = vector_scale(vector_cross(direction, turned), half_of(segment->width));
    return true;
}

/* Converts the axes, as columns of a matrix, to a quaternion; divides by the largest component. */
struct rotation gltf_frame_rotation(const struct gltf_frame *frame)
{
    struct vector x = vector_unit(frame->axes[0]), y = vector_unit(frame->axes[1]),
                  z = vector_unit(frame->axes[2]);
    double trace = R(R(x.x + y.y) + z.z);
    struct rotation turn;
    if (trace > 0)
        turn = (struct rotation){R(y.z - z.y), R(z.x - x.z), R(x.y - y.x), R(1 + trace)};
    else if (x.x >= y.y && x.x >= z.z)
        turn = (struct rotation){R(R(R(1 + x.x) - y.y) - z.z), R(x.y + y.x), R(z.x + x.z),
                                 R(y.z - z.y)};
    else if (y.y >= z.z)
        turn = (struct rotation){R(x.y + y.x), R(R(R(1 - x.x) + y.y) - z.z), R(y.z + z.y),
                                 R(z.x - x.z)};
    else
        turn = (struct rotation){R(z.x + x.z), R(y.z + z.y), R(R(R(1 - x.x) - y.y) + z.z),
                                 R(x.y - y.x)};
    return rotation_unit(turn);
}
