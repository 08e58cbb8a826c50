/* Tile layers and grounds as faces. */
#ifndef OW_SRC_PICTURE_LAYERS_H
#define OW_SRC_PICTURE_LAYERS_H

#include "faces.h"

/* Draws visible layers in order, before all solids. */
void layers_draw(struct painter *painter);

/* Draws grounds before all solids, and their water with translucent things. Returns false if
 * stopped. */
bool grounds_draw(struct painter *painter);

/* Draws the sides of a ground that face the viewer; it is at least two vertices wide and high. */
void skirt_draw(struct painter *painter, const ow_scene_ground *ground, uint32_t id);

/* Their lower edge, and their colour. */
double ground_base(const ow_scene_ground *ground);
extern const ow_color ground_earth;

#endif
