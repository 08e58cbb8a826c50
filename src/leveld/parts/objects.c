/* The objects of a level, in any block. */
#include "objects.h"

/* The sum of a coordinate and its image in a mirror at 0. */
static int64_t sum_of_images(uint32_t value, uint32_t cell)
{
    return value % cell == 0 ? -(int64_t)cell : 0;
}

/* Moves a coordinate, or only checks whether that is possible. `cell` is 0 if it is not
 * mirrored. */
static bool move(uint32_t *value, int64_t by, uint32_t cell, bool really)
{
    int64_t moved = cell == 0 ? *value + by : sum_of_images(*value, cell) - *value + by;
    bool fits = moved >= 0 && moved <= UINT32_MAX;
    if (really && fits)
        *value = (uint32_t)moved;
    return fits;
}

static bool move_place(uint32_t *x, uint32_t *y, const struct shift *shift, bool really)
{
    return move(x, shift->x, shift->mirrored_width, really) &&
           move(y, shift->y, shift->mirrored_height, really);
}

static bool move_path(ow_leveld_path *path, const struct shift *shift, bool really)
{
    bool fits = move(&path->layer_id, shift->layer, 0, really);
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
               move(&thing->layer_id, shift->layer, 0, really);
    }
    case OW_LEVELD_TRIG: {
        ow_leveld_trigger *trigger = &block->triggers[index];
        return move_place(&trigger->x, &trigger->y, shift, really) &&
               move(&trigger->layer_id, shift->layer, 0, really);
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

static int64_t middle_of(uint32_t least, uint32_t most, uint32_t cell)
{
    int64_t first = sum_of_images(least, cell), last = sum_of_images(most, cell);
    return (int64_t)least + most - (first > last ? first : last);
}

static int64_t middle_of_path(const ow_leveld_path *path, unsigned axis, uint32_t cell)
{
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < path->point_count; i++) {
        uint32_t value = axis == 0 ? path->points[i].x : path->points[i].y;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    return path->point_count > 0 ? middle_of(least, most, cell) : 0;
}

int64_t object_middle(const ow_leveld_block *block, uint32_t index, unsigned axis, uint32_t cell)
{
    uint32_t x, y;
    if (block->id == OW_LEVELD_PATH)
        return middle_of_path(&block->paths[index], axis, cell);
    if (block->id == OW_LEVELD_THNG) {
        x = block->things[index].x;
        y = block->things[index].y;
    } else if (block->id == OW_LEVELD_TRIG) {
        x = block->triggers[index].x;
        y = block->triggers[index].y;
    } else {
        x = block->actors[index].x;
        y = block->actors[index].y;
    }
    return axis == 0 ? middle_of(x, x, cell) : middle_of(y, y, cell);
}
