/* Colours in a player's words. */
#ifndef OW_SRC_BASE_COLORS_H
#define OW_SRC_BASE_COLORS_H

#include "nearest.h"

/* Reads "#rrggbb", "#rgb" or a name of CSS, in any case. False if it is none of these. */
bool color_read(ow_text text, uint8_t rgb[3]);

/* Tries all names. */
void color_names_try(struct nearest *nearest);

#endif
