/* The scene of a level: its layers from above, and the objects on them. */
#include "level.h"

#include <stdio.h>
#include <string.h>

/* The usual size of a cell in pixels, for levels that do not state it. */
enum { USUAL_CELL = 16 };

/* Objects further outside the map than this, in cells, are reported. */
static const double far_outside = 4096;

uint16_t leveld_kind(struct level_scene *scene, const char *name, uint32_t block)
{
    char pointer[48];
    snprintf(pointer, sizeof pointer, "/blocks/%u/%s", (unsigned)block,
             leveld_words[scene->level->blocks[block].id].list);
    return scene_kind(scene->builder, name, pointer);
}

uint32_t leveld_group_of(struct level_scene *scene, uint32_t layer)
{
    char name[24];
    if (!scene->groups)
        return 0;
    if (scene->groups[layer] == OW_NONE) {
        snprintf(name, sizeof name, "layer %u", (unsigned)layer);
        scene->groups[layer] =
            scene_group(scene->builder, ow_text_of(name), scene->layer_kind,
                        scene->mesh ? layer : OW_NONE, OW_NONE, (struct rotation){0, 0, 0, 1});
    }
    return scene->groups[layer];
}

/* Warns once about each assumption behind an object's place. */
static void warn_about_place(struct level_scene *scene, const struct object *object, double x,
                             double y)
{
    char pointer[64];
    bool is_far = x > scene->columns + far_outside || y > scene->rows + far_outside;
    snprintf(pointer, sizeof pointer, "/blocks/%u/%s/%u", (unsigned)object->block,
             leveld_words[scene->level->blocks[object->block].id].list, (unsigned)object->index);
    if (scene->is_guessed && !scene->has_told_size) {
        scene_warn(
            scene->builder, pointer,
            "the level has no cell size: objects are placed as if cells were %d by %d pixels",
            (int)USUAL_CELL, (int)USUAL_CELL);
        scene->has_told_size = true;
    }
    if (is_far && !scene->has_told_place) {
        scene_warn(scene->builder, pointer,
                   "an object is at %.0f, %.0f, outside the map of %u by %u cells: the picture is "
                   "large enough to show it",
                   x, y, (unsigned)scene->columns, (unsigned)scene->rows);
        scene->has_told_place = true;
    }
}

void leveld_place(struct level_scene *scene, const struct object *object, double height,
                  float placed[3])
{
    double x = rounded_to_double(object->x / scene->cell_width);
    double y = rounded_to_double(object->y / scene->cell_height);
    double above = rounded_to_double(object->layer * LAYER_STEP + height);
    warn_about_place(scene, object, x, y);
    scene_place(scene->builder, (struct vector){x, above, y}, placed);
}

/* The extent of a layer in the map. A layer may have too few cells, and a map may state a size
 * larger than any of its layers. */
struct extent {
    uint32_t width, height, cell_count;
};

static struct extent extent_of(const struct level_scene *scene, uint32_t index)
{
    const ow_leveld_layer *layer = &scene->mesh->layers[index];
    uint32_t width = scene->mesh->width, height = leveld_map_height(scene->level, scene->mesh);
    struct extent extent = {0};
    if (!layer->cells || layer->cell_count == 0 || width == 0 || height == 0)
        return extent;
    uint64_t room = (uint64_t)width * height;
    extent.cell_count = layer->cell_count < room ? layer->cell_count : (uint32_t)room;
    extent.width = extent.cell_count < width ? extent.cell_count : width;
    extent.height = (extent.cell_count - 1) / width + 1;
    return extent;
}

static uint32_t layer_count(const struct level_scene *scene)
{
    return scene->mesh && scene->mesh->layers ? scene->mesh->layer_count : 0;
}

static void measure_map(struct level_scene *scene)
{
    for (uint32_t i = 0; i < layer_count(scene); i++) {
        struct extent extent = extent_of(scene, i);
        if (extent.width > scene->columns)
            scene->columns = extent.width;
        if (extent.height > scene->rows)
            scene->rows = extent.height;
    }
    scene_center(scene->builder,
                 (struct vector){scene->columns / 2, 0, scene->rows / 2}); /* whole cells */
}

/* Whether all cells are equal: such a layer shows nothing. */
static bool is_plain(const uint16_t *cells, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (cells[i] != cells[0])
            return false;
    return true;
}

static bool covers_most(const struct level_scene *scene, const uint16_t *cells, uint32_t count)
{
    uint64_t covered = 0, all = (uint64_t)scene->columns * scene->rows;
    for (uint32_t i = 0; i < count; i++)
        covered += cells[i] != 0;
    return covered > all / 2;
}

static void note_tiles(struct level_scene *scene, const uint16_t *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if ((cells[i] & OW_LEVELD_TILE) > scene->top_tile)
            scene->top_tile = cells[i] & OW_LEVELD_TILE;
}

/* Adds a layer. Above the first layer, tile 0 means that there is nothing, judging by real levels.
 * If a tile then covers most of the map, it is a ceiling, as in the levels of Rend. `*hides` is set
 * if the layer would hide something below. */
static void add_layer(struct level_scene *scene, uint32_t index, bool *is_upper, bool *hides)
{
    struct scene_builder *builder = scene->builder;
    struct extent extent = extent_of(scene, index);
    if (extent.cell_count == 0)
        return;
    uint16_t *cells = scene_take(builder, extent.cell_count, sizeof *cells);
    if (!cells)
        return;
    memcpy(cells, scene->mesh->layers[index].cells, extent.cell_count * sizeof *cells);
    note_tiles(scene, cells, extent.cell_count);
    ow_scene_layer layer = {.width = extent.width,
                            .height = extent.height,
                            .cell_count = extent.cell_count,
                            .cells = cells,
                            .group = leveld_group_of(scene, index),
                            .subject = index,
                            .kind = scene->layer_kind};
    if (*is_upper)
        layer.flags = OW_ZERO_IS_EMPTY;
    if (*hides && covers_most(scene, cells, extent.cell_count))
        layer.flags |= OW_ROOF;
    scene_place(builder, (struct vector){0, rounded_to_double(index * LAYER_STEP), 0},
                layer.position);
    scene_layer(builder, &layer);
    *is_upper = true;
    *hides = *hides || !is_plain(cells, extent.cell_count);
}

static void add_layers(struct level_scene *scene)
{
    bool is_upper = false, hides = false;
    for (uint32_t i = 0; i < layer_count(scene) && scene_go_on(scene->builder); i++)
        add_layer(scene, i, &is_upper, &hides);
}

static void add_tile_colors(struct level_scene *scene)
{
    ow_scene *made = &scene->builder->scene;
    if (made->layer_count == 0)
        return;
    uint32_t count = (uint32_t)scene->top_tile + 1;
    made->tile_colors = scene_take(scene->builder, count, sizeof *made->tile_colors);
    for (uint32_t i = 0; made->tile_colors && i < count; i++)
        made->tile_colors[i] = leveld_color_of_tile((uint16_t)i);
    made->tile_color_count = made->tile_colors ? count : 0;
}

/* Finds which blocks count, and what else must be known before anything is added. */
static void prepare(struct level_scene *scene)
{
    uint32_t mesh_block = scene->last.of[OW_LEVELD_MESH];
    uint16_t width = 0, height = 0;
    if (mesh_block != NO_BLOCK)
        scene->mesh = scene->level->blocks[mesh_block].mesh;
    if (scene->mesh)
        width = scene->mesh->tile_width, height = scene->mesh->tile_height;
    scene->is_guessed = width == 0 || height == 0;
    scene->cell_width = width > 0 ? width : USUAL_CELL;
    scene->cell_height = height > 0 ? height : USUAL_CELL;
    scene->group_count = layer_count(scene) > 0 ? layer_count(scene) : 1;
    scene->groups = arena_take(&scene->scratch, scene->group_count * sizeof *scene->groups);
    for (uint32_t i = 0; scene->groups && i < scene->group_count; i++)
        scene->groups[i] = OW_NONE;
    if (!scene->groups)
        scene->builder->status = scene->scratch.status;
    scene->layer_kind = scene->mesh ? leveld_kind(scene, "layer", mesh_block)
                                    : scene_kind(scene->builder, "layer", "/blocks");
    measure_map(scene);
}

ow_status leveld_scene(const void *document, struct scene_builder *builder, ow_error *error)
{
    struct level_scene scene = {.builder = builder, .level = document};
    ow_status status = leveld_check_blocks(scene.level, error);
    if (status != OW_OK)
        return status;
    builder->scene.unit_name = "cell";
    builder->scene.view = OW_SEEN_FROM_ABOVE;
    scene.last = leveld_find_last(scene.level);
    arena_share(&scene.scratch, &builder->arena);
    prepare(&scene);
    leveld_find_ids(&scene);
    add_layers(&scene);
    leveld_find_tileset(&scene);
    leveld_make_types(&scene);
    leveld_add_objects(&scene);
    leveld_add_paths(&scene);
    leveld_add_tags(&scene);
    add_tile_colors(&scene);
    arena_free(&scene.scratch);
    return OW_OK;
}
