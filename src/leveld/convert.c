/* Converts LevelD between versions: changes beyond those of fields. The layout reports fields that
 * a version does not have. */
#include "leveld.h"

#include <string.h>

/* In versions without a count of layers, a map has at least one layer. */
static ow_status ensure_layer(struct conversion *conversion, ow_leveld_mesh *mesh, uint32_t block)
{
    if (mesh->layer_count > 0)
        return OW_OK;
    mesh->layers = arena_take(conversion->arena, sizeof *mesh->layers);
    if (!mesh->layers)
        return conversion->arena->status;
    mesh->layers[0] = (ow_leveld_layer){0};
    mesh->layer_count = 1;
    losses_note(&conversion->losses, 1, "maps without a layer that got an empty layer",
                "/blocks/%u/layers", block);
    return OW_OK;
}

static void add_height(struct conversion *conversion, ow_leveld_mesh *mesh, uint32_t block)
{
    ow_leveld_layer *layer = &mesh->layers[0];
    if (mesh->width == 0 && layer->cell_count > 0) {
        losses_note(&conversion->losses, 1, "dropped cells of maps whose width is 0",
                    "/blocks/%u/width", block);
        layer->cell_count = 0;
    }
    mesh->height = leveld_counted_height(mesh);
    uint32_t leftover = layer->cell_count - mesh->width * mesh->height;
    losses_note(&conversion->losses, leftover, "dropped cells after the last full row",
                "/blocks/%u/layers/0", block);
    layer->cell_count -= leftover;
}

static void drop_height(struct conversion *conversion, ow_leveld_mesh *mesh, uint32_t block)
{
    losses_note(&conversion->losses, mesh->layer_count - 1, "dropped layers beyond the first",
                "/blocks/%u/layers/1", block);
    mesh->layer_count = 1;
    bool follows = mesh->height == leveld_counted_height(mesh) &&
                   (uint64_t)mesh->width * mesh->height == mesh->layers[0].cell_count;
    losses_note(
        &conversion->losses, !follows,
        "maps whose height does not follow from their number of cells, as this version requires",
        "/blocks/%u/height", block);
    mesh->height = 0;
}

static ow_status convert_mesh(struct conversion *conversion, ow_leveld_mesh *mesh, uint32_t block)
{
    const ow_leveld_level *from = conversion->from, *to = conversion->to;
    unsigned before = leveld_layout_of(from), after = leveld_layout_of(to);
    bool up = before < 3 && after >= 3, down = before >= 3 && after < 3;
    losses_note(&conversion->losses, !leveld_has_tile_size(from) && leveld_has_tile_size(to),
                "maps without a stored tile size: it is now 0 by 0; set it", "/blocks/%u", block);
    if (!up && !down)
        return OW_OK;
    ow_status status = ensure_layer(conversion, mesh, block);
    if (status != OW_OK)
        return status;
    if (up)
        add_height(conversion, mesh, block);
    else
        drop_height(conversion, mesh, block);
    return OW_OK;
}

/* Versions before 3 have no things, triggers and paths. */
static void note_dropped(struct conversion *conversion, const ow_leveld_block *block,
                         uint32_t index)
{
    struct losses *losses = &conversion->losses;
    losses_note(losses, block->count == 0, "empty blocks, which are unknown in this version",
                "/blocks/%u", index);
    if (block->id == OW_LEVELD_THNG)
        losses_note(losses, block->count, "things, which are unknown in this version",
                    "/blocks/%u/things", index);
    else if (block->id == OW_LEVELD_TRIG)
        losses_note(losses, block->count, "triggers, which are unknown in this version",
                    "/blocks/%u/triggers", index);
    else
        losses_note(losses, block->count, "paths, which are unknown in this version",
                    "/blocks/%u/paths", index);
}

static void note_joined(struct conversion *conversion, const ow_leveld_block *block, uint32_t index)
{
    losses_note(
        &conversion->losses, block->count,
        "players, NPCs and items that became things; which of the three they were is not stored",
        "/blocks/%u/actors", index);
    losses_note(&conversion->losses, block->count == 0,
                "empty blocks of players, NPCs or items that became blocks of things", "/blocks/%u",
                index);
}

/* From version 3 on, things replace actors. All are joined in one block, at the place of the first,
 * as the reference reads them. */
static ow_status join_things(struct conversion *conversion, ow_leveld_block *joined)
{
    ow_leveld_view view;
    ow_status status = leveld_view_in(conversion->from, conversion->arena, &view);
    if (status != OW_OK)
        return status;
    *joined = (ow_leveld_block){.id = OW_LEVELD_THNG, .count = view.thing_count};
    joined->things = arena_take(conversion->arena, view.thing_count * sizeof *view.things);
    if (!joined->things)
        return conversion->arena->status;
    for (uint32_t i = 0; i < view.thing_count; i++) {
        const ow_leveld_thing *seen = &view.things[i];
        char *metadata = arena_take(conversion->arena, seen->metadata.size);
        if (!metadata)
            return conversion->arena->status;
        if (seen->metadata.size > 0)
            memcpy(metadata, seen->metadata.data, seen->metadata.size);
        joined->things[i] = *seen;
        joined->things[i].metadata.data = metadata;
    }
    return OW_OK;
}

/* A block that the version does not expect: the conversion back would change it. Not reported if
 * actors join the things, which is reported anyway. */
static void note_untimely(struct conversion *conversion, const ow_leveld_block *block,
                          uint32_t index, bool join)
{
    unsigned before = leveld_layout_of(conversion->from), after = leveld_layout_of(conversion->to);
    losses_note(&conversion->losses, leveld_has_actors(block) && before >= 3 && after < 3,
                "blocks of players, NPCs or items, which the old version reads as things",
                "/blocks/%u", index);
    losses_note(&conversion->losses, !join && !leveld_has_actors(block) && before < 3 && after >= 3,
                "blocks of things, triggers or paths, which are unknown in the old version",
                "/blocks/%u", index);
}

static bool needs_things(const ow_leveld_level *from, const ow_leveld_level *to)
{
    bool found = false;
    for (uint32_t i = 0; i < from->block_count; i++)
        found = found || leveld_has_actors(&from->blocks[i]);
    return found && leveld_layout_of(from) < 3 && leveld_layout_of(to) >= 3;
}

/* Converts one block in place. *kept is set if the version has such a block. */
static ow_status convert_block(struct conversion *conversion, ow_leveld_block *block,
                               uint32_t index, bool join, bool *kept)
{
    *kept = true;
    if (block->id == OW_LEVELD_META)
        return OW_OK;
    if (block->id == OW_LEVELD_MESH)
        return convert_mesh(conversion, block->mesh, index);
    note_untimely(conversion, block, index, join);
    if (leveld_has_actors(block)) {
        if (join)
            note_joined(conversion, block, index);
        return OW_OK;
    }
    if (leveld_layout_of(conversion->from) >= 3 && leveld_layout_of(conversion->to) < 3) {
        note_dropped(conversion, block, index);
        *kept = false;
    }
    return OW_OK;
}

ow_status leveld_convert(struct conversion *conversion, const ow_target *target, ow_error *error)
{
    const ow_leveld_level *from = conversion->from;
    ow_leveld_level *to = conversion->to;
    ow_status status = leveld_resolve_target(target, to, error);
    bool join = needs_things(from, to), joined = false;
    uint32_t count = to->block_count, kept_count = 0;
    for (uint32_t i = 0; i < count && status == OW_OK; i++) {
        ow_leveld_block block = to->blocks[i];
        bool kept;
        status = convert_block(conversion, &block, i, join, &kept);
        if (join && status == OW_OK && (leveld_has_actors(&block) || block.id == OW_LEVELD_THNG)) {
            kept = !joined;
            status = joined ? OW_OK : join_things(conversion, &block);
            joined = true;
        }
        if (kept)
            to->blocks[kept_count++] = block;
    }
    to->block_count = kept_count;
    return status;
}
