/* The appearance of a level without a tileset: the colour of a tile, and the hatching of an
 * impassable cell. Used by pictures and by generated tilesets. */
#ifndef OW_SRC_LEVELD_PALETTE_H
#define OW_SRC_LEVELD_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

/* The colour of a tile, in sRGB. Consecutive ids differ in hue by 138 degrees, and in brightness.
 * The colours must never change, because pictures are compared. */
void leveld_tile_color(uint16_t tile, unsigned char rgb[3]);

/* The colour of the hatching over an impassable cell: sRGB, and its opacity from 0 to 255. */
extern const unsigned char leveld_hatch_color[4];

/* Whether a pixel of an impassable cell is on a line of the hatching. `x` and `y` count from the
 * cell's top left corner; the cell is `width` by `height` pixels. Lines continue from cell to
 * cell. */
bool leveld_is_hatched(uint32_t x, uint32_t y, uint32_t width, uint32_t height);

#endif
