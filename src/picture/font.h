/* A small bitmap font of the project's own. */
#ifndef OW_SRC_PICTURE_FONT_H
#define OW_SRC_PICTURE_FONT_H

#include <stddef.h>
#include <stdint.h>

/* A character's cell: two rows for marks above capitals, two for tails below the line. */
enum { GLYPH_COLUMNS = 6, GLYPH_ROWS = 11, LINE_ROWS = 12 };

/* The dots of a character: bit 4 is the leftmost of five. Unknown characters are an empty box. */
void font_glyph(uint32_t character, uint8_t rows[GLYPH_ROWS]);

#endif
