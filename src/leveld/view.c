/* A level as a game reads it. The special cases of the reference reader are only here. */
#include "leveld.h"

#include "../base/error.h"

#include <stdio.h>
#include <string.h>

struct leveld_last leveld_find_last(const ow_leveld_level *level)
{
    struct leveld_last last;
    for (int id = 0; id < LEVELD_BLOCK_IDS; id++)
        last.of[id] = NO_BLOCK;
    for (uint32_t i = 0; i < level->block_count; i++)
        if (level->blocks[i].id < LEVELD_BLOCK_IDS)
            last.of[level->blocks[i].id] = i;
    return last;
}

static bool has_things(const ow_leveld_level *level, const struct leveld_last *last, uint32_t index)
{
    const ow_leveld_block *block = &level->blocks[index];
    return (block->id == OW_LEVELD_THNG || leveld_has_actors(block)) &&
           leveld_is_seen(level, last, index);
}

static uint32_t add_things(const ow_leveld_block *block, ow_leveld_thing *things, uint32_t count)
{
    if (block->id == OW_LEVELD_THNG && block->count > 0)
        memcpy(things + count, block->things, block->count * sizeof *things);
    for (uint32_t i = 0; leveld_has_actors(block) && i < block->count; i++) {
        const ow_leveld_actor *actor = &block->actors[i];
        things[count + i] =
            (ow_leveld_thing){.id = actor->id, .x = actor->x, .y = actor->y, .flags = actor->flags};
    }
    return count + block->count;
}

/* Collects the things. They are copied only if actors join them. */
static ow_status collect_things(const ow_leveld_level *level, const struct leveld_last *last,
                                struct arena *arena, ow_leveld_view *view)
{
    uint32_t replaces = last->of[OW_LEVELD_THNG];
    uint64_t count = 0;
    bool joined = false;
    for (uint32_t i = 0; i < level->block_count; i++) {
        if (!has_things(level, last, i))
            continue;
        joined = joined || (leveld_has_actors(&level->blocks[i]) && level->blocks[i].count > 0);
        count += level->blocks[i].count;
    }
    if (count > UINT32_MAX)
        return OW_TOO_MUCH_MEMORY;
    view->thing_count = (uint32_t)count;
    if (!joined) {
        view->things = count > 0 ? level->blocks[replaces].things : NULL;
        return OW_OK;
    }
    ow_leveld_thing *things = arena_take(arena, (size_t)count * sizeof *things);
    if (!things)
        return arena->status;
    uint32_t added = 0;
    for (uint32_t i = 0; i < level->block_count; i++)
        if (has_things(level, last, i))
            added = add_things(&level->blocks[i], things, added);
    view->things = things;
    return OW_OK;
}

/* The block of an id that counts; NULL if there is none. */
static const ow_leveld_block *last_block(const ow_leveld_level *level,
                                         const struct leveld_last *last, int id)
{
    return last->of[id] == NO_BLOCK ? NULL : &level->blocks[last->of[id]];
}

static void take_last_blocks(const ow_leveld_level *level, const struct leveld_last *last,
                             ow_leveld_view *view)
{
    const ow_leveld_block *meta = last_block(level, last, OW_LEVELD_META);
    const ow_leveld_block *mesh = last_block(level, last, OW_LEVELD_MESH);
    const ow_leveld_block *triggers = last_block(level, last, OW_LEVELD_TRIG);
    const ow_leveld_block *paths = last_block(level, last, OW_LEVELD_PATH);
    view->meta = meta ? meta->meta : NULL;
    view->mesh = mesh ? mesh->mesh : NULL;
    view->height = view->mesh ? leveld_map_height(level, view->mesh) : 0;
    view->triggers = triggers ? triggers->triggers : NULL;
    view->trigger_count = triggers ? triggers->count : 0;
    view->paths = paths ? paths->paths : NULL;
    view->path_count = paths ? paths->count : 0;
}

ow_status leveld_view_in(const ow_leveld_level *level, struct arena *arena, ow_leveld_view *view)
{
    struct leveld_last last = leveld_find_last(level);
    *view = (ow_leveld_view){0};
    take_last_blocks(level, &last, view);
    return collect_things(level, &last, arena, view);
}

/* Limits the memory: the records of all blocks together. */
uint64_t leveld_records_size(const ow_leveld_level *level)
{
    uint64_t size = level->block_count * sizeof(ow_leveld_block);
    for (uint32_t i = 0; i < level->block_count; i++)
        size += level->blocks[i].count * (uint64_t)sizeof(ow_leveld_thing);
    return size;
}

static const void *records_of(const ow_leveld_block *block)
{
    return block->id == OW_LEVELD_META   ? (const void *)block->meta
           : block->id == OW_LEVELD_MESH ? (const void *)block->mesh
           : block->id == OW_LEVELD_THNG ? (const void *)block->things
           : block->id == OW_LEVELD_TRIG ? (const void *)block->triggers
           : block->id == OW_LEVELD_PATH ? (const void *)block->paths
                                         : (const void *)block->actors;
}

static bool is_there(const ow_leveld_block *block)
{
    bool one = block->id == OW_LEVELD_META || block->id == OW_LEVELD_MESH;
    if (!records_of(block))
        return !one && block->count == 0;
    return block->id != OW_LEVELD_MESH || block->mesh->layers || block->mesh->layer_count == 0;
}

ow_status leveld_check_blocks(const ow_leveld_level *level, ow_error *error)
{
    char pointer[32];
    if (!level->blocks && level->block_count > 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/blocks",
                         "the level has %u blocks, but their pointer is NULL", level->block_count);
    for (uint32_t i = 0; i < level->block_count; i++) {
        if (is_there(&level->blocks[i]))
            continue;
        snprintf(pointer, sizeof pointer, "/blocks/%u", i);
        return error_set(error, OW_BAD_ARGUMENT, 0, pointer,
                         "the contents of the block have a NULL pointer");
    }
    return OW_OK;
}

ow_status ow_leveld_view_open(const ow_leveld_level *level, const ow_options *options,
                              ow_leveld_view *view, ow_error *error)
{
    error_clear(error);
    if (!level || !view)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the pointer to the level or to the view is NULL");
    *view = (ow_leveld_view){0};
    ow_status status = leveld_check_blocks(level, error);
    if (status != OW_OK)
        return status;
    ow_options filled = options_or_default(options, leveld_records_size(level));
    struct arena arena;
    arena_init(&arena, &filled);
    status = leveld_view_in(level, &arena, view);
    void *copy;
    if (status == OW_OK && !(view->owner = arena_adopt(&arena, view, sizeof *view, &copy)))
        status = arena.status;
    else if (status != OW_OK)
        arena_free(&arena);
    if (status == OW_OK)
        return OW_OK;
    *view = (ow_leveld_view){0};
    return error_limited(error, status, filled.max_memory);
}

void ow_leveld_view_close(ow_leveld_view *view)
{
    if (!view)
        return;
    arena_release(view->owner);
    *view = (ow_leveld_view){0};
}

bool ow_leveld_cell_at(const ow_leveld_mesh *mesh, uint32_t layer, uint32_t x, uint32_t y,
                       ow_leveld_cell *cell)
{
    if (!mesh || !mesh->layers || !cell || layer >= mesh->layer_count || x >= mesh->width)
        return false;
    uint64_t place = (uint64_t)y * mesh->width + x;
    if (!mesh->layers[layer].cells || place >= mesh->layers[layer].cell_count)
        return false;
    uint16_t raw = mesh->layers[layer].cells[place];
    *cell = (ow_leveld_cell){raw & OW_LEVELD_TILE, (raw & OW_LEVELD_IMPASSABLE) != 0};
    return true;
}
