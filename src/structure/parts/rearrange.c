/* Moves and mirrors roots and blocks of a build. */
#include "parts.h"

#include "../../base/error.h"
#include "../../base/floats.h"

#include <float.h>
#include <math.h>

/* Positions are fractions of the bounds; the farthest is half of them from the centre. */
enum { POSITION_SCALE = 32767, FARTHEST = 16384 };

static ow_status too_far(const char *what, uint32_t index, const char *where, ow_error *error)
{
    return error_set(error, OW_BAD_VALUE, 0, NULL, "%s %u would stand outside %s", what,
                     (unsigned)index, where);
}

static ow_status move_axis(float *value, double by)
{
    double moved = rounded_to_double((double)*value + by);
    if (by == 0) /* exact, bit for bit */
        return OW_OK;
    if (!(fabs(moved) <= (double)FLT_MAX))
        return OW_BAD_VALUE;
    *value = rounded_to_float(moved);
    return OW_OK;
}

static ow_status move_in_bounds(ow_structure_block *block, const ow_structure_root *root,
                                const double by[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double size = (double)root->bounds_size[axis];
        double raw = size != 0 ? block->position[axis] +
                                     nearbyint(rounded_to_double(by[axis] * POSITION_SCALE / size))
                               : block->position[axis];
        if (!(fabs(raw) <= FARTHEST) || (size == 0 && by[axis] != 0))
            return OW_BAD_VALUE;
        block->position[axis] = (int16_t)raw;
    }
    return OW_OK;
}

static ow_status move_block(ow_structure_build *build, uint32_t index, uint32_t root,
                            const double by[3], ow_error *error)
{
    ow_structure_block *block = &build->blocks[index];
    ow_status status = OW_OK;
    if (build->version > 0 && root >= build->root_count)
        return error_set(error, OW_BAD_VALUE, 0, NULL, "block %u stands in no root",
                         (unsigned)index);
    if (build->version > 0)
        status = move_in_bounds(block, &build->roots[root], by);
    for (int axis = 0; axis < 3 && build->version == 0 && status == OW_OK; axis++)
        status = move_axis(&block->world_position[axis], by[axis]);
    return status == OW_OK ? OW_OK : too_far("block", index, "the bounds of its root", error);
}

static ow_status move_root(ow_structure_root *root, uint32_t index, const double by[3],
                           ow_error *error)
{
    for (int axis = 0; axis < 3; axis++)
        if (move_axis(&root->position[axis], by[axis]) != OW_OK)
            return too_far("root", index, "what a build has room for", error);
    return OW_OK;
}

/* Blocks move with their root. In version 0 they have places of their own and are moved as well. */
ow_status structure_rearrange_parts(void *document, struct parts *parts,
                                    const ow_rearrangement *how, const struct part_notes *notes,
                                    uint64_t *count, ow_error *error)
{
    ow_structure_build *build = document;
    const struct build_parts *own = parts->own;
    ow_status status = OW_OK;
    if (how->copies > 0)
        return FORMAT_HAS_NONE;
    if (how->quarter_turns % 4 != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "blocks of a build cannot be turned");
    if (how->mirror != OW_MIRROR_NONE)
        status = structure_mirror_parts(build, parts, how, notes, error);
    for (uint32_t i = 0; i < build->root_count && status == OW_OK; i++) {
        if (!parts->chosen[own->first_root + i])
            continue;
        status = move_root(&build->roots[i], i, how->by, error);
        ++*count;
    }
    for (uint32_t i = 0; i < build->block_count && status == OW_OK; i++) {
        uint32_t root = own->root_of[i];
        if (!parts->chosen[own->first_block + i])
            continue;
        ++*count;
        if (build->version == 0 || root >= build->root_count ||
            !parts->chosen[own->first_root + root])
            status = move_block(build, i, root, how->by, error);
    }
    return status;
}
