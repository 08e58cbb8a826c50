/* Repairs blocks and META. */
#include "repair.h"

#include <overworld/edit.h>

ow_status leveld_add_meta(struct repair *repair)
{
    ow_leveld_level *level = repair->document;
    ow_leveld_meta *meta = ow_take_one(repair->owner, ow_leveld_meta, NULL);
    ow_leveld_block *block =
        meta ? ow_list_insert(repair->owner, level->blocks, level->block_count, 0, 1, NULL) : NULL;
    if (!block)
        return OW_NO_MEMORY;
    *block = (ow_leveld_block){.id = OW_LEVELD_META, .meta = meta};
    return OW_OK;
}

ow_status leveld_move_meta(struct repair *repair)
{
    ow_leveld_level *level = repair->document;
    uint32_t at = repair->found[0].at[0];
    ow_leveld_block meta = level->blocks[at];
    memmove(level->blocks + 1, level->blocks, at * sizeof *level->blocks);
    level->blocks[0] = meta;
    return OW_OK;
}

ow_status leveld_remove_blocks(struct repair *repair)
{
    ow_leveld_level *level = repair->document;
    return repair_remove(repair, 0, repair->count, 0, level->blocks, &level->block_count,
                         sizeof *level->blocks);
}

/* Joins all things that a game uses in one block, at the place of the last block with things.
 * Removes all other blocks of actors and things. */
ow_status leveld_join_actors(struct repair *repair)
{
    ow_leveld_level *level = repair->document;
    struct leveld_last last = leveld_find_last(level);
    ow_leveld_view view;
    ow_status status = leveld_view_in(level, repair->arena, &view);
    ow_leveld_thing *things =
        status == OW_OK ? repair_take(repair, (size_t)view.thing_count + 1, sizeof *things) : NULL;
    if (!things)
        return status == OW_OK ? OW_NO_MEMORY : status;
    for (uint32_t i = 0; i < view.thing_count; i++)
        things[i] = view.things[i];
    uint32_t kept = 0, place = NO_BLOCK;
    for (uint32_t i = 0; i < level->block_count; i++) {
        const ow_leveld_block *block = &level->blocks[i];
        bool joins = block->id == OW_LEVELD_THNG
                         ? last.of[OW_LEVELD_THNG] == i
                         : leveld_has_actors(block) && leveld_is_seen(level, &last, i);
        if (joins && place != NO_BLOCK)
            continue;
        place = joins ? kept : place;
        level->blocks[kept++] = *block;
    }
    level->block_count = kept;
    if (place != NO_BLOCK)
        level->blocks[place] =
            (ow_leveld_block){.id = OW_LEVELD_THNG, .count = view.thing_count, .things = things};
    return OW_OK;
}

static ow_text *text_of(const struct repair *repair, const struct found *found)
{
    ow_leveld_level *level = repair->document;
    ow_leveld_block *block = &level->blocks[found->at[0]];
    if (block->id == OW_LEVELD_THNG)
        return &block->things[found->at[1]].metadata;
    if (block->id == OW_LEVELD_TRIG)
        return &block->triggers[found->at[1]].metadata;
    if (found_is(repair, found, "/blocks/*/level_id"))
        return &block->meta->level_id;
    if (found_is(repair, found, "/blocks/*/name"))
        return &block->meta->name;
    return found_is(repair, found, "/blocks/*/author") ? &block->meta->author
                                                       : &block->meta->description;
}

ow_status leveld_fix_texts(struct repair *repair)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < repair->count && status == OW_OK; i++)
        status = repair_text(repair, text_of(repair, &repair->found[i]));
    return status;
}

ow_status leveld_clear_description(struct repair *repair)
{
    ow_leveld_level *level = repair->document;
    for (uint32_t i = 0; i < repair->count; i++)
        level->blocks[repair->found[i].at[0]].meta->description.size = 0;
    return OW_OK;
}
