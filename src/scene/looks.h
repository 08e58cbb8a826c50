/* The colours of parts and tiles, for all drawing code. */
#ifndef OW_SRC_SCENE_LOOKS_H
#define OW_SRC_SCENE_LOOKS_H

#include <overworld/scene.h>

static inline bool scene_state_is_on(const ow_scene *scene, const ow_scene_item *item,
                                     uint32_t state)
{
    uint64_t number = (uint64_t)item->first_state + state;
    return number < scene->state_count && scene->states[number / 8] >> number % 8 & 1;
}

/* Returns true if an item's states give a part its other colour. */
static inline bool scene_part_is_on(const ow_scene *scene, const ow_scene_item *item,
                                    const ow_scene_part *part)
{
    if (part->paint != OW_PAINT_ITEM_VALUE)
        return scene_state_is_on(scene, item, part->state);
    unsigned value = 0;
    for (unsigned i = 0; i < 4; i++)
        value |= (unsigned)scene_state_is_on(scene, item, i) << i;
    return part->values >> value & 1;
}

/* The colour of a part of an item, before lighting. */
static inline ow_color scene_part_color(const ow_scene *scene, const ow_scene_item *item,
                                        const ow_scene_part *part, bool without_states)
{
    if (part->paint == OW_PAINT_PART)
        return part->color;
    if (part->paint == OW_PAINT_ITEM)
        return item->color;
    if (without_states || !scene_part_is_on(scene, item, part))
        return part->color;
    return part->paint == OW_PAINT_STATE ? part->color_on : item->color;
}

/* Returns true if a tile has its own pixels. */
static inline bool scene_tile_is_drawn(const ow_scene *scene, uint32_t tile)
{
    const ow_scene_tileset *set = &scene->tileset;
    return set->image.pixels && set->columns > 0 && tile < set->count;
}

/* Pixel x, y of such a tile; NULL outside the image. */
static inline const ow_color *scene_tile_pixel(const ow_scene_tileset *set, uint32_t tile,
                                               uint32_t x, uint32_t y)
{
    uint64_t column =
        set->left + (uint64_t)(tile % set->columns) * ((uint64_t)set->tile_width + set->spacing_x) +
        x;
    uint64_t row = set->top +
                   (uint64_t)(tile / set->columns) * ((uint64_t)set->tile_height + set->spacing_y) +
                   y;
    if (column >= set->image.width || row >= set->image.height)
        return NULL;
    return &set->image.pixels[row * set->image.width + column];
}

/* The colour of a tile without pixels: the scene's, or one made from its number. */
static inline ow_color scene_tile_color(const ow_scene *scene, uint32_t tile)
{
    if (tile < scene->tile_color_count)
        return scene->tile_colors[tile];
    uint32_t mixed = (tile + 1) * 2654435761u;
    return (ow_color){(uint8_t)(90 + (mixed >> 8 & 127)), (uint8_t)(90 + (mixed >> 16 & 127)),
                      (uint8_t)(90 + (mixed >> 24 & 127)), 255};
}

#endif
