/* Repairs roots. */
#include "repair.h"

#include <overworld/edit.h>

/* Adds a root if there is none: at the middle of the world, of size 1. */
static ow_status add_root(struct repair *repair)
{
    ow_structure_build *build = repair->document;
    ow_structure_root *root = ow_list_append(repair->owner, build->roots, build->root_count, NULL);
    if (!root)
        return OW_NO_MEMORY;
    if (build->version > 0)
        for (unsigned axis = 0; axis < 3; axis++)
            root->bounds_size[axis] = 1;
    return OW_OK;
}

/* Removes roots whose last block is out of order or beyond the end. The last remaining root gets
 * the last block. */
ow_status structure_fit_roots(struct repair *repair)
{
    ow_structure_build *build = repair->document;
    ow_status status = build->root_count == 0 && build->block_count > 0 ? add_root(repair) : OW_OK;
    int64_t last = -1, end = (int64_t)build->block_count - 1;
    uint32_t kept = 0;
    for (uint32_t i = 0; status == OW_OK && i < build->root_count && last < end; i++) {
        ow_structure_root root = build->roots[i];
        if (root.last_block <= last && i + 1 < build->root_count)
            continue;
        if (root.last_block <= last || root.last_block > end)
            root.last_block = (uint16_t)end;
        last = root.last_block;
        build->roots[kept++] = root;
    }
    build->root_count = kept;
    if (kept > 0)
        build->roots[kept - 1].last_block = (uint16_t)end;
    return status;
}

ow_status structure_fix_roots(struct repair *repair)
{
    ow_structure_build *build = repair->document;
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_structure_root *root = &build->roots[repair->found[i].at[0]];
        repair_floats(root->position, 3);
        repair_floats(root->rotation, 3);
        repair_floats(root->bounds_center, 3);
        repair_floats(root->bounds_size, 3);
    }
    return OW_OK;
}

ow_status structure_fix_bounds(struct repair *repair)
{
    ow_structure_build *build = repair->document;
    for (uint32_t i = 0; i < repair->count; i++) {
        float *size = build->roots[repair->found[i].at[0]].bounds_size;
        for (unsigned axis = 0; axis < 3; axis++)
            size[axis] = size[axis] > 0 ? size[axis] : size[axis] < 0 ? -size[axis] : 1;
    }
    return OW_OK;
}

ow_status structure_choose_root(struct repair *repair)
{
    const ow_structure_build *build = repair->document;
    ow_status status = build->root_count == 0 ? add_root(repair) : OW_OK;
    uint8_t last = (uint8_t)(build->root_count <= UINT8_MAX ? build->root_count - 1 : UINT8_MAX);
    for (uint32_t i = 0; status == OW_OK && i < repair->count; i++)
        repair_block(repair, i)->root = last;
    return status;
}
