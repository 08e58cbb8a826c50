/* Layers, actors, things, triggers and paths of a level as parts. */
#include "parts.h"

#include "../../base/error.h"

#include <stdio.h>

/* State for describing parts. */
struct level_parts {
    struct cell_size cell;
    char type[16]; /* of the part that was described last */
};

ow_leveld_mesh *leveld_map_of(const ow_leveld_level *level)
{
    for (uint32_t i = level->block_count; i-- > 0;)
        if (level->blocks[i].id == OW_LEVELD_MESH)
            return level->blocks[i].mesh;
    return NULL;
}

struct cell_size leveld_cell_size(const ow_leveld_level *level)
{
    const ow_leveld_mesh *mesh = leveld_map_of(level);
    struct cell_size size = {mesh ? mesh->tile_width : 0, mesh ? mesh->tile_height : 0};
    size.width = size.width > 0 ? size.width : LEVELD_USUAL_CELL;
    size.height = size.height > 0 ? size.height : LEVELD_USUAL_CELL;
    return size;
}

static uint32_t layer_id_of(const ow_leveld_block *block, uint32_t index)
{
    switch (block->id) {
    case OW_LEVELD_THNG:
        return block->things[index].layer_id;
    case OW_LEVELD_TRIG:
        return block->triggers[index].layer_id;
    case OW_LEVELD_PATH:
        return block->paths[index].layer_id;
    default:
        return 0;
    }
}

const struct part_list *leveld_layers_of(const struct parts *parts, const ow_leveld_level *level)
{
    const ow_leveld_mesh *map = leveld_map_of(level);
    for (uint32_t i = 0; i < parts->list_count; i++)
        if (level->blocks[parts->lists[i].number].id == OW_LEVELD_MESH &&
            level->blocks[parts->lists[i].number].mesh == map)
            return &parts->lists[i];
    return NULL;
}

static ow_status find_parents(struct parts *parts, const ow_leveld_level *level)
{
    const struct part_list *layers = leveld_layers_of(parts, level);
    parts->parents = arena_take(&parts->arena, parts->count * sizeof *parts->parents);
    if (!parts->parents)
        return parts->arena.status;
    for (uint32_t k = 0; k < parts->list_count; k++) {
        const struct part_list *list = &parts->lists[k];
        const ow_leveld_block *block = &level->blocks[list->number];
        for (uint32_t i = 0; i < list->count; i++) {
            uint32_t layer = layer_id_of(block, i);
            bool stands = block->id != OW_LEVELD_MESH && layers && layer < layers->count;
            parts->parents[list->first + i] = stands ? layers->first + layer : NO_PART;
        }
    }
    return OW_OK;
}

ow_status leveld_open_parts(struct parts *parts, ow_error *error)
{
    const ow_leveld_level *level = parts->document;
    struct level_parts *own = arena_take(&parts->arena, sizeof *own);
    ow_status status = own ? OW_OK : parts->arena.status;
    for (uint32_t i = 0; status == OW_OK && i < level->block_count; i++) {
        const ow_leveld_block *block = &level->blocks[i];
        const struct leveld_words *words = &leveld_words[block->id];
        if (block->id == OW_LEVELD_MESH)
            status =
                parts_add_list(parts, "blocks", i, words->list, "layer", block->mesh->layer_count);
        else if (words->list)
            status = parts_add_list(parts, "blocks", i, words->list, words->name, block->count);
    }
    if (status == OW_OK) {
        own->cell = leveld_cell_size(level);
        parts->own = own;
        status = find_parents(parts, level);
    }
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

static void fill_place(const struct level_parts *own, uint32_t x, uint32_t y, ow_part *part)
{
    part->axes = 2;
    part->position[0] = (double)x / own->cell.width;
    part->position[1] = (double)y / own->cell.height;
}

static void fill_id(struct level_parts *own, uint32_t id, ow_part *part)
{
    snprintf(own->type, sizeof own->type, "%u", (unsigned)id);
    part->type = ow_text_of(own->type);
}

static void fill_tag(uint32_t tag, ow_part *part)
{
    part->has_tag = true;
    part->tag = tag;
}

static void fill_thing(struct level_parts *own, const ow_leveld_thing *thing, ow_part *part)
{
    fill_id(own, thing->id, part);
    fill_tag(thing->tag, part);
    fill_place(own, thing->x, thing->y, part);
    part->text = thing->metadata;
}

static void fill_trigger(struct level_parts *own, const ow_leveld_trigger *trigger, ow_part *part)
{
    fill_id(own, trigger->id, part);
    fill_tag(trigger->tag, part);
    fill_place(own, trigger->x, trigger->y, part);
    part->text = trigger->metadata;
}

static void fill_path(struct level_parts *own, const ow_leveld_path *path, ow_part *part)
{
    fill_tag(path->tag, part);
    if (path->point_count > 0)
        fill_place(own, path->points[0].x, path->points[0].y, part);
}

void leveld_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                      ow_part *part)
{
    const ow_leveld_level *level = parts->document;
    struct level_parts *own = parts->own;
    const ow_leveld_block *block = &level->blocks[list->number];
    switch (block->id) {
    case OW_LEVELD_MESH:
        break;
    case OW_LEVELD_THNG:
        fill_thing(own, &block->things[index], part);
        break;
    case OW_LEVELD_TRIG:
        fill_trigger(own, &block->triggers[index], part);
        break;
    case OW_LEVELD_PATH:
        fill_path(own, &block->paths[index], part);
        break;
    default:
        if (leveld_layout_of(level) > 0)
            fill_id(own, block->actors[index].id, part);
        fill_place(own, block->actors[index].x, block->actors[index].y, part);
    }
}
