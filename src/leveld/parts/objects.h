/* What stands in a level, whatever block it is in: where it is, and how it is moved. */
#ifndef OW_SRC_LEVELD_PARTS_OBJECTS_H
#define OW_SRC_LEVELD_PARTS_OBJECTS_H

#include "parts.h"

/* By how much objects move: pixels and layers. */
struct shift {
    int64_t x, y, layer;

    /* Size of a cell on an axis across which objects are mirrored first, else 0. The mirror stands at 0. What is
     * on the first pixel of a cell is then on the first pixel of that cell's image. */
    uint32_t mirrored_width, mirrored_height;
};

/* Whether an object of a block can be moved: no coordinate leaves its range. */
bool object_may_move(const ow_leveld_block *block, uint32_t index, const struct shift *shift);

/* Moves one that may be moved. */
void object_move(ow_leveld_block *block, uint32_t index, const struct shift *shift);

/* What the mirror has to add to where an object is on an axis (0 or 1), so that the object stays there. */
int64_t object_middle(const ow_leveld_block *block, uint32_t index, unsigned axis, uint32_t cell);

/* Whether a block's records are objects: not META and MESH. */
static inline bool has_objects(const ow_leveld_block *block)
{
    return block->id >= OW_LEVELD_PLRS && block->id <= OW_LEVELD_PATH;
}

#endif
