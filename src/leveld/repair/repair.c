/* The repair of each code of a level, and the rest of a truncated level. */
#include "repair.h"

/* Whether a block of a truncated file is empty. */
static bool is_hollow(const ow_leveld_level *level, const ow_leveld_block *block)
{
    if (block->id == OW_LEVELD_META)
        return !block->meta;
    if (block->id != OW_LEVELD_MESH)
        return false;
    return !block->mesh || block->mesh->layer_count == 0 ||
           (leveld_layout_of(level) < 3 && block->mesh->layer_count != 1);
}

bool leveld_finish_salvaged(void *document, struct salvage *salvage)
{
    ow_leveld_level *level = document;
    uint32_t kept = 0;
    bool any = false;
    if (salvage->status == OW_UNKNOWN_VERSION)
        return false;
    for (uint32_t i = 0; i < level->block_count; i++) {
        const ow_leveld_block *block = &level->blocks[i];
        if (is_hollow(level, block))
            continue;
        any = any || block->id == OW_LEVELD_META || block->id == OW_LEVELD_MESH || block->count > 0;
        level->blocks[kept++] = *block;
    }
    level->block_count = kept;
    return any;
}

static const ow_target newest = {.has_version = true, .version = OW_LEVELD_NEWEST};

#define MOVE_INSIDE(code)                                                                          \
    REMEDY(code, "move-inside", "the object is moved to the nearest pixel of the map",             \
           leveld_move_inside, false)

const struct remedy leveld_remedies[] = {
    REMEDY_BY_SALVAGE(TRUNCATED, "the complete records before that place are kept"),
    REMEDY_BY_SALVAGE(BROKEN,
                      "the complete records are kept, after the damage from the next block on"),
    REMEDY_BY_CONVERSION(BYTE_ORDER, "the level is converted to version 4", &newest),
    REMEDY_BY_CONVERSION(OLD_VARIANT, "the level is converted to version 4", &newest),
    REMEDY_BY_CONVERSION(NEWER_LAYOUT, "the level is converted to version 4", &newest),
    REMEDY(META_MISSING, "add-meta", "an empty META block is added as the first block",
           leveld_add_meta, true),
    REMEDY(META_NOT_FIRST, "move-meta", "the META block becomes the first block", leveld_move_meta,
           true),
    REMEDY(BLOCK_REPEATED, "remove-block", "the block, which has no effect, is removed",
           leveld_remove_blocks, true),
    REMEDY(ACTORS_REPLACED, "remove-block", "the block, which has no effect, is removed",
           leveld_remove_blocks, true),
    REMEDY(ACTORS_AS_THINGS, "join-actors", "the actors become things, as games read them",
           leveld_join_actors, true),
    REMEDY(BAD_UTF8, "mend-text", "each byte that is not valid UTF-8 becomes a question mark",
           leveld_fix_texts, false),
    REMEDY(DESCRIPTION_IS_PATH, "clear-description", "the description becomes empty",
           leveld_clear_description, false),
    REMEDY(WIDTH_ZERO, "one-row", "the map becomes one row of all its cells", leveld_one_row,
           false),
    REMEDY(LAYER_LENGTH, "fit-layer",
           "surplus cells are dropped, missing cells become 0; if the map is far larger than its "
           "cells, its height is reduced",
           leveld_fit_layers, false),
    REMEDY(CELLS_LEFT_OVER, "drop-cells", "the cells after the last full row are dropped",
           leveld_drop_cells, false),
    REMEDY(TILE_SIZE_ZERO, "set-tile-size", "tiles become square, or 16 by 16 pixels",
           leveld_set_tile_size, false),
    REMEDY(LAYER_MISSING, "lower-layer", "the object is moved to the last existing layer",
           leveld_lower_layers, false),
    MOVE_INSIDE(ACTOR_OUTSIDE),
    MOVE_INSIDE(THING_OUTSIDE),
    MOVE_INSIDE(TRIGGER_OUTSIDE),
    MOVE_INSIDE(POINT_OUTSIDE),
    REMEDY(THING_TWICE, "remove-thing", "the later thing is removed", leveld_remove_objects, true),
    REMEDY(AREA_TYPE_UNKNOWN, "remove-trigger", "the trigger is removed", leveld_remove_objects,
           true),
    REMEDY(AREA_EMPTY, "remove-trigger", "the trigger is removed", leveld_remove_objects, true),
    REMEDY(PATH_EMPTY, "remove-path", "the path is removed", leveld_remove_objects, true),
    REMEDY(LOOP_TOO_SHORT, "open-path", "the path no longer loops", leveld_open_paths, false),
    REMEDY(LOOPING_NOT_BOOLEAN, "set-looping", "looping becomes 1", leveld_close_paths, false),
    NO_MORE_REMEDIES,
};
