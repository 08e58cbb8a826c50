/* The space that components take: their bodies as boxes. */
#ifndef OW_SRC_BLOTTER_TYPES_SOLIDS_H
#define OW_SRC_BLOTTER_TYPES_SOLIDS_H

#include "../../base/solids.h"
#include "types.h"

/* The box around all bodies of a component, in its own frame. */
struct type_extent {
    struct vector middle, size;
};

/* Returns false if nobody knows what the component looks like, or it has pegs alone. */
bool type_find_extent(const struct type_use *use, ow_bytes custom_data, struct type_extent *extent);

/* The bodies of a component that stands at a place in the world, in squares. Returns their number;
 * 0 in the cases above. */
unsigned type_find_solids(const struct type_use *use, ow_bytes custom_data, struct vector position,
                          struct rotation rotation, struct solid solids[MOST_BODIES]);

#endif
