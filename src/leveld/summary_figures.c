/* The figures of a summary that need the whole level, as a game reads it. */
#include "summary.h"

#include "../base/ranking.h"

#include <math.h>
#include <stdio.h>

enum { TILE_IDS = OW_LEVELD_TILE + 1 };

/* A set of tile ids, one bit each. */
struct tiles {
    uint64_t bits[TILE_IDS / 64];
};

static uint32_t count_tiles(const struct tiles *tiles)
{
    uint32_t count = 0;
    for (size_t i = 0; i < TILE_IDS / 64; i++)
        for (uint64_t rest = tiles->bits[i]; rest; rest &= rest - 1)
            count++;
    return count;
}

static uint32_t highest_tile(const struct tiles *tiles)
{
    uint32_t highest = 0;
    for (uint32_t id = 0; id < TILE_IDS; id++)
        if (tiles->bits[id / 64] >> id % 64 & 1)
            highest = id;
    return highest;
}

/* Adds a layer's tiles to a set. Returns the number of impassable cells. */
static uint64_t add_layer(struct tiles *tiles, const ow_leveld_layer *layer)
{
    uint64_t impassable = 0;
    for (uint32_t i = 0; i < layer->cell_count; i++) {
        uint16_t id = layer->cells[i] & OW_LEVELD_TILE;
        tiles->bits[id / 64] |= UINT64_C(1) << id % 64;
        impassable += layer->cells[i] >> 15;
    }
    return impassable;
}

/* Rounded to a tenth. */
static float percent_of(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (float)(round((double)part * 1000 / (double)whole) / 10) : 0.0f;
}

/* The figures of a single layer. */
struct layer_figures {
    uint32_t tile_count;
    float impassable;
};

static void emit_layers(struct emitter *emit, const struct layer_figures *figures, uint32_t count)
{
    emit_begin_object(emit, "layers");
    emit_begin_array(emit, "tile_ids_used", count);
    for (uint32_t i = 0; i < count; i++)
        emit_integer(emit, NULL, figures[i].tile_count);
    emit_end_array(emit);
    emit_begin_array(emit, "impassable_percent", count);
    for (uint32_t i = 0; i < count; i++)
        emit_float(emit, NULL, figures[i].impassable);
    emit_end_array(emit);
    emit_end_object(emit);
}

static ow_status emit_tiles_of(struct emitter *emit, const ow_leveld_mesh *map,
                               struct layer_figures *figures, struct arena *arena)
{
    uint64_t cells = 0, impassable = 0;
    struct tiles all = {0};
    for (uint32_t i = 0; i < map->layer_count; i++) {
        struct tiles own = {0};
        uint64_t blocked = add_layer(&own, &map->layers[i]);
        for (size_t k = 0; k < TILE_IDS / 64; k++)
            all.bits[k] |= own.bits[k];
        figures[i].tile_count = count_tiles(&own);
        figures[i].impassable = percent_of(blocked, map->layers[i].cell_count);
        cells += map->layers[i].cell_count;
        impassable += blocked;
    }
    if (cells == 0)
        return OW_OK;
    emit_integer(emit, "tile_ids_used", count_tiles(&all));
    emit_integer(emit, "highest_tile_id", highest_tile(&all));
    emit_float(emit, "impassable_percent", percent_of(impassable, cells));
    ow_status status = leveld_emit_histogram(emit, map, arena);
    if (map->layer_count > 1 && status == OW_OK)
        emit_layers(emit, figures, map->layer_count);
    return status;
}

static ow_status emit_tiles(struct emitter *emit, struct survey *survey, struct arena *account)
{
    struct arena arena;
    ow_leveld_mesh map;
    arena_share(&arena, account);
    ow_status status = leveld_read_mesh(survey, &arena, &map);
    struct layer_figures *figures =
        status == OW_OK ? arena_take(&arena, map.layer_count * sizeof *figures) : NULL;
    if (figures)
        status = emit_tiles_of(emit, &map, figures, &arena);
    else if (status == OW_OK)
        status = arena.status;
    arena_free(&arena);
    return status;
}

/* The counts of a walk. */
struct counts {
    uint32_t *thing_ids, *action_ids, *tags;
    uint32_t thing_count, trigger_count, tag_count;
    uint64_t path_count, point_count, actors[BLOCK_IDS];
};

static void add_tag(struct counts *counts, uint32_t tag)
{
    if (tag != 0)
        counts->tags[counts->tag_count++] = tag;
}

static void count_records(struct survey *survey, const struct block_place *block,
                          struct counts *counts)
{
    for (uint32_t i = 0; i < block->count && go_on(&survey->codec, i); i++) {
        if (block->id == OW_LEVELD_THNG) {
            ow_leveld_thing read;
            walk_thing(survey, &read);
            counts->thing_ids[counts->thing_count++] = read.id;
            add_tag(counts, read.tag);
        } else if (block->id == OW_LEVELD_TRIG) {
            ow_leveld_trigger read;
            walk_trigger(survey, &read);
            counts->action_ids[counts->trigger_count++] = read.id;
            add_tag(counts, read.tag);
        } else {
            ow_leveld_path read;
            walk_path(survey, &read);
            counts->path_count++;
            counts->point_count += read.point_count;
            add_tag(counts, read.tag);
        }
    }
}

/* Counts records, and emits the ids of blocks during the walk. */
static ow_status count_all(struct survey *survey, struct arena *arena, struct counts *counts,
                           struct emitter *emit)
{
    const struct block_kind *kinds = survey->kinds;
    size_t tagged = (size_t)kinds[OW_LEVELD_THNG].tagged + kinds[OW_LEVELD_TRIG].tagged +
                    kinds[OW_LEVELD_PATH].tagged;
    counts->thing_ids = arena_take(arena, kinds[OW_LEVELD_THNG].last.count * sizeof(uint32_t));
    counts->action_ids = arena_take(arena, kinds[OW_LEVELD_TRIG].last.count * sizeof(uint32_t));
    counts->tags = arena_take(arena, tagged * sizeof(uint32_t));
    if (!counts->thing_ids || !counts->action_ids || !counts->tags)
        return arena->status;
    struct block_place block;
    leveld_first_block(survey);
    emit_begin_array(emit, "blocks", survey->level.block_count);
    while (leveld_next_block(survey, &block)) {
        bool counted = block_counts(survey, &block);
        emit_string(emit, NULL, block_ids[block.id]);
        if (counted && is_actor_block(block.id))
            counts->actors[block.id] += block.count;
        if (counted && block.id >= OW_LEVELD_THNG)
            count_records(survey, &block, counts);
        else
            leveld_pass_block(survey, &block);
    }
    emit_end_array(emit);
    return survey->codec.status;
}

/* Emits ids by frequency. `name` describes the two columns for people; the ids are sorted. */
static ow_status emit_ranking(struct emitter *emit, const char *name, const uint32_t *ids,
                              uint32_t count, struct arena *arena)
{
    struct ranking ranking;
    ow_status status = count > 0 ? rank_u32(ids, count, arena, &ranking) : OW_OK;
    if (count == 0 || status != OW_OK)
        return status;
    emit_begin_array(emit, name, ranking.size);
    for (uint32_t row = 0; row < ranking.size; row++) {
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", ranking_count(&ranking, row));
        emit_integer(emit, "id", ids[ranking_what(&ranking, row)]);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    return OW_OK;
}

static uint32_t count_different(const uint32_t *sorted, uint32_t count)
{
    uint32_t different = count > 0;
    for (uint32_t i = 1; i < count; i++)
        different += sorted[i] != sorted[i - 1];
    return different;
}

static void emit_actors(struct emitter *emit, const struct counts *counts)
{
    uint64_t blocks = 0;
    for (int id = 0; id < BLOCK_IDS; id++)
        blocks += counts->actors[id] > 0;
    if (blocks == 0)
        return;
    emit_begin_array(emit, "actors_by_block", blocks);
    for (int id = 0; id < BLOCK_IDS; id++) {
        if (counts->actors[id] == 0)
            continue;
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", (int64_t)counts->actors[id]);
        emit_string(emit, "block", block_ids[id]);
        emit_end_object(emit);
    }
    emit_end_array(emit);
}

static ow_status emit_counts(struct emitter *emit, const struct counts *counts, struct arena *arena)
{
    emit_integer(emit, "thing_count", counts->thing_count);
    ow_status status =
        emit_ranking(emit, "things_by_count_and_id", counts->thing_ids, counts->thing_count, arena);
    if (status != OW_OK)
        return status;
    emit_actors(emit, counts);
    emit_integer(emit, "trigger_count", counts->trigger_count);
    status = emit_ranking(emit, "actions_by_count_and_id", counts->action_ids,
                          counts->trigger_count, arena);
    if (status != OW_OK)
        return status;
    emit_integer(emit, "path_count", (int64_t)counts->path_count);
    if (counts->path_count > 0)
        emit_integer(emit, "point_count", (int64_t)counts->point_count);
    emit_integer(emit, "tags_used", count_different(counts->tags, counts->tag_count));
    return OW_OK;
}

ow_status leveld_emit_figures(struct emitter *emit, struct survey *survey, struct arena *arena)
{
    struct counts counts = {0};
    ow_status status = count_all(survey, arena, &counts, emit);
    if (status == OW_OK)
        status = sort_u32(counts.thing_ids, counts.thing_count, arena);
    if (status == OW_OK)
        status = sort_u32(counts.action_ids, counts.trigger_count, arena);
    if (status == OW_OK)
        status = sort_u32(counts.tags, counts.tag_count, arena);
    if (status == OW_OK && survey->kinds[OW_LEVELD_MESH].count > 0)
        status = emit_tiles(emit, survey, arena);
    return status == OW_OK ? emit_counts(emit, &counts, arena) : status;
}
