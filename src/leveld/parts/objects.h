/* The objects of a level, in any block: their places, and moving them. */
#ifndef OW_SRC_LEVELD_PARTS_OBJECTS_H
#define OW_SRC_LEVELD_PARTS_OBJECTS_H

#include "parts.h"

/* The distance that objects move, in pixels and layers. */
struct shift {
    int64_t x, y, layer;

    /* The size of a cell on each axis that objects are first mirrored across, else 0. The mirror is
     * at 0. An object on the first pixel of a cell is then on the first pixel of that cell's
     * image. */
    uint32_t mirrored_width, mirrored_height;
};

/* Whether an object of a block can be moved without a coordinate leaving its range. */
bool object_may_move(const ow_leveld_block *block, uint32_t index, const struct shift *shift);

/* Moves an object that may be moved. */
void object_move(ow_leveld_block *block, uint32_t index, const struct shift *shift);

/* The shift after mirroring that leaves an object where it is on an axis (0 or 1). */
int64_t object_middle(const ow_leveld_block *block, uint32_t index, unsigned axis, uint32_t cell);

/* Whether a block's records are objects: not META and MESH. */
static inline bool has_objects(const ow_leveld_block *block)
{
    return block->id >= OW_LEVELD_PLRS && block->id <= OW_LEVELD_PATH;
}

#endif
