/* A small font of the project's own: dots in columns and rows. */
#ifndef OW_SRC_PICTURE_FONT_H
#define OW_SRC_PICTURE_FONT_H

#include <stddef.h>
#include <stdint.h>

/* A character's cell: marks above capitals take two rows, tails below the line two. */
enum { GLYPH_COLUMNS = 6, GLYPH_ROWS = 11, LINE_ROWS = 12 };

/* The dots of a character: bit 4 is the leftmost of five. What the font has not is an empty box. */
void font_glyph(uint32_t character, uint8_t rows[GLYPH_ROWS]);

#endif
