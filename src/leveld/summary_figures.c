/* The figures of a summary that need the whole level, as a game sees it. */
#include "summary.h"

#include "../base/sort.h"

#include <math.h>
#include <stdio.h>

enum { MOST_IDS = 10, MOST_LAYERS = 8, MOST_BLOCKS_TOLD = 12, TILE_IDS = OW_LEVELD_TILE + 1 };

/* A set of tile ids, a bit each. */
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

/* Adds a layer's tiles to a set; returns how many of its cells are impassable. */
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

/* To a tenth. */
static float percent_of(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (float)(round((double)part * 1000 / (double)whole) / 10) : 0.0f;
}

/* What the first layers of several hold, each by itself. */
struct layer_figures {
    uint32_t tile_count[MOST_LAYERS];
    float impassable[MOST_LAYERS];
};

static void emit_layers(struct emitter *emit, const struct layer_figures *figures, uint32_t count)
{
    emit_begin_object(emit, "layers");
    emit_begin_array(emit, "tile_ids_used", count);
    for (uint32_t i = 0; i < count; i++)
        emit_integer(emit, NULL, figures->tile_count[i]);
    emit_end_array(emit);
    emit_begin_array(emit, "impassable", count);
    for (uint32_t i = 0; i < count; i++)
        emit_float(emit, NULL, figures->impassable[i]);
    emit_end_array(emit);
    emit_end_object(emit);
}

static ow_status emit_tiles(struct emitter *emit, struct survey *survey, struct arena *account)
{
    struct arena arena;
    ow_leveld_mesh map;
    arena_share(&arena, account);
    ow_status status = leveld_read_mesh(survey, &arena, &map);
    uint32_t layer_count = status == OW_OK ? map.layer_count : 0;
    uint64_t cells = 0, impassable = 0;
    struct tiles all = {0};
    struct layer_figures figures = {0};
    for (uint32_t i = 0; i < layer_count; i++) {
        struct tiles own = {0};
        uint64_t blocked = add_layer(i < MOST_LAYERS ? &own : &all, &map.layers[i]);
        for (size_t k = 0; i < MOST_LAYERS && k < TILE_IDS / 64; k++)
            all.bits[k] |= own.bits[k];
        if (i < MOST_LAYERS) {
            figures.tile_count[i] = count_tiles(&own);
            figures.impassable[i] = percent_of(blocked, map.layers[i].cell_count);
        }
        cells += map.layers[i].cell_count;
        impassable += blocked;
    }
    arena_free(&arena);
    if (status != OW_OK || cells == 0)
        return status;
    emit_integer(emit, "tile_ids_used", count_tiles(&all));
    emit_integer(emit, "highest_tile_id", highest_tile(&all));
    emit_float(emit, "impassable_percent", percent_of(impassable, cells));
    if (layer_count > 1)
        emit_layers(emit, &figures, layer_count < MOST_LAYERS ? layer_count : MOST_LAYERS);
    return OW_OK;
}

/* What a walk counts. */
struct counts {
    uint32_t *thing_ids, *action_ids, *tags;
    uint32_t thing_count, trigger_count, tag_count;
    uint64_t path_count, point_count, actors[BLOCK_IDS];
    char blocks[MOST_BLOCKS_TOLD * 5 + 24]; /* their ids, in order */
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

static void name_block(struct counts *counts, const struct survey *survey,
                       const struct block_place *block)
{
    size_t used = strlen(counts->blocks), room = sizeof counts->blocks - used;
    if (block->index < MOST_BLOCKS_TOLD)
        snprintf(counts->blocks + used, room, "%s%s", used ? " " : "", block_ids[block->id]);
    else if (block->index == MOST_BLOCKS_TOLD)
        snprintf(counts->blocks + used, room, " and %u more",
                 survey->level.block_count - block->index);
}

static ow_status count_all(struct survey *survey, struct arena *arena, struct counts *counts)
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
    while (leveld_next_block(survey, &block)) {
        bool counted = block_counts(survey, &block);
        name_block(counts, survey, &block);
        if (counted && is_actor_block(block.id))
            counts->actors[block.id] += block.count;
        if (counted && block.id >= OW_LEVELD_THNG)
            count_records(survey, &block, counts);
        else
            leveld_pass_block(survey, &block);
    }
    return survey->codec.status;
}

/* The most frequent of ids that are sorted, ties by id. */
struct ranking {
    uint32_t ids[MOST_IDS], counts[MOST_IDS], size, distinct;
};

static struct ranking rank_ids(const uint32_t *ids, uint32_t count)
{
    struct ranking ranking = {0};
    for (uint32_t i = 0, next = 0; i < count; i = next) {
        for (next = i; next < count && ids[next] == ids[i];)
            next++;
        uint32_t place = ranking.size;
        while (place > 0 && ranking.counts[place - 1] < next - i)
            place--;
        ranking.distinct++;
        if (place == MOST_IDS)
            continue;
        uint32_t moved = (ranking.size < MOST_IDS ? ranking.size : MOST_IDS - 1) - place;
        memmove(ranking.ids + place + 1, ranking.ids + place, moved * sizeof *ranking.ids);
        memmove(ranking.counts + place + 1, ranking.counts + place, moved * sizeof *ranking.counts);
        ranking.ids[place] = ids[i];
        ranking.counts[place] = next - i;
        ranking.size = place + moved + 1;
    }
    return ranking;
}

/* `name` tells a person what the two columns are. */
static void emit_ranking(struct emitter *emit, const char *name, const uint32_t *ids,
                         uint32_t count)
{
    struct ranking ranking = rank_ids(ids, count);
    if (count == 0)
        return;
    emit_begin_array(emit, name, ranking.size);
    for (uint32_t i = 0; i < ranking.size; i++) {
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", ranking.counts[i]);
        emit_integer(emit, "id", ranking.ids[i]);
        emit_end_object(emit);
    }
    emit_end_array(emit);
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

static void emit_counts(struct emitter *emit, const struct counts *counts)
{
    emit_integer(emit, "thing_count", counts->thing_count);
    emit_ranking(emit, "things_by_count_and_id", counts->thing_ids, counts->thing_count);
    emit_actors(emit, counts);
    emit_integer(emit, "trigger_count", counts->trigger_count);
    emit_ranking(emit, "actions_by_count_and_id", counts->action_ids, counts->trigger_count);
    emit_integer(emit, "path_count", (int64_t)counts->path_count);
    if (counts->path_count > 0)
        emit_integer(emit, "point_count", (int64_t)counts->point_count);
    emit_integer(emit, "tags_used", rank_ids(counts->tags, counts->tag_count).distinct);
}

ow_status leveld_emit_figures(struct emitter *emit, struct survey *survey, struct arena *arena)
{
    struct counts counts = {0};
    ow_status status = count_all(survey, arena, &counts);
    if (status == OW_OK)
        status = sort_u32(counts.thing_ids, counts.thing_count, arena);
    if (status == OW_OK)
        status = sort_u32(counts.action_ids, counts.trigger_count, arena);
    if (status == OW_OK)
        status = sort_u32(counts.tags, counts.tag_count, arena);
    if (status != OW_OK)
        return status;
    emit_string(emit, "blocks", *counts.blocks ? counts.blocks : "none");
    if (survey->kinds[OW_LEVELD_MESH].count > 0)
        status = emit_tiles(emit, survey, arena);
    if (status == OW_OK)
        emit_counts(emit, &counts);
    return status;
}
