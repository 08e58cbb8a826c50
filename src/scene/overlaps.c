/* Finding items that share space with others: their solids as boxes that may be turned, compared along the axis on
 * which they are spread most. */
#include "overlaps.h"

#include "../base/sort.h"
#include "scene.h"

#include <math.h>
#include <string.h>

/* Comparisons, of some nanoseconds each. */
#define MOST_COMPARISONS (1u << 28)

/* In units: what touches is rounded, and real worlds have neighbours that are this deep in each other. */
static const double touch = 0.02;

/* A box in the scene. */
struct solid {
    struct vector middle, axes[3]; /* unit vectors */
    double half[3];
    double least[3], most[3]; /* of the box around it */
    uint32_t item, group;
};

struct sweep {
    const ow_scene *scene;
    const uint32_t *groups;
    struct arena *arena;
    struct solid *solids;
    size_t count;
    uint64_t *order;
    int axis;
    double least[3], most[3]; /* of the solids of groups other than 0 */
    overlap_visitor visit;
    void *context;
};

static bool is_solid(const ow_scene_part *part)
{
    return !part->is_peg && !part->is_hidden && part->material != OW_MARK &&
           part->solid != OW_SOLID_MESH;
}

static double axis_of(struct vector v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void find_box_around(struct solid *solid)
{
    for (int i = 0; i < 3; i++) {
        double reach = 0;
        for (int k = 0; k < 3; k++)
            reach += rounded_to_double(fabs(axis_of(solid->axes[k], i)) * solid->half[k]);
        solid->least[i] = axis_of(solid->middle, i) - reach;
        solid->most[i] = axis_of(solid->middle, i) + reach;
    }
}

/* The box inside a part: a wedge is as high as at its low end. Returns false if it is as thin as a touch. */
static bool make_solid(const ow_scene_item *item, const ow_scene_part *part, struct solid *solid)
{
    static const double within_circle = 0.7;
    struct vector middle = scene_vector(part->center), size = scene_vector(part->size);
    struct rotation own = scene_rotation(part->rotation), turn = scene_rotation(item->rotation);
    if (part->solid == OW_CYLINDER) {
        size.x = rounded_to_double(size.x * within_circle);
        size.z = rounded_to_double(size.z * within_circle);
    } else if (part->solid == OW_WEDGE) {
        double lost = rounded_to_double(size.y * (1 - (double)part->low));
        middle = vector_subtract(
            middle, vector_turn(own, (struct vector){0, rounded_to_double(lost / 2), 0}));
        size.y -= lost;
    }
    /* Scales are along the shape's axes; only shapes whose parts are not turned are scaled. */
    size = vector_multiply(size, scene_vector(item->scale));
    solid->middle = scene_vertex(item, middle);
    const struct vector units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        solid->axes[i] = vector_turn(turn, vector_turn(own, units[i]));
        solid->half[i] = rounded_to_double(fabs(axis_of(size, i)) / 2) - touch;
    }
    find_box_around(solid);
    return solid->half[0] > 0 && solid->half[1] > 0 && solid->half[2] > 0 &&
           vector_is_finite(solid->middle);
}

static bool boxes_meet(const struct solid *a, const double least[3], const double most[3])
{
    for (int i = 0; i < 3; i++)
        if (!(a->least[i] < most[i] && least[i] < a->most[i]))
            return false;
    return true;
}

typedef void (*solid_user)(struct sweep *sweep, const struct solid *solid);

/* Nobody knows what an item looks like whose shape and colour are inferred. */
static bool is_known(const ow_scene_item *item)
{
    const uint16_t unknown = OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    return (item->flags & unknown) != unknown && !(item->flags & OW_OUTLYING);
}

static void for_each_solid(struct sweep *sweep, solid_user use)
{
    const ow_scene *scene = sweep->scene;
    for (uint32_t i = 0; i < scene->item_count; i++) {
        const ow_scene_item *item = &scene->items[i];
        const ow_scene_shape *shape = &scene->shapes[item->shape];
        for (uint32_t k = 0; k < shape->part_count && is_known(item); k++) {
            const ow_scene_part *part = &scene->parts[shape->first_part + k];
            struct solid solid = {.item = i, .group = sweep->groups[i]};
            if (is_solid(part) && make_solid(item, part, &solid))
                use(sweep, &solid);
        }
    }
}

static void include_moved(struct sweep *sweep, const struct solid *solid)
{
    for (int k = 0; k < 3 && solid->group != 0; k++) {
        sweep->least[k] = fmin(sweep->least[k], solid->least[k]);
        sweep->most[k] = fmax(sweep->most[k], solid->most[k]);
    }
}

static void count_near(struct sweep *sweep, const struct solid *solid)
{
    sweep->count += boxes_meet(solid, sweep->least, sweep->most);
}

static void keep_near(struct sweep *sweep, const struct solid *solid)
{
    if (boxes_meet(solid, sweep->least, sweep->most))
        sweep->solids[sweep->count++] = *solid;
}

/* Finds the solids that could overlap one of a group other than 0, and the axis of the sweep. */
static ow_status find_solids(struct sweep *sweep)
{
    for (int k = 0; k < 3; k++) {
        sweep->least[k] = INFINITY;
        sweep->most[k] = -INFINITY;
    }
    for_each_solid(sweep, include_moved);
    for_each_solid(sweep, count_near);
    sweep->solids = sweep->count <= UINT32_MAX
                        ? arena_take(sweep->arena, sweep->count * sizeof *sweep->solids)
                        : NULL;
    if (!sweep->solids)
        return sweep->count <= UINT32_MAX ? sweep->arena->status : OW_TOO_MUCH_MEMORY;
    sweep->count = 0;
    for_each_solid(sweep, keep_near);
    for (int k = 1; k < 3; k++)
        if (sweep->most[k] - sweep->least[k] > sweep->most[sweep->axis] - sweep->least[sweep->axis])
            sweep->axis = k;
    return OW_OK;
}

/* A number that sorts as a float does. */
static uint64_t sorted_bits(double value)
{
    float rounded = rounded_to_float(value);
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static ow_status sort_solids(struct sweep *sweep)
{
    sweep->order = arena_take(sweep->arena, sweep->count * sizeof *sweep->order);
    if (!sweep->order)
        return sweep->arena->status;
    for (size_t i = 0; i < sweep->count; i++)
        sweep->order[i] = sorted_bits(sweep->solids[i].least[sweep->axis]) << 32 | i;
    return sort_u64(sweep->order, sweep->count, 32, sweep->arena);
}

static double reach_of(const struct solid *solid, struct vector direction)
{
    double reach = 0;
    for (int i = 0; i < 3; i++)
        reach += rounded_to_double(fabs(vector_dot(solid->axes[i], direction)) * solid->half[i]);
    return reach;
}

static bool is_between(const struct solid *a, const struct solid *b, struct vector direction)
{
    static const double no_direction = 1e-6;
    double distance = fabs(vector_dot(vector_subtract(a->middle, b->middle), direction));
    return vector_length(direction) > no_direction &&
           distance >= reach_of(a, direction) + reach_of(b, direction);
}

/* Two boxes are apart if a plane is between them that is parallel to a face of one, or to an edge of each. */
static bool solids_overlap(const struct solid *a, const struct solid *b)
{
    if (!boxes_meet(a, b->least, b->most))
        return false;
    for (int i = 0; i < 3; i++) {
        if (is_between(a, b, a->axes[i]) || is_between(a, b, b->axes[i]))
            return false;
        for (int k = 0; k < 3; k++)
            if (is_between(a, b, vector_cross(a->axes[i], b->axes[k])))
                return false;
    }
    return true;
}

static void compare(const struct sweep *sweep, const struct solid *a, const struct solid *b)
{
    if (a->group == b->group || !solids_overlap(a, b))
        return;
    if (a->group != 0)
        sweep->visit(sweep->context, a->item, b->item);
    else
        sweep->visit(sweep->context, b->item, a->item);
}

static bool compare_all(const struct sweep *sweep)
{
    uint64_t compared = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct solid *solid = &sweep->solids[(uint32_t)sweep->order[i]];
        for (size_t k = i + 1; k < sweep->count; k++) {
            const struct solid *next = &sweep->solids[(uint32_t)sweep->order[k]];
            if (next->least[sweep->axis] > solid->most[sweep->axis] + touch)
                break;
            if (compared++ == MOST_COMPARISONS)
                return false;
            compare(sweep, solid, next);
        }
    }
    return true;
}

ow_status scene_find_overlaps(const ow_scene *scene, const uint32_t *groups, struct arena *arena,
                              overlap_visitor visit, void *context, bool *is_complete)
{
    struct sweep sweep = {
        .scene = scene, .groups = groups, .arena = arena, .visit = visit, .context = context};
    *is_complete = true;
    ow_status status = find_solids(&sweep);
    if (status == OW_OK)
        status = sort_solids(&sweep);
    if (status == OW_OK)
        *is_complete = compare_all(&sweep);
    return status;
}
