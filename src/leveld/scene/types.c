/* The types of a level's objects: one for each id, with the names that the level's editor gives
 * them. */
#include "level.h"

#include "../../base/sort.h"
#include "../../base/utf8.h"
#include "../palette.h"

#include <stdio.h>
#include <string.h>

ow_color leveld_color_of_tile(uint16_t tile)
{
    unsigned char rgb[3];
    leveld_tile_color(tile, rgb);
    return (ow_color){rgb[0], rgb[1], rgb[2], 255};
}

/* Colours of objects use the same steps on the colour wheel as tiles, from another start. */
ow_color leveld_color_of_id(uint32_t id)
{
    enum { FIRST = 5 };
    return leveld_color_of_tile((uint16_t)(((id ^ id >> 15 ^ id >> 30) + FIRST) & OW_LEVELD_TILE));
}

static uint32_t id_of(const ow_leveld_block *block, uint32_t index)
{
    return block->id == OW_LEVELD_THNG   ? block->things[index].id
           : block->id == OW_LEVELD_TRIG ? block->triggers[index].id
                                         : block->actors[index].id;
}

static uint16_t flags_of(const ow_leveld_block *block, uint32_t index)
{
    return block->id == OW_LEVELD_THNG   ? block->things[index].flags
           : block->id == OW_LEVELD_TRIG ? 0
                                         : block->actors[index].flags;
}

/* The index of an id in the list, or where it would be inserted. */
static uint32_t rank_of(const struct id_types *types, uint32_t id)
{
    uint32_t low = 0, high = types->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (types->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds the index of an id in the list. Returns false if it is not there. */
static bool find_id(const struct id_types *types, uint64_t id, uint32_t *rank)
{
    if (id > UINT32_MAX)
        return false;
    *rank = rank_of(types, (uint32_t)id);
    return *rank < types->count && types->ids[*rank] == id;
}

static void *take(struct level_scene *scene, size_t count, size_t size)
{
    void *memory = scene->builder->status == OW_OK && count <= SIZE_MAX / size
                       ? arena_take(&scene->scratch, count * size)
                       : NULL;
    if (memory)
        memset(memory, 0, count * size);
    else if (scene->builder->status == OW_OK)
        scene->builder->status = scene->scratch.status;
    return memory;
}

/* Lists all ids of the blocks of one kind, in their order. */
static size_t list_ids(struct level_scene *scene, uint8_t block_id, uint32_t *ids)
{
    size_t count = 0;
    for (uint32_t i = 0; i < scene->level->block_count; i++) {
        const ow_leveld_block *block = &scene->level->blocks[i];
        if (block->id != block_id || !leveld_is_drawn(scene, i))
            continue;
        for (uint32_t k = 0; ids && k < block->count; k++)
            ids[count + k] = id_of(block, k);
        count += block->count;
    }
    return count;
}

/* One game uses the flags 0 to 7 as a direction in steps of 45 degrees. So an id's flags are taken
 * as a direction if none of its things has other flags and at least one has more than 0. */
static void find_faces(struct level_scene *scene, uint8_t block_id, struct id_types *types)
{
    enum { DIRECTIONS = 8 };
    bool *others = take(scene, types->count, sizeof *others);
    for (uint32_t i = 0; others && i < scene->level->block_count; i++) {
        const ow_leveld_block *block = &scene->level->blocks[i];
        if (block->id != block_id || !leveld_is_drawn(scene, i))
            continue;
        for (uint32_t k = 0; k < block->count; k++) {
            uint32_t rank;
            if (!find_id(types, id_of(block, k), &rank))
                continue;
            types->face[rank] = types->face[rank] || flags_of(block, k) > 0;
            others[rank] = others[rank] || flags_of(block, k) >= DIRECTIONS;
        }
    }
    for (uint32_t i = 0; others && i < types->count; i++)
        types->face[i] = types->face[i] && !others[i];
}

static void find_ids_of(struct level_scene *scene, uint8_t block_id)
{
    struct id_types *types = &scene->types[block_id];
    size_t count = list_ids(scene, block_id, NULL);
    if (count == 0)
        return;
    uint32_t *ids = take(scene, count, sizeof *ids);
    if (!ids)
        return;
    list_ids(scene, block_id, ids);
    ow_status status = sort_u32(ids, count, &scene->scratch);
    if (status != OW_OK) {
        scene->builder->status = status;
        return;
    }
    types->ids = ids;
    for (size_t i = 0; i < count && types->count < MOST_TYPES; i++)
        if (types->count == 0 || ids[i] != ids[types->count - 1])
            ids[types->count++] = ids[i];
    types->names = take(scene, types->count, sizeof *types->names);
    types->face = take(scene, types->count, sizeof *types->face);
    if (types->names && types->face)
        find_faces(scene, block_id, types);
}

void leveld_find_ids(struct level_scene *scene)
{
    for (uint8_t id = OW_LEVELD_PLRS; id <= OW_LEVELD_TRIG; id++)
        find_ids_of(scene, id);
}

void leveld_name_id(struct level_scene *scene, uint8_t block_id, uint64_t id, ow_text name)
{
    uint32_t rank;
    if (find_id(&scene->types[block_id], id, &rank))
        scene->types[block_id].names[rank] = name;
}

static uint32_t make_type(struct level_scene *scene, const char *word, ow_text name, ow_color color)
{
    enum { LONGEST = 96 };
    char text[LONGEST + 32];
    int named = (int)utf8_cut(name, LONGEST);
    int size = snprintf(text, sizeof text, "%s%s%.*s", word, named > 0 ? " " : "", named,
                        name.data ? name.data : "");
    return scene_type(scene->builder, (ow_text){text, (size_t)size}, color, 0);
}

/* The id of a trigger is the id of its action. */
static const char *word_of(uint8_t block_id)
{
    return block_id == OW_LEVELD_TRIG ? "trigger, action" : leveld_words[block_id].record;
}

static void make_types_of(struct level_scene *scene, uint8_t block_id)
{
    struct id_types *types = &scene->types[block_id];
    types->first_type = scene->builder->scene.type_count;
    for (uint32_t i = 0; i < types->count && types->names; i++) {
        char number[16];
        ow_text name = types->names[i];
        snprintf(number, sizeof number, "%u", (unsigned)types->ids[i]);
        make_type(scene, word_of(block_id), name.size > 0 ? name : ow_text_of(number),
                  leveld_color_of_id(types->ids[i]));
    }
    types->other_type = OW_NONE;
    if (types->count == MOST_TYPES)
        types->other_type =
            make_type(scene, word_of(block_id), OW_LITERAL("other id"), leveld_color_of_id(0));
}

void leveld_make_types(struct level_scene *scene)
{
    static const ow_color color_of_paths = {255, 255, 255, 255};
    for (uint8_t id = OW_LEVELD_PLRS; id <= OW_LEVELD_TRIG; id++)
        make_types_of(scene, id);
    if (scene->last.of[OW_LEVELD_PATH] != NO_BLOCK &&
        leveld_is_drawn(scene, scene->last.of[OW_LEVELD_PATH]))
        scene->path_type =
            make_type(scene, word_of(OW_LEVELD_PATH), OW_LITERAL(""), color_of_paths);
}

struct object_type leveld_type_of(const struct level_scene *scene, uint8_t block_id, uint32_t id)
{
    const struct id_types *types = &scene->types[block_id];
    uint32_t rank;
    if (!types->names || !types->face || !find_id(types, id, &rank))
        return (struct object_type){types->other_type, false, {"", 0}};
    return (struct object_type){types->first_type + rank, types->face[rank], types->names[rank]};
}
