/* glTF: places of solids and segments. */
#include "gltf.h"

#include "../../base/angles.h"

/* Drops extra digits of hosts that compute with more than a double has. */
#define R(number) rounded_to_double(number)

static const struct vector unit_axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

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
    for (int i = 0; i < 4; i++) {
        struct vector at = scene_vector(part->center);
        if (i < 3)
            at = vector_turn(
                turn, vector_multiply(vector_scale(unit_axes[i], half), scene_vector(part->size)));
        turned->at[0][i] = at.x;
        turned->at[1][i] = at.y;
        turned->at[2][i] = at.z;
    }
    return turned;
}

/* As vector_turn does, but four vectors at once: x, y, z of each. */
static void turn_four(struct rotation by, double at[3][4])
{
    double *x = at[0], *y = at[1], *z = at[2];
    for (int i = 0; i < 4; i++) {
        double twice_x = R(R(R(by.y * z[i]) - R(by.z * y[i])) * 2);
        double twice_y = R(R(R(by.z * x[i]) - R(by.x * z[i])) * 2);
        double twice_z = R(R(R(by.x * y[i]) - R(by.y * x[i])) * 2);
        x[i] = R(x[i] + R(R(twice_x * by.w) + R(R(by.y * twice_z) - R(by.z * twice_y))));
        y[i] = R(y[i] + R(R(twice_y * by.w) + R(R(by.z * twice_x) - R(by.x * twice_z))));
        z[i] = R(z[i] + R(R(twice_z * by.w) + R(R(by.x * twice_y) - R(by.y * twice_x))));
    }
}

bool gltf_part_frame(struct gltf *gltf, const ow_scene_item *item, const ow_scene_part *part,
                     struct gltf_frame *frame)
{
    const struct gltf_turned *turned = turned_of(gltf, part);
    double at[3][4], sums[4] = {0};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 4; i++)
            at[k][i] = R(turned->at[k][i] * (double)item->scale[k]);
    turn_four(scene_rotation(item->rotation), at);
    for (int k = 0; k < 3; k++) {
        at[k][3] = R((double)item->position[k] + at[k][3]);
        for (int i = 0; i < 4; i++)
            sums[i] += at[k][i] * 0; /* 0, unless a number is not finite */
    }
    for (int i = 0; i < 3; i++)
        frame->axes[i] = (struct vector){at[0][i], at[1][i], at[2][i]};
    frame->center = (struct vector){at[0][3], at[1][3], at[2][3]};
    return sums[0] + sums[1] + sums[2] + sums[3] == 0;
}

bool gltf_may_be_unit(struct gltf *gltf, const ow_scene_item *item, const ow_scene_part *part)
{
    /* Squares of a unit's half, and of a quaternion that keeps lengths; more than is needed. */
    static const double least = 0.2, most = 0.3, about = 0.99, nearly = 1.01;
    const struct gltf_turned *turned = turned_of(gltf, part);
    double turn = 0, axes[3] = {0};
    for (int k = 0; k < 4; k++)
        turn += (double)item->rotation[k] * (double)item->rotation[k];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            double side = turned->at[k][i] * (double)item->scale[k];
            axes[i] += side * side;
        }
    bool is_unit = axes[0] > least && axes[0] < most && axes[1] > least && axes[1] < most &&
                   axes[2] > least && axes[2] < most;
    return is_unit || !(turn > about && turn < nearly);
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
    struct vector high = vector_turn(turned, unit_axes[1]);
    if (!vector_is_finite(high)) { /* in a scene that a program has changed */
        turned = (struct rotation){0, 0, 0, 1};
        high = unit_axes[1];
    }
    struct vector up = square_to(direction, high);
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
