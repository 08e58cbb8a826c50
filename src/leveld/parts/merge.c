/* Merges a level into another. */
#include "objects.h"

#include "../../base/error.h"
#include "../../base/sort.h"

#include <math.h>
#include <string.h>

struct level_merge {
    ow_leveld_level *world, *part;
    const struct part_notes *notes;
    uint32_t column, row, layer; /* the place of the part's first cell */
    ow_error *error;
};

static bool read_place(const ow_placement *placement, struct level_merge *merge)
{
    uint32_t *places[3] = {&merge->column, &merge->row, &merge->layer};
    for (int axis = 0; axis < 3; axis++) {
        double at = placement->at[axis];
        if (!(at >= 0 && at <= UINT32_MAX && at == floor(at)))
            return false;
        *places[axis] = (uint32_t)at;
    }
    return placement->quarter_turns % 4 == 0 && placement->under == 0;
}

static ow_status check_size(const struct level_merge *merge, const ow_leveld_mesh *to,
                            const ow_leveld_mesh *from)
{
    uint32_t height = leveld_map_height(merge->world, to);
    uint32_t rows = leveld_map_height(merge->part, from);
    if ((uint64_t)merge->column + from->width > to->width || (uint64_t)merge->row + rows > height ||
        (uint64_t)merge->layer + from->layer_count > to->layer_count)
        return error_set(merge->error, OW_BAD_VALUE, 0, NULL,
                         "the part has %u by %u cells on %u layers, which do not fit into %u by %u "
                         "on %u layers at %u,%u,%u",
                         (unsigned)from->width, (unsigned)rows, (unsigned)from->layer_count,
                         (unsigned)to->width, (unsigned)height, (unsigned)to->layer_count,
                         (unsigned)merge->column, (unsigned)merge->row, (unsigned)merge->layer);
    if (to->tile_width != from->tile_width || to->tile_height != from->tile_height)
        return error_set(merge->error, OW_BAD_VALUE, 0, NULL,
                         "cells of the part have %u by %u pixels, cells of the world %u by %u: "
                         "objects would move",
                         (unsigned)from->tile_width, (unsigned)from->tile_height,
                         (unsigned)to->tile_width, (unsigned)to->tile_height);
    return OW_OK;
}

static bool is_whole(const ow_leveld_level *level, const ow_leveld_mesh *mesh)
{
    uint64_t cells = (uint64_t)mesh->width * leveld_map_height(level, mesh);
    for (uint32_t i = 0; i < mesh->layer_count; i++)
        if (mesh->layers[i].cell_count != cells)
            return false;
    return true;
}

static ow_status stamp_cells(const struct level_merge *merge)
{
    ow_leveld_mesh *to = leveld_map_of(merge->world);
    const ow_leveld_mesh *from = leveld_map_of(merge->part);
    if (!from)
        return OW_OK;
    if (!to || !is_whole(merge->world, to) || !is_whole(merge->part, from))
        return error_set(merge->error, OW_BAD_VALUE, 0, NULL,
                         "%s: there is nowhere to put the cells",
                         to ? "a layer has not as many cells as its map" : "the world has no map");
    ow_status status = check_size(merge, to, from);
    /* A map without columns may state any number of rows. */
    uint32_t rows = from->width > 0 ? leveld_map_height(merge->part, from) : 0;
    for (uint32_t i = 0; status == OW_OK && i < from->layer_count; i++) {
        uint16_t *cells = to->layers[merge->layer + i].cells;
        for (uint32_t y = 0; y < rows; y++)
            memcpy(cells + (size_t)(merge->row + y) * to->width + merge->column,
                   from->layers[i].cells + (size_t)y * from->width, from->width * sizeof *cells);
    }
    return status;
}

/* The block for records of an id: the last one, or a new one at the end. */
static ow_leveld_block *block_for(struct level_merge *merge, uint8_t id)
{
    ow_leveld_level *world = merge->world;
    for (uint32_t i = world->block_count; i-- > 0;)
        if (world->blocks[i].id == id)
            return &world->blocks[i];
    ow_leveld_block *added =
        ow_list_append(world->owner, world->blocks, world->block_count, merge->error);
    if (added)
        added->id = id;
    return added;
}

#define ADD_ALL(list)                                                                              \
    do {                                                                                           \
        void *added =                                                                              \
            ow_list_insert(owner, to->list, to->count, OW_AT_THE_END, from->count, error);         \
        if (!added)                                                                                \
            return error->status;                                                                  \
        memcpy(added, from->list, from->count * sizeof *from->list);                               \
    } while (0)

static ow_status add_records(void *owner, ow_leveld_block *to, const ow_leveld_block *from,
                             ow_error *error)
{
    if (from->id == OW_LEVELD_THNG)
        ADD_ALL(things);
    else if (from->id == OW_LEVELD_TRIG)
        ADD_ALL(triggers);
    else if (from->id == OW_LEVELD_PATH)
        ADD_ALL(paths);
    else
        ADD_ALL(actors);
    return OW_OK;
}

static ow_status add_objects(struct level_merge *merge, ow_leveld_block *from)
{
    struct cell_size cell = leveld_cell_size(merge->world);
    bool layers = leveld_layout_of(merge->world) >= 4;
    const struct shift shift = {.x = (int64_t)merge->column * cell.width,
                                .y = (int64_t)merge->row * cell.height,
                                .layer = layers ? merge->layer : 0};
    for (uint32_t i = 0; i < from->count; i++) {
        if (!object_may_move(from, i, &shift))
            return error_set(merge->error, OW_BAD_VALUE, 0, NULL,
                             "an object of the part would be farther away than a level can store");
        object_move(from, i, &shift);
    }
    ow_leveld_block *to = block_for(merge, from->id);
    return to ? add_records(merge->world->owner, to, from, merge->error) : merge->error->status;
}

static uint32_t tag_of(const ow_leveld_block *block, uint32_t index)
{
    switch (block->id) {
    case OW_LEVELD_THNG:
        return block->things[index].tag;
    case OW_LEVELD_TRIG:
        return block->triggers[index].tag;
    case OW_LEVELD_PATH:
        return block->paths[index].tag;
    default:
        return 0;
    }
}

/* The tags of a level, without 0. */
struct tags {
    uint32_t *tags; /* ascending */
    uint64_t count;
};

static ow_status sort_tags(const ow_leveld_level *level, struct arena *arena, struct tags *sorted)
{
    uint64_t room = 0;
    *sorted = (struct tags){0};
    for (uint32_t i = 0; i < level->block_count; i++)
        room += has_objects(&level->blocks[i]) ? level->blocks[i].count : 0;
    if (room > SIZE_MAX / sizeof *sorted->tags)
        return OW_TOO_MUCH_MEMORY;
    sorted->tags = arena_take(arena, room * sizeof *sorted->tags);
    if (!sorted->tags)
        return arena->status;
    for (uint32_t i = 0; i < level->block_count; i++)
        for (uint32_t k = 0; has_objects(&level->blocks[i]) && k < level->blocks[i].count; k++)
            if (tag_of(&level->blocks[i], k) != 0)
                sorted->tags[sorted->count++] = tag_of(&level->blocks[i], k);
    return sort_u32(sorted->tags, sorted->count, arena);
}

/* Counts the tags that two levels share; *first is the lowest. */
static uint64_t count_shared(const struct tags *a, const struct tags *b, uint32_t *first)
{
    uint64_t same = 0;
    for (uint64_t i = 0, k = 0; i < a->count && k < b->count;) {
        uint32_t tag = a->tags[i] < b->tags[k] ? a->tags[i] : b->tags[k];
        if (a->tags[i] == b->tags[k] && same++ == 0)
            *first = tag;
        while (i < a->count && a->tags[i] == tag)
            i++;
        while (k < b->count && b->tags[k] == tag)
            k++;
    }
    return same;
}

/* Tags connect objects. After a merge they may connect objects that were unrelated. */
static ow_status note_tags(const struct level_merge *merge)
{
    struct arena scratch;
    struct tags ours, theirs;
    uint32_t first = 0;
    arena_share(&scratch, merge->world->owner);
    ow_status status = sort_tags(merge->world, &scratch, &ours);
    if (status == OW_OK)
        status = sort_tags(merge->part, &scratch, &theirs);
    uint64_t same = status == OW_OK ? count_shared(&ours, &theirs, &first) : 0;
    arena_free(&scratch);
    if (same > 0)
        parts_note(merge->notes, "/blocks",
                   "tags used by both levels, which now link objects of both: %llu, such as %u",
                   (unsigned long long)same, (unsigned)first);
    return status == OW_OK ? OW_OK : error_plain(merge->error, status);
}

ow_status leveld_merge_parts(void *world, void *part, const ow_placement *placement,
                             const struct part_notes *notes, ow_error *error)
{
    struct level_merge merge = {.world = world, .part = part, .notes = notes, .error = error};
    struct leveld_last last = leveld_find_last(part);
    if (!read_place(placement, &merge))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a level can only be moved by whole cells to 0,0 or beyond; --turn and "
                         "--under do not work for levels");
    ow_status status = note_tags(&merge);
    if (status == OW_OK)
        status = stamp_cells(&merge);
    for (uint32_t i = 0; status == OW_OK && i < merge.part->block_count; i++) {
        ow_leveld_block *block = &merge.part->blocks[i];
        if (has_objects(block) && block->count > 0 && leveld_is_seen(merge.part, &last, i))
            status = add_objects(&merge, block);
    }
    return status;
}
