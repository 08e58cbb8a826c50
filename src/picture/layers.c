/* Tile layers: one flat face each, covered with cells. */
#include "layers.h"

#include "identity.h"
#include "surface.h"

#include "../scene/looks.h"
#include "../scene/scene.h"

struct tiles {
    const ow_scene *scene;
    const ow_scene_layer *layer;
    bool has_strokes; /* on blocked cells */
};

/* The colour of a tile at a place within it, in 65536ths. */
static ow_color tile_color(const ow_scene *scene, uint32_t tile, uint32_t u, uint32_t v)
{
    const ow_scene_tileset *set = &scene->tileset;
    const ow_color *pixel = NULL;
    if (scene_tile_is_drawn(scene, tile))
        pixel = scene_tile_pixel(set, tile, (uint32_t)((uint64_t)u * set->tile_width >> 16),
                                 (uint32_t)((uint64_t)v * set->tile_height >> 16));
    return pixel ? *pixel : scene_tile_color(scene, tile);
}

static ow_color cell_color(const struct surface *surface, ow_color face, int64_t u, int64_t v)
{
    enum { STROKES = 32768, STROKE = 10000 };
    static const ow_color nothing = {0}, stroke = {0, 0, 0, 90};
    const struct tiles *tiles = surface->about;
    const ow_scene_layer *layer = tiles->layer;
    int64_t x = u >= 0 ? u >> 16 : -1, y = v >= 0 ? v >> 16 : -1;
    (void)face;
    if (x < 0 || y < 0 || x >= layer->width || y >= layer->height)
        return nothing;
    uint64_t cell = (uint64_t)y * layer->width + (uint64_t)x;
    if (cell >= layer->cell_count)
        return nothing;
    uint16_t tile = layer->cells[cell];
    bool is_stroke = tile & OW_TILE_BLOCKED && tiles->has_strokes && (u + v) % STROKES < STROKE;
    if (layer->flags & OW_ZERO_IS_EMPTY && (tile & OW_TILE) == 0)
        return is_stroke ? stroke : nothing;
    ow_color color =
        tile_color(tiles->scene, tile & OW_TILE, (uint32_t)(u & 65535), (uint32_t)(v & 65535));
    return is_stroke ? surface_shade(color, 42000) : color;
}

/* The four corners of a layer in the picture. */
static void find_corners(const struct painter *painter, const ow_scene_layer *layer,
                         struct spot spots[4])
{
    struct vector corner = scene_vector(layer->position);
    for (unsigned i = 0; i < 4; i++) {
        struct vector at = {i == 1 || i == 2 ? layer->width : 0, 0, i >= 2 ? layer->height : 0};
        spots[i] = painter_spot(painter, camera_see(&painter->camera, vector_add(corner, at)));
    }
}

static void draw_layer(struct painter *painter, uint32_t index)
{
    static const double cells_for_strokes = 0.2;
    const ow_scene *scene = painter->projection.scene;
    const ow_scene_layer *layer = &scene->layers[index];
    struct spot spots[4];
    find_corners(painter, layer, spots);
    struct tiles tiles = {.scene = scene, .layer = layer};
    struct surface surface = {.color = cell_color, .about = &tiles, .is_seen_through = true};
    struct face face = {.corners = {&spots[0], &spots[1], &spots[2], &spots[3]},
                        .count = 4,
                        .id = identity_of_layer(scene, index),
                        .color = {0, 0, 0, 1},
                        .opacity = 255,
                        .surface = &surface};
    if (!surface_lay_out(&surface, &painter->camera, &face, layer->width, layer->height))
        return;
    /* A tileset shows walls by itself. */
    tiles.has_strokes = !scene->tileset.image.pixels &&
                        surface_footprint(&surface, &face, painter->samples) < cells_for_strokes;
    painter_draw_face(painter, &face);
}

/* The first layer to draw. Each layer may fill the picture, so beyond the budget the lowest are
 * omitted, which those above hide. An SVG limits its faces itself. */
static uint32_t first_drawn(const struct painter *painter)
{
    const ow_scene *scene = painter->projection.scene;
    uint32_t first = scene->layer_count;
    uint64_t cost = 0;
    if (!painter->is_tight || painter->take_face)
        return 0;
    for (; first > 0 && cost <= painter->budget / 2; first--) {
        struct spot spots[4];
        if (scene->layers[first - 1].flags & OW_HIDDEN)
            continue;
        find_corners(painter, &scene->layers[first - 1], spots);
        const struct face face = {.corners = {&spots[0], &spots[1], &spots[2], &spots[3]},
                                  .count = 4};
        cost += raster_cost(&face);
    }
    return first;
}

void layers_draw(struct painter *painter)
{
    const ow_scene *scene = painter->projection.scene;
    if (painter->pass != PASS_SOLID)
        return;
    uint32_t first = first_drawn(painter);
    painter->has_less_detail |= first > 0;
    for (uint32_t i = first; i < scene->layer_count; i++)
        if (!(scene->layers[i].flags & OW_HIDDEN))
            draw_layer(painter, i);
}
