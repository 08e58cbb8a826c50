/* Replaces the id of objects, or the tile of cells. */
#include "objects.h"

#include "../../base/error.h"

/* The id of an object; NULL if it has none, as paths and the actors of version 0. */
static uint32_t *id_of(const ow_leveld_level *level, ow_leveld_block *block, uint32_t index)
{
    switch (block->id) {
    case OW_LEVELD_THNG:
        return &block->things[index].id;
    case OW_LEVELD_TRIG:
        return &block->triggers[index].id;
    case OW_LEVELD_PATH:
        return NULL;
    default:
        return leveld_layout_of(level) > 0 ? &block->actors[index].id : NULL;
    }
}

static uint64_t replace_ids(ow_leveld_level *level, uint32_t from, uint32_t to)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < level->block_count; i++) {
        ow_leveld_block *block = &level->blocks[i];
        for (uint32_t k = 0; has_objects(block) && k < block->count; k++) {
            uint32_t *id = id_of(level, block, k);
            if (!id || *id != from)
                continue;
            *id = to;
            count++;
        }
    }
    return count;
}

static uint64_t replace_tiles(ow_leveld_level *level, uint32_t from, uint32_t to)
{
    uint64_t count = 0;
    const ow_leveld_mesh *mesh = leveld_map_of(level);
    for (uint32_t i = 0; mesh && i < mesh->layer_count; i++) {
        for (uint32_t k = 0; k < mesh->layers[i].cell_count; k++) {
            uint16_t *cell = &mesh->layers[i].cells[k];
            if ((*cell & OW_LEVELD_TILE) != from)
                continue;
            *cell = (uint16_t)((*cell & OW_LEVELD_IMPASSABLE) | to);
            count++;
        }
    }
    return count;
}

static bool read_id(ow_replaced what, ow_text text, uint32_t *id, ow_error *error)
{
    bool is_tile = what == OW_REPLACE_TILE;
    if (selector_number(text, id) && (!is_tile || *id <= OW_LEVELD_TILE))
        return true;
    error_set(error, OW_BAD_ARGUMENT, 0, NULL, "%s, not \"%.*s\"",
              is_tile ? "a tile of a level is a number up to 32767"
                      : "a type of a level's objects is a number",
              (int)(text.size < 100 ? text.size : 100), text.data);
    return false;
}

ow_status leveld_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                              uint64_t *count, ow_error *error)
{
    uint32_t old, new;
    if (!read_id(what, from, &old, error) || !read_id(what, to, &new, error))
        return OW_BAD_ARGUMENT;
    *count = what == OW_REPLACE_TILE ? replace_tiles(document, old, new)
                                     : replace_ids(document, old, new);
    if (*count > 0)
        return OW_OK;
    return what == OW_REPLACE_TILE ? error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                                               "no cell of the map has tile %u", (unsigned)old)
                                   : OW_NOT_THERE;
}
