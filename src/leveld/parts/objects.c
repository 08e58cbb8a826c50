/* What stands in a level, whatever block it is in. */
#include "objects.h"

/* Moves a coordinate, or looks whether it could be. */
static bool move(uint32_t *value, int64_t by, bool really)
{
    int64_t moved = (int64_t)*value + by;
    bool fits = moved >= 0 && moved <= UINT32_MAX;
    if (really && fits)
        *value = (uint32_t)moved;
    return fits;
}

static bool move_place(uint32_t *x, uint32_t *y, const struct shift *shift, bool really)
{
    return move(x, shift->x, really) && move(y, shift->y, really);
}

static bool move_path(ow_leveld_path *path, const struct shift *shift, bool really)
{
    bool fits = move(&path->layer_id, shift->layer, really);
    for (uint32_t i = 0; fits && i < path->point_count; i++)
        fits = move_place(&path->points[i].x, &path->points[i].y, shift, really);
    return fits;
}

static bool move_object(ow_leveld_block *block, uint32_t index, const struct shift *shift,
                        bool really)
{
    switch (block->id) {
    case OW_LEVELD_THNG: {
        ow_leveld_thing *thing = &block->things[index];
        return move_place(&thing->x, &thing->y, shift, really) &&
               move(&thing->layer_id, shift->layer, really);
    }
    case OW_LEVELD_TRIG: {
        ow_leveld_trigger *trigger = &block->triggers[index];
        return move_place(&trigger->x, &trigger->y, shift, really) &&
               move(&trigger->layer_id, shift->layer, really);
    }
    case OW_LEVELD_PATH:
        return move_path(&block->paths[index], shift, really);
    default:
        return move_place(&block->actors[index].x, &block->actors[index].y, shift, really);
    }
}

bool object_may_move(const ow_leveld_block *block, uint32_t index, const struct shift *shift)
{
    ow_leveld_block looked_at = *block;
    return move_object(&looked_at, index, shift, false);
}

void object_move(ow_leveld_block *block, uint32_t index, const struct shift *shift)
{
    move_object(block, index, shift, true);
}
