/* A histogram of a level's tiles: the number of cells of each. */
#include "summary.h"

#include "../base/sort.h"

enum { TILE_IDS = OW_LEVELD_TILE + 1 };

/* The number of cells of a tile. */
struct tile_count {
    uint32_t cells, impassable;
};

static void count_cells(struct tile_count *counts, const ow_leveld_mesh *map)
{
    for (uint32_t layer = 0; layer < map->layer_count; layer++) {
        const ow_leveld_layer *from = &map->layers[layer];
        for (uint32_t i = 0; i < from->cell_count; i++) {
            struct tile_count *count = &counts[from->cells[i] & OW_LEVELD_TILE];
            count->cells++;
            count->impassable += from->cells[i] >> 15;
        }
    }
}

/* A sort key: most frequent tiles first, ties by id. */
static uint64_t key_of(const struct tile_count *counts, uint32_t tile)
{
    return (uint64_t)(UINT32_MAX - counts[tile].cells) << 32 | tile;
}

static uint32_t list_tiles(const struct tile_count *counts, uint64_t keys[TILE_IDS])
{
    uint32_t used = 0;
    for (uint32_t tile = 0; tile < TILE_IDS; tile++)
        if (counts[tile].cells > 0)
            keys[used++] = key_of(counts, tile);
    return used;
}

ow_status leveld_emit_histogram(struct emitter *emit, const ow_leveld_mesh *map,
                                struct arena *arena)
{
    struct tile_count *counts = arena_take(arena, TILE_IDS * sizeof *counts);
    uint64_t *keys = counts ? arena_take(arena, TILE_IDS * sizeof *keys) : NULL;
    if (!keys)
        return arena->status;
    memset(counts, 0, TILE_IDS * sizeof *counts);
    count_cells(counts, map);
    uint32_t used = list_tiles(counts, keys);
    ow_status status = sort_u64(keys, used, 0, arena);
    if (status != OW_OK)
        return status;
    emit_begin_array(emit, "cells_impassable_and_tile", used);
    for (uint32_t i = 0; i < used; i++) {
        uint32_t tile = (uint32_t)keys[i];
        emit_begin_object(emit, NULL);
        emit_integer(emit, "cells", counts[tile].cells);
        emit_integer(emit, "impassable", counts[tile].impassable);
        emit_integer(emit, "tile", tile);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    return OW_OK;
}
