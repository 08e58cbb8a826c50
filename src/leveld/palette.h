/* What a level looks like where no tileset says it: the colour of a tile, the hatch of a cell that
 * nothing passes. Pictures and made tilesets take both from here. */
#ifndef OW_SRC_LEVELD_PALETTE_H
#define OW_SRC_LEVELD_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

/* The colour of a tile, in sRGB. Ids that follow each other differ in hue by 138 degrees and in how
 * light they are; the same everywhere and for ever, as pictures are compared by it. */
void leveld_tile_color(uint16_t tile, unsigned char rgb[3]);

/* What is laid over an impassable cell, on the lines of its hatch: sRGB and how much it covers, of
 * 255. */
extern const unsigned char leveld_hatch_color[4];

/* Whether a pixel of an impassable cell is on a line of its hatch: `x` and `y` count from the cell's
 * top left corner, the cell is `width` by `height` pixels. Lines go on from cell to cell. */
bool leveld_is_hatched(uint32_t x, uint32_t y, uint32_t width, uint32_t height);

#endif
