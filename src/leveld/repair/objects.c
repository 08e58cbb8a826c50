/* Repairs objects in the map: actors, things, triggers, paths. */
#include "repair.h"

static ow_leveld_block *block_of(const struct repair *repair, uint32_t issue)
{
    ow_leveld_level *level = repair->document;
    return &level->blocks[repair->found[issue].at[0]];
}

/* The map that a game uses; NULL if there is none. */
static const ow_leveld_mesh *map_of(const ow_leveld_level *level)
{
    uint32_t at = leveld_find_last(level).of[OW_LEVELD_MESH];
    return at == NO_BLOCK ? NULL : level->blocks[at].mesh;
}

/* Moves a coordinate to the nearest pixel inside the map. */
static void clamp(uint32_t *place, uint64_t end)
{
    if (end > 0 && *place >= end)
        *place = (uint32_t)(end - 1);
}

ow_status leveld_move_inside(struct repair *repair)
{
    const ow_leveld_level *level = repair->document;
    const ow_leveld_mesh *mesh = map_of(level);
    uint64_t wide = mesh ? (uint64_t)mesh->width * mesh->tile_width : 0;
    uint64_t high = mesh ? (uint64_t)leveld_map_height(level, mesh) * mesh->tile_height : 0;
    for (uint32_t i = 0; i < repair->count; i++) {
        const uint32_t *at = repair->found[i].at;
        const ow_leveld_block *block = block_of(repair, i);
        uint32_t *x, *y;
        if (block->id == OW_LEVELD_THNG) {
            x = &block->things[at[1]].x, y = &block->things[at[1]].y;
        } else if (block->id == OW_LEVELD_TRIG) {
            x = &block->triggers[at[1]].x, y = &block->triggers[at[1]].y;
        } else if (block->id == OW_LEVELD_PATH) {
            x = &block->paths[at[1]].points[at[2]].x, y = &block->paths[at[1]].points[at[2]].y;
        } else {
            x = &block->actors[at[1]].x, y = &block->actors[at[1]].y;
        }
        clamp(x, wide);
        clamp(y, high);
    }
    return OW_OK;
}

ow_status leveld_lower_layers(struct repair *repair)
{
    const ow_leveld_mesh *mesh = map_of(repair->document);
    uint32_t layer = mesh && mesh->layer_count > 0 ? mesh->layer_count - 1 : 0;
    for (uint32_t i = 0; i < repair->count; i++) {
        uint32_t at = repair->found[i].at[1];
        const ow_leveld_block *block = block_of(repair, i);
        if (block->id == OW_LEVELD_THNG)
            block->things[at].layer_id = layer;
        else if (block->id == OW_LEVELD_TRIG)
            block->triggers[at].layer_id = layer;
        else
            block->paths[at].layer_id = layer;
    }
    return OW_OK;
}

ow_status leveld_remove_objects(struct repair *repair)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0, end; i < repair->count && status == OW_OK; i = end) {
        ow_leveld_block *block = block_of(repair, i);
        size_t size = block->id == OW_LEVELD_THNG   ? sizeof *block->things
                      : block->id == OW_LEVELD_TRIG ? sizeof *block->triggers
                                                    : sizeof *block->paths;
        end = repair_group_end(repair, i);
        status = repair_remove(repair, i, end, 1, block->things, &block->count, size);
    }
    return status;
}

ow_status leveld_open_paths(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        block_of(repair, i)->paths[repair->found[i].at[1]].looping = 0;
    return OW_OK;
}

ow_status leveld_close_paths(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        block_of(repair, i)->paths[repair->found[i].at[1]].looping = 1;
    return OW_OK;
}
