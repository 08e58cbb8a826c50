/* glTF: where solids and segments stand. */
#include "gltf.h"

/* A host that reckons with more digits than a double has must not keep them. */
#define R(number) rounded_to_double(number)

static const struct vector unit_axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static bool is_finite(const struct gltf_frame *frame)
{
    return vector_is_finite(frame->center) && vector_is_finite(frame->axes[0]) &&
           vector_is_finite(frame->axes[1]) && vector_is_finite(frame->axes[2]);
}

bool gltf_part_frame(const ow_scene_item *item, const ow_scene_part *part, struct gltf_frame *frame)
{
    static const double half = 0.5;
    struct vector scale = scene_vector(item->scale), size = scene_vector(part->size);
    struct rotation turn = scene_rotation(item->rotation),
                    part_turn = scene_rotation(part->rotation);
    frame->center = scene_vertex(item, scene_vector(part->center));
    for (int i = 0; i < 3; i++) {
        struct vector axis = vector_multiply(vector_scale(unit_axes[i], half), size);
        frame->axes[i] = vector_turn(turn, vector_multiply(vector_turn(part_turn, axis), scale));
    }
    return is_finite(frame);
}

bool gltf_is_mirrored(const struct gltf_frame *frame)
{
    return vector_dot(vector_cross(frame->axes[0], frame->axes[1]), frame->axes[2]) < 0;
}

/* Sine of an angle from -45 to 45 degrees, and its cosine: series whose next term is below a double's
 * last digit. The C library's differ from host to host. */
static void small_sine_cosine(double degrees, double *sine, double *cosine)
{
    static const double radians = 0.017453292519943295;
    enum { TERMS = 16 };
    double angle = R(degrees * radians), square = R(angle * angle), term = 1;
    *cosine = *sine = 0;
    for (int i = 0; i < TERMS; i += 2) {
        *cosine = R(*cosine + term);
        *sine = R(*sine + R(term / (i + 1)));
        term = R(R(-term * square) / ((i + 1) * (i + 2)));
    }
    *sine = R(*sine * angle);
}

static void sine_cosine(double degrees, double *sine, double *cosine)
{
    double reduced = fmod(degrees, 360), quarters = rint(R(reduced / 90));
    double s, c;
    small_sine_cosine(R(reduced - R(quarters * 90)), &s, &c);
    int quarter = (int)quarters & 3;
    *sine = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
    *cosine = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
}

/* What of `up` is square to a direction one unit long; some axis where up runs along it. */
static struct vector square_to(struct vector direction, struct vector up)
{
    static const double shortest = 1e-6;
    struct vector square = vector_subtract(up, vector_scale(direction, vector_dot(up, direction)));
    for (int i = 0; i < 3 && !(vector_length(square) > shortest); i++)
        square = vector_subtract(unit_axes[2 - i],
                                 vector_scale(direction, vector_dot(unit_axes[2 - i], direction)));
    return vector_unit(square);
}

static struct vector up_of(const ow_scene *scene, uint32_t group)
{
    if (group >= scene->group_count)
        return unit_axes[1];
    return vector_turn(scene_rotation(scene->groups[group].rotation), unit_axes[1]);
}

/* Half of a bar's width or thickness; a bar can be seen. */
static double half_of(float width)
{
    static const double least = 0.01;
    return isfinite(width) && width > least ? R(width * 0.5) : R(least * 0.5);
}

bool gltf_has_length(const ow_scene_segment *segment)
{
    struct vector along = vector_subtract(scene_vector(segment->to), scene_vector(segment->from));
    return vector_is_finite(along) && vector_length(along) > 0;
}

bool gltf_segment_frame(const ow_scene *scene, const ow_scene_segment *segment,
                        struct gltf_frame *frame)
{
    struct vector from = scene_vector(segment->from), to = scene_vector(segment->to);
    struct vector along = vector_scale(vector_subtract(to, from), 0.5);
    double sine = 0, cosine = 1;
    if (!gltf_has_length(segment))
        return false;
    struct vector direction = vector_unit(along);
    struct vector normal = square_to(direction, up_of(scene, segment->group));
    struct vector side = vector_cross(direction, normal);
    if (isfinite(segment->roll) && segment->roll != 0)
        sine_cosine(segment->roll, &sine, &cosine);
    struct vector turned = vector_add(vector_scale(normal, cosine), vector_scale(side, sine));
    frame->center = vector_add(from, along);
    frame->axes[0] = along;
    frame->axes[1] = vector_scale(turned, half_of(segment->thickness));
    frame->axes[2] = vector_scale(vector_cross(direction, turned), half_of(segment->width));
    return true;
}

/* From the axes as columns of a matrix, by the largest of the four: the others are divided by it. */
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
