/* Mirrors components of a save: each becomes a component of the same type at the place of its
 * mirror image.
 *
 * A component that is symmetrical about a plane of its own frame is first reflected in that plane,
 * which does not change its shape, and then by the mirror. Both together are a rotation. Components
 * on top of it are mirrored in that plane, in its frame. */
#include "rearrange.h"

#include "../../base/error.h"
#include "../types/mirror.h"

#include <stdio.h>

/* All points whose dot product with the normal is `at`. */
struct plane {
    struct vector normal;
    double at;
};

struct mirroring {
    const struct rearranging *r;
    struct plane plane;
    struct type_mirror *mirrors; /* of each component */
};

static const struct vector normals[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static struct rotation as_rotation(struct vector v)
{
    return (struct rotation){v.x, v.y, v.z, 0};
}

static double rotation_dot(struct rotation a, struct rotation b)
{
    return rounded_to_double(
        vector_dot((struct vector){a.x, a.y, a.z}, (struct vector){b.x, b.y, b.z}) +
        rounded_to_double(a.w * b.w));
}

/* Reflects in the component's own plane, rotates, and reflects in the mirror. */
static struct rotation mirror_rotation(struct vector normal, struct rotation rotation,
                                       unsigned axis)
{
    struct rotation mirrored = rotation_multiply(
        as_rotation(normal), rotation_multiply(rotation, as_rotation(normals[axis])));
    double same = rotation_dot(mirrored, rotation);
    bool is_negative = same < 0 || (same == 0 && mirrored.w < 0);
    double sign = is_negative ? -1 : 1;
    return (struct rotation){mirrored.x * sign + 0.0, mirrored.y * sign + 0.0,
                             mirrored.z * sign + 0.0, mirrored.w * sign + 0.0};
}

static struct vector mirror_vector(struct vector normal, struct vector v)
{
    return vector_subtract(v, vector_scale(normal, 2 * vector_dot(normal, v)));
}

static struct vector mirror_place(const struct plane *plane, struct vector place)
{
    double beyond = rounded_to_double(vector_dot(plane->normal, place) - plane->at);
    return vector_subtract(place, vector_scale(plane->normal, 2 * beyond));
}

/* Rotations are rarely exact: a normal that is close to an axis is set to that axis. */
static double snapped(double value)
{
    static const double near_an_axis = 1e-5;
    return fabs(value - nearbyint(value)) < near_an_axis ? nearbyint(value) + 0.0 : value;
}

/* Converts a plane of the world to the frame of a component. */
static struct plane plane_in(const struct component_frame *frame, const struct plane *plane)
{
    struct vector normal = vector_turn(rotation_inverse(frame->rotation), plane->normal);
    normal = (struct vector){snapped(normal.x), snapped(normal.y), snapped(normal.z)};
    return (struct plane){
        normal, rounded_to_double(plane->at - vector_dot(plane->normal, frame->position))};
}

static struct type_use use_of(const struct rearranging *r, uint32_t index)
{
    const ow_blotter_component *component = &r->save->components[index];
    struct type_use use = {.type = r->own->types[component->type].type,
                           .inputs = component->input_count,
                           .outputs = component->output_count};
    type_read_data(use.type, component->custom_data, &use.data);
    return use;
}

/* Of several planes, chooses the one that turns the component least, so that text stays
 * readable. */
static bool find_mirror(const struct mirroring *m, uint32_t index)
{
    static const unsigned axes[3] = {0, 2, 1};
    struct type_use use = use_of(m->r, index);
    struct rotation rotation = blotter_frame_of(&m->r->own->frames, index).rotation;
    double most = -1;
    for (unsigned i = 0; i < 3; i++) {
        struct type_mirror mirror;
        if (!type_find_mirror(&use, axes[i], &mirror))
            continue;
        double same =
            fabs(rotation_dot(mirror_rotation(m->plane.normal, rotation, axes[i]), rotation));
        if (same < most + 1e-6)
            continue;
        most = same;
        m->mirrors[index] = mirror;
    }
    return most >= 0;
}

static void note_without_image(const struct rearranging *r, uint32_t index)
{
    char pointer[40];
    const ow_blotter_component *component = &r->save->components[index];
    ow_text type = r->own->types[component->type].name;
    snprintf(pointer, sizeof pointer, "/components/%u", (unsigned)index);
    parts_note(r->notes, pointer, "no mirror image: %.*s C-%u",
               (int)(type.size < 100 ? type.size : 100), type.data, (unsigned)component->address);
}

static bool is_chosen(const struct rearranging *r, uint32_t index)
{
    return r->parts->chosen[r->own->first_component + index];
}

static ow_status find_mirrors(const struct mirroring *m)
{
    uint64_t without = 0;
    for (uint32_t i = 0; i < m->r->save->component_count; i++)
        if (is_chosen(m->r, i) && !find_mirror(m, i)) {
            without++;
            note_without_image(m->r, i);
        }
    if (without == 0)
        return OW_OK;
    return error_set(m->r->error, OW_BAD_VALUE, 0, NULL,
                     "%llu of the selected components %s no mirror image: select others",
                     (unsigned long long)without, without == 1 ? "has" : "have");
}

/* The plane that mirrors a component, in the frame of its parent, and the distance to move it. */
static struct plane plane_of(const struct mirroring *m, uint32_t index, struct vector *by)
{
    uint32_t parent = rearrange_parent(m->r, index);
    *by = m->r->by;
    if (parent == NO_PART)
        return m->plane;
    if (!is_chosen(m->r, parent)) {
        struct component_frame frame = blotter_frame_of(&m->r->own->frames, parent);
        *by = vector_turn(rotation_inverse(frame.rotation), *by);
        return plane_in(&frame, &m->plane);
    }
    *by = (struct vector){0, 0, 0};
    const struct type_mirror *mirror = &m->mirrors[parent];
    return (struct plane){normals[mirror->axis], rounded_to_double(mirror->sum * SQUARE) / 2};
}

static ow_status mirror_component(const struct mirroring *m, uint32_t index)
{
    ow_blotter_component *component = &m->r->save->components[index];
    const struct type_mirror *mirror = &m->mirrors[index];
    const float *saved = component->rotation;
    struct rotation rotation = {(double)saved[0], (double)saved[1], (double)saved[2],
                                (double)saved[3]};
    struct vector by;
    struct plane plane = plane_of(m, index, &by);
    /* The origin moves to the other side of the component's own plane. */
    struct vector across =
        vector_turn(blotter_rotation_of(component),
                    vector_scale(normals[mirror->axis], rounded_to_double(mirror->sum * SQUARE)));
    struct vector place = mirror_place(&plane, blotter_position_of(m->r->save, component));
    place = vector_add(vector_add(place, mirror_vector(plane.normal, across)), by);
    if (!blotter_set_position(m->r->save, component, place))
        return rearrange_too_far(m->r, component);
    rearrange_set_rotation(component, mirror_rotation(plane.normal, rotation, mirror->axis));
    return OW_OK;
}

/* ---- inputs that are swapped ---- */

static void reverse_inputs(ow_blotter_component *component)
{
    uint32_t count = component->input_count;
    for (uint32_t i = 0, k = count; i + 1 < k--; i++) {
        if (component->inputs) {
            int32_t state = component->inputs[i];
            component->inputs[i] = component->inputs[k];
            component->inputs[k] = state;
        }
        if (component->inputs_exclusive) {
            uint8_t flag = component->inputs_exclusive[i];
            component->inputs_exclusive[i] = component->inputs_exclusive[k];
            component->inputs_exclusive[k] = flag;
        }
    }
}

static void follow_input(const struct mirroring *m, ow_blotter_peg *peg)
{
    uint32_t index = index_find(&m->r->own->index, peg->component);
    if (peg->kind != OW_BLOTTER_INPUT || index == NO_COMPONENT || !is_chosen(m->r, index) ||
        !m->mirrors[index].is_reversed)
        return;
    uint32_t count = m->r->save->components[index].input_count;
    if (peg->index >= 0 && (uint32_t)peg->index < count)
        peg->index = (int32_t)(count - 1 - (uint32_t)peg->index);
}

static void follow_inputs(const struct mirroring *m)
{
    ow_blotter_save *save = m->r->save;
    for (uint32_t i = 0; i < save->component_count; i++)
        if (is_chosen(m->r, i) && m->mirrors[i].is_reversed)
            reverse_inputs(&save->components[i]);
    for (uint32_t i = 0; i < save->wire_count; i++) {
        follow_input(m, &save->wires[i].first);
        follow_input(m, &save->wires[i].second);
    }
}

/* The mirror is where the caller says, or in the middle of the first component. */
static struct plane find_plane(const struct rearranging *r, const ow_rearrangement *how,
                               uint32_t first)
{
    struct plane plane = {normals[how->mirror - OW_MIRROR_X], how->mirror_at * SQUARE};
    struct component_frame frame = blotter_frame_of(&r->own->frames, first);
    struct type_use use = use_of(r, first);
    struct vector middle = vector_scale(type_middle(&use), SQUARE);
    if (!how->has_mirror_at)
        plane.at = vector_dot(plane.normal,
                              vector_add(frame.position, vector_turn(frame.rotation, middle)));
    return plane;
}

ow_status blotter_mirror_parts(struct rearranging *r, const ow_rearrangement *how, uint32_t first,
                               uint64_t *count)
{
    struct mirroring m = {.r = r, .plane = find_plane(r, how, first)};
    uint32_t components = r->save->component_count;
    m.mirrors = arena_take(&r->parts->arena, components * sizeof *m.mirrors);
    if (!m.mirrors)
        return error_plain(r->error, r->parts->arena.status);
    ow_status status = find_mirrors(&m);
    for (uint32_t i = 0; i < components && status == OW_OK; i++) {
        if (!is_chosen(r, i))
            continue;
        status = mirror_component(&m, i);
        ++*count;
    }
    if (status == OW_OK)
        follow_inputs(&m);
    return status;
}
