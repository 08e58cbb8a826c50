/* Tile layers, grounds and labels as faces. */
#ifndef OW_SRC_PICTURE_LAYERS_H
#define OW_SRC_PICTURE_LAYERS_H

#include "faces.h"

#include "../base/memory.h"

/* Layers that are not hidden, the first ones first: before all solids. */
void layers_draw(struct painter *painter);

/* Grounds, before all solids; their water with what is seen through. False where it was stopped; for
 * want of memory that is the status. */
bool grounds_draw(struct painter *painter, struct arena *scratch);

/* Labels on surfaces with all solids, those that face the viewer last of all. */
void labels_draw(struct painter *painter, bool facing_viewer);

#endif
