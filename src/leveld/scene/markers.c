/* The shapes that mark objects in a level: their sprites are not known. */
#include "level.h"

/* One shape for each kind of block distinguishes players from things. Only round shapes are
 * turned. */
enum { KEY_OF_LEVELS = 0x4c564c44, KEY_OF_AREAS = 0x41524541 }; /* "LVLD", "AREA" */

static const ow_color rim = {250, 250, 244, 255};

/* A part whose bottom is on the layer. */
static ow_scene_part standing(ow_solid solid, float width, float height, ow_paint paint)
{
    return (ow_scene_part){.solid = solid,
                           .paint = paint,
                           .color = rim,
                           .center = {0, height / 2, 0},
                           .size = {width, height, width}};
}

/* A light rim around a core of the object's own colour is visible on tiles of any colour. */
static void add_token(struct scene_builder *builder, ow_solid solid, float width, bool aslant)
{
    const float rim_height = 0.26f, core_height = 0.3f, core = 0.70f;
    const float eighth_turn[4] = {0, 0.38268343f, 0, 0.92387953f};
    ow_scene_part parts[2] = {
        standing(solid, width, rim_height, OW_PAINT_PART),
        standing(solid, rounded_to_float((double)width * core), core_height, OW_PAINT_ITEM)};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; aslant && k < 4; k++)
            parts[i].rotation[k] = eighth_turn[k];
        scene_part(builder, &parts[i]);
    }
}

/* A nose towards +x: the direction of the object. */
static void add_nose(struct scene_builder *builder)
{
    ow_scene_part nose = standing(OW_BOX, 0.2f, 0.28f, OW_PAINT_PART);
    nose.center[0] = 0.38f;
    nose.size[0] = 0.28f;
    nose.size[2] = 0.14f;
    scene_part(builder, &nose);
}

uint32_t leveld_marker(struct scene_builder *builder, uint8_t block_id, bool faces)
{
    const uint64_t key[3] = {KEY_OF_LEVELS, block_id, faces};
    uint32_t shape = scene_known_shape(builder, key);
    if (shape != OW_NONE)
        return shape;
    shape = scene_shape(builder, key);
    if (block_id == OW_LEVELD_NPCS)
        add_token(builder, OW_BOX, 0.52f, true);
    else if (block_id == OW_LEVELD_ITEM)
        add_token(builder, OW_BOX, 0.50f, false);
    else
        add_token(builder, OW_CYLINDER, block_id == OW_LEVELD_PATH ? 0.34f : 0.68f, false);
    if (block_id == OW_LEVELD_PLRS) {
        ow_scene_part head = standing(OW_CYLINDER, 0.22f, 0.4f, OW_PAINT_PART);
        scene_part(builder, &head);
    }
    if (faces)
        add_nose(builder);
    return shape;
}

/* One unit wide; the caller scales it to the area. */
uint32_t leveld_area_shape(struct scene_builder *builder, enum area_shape area)
{
    const uint64_t key[3] = {KEY_OF_AREAS, area, 0};
    uint32_t shape = scene_known_shape(builder, key);
    if (shape != OW_NONE)
        return shape;
    shape = scene_shape(builder, key);
    ow_scene_part part = standing(area == AREA_CIRCLE ? OW_CYLINDER : OW_BOX, 1, 1, OW_PAINT_ITEM);
    part.material = area == AREA_UNKNOWN ? OW_HATCHED : OW_MARK;
    scene_part(builder, &part);
    return shape;
}
