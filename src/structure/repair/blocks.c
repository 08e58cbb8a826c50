/* Repairs blocks. */
#include "repair.h"

ow_status structure_move_blocks(struct repair *repair)
{
    const ow_structure_build *build = repair->document;
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_structure_block *block = repair_block(repair, i);
        if (build->version == 0)
            repair_floats(block->world_position, 3);
        for (unsigned axis = 0; axis < 3 && build->version > 0; axis++)
            if (block->position[axis] == INT16_MIN)
                block->position[axis] = -INT16_MAX;
    }
    return OW_OK;
}

ow_status structure_first_rotation(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        repair_block(repair, i)->rotation_index = 0;
    return OW_OK;
}

ow_status structure_first_color(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        repair_block(repair, i)->color_index = 0;
    return OW_OK;
}

ow_status structure_announce_speed(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        repair_block(repair, i)->mask |= OW_STRUCTURE_HAS_SPEED;
    return OW_OK;
}

ow_status structure_slow_blocks(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        repair_block(repair, i)->mask &= (uint8_t)~OW_STRUCTURE_FAST;
    return OW_OK;
}

ow_status structure_clear_speed_bit(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        repair_block(repair, i)->mask &= (uint8_t)~OW_STRUCTURE_HAS_SPEED;
    return OW_OK;
}
