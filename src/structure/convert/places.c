/* Converts positions between version 0, which stores floats in the world, and later versions, which
 * store 32767ths of the bounds of their root. */
#include "convert.h"

#include "../../base/floats.h"

#include <float.h>

enum { HIGHEST = 16383 }; /* of a raw position: half the bounds, from their middle */

/* For blocks whose root does not exist: any bounds would do. */
static const ow_structure_root nowhere = {.bounds_size = {1, 1, 1}};

/* The bounds of a root's blocks. As in the game, they begin as a cube of side 1 at the root's
 * position and grow by the position of each block. */
struct box {
    double least[3], most[3];
};

static void start_box(struct box *box, const ow_structure_root *root)
{
    for (int axis = 0; axis < 3; axis++) {
        double middle = isfinite(root->position[axis]) ? (double)root->position[axis] : 0;
        box->least[axis] = middle - 0.5;
        box->most[axis] = middle + 0.5;
    }
}

static void grow(struct box *box, const float position[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double at = (double)position[axis];
        if (isfinite(at) && at < box->least[axis])
            box->least[axis] = at;
        if (isfinite(at) && at > box->most[axis])
            box->most[axis] = at;
    }
}

static float as_float(double number)
{
    return rounded_to_float(number < (double)FLT_MAX ? number : (double)FLT_MAX);
}

static void set_bounds(const struct box *box, ow_structure_root *root)
{
    for (int axis = 0; axis < 3; axis++) {
        root->bounds_center[axis] = as_float((box->least[axis] + box->most[axis]) / 2);
        root->bounds_size[axis] = as_float(box->most[axis] - box->least[axis]);
    }
}

/* The nearest step of the grid, for precision. The game takes the step below. */
static int16_t to_grid(const ow_structure_root *root, int axis, float position)
{
    double center = (double)root->bounds_center[axis], size = (double)root->bounds_size[axis];
    double raw = round(rounded_to_double(((double)position - center) * 32767 / size));
    if (!(raw >= -HIGHEST)) /* also if it is not a number */
        return isnan(raw) ? 0 : -HIGHEST;
    return (int16_t)(raw > HIGHEST ? HIGHEST : raw);
}

/* Converts a block's raw position to floats of version 0. */
static void to_world(const ow_structure_root *root, const int16_t raw[3], float world[3])
{
    double position[3];
    ow_structure_position(root, raw, position);
    for (int axis = 0; axis < 3; axis++) {
        bool fits = fabs(position[axis]) <= (double)FLT_MAX;
        world[axis] = one_nan(fits ? rounded_to_float(position[axis]) : (float)position[axis]);
    }
}

/* Finds the bounds of all roots of a build of version 0. NULL if memory runs out. */
static struct box *find_boxes(struct change *change, const ow_structure_build *build)
{
    struct box *boxes = arena_take(change->conversion->arena, build->root_count * sizeof *boxes);
    for (uint32_t i = 0; boxes && i < build->root_count; i++)
        start_box(&boxes[i], &build->roots[i]);
    for (uint32_t i = 0; boxes && i < build->block_count; i++)
        if (build->blocks[i].root < build->root_count)
            grow(&boxes[build->blocks[i].root], build->blocks[i].world_position);
    return boxes;
}

/* Converts one block. Its floats have been copied: the raw numbers share their union. */
static void put_on_grid(struct change *change, const float world[3], struct drift *drift)
{
    const ow_structure_build *to = change->to;
    ow_structure_block *block = &to->blocks[change->block];
    const ow_structure_root *root =
        block->root < to->root_count ? &to->roots[block->root] : &nowhere;
    float back[3];
    for (int axis = 0; axis < 3; axis++)
        block->position[axis] = to_grid(root, axis, world[axis]);
    to_world(root, block->position, back);
    if (memcmp(back, world, sizeof back) == 0)
        return;
    double before[3], after[3];
    for (int axis = 0; axis < 3; axis++) {
        before[axis] = (double)world[axis];
        after[axis] = (double)back[axis];
    }
    note_drift(drift, change->block, before, after);
}

static ow_status put_all_on_grid(struct change *change)
{
    struct drift drift = {0};
    struct box *boxes = find_boxes(change, change->from);
    if (!boxes)
        return change->conversion->arena->status;
    for (uint32_t i = 0; i < change->to->root_count; i++)
        set_bounds(&boxes[i], &change->to->roots[i]);
    for (uint32_t i = 0; i < change->to->block_count; i++) {
        change->block = i;
        put_on_grid(change, change->from->blocks[i].world_position, &drift);
    }
    structure_report_drift(change, &drift, "positions rounded to the grid of their root's bounds",
                           "position");
    return OW_OK;
}

/* Notes bounds and positions that a conversion back from version 0 would change. */
static void note_lost_positions(struct change *change, const struct box *boxes)
{
    const ow_structure_build *from = change->from, *to = change->to;
    struct losses *losses = &change->conversion->losses;
    for (uint32_t i = 0; i < from->root_count; i++) {
        const ow_structure_root *root = &from->roots[i];
        ow_structure_root again;
        set_bounds(&boxes[i], &again);
        losses_note(losses,
                    memcmp(again.bounds_center, root->bounds_center, sizeof root->bounds_center) ||
                        memcmp(again.bounds_size, root->bounds_size, sizeof root->bounds_size),
                    "bounds of roots, which version 0 cannot store and which cannot be restored "
                    "exactly from the positions of blocks",
                    "/roots/%u/bounds_size", i);
    }
    for (uint32_t i = 0; i < from->block_count; i++) {
        uint32_t root = ow_structure_root_of(from, i);
        const float *world = to->blocks[i].world_position;
        bool same = root < from->root_count;
        for (int axis = 0; axis < 3 && same; axis++)
            same = to_grid(&from->roots[root], axis, world[axis]) == from->blocks[i].position[axis];
        change->block = i;
        lose(change, "positions that floats cannot store exactly", "position", !same);
    }
}

static ow_status put_all_in_world(struct change *change)
{
    const ow_structure_build *from = change->from;
    ow_structure_build *to = change->to;
    for (uint32_t i = 0; i < to->block_count; i++) {
        uint32_t root = ow_structure_root_of(from, i);
        to_world(root < from->root_count ? &from->roots[root] : &nowhere, from->blocks[i].position,
                 to->blocks[i].world_position);
        /* for the boxes; roots.c sets it again in the end */
        if (structure_has_last_block(from->version))
            to->blocks[i].root = (uint8_t)(root < UINT8_MAX ? root : UINT8_MAX);
    }
    struct box *boxes = find_boxes(change, to);
    if (!boxes)
        return change->conversion->arena->status;
    note_lost_positions(change, boxes);
    for (uint32_t i = 0; i < to->root_count; i++) {
        memset(to->roots[i].bounds_center, 0, sizeof to->roots[i].bounds_center);
        memset(to->roots[i].bounds_size, 0, sizeof to->roots[i].bounds_size);
    }
    return OW_OK;
}

ow_status structure_convert_places(struct change *change)
{
    if (change->from->version == 0 && change->to->version > 0)
        return put_all_on_grid(change);
    if (change->from->version > 0 && change->to->version == 0)
        return put_all_in_world(change);
    return OW_OK;
}
