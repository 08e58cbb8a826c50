/* Roots and blocks of a build as parts. */
#include "parts.h"

#include "../../base/error.h"

/* From version 2 on, blocks are in the order of their roots, and ow_structure_root_of searches. */
static ow_status find_roots(struct parts *parts, struct build_parts *own,
                            const ow_structure_build *build)
{
    own->root_of = arena_take(&parts->arena, build->block_count * sizeof *own->root_of);
    parts->parents = arena_take(&parts->arena, parts->count * sizeof *parts->parents);
    if (!own->root_of || !parts->parents)
        return parts->arena.status;
    for (uint32_t i = 0; i < build->root_count; i++)
        parts->parents[own->first_root + i] = NO_PART;
    for (uint32_t i = 0; i < build->block_count; i++) {
        uint32_t root = ow_structure_root_of(build, i);
        own->root_of[i] = root;
        parts->parents[own->first_block + i] =
            root < build->root_count ? own->first_root + root : NO_PART;
    }
    return OW_OK;
}

ow_status structure_open_parts(struct parts *parts, ow_error *error)
{
    const ow_structure_build *build = parts->document;
    struct build_parts *own = arena_take(&parts->arena, sizeof *own);
    ow_status status = own ? OW_OK : parts->arena.status;
    if (status == OW_OK) {
        *own = (struct build_parts){0};
        parts->own = own;
        status = parts_add_list(parts, NULL, 0, "roots", "root", build->root_count);
    }
    if (status == OW_OK) {
        own->first_block = parts->count;
        status = parts_add_list(parts, NULL, 1, "blocks", "block", build->block_count);
    }
    if (status == OW_OK)
        status = find_roots(parts, own, build);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

void structure_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                         ow_part *part)
{
    const ow_structure_build *build = parts->document;
    part->axes = 3;
    if (list->number == 0) {
        for (int axis = 0; axis < 3; axis++)
            part->position[axis] = (double)build->roots[index].position[axis];
        return;
    }
    const ow_structure_block *block = &build->blocks[index];
    part->type = ow_text_of(structure_types[block->id].name);
    if (block->settings)
        part->text = block->settings->name;
    ow_structure_position_of(build, index, part->position);
}
