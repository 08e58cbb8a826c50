/* LevelD converted between its versions and variants. */
#include "leveld.h"

#include "../base/error.h"

#include <stdio.h>
#include <string.h>

/* A loss: how often, and in which block first. */
struct loss {
    uint64_t count;
    uint32_t first_block;
};

struct conversion {
    const ow_leveld_level *from;
    ow_leveld_level to;
    struct arena arena;
    ow_warn warn;
    void *warn_context;
    struct loss names, tile_sizes, no_tile_sizes, layers, heights, leftovers, no_width;
    struct loss actor_ids, actor_kinds, things, triggers, paths, layer_ids;
};

static void lose(struct loss *loss, uint64_t count, uint32_t block)
{
    if (loss->count == 0)
        loss->first_block = block;
    loss->count += count;
}

static void tell_loss(const struct conversion *conversion, const struct loss *loss,
                      const char *field, const char *what)
{
    char pointer[64], message[256];
    if (loss->count == 0 || !conversion->warn)
        return;
    snprintf(pointer, sizeof pointer, "/blocks/%u%s", loss->first_block, field);
    snprintf(message, sizeof message, "%s: %llu", what, (unsigned long long)loss->count);
    conversion->warn(conversion->warn_context, pointer, message);
}

static void tell_losses(const struct conversion *c)
{
    tell_loss(c, &c->names, "", "META blocks whose id and name have no room in this variant");
    tell_loss(c, &c->tile_sizes, "/tile_width", "maps whose tile size this version does not store");
    tell_loss(c, &c->no_tile_sizes, "",
              "maps whose tile size no one stored: it is 0 by 0 now and has to be set");
    tell_loss(c, &c->layers, "/layers/1", "layers beyond the first, which were dropped");
    tell_loss(c, &c->heights, "/height",
              "maps whose height is not what follows from their cells, as it does in this version");
    tell_loss(c, &c->leftovers, "/layers/0", "cells beyond the last whole row, which were dropped");
    tell_loss(c, &c->no_width, "/width", "maps of width 0 with cells, which were dropped");
    tell_loss(c, &c->actor_ids, "/actors", "actors whose id version 0 does not store");
    tell_loss(c, &c->actor_kinds, "/actors",
              "players, NPCs and items that became things; which of the three is not stored");
    tell_loss(c, &c->things, "/things", "things, which this version does not know");
    tell_loss(c, &c->triggers, "/triggers", "triggers, which this version does not know");
    tell_loss(c, &c->paths, "/paths", "paths, which this version does not know");
    tell_loss(c, &c->layer_ids, "",
              "objects on another layer than 0, which version 4 alone stores");
}

static bool has_tile_size(const ow_leveld_level *level)
{
    return level->version >= 2 || level->variant == OW_LEVELD_1B;
}

static void convert_meta(struct conversion *conversion, const ow_leveld_meta *meta, uint32_t block)
{
    if (conversion->to.variant == OW_LEVELD_SHORT_META && meta->level_id.size + meta->name.size > 0)
        lose(&conversion->names, 1, block);
}

/* Up to version 2 the height follows from the cells. */
static void add_height(struct conversion *conversion, ow_leveld_mesh *mesh, uint32_t block)
{
    ow_leveld_layer *layer = &mesh->layers[0];
    if (mesh->width == 0 && layer->cell_count > 0) {
        lose(&conversion->no_width, 1, block);
        layer->cell_count = 0;
    }
    mesh->height = mesh->width > 0 ? layer->cell_count / mesh->width : 0;
    uint32_t leftover = layer->cell_count - mesh->width * mesh->height;
    if (leftover > 0)
        lose(&conversion->leftovers, leftover, block);
    layer->cell_count -= leftover;
}

static void drop_height(struct conversion *conversion, ow_leveld_mesh *mesh, uint32_t block)
{
    if (mesh->layer_count > 1)
        lose(&conversion->layers, mesh->layer_count - 1, block);
    if ((uint64_t)mesh->width * mesh->height != mesh->layers[0].cell_count)
        lose(&conversion->heights, 1, block);
    mesh->layer_count = 1;
    mesh->height = 0;
}

static ow_status convert_mesh(struct conversion *conversion, ow_leveld_block *block, uint32_t index)
{
    const ow_leveld_mesh *from = block->mesh;
    ow_leveld_mesh *mesh = arena_take(&conversion->arena, sizeof *mesh);
    uint32_t layer_count = from->layer_count > 0 ? from->layer_count : 1;
    ow_leveld_layer *layers = arena_take(&conversion->arena, layer_count * sizeof *layers);
    if (!mesh || !layers)
        return conversion->arena.status;
    *mesh = *from;
    mesh->layers = layers;
    layers[0] = (ow_leveld_layer){0};
    if (from->layer_count > 0)
        memcpy(layers, from->layers, layer_count * sizeof *layers);
    if (conversion->from->version < 3 && conversion->to.version >= 3)
        add_height(conversion, mesh, index);
    else if (conversion->from->version >= 3 && conversion->to.version < 3)
        drop_height(conversion, mesh, index);
    if (has_tile_size(conversion->from) && !has_tile_size(&conversion->to) &&
        (from->tile_width || from->tile_height))
        lose(&conversion->tile_sizes, 1, index);
    if (!has_tile_size(conversion->from) && has_tile_size(&conversion->to))
        lose(&conversion->no_tile_sizes, 1, index);
    block->mesh = mesh;
    return OW_OK;
}

static uint64_t count_layer_ids(const ow_leveld_block *block)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < block->count; i++)
        count += block->id == OW_LEVELD_THNG   ? block->things[i].layer_id != 0
                 : block->id == OW_LEVELD_TRIG ? block->triggers[i].layer_id != 0
                 : block->id == OW_LEVELD_PATH ? block->paths[i].layer_id != 0
                                               : 0;
    return count;
}

/* A block of objects: whether the version has it at all. */
static bool keep_objects(struct conversion *conversion, const ow_leveld_block *block,
                         uint32_t index)
{
    if (conversion->from->version >= 3 && conversion->to.version < 3 && !leveld_has_actors(block)) {
        lose(block->id == OW_LEVELD_THNG   ? &conversion->things
             : block->id == OW_LEVELD_TRIG ? &conversion->triggers
                                           : &conversion->paths,
             block->count, index);
        return false;
    }
    if (conversion->from->version == 4 && conversion->to.version < 4) {
        uint64_t lost = count_layer_ids(block);
        if (lost > 0)
            lose(&conversion->layer_ids, lost, index);
    }
    uint64_t ids = 0;
    for (uint32_t i = 0;
         leveld_has_actors(block) && conversion->to.version == 0 && i < block->count; i++)
        ids += block->actors[i].id != 0;
    if (ids > 0)
        lose(&conversion->actor_ids, ids, index);
    return true;
}

/* From version 3 on there are things in place of actors: all of them in one block, as the reference
 * reads them, where the first of them stood. */
static ow_status join_things(struct conversion *conversion, ow_leveld_block *joined)
{
    ow_leveld_view view;
    ow_status status = leveld_view_in(conversion->from, &conversion->arena, &view);
    *joined = (ow_leveld_block){.id = OW_LEVELD_THNG, .count = view.thing_count};
    union { /* the view only looks; a level of one's own may be changed */
        const ow_leveld_thing *seen;
        ow_leveld_thing *own;
    } things = {view.things};
    joined->things = things.own;
    return status;
}

static bool needs_things(const ow_leveld_level *from, unsigned version)
{
    bool found = false;
    for (uint32_t i = 0; i < from->block_count; i++)
        found = found || leveld_has_actors(&from->blocks[i]);
    return found && from->version < 3 && version >= 3;
}

static ow_status convert_blocks(struct conversion *conversion)
{
    const ow_leveld_level *from = conversion->from;
    ow_leveld_level *to = &conversion->to;
    bool join = needs_things(from, to->version), joined = false;
    to->block_count = 0;
    to->blocks = arena_take(&conversion->arena, from->block_count * sizeof *to->blocks);
    if (!to->blocks)
        return conversion->arena.status;
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < from->block_count && status == OW_OK; i++) {
        ow_leveld_block block = from->blocks[i];
        bool objects = block.id != OW_LEVELD_META && block.id != OW_LEVELD_MESH;
        bool kept = !objects || keep_objects(conversion, &block, i);
        if (block.id == OW_LEVELD_META)
            convert_meta(conversion, block.meta, i);
        else if (block.id == OW_LEVELD_MESH)
            status = convert_mesh(conversion, &block, i);
        if (join && leveld_has_actors(&block))
            lose(&conversion->actor_kinds, block.count, i);
        if (join && (leveld_has_actors(&block) || block.id == OW_LEVELD_THNG)) {
            kept = !joined;
            status = joined ? OW_OK : join_things(conversion, &block);
            joined = true;
        }
        if (kept)
            to->blocks[to->block_count++] = block;
    }
    return status;
}

ow_status ow_leveld_convert(const ow_leveld_level *level, const ow_target *target,
                            const ow_options *options,
                            void (*warn)(void *context, const char *pointer, const char *message),
                            void *warn_context, ow_leveld_level **converted, ow_error *error)
{
    *converted = NULL;
    ow_options filled = options_or_default(options, leveld_records_size(level));
    struct conversion conversion = {
        .from = level, .to = *level, .warn = warn, .warn_context = warn_context};
    ow_status status = leveld_resolve_target(level, target, &conversion.to, error);
    if (status != OW_OK)
        return status;
    arena_init(&conversion.arena, &filled);
    status = convert_blocks(&conversion);
    if (status != OW_OK) {
        arena_free(&conversion.arena);
        return error_plain(error, status);
    }
    tell_losses(&conversion);
    return leveld_keep(&conversion.arena, &conversion.to, converted, error);
}
