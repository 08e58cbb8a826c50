/* Tile layers and grounds as faces. */
#ifndef OW_SRC_PICTURE_LAYERS_H
#define OW_SRC_PICTURE_LAYERS_H

#include "faces.h"

#include "../base/memory.h"

/* Layers that are not hidden, the first ones first: before all solids. */
void layers_draw(struct painter *painter);

/* Grounds, before all solids; their water with what is seen through. False where it was stopped; for
 * want of memory that is the status. */
bool grounds_draw(struct painter *painter, struct arena *scratch);

/* The sides of a ground that look at the viewer; it is at least two vertices wide and high. */
void skirt_draw(struct painter *painter, const ow_scene_ground *ground, uint32_t id);

/* How far down they go, and what they are made of. */
double ground_base(const ow_scene_ground *ground);
extern const ow_color ground_earth;

#endif
