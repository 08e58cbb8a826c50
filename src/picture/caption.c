/* A line of text in pixels, outside of a scene. */
#include "text.h"

#include <overworld/picture.h>

static void draw_glyph(ow_picture *picture, uint32_t left, uint32_t top, uint32_t character,
                       ow_color color)
{
    uint8_t rows[GLYPH_ROWS];
    font_glyph(character, rows);
    for (uint32_t row = 0; row < GLYPH_ROWS && top + row < picture->height; row++)
        for (uint32_t column = 0; column < GLYPH_COLUMNS - 1; column++)
            if (rows[row] >> (GLYPH_COLUMNS - 2 - column) & 1 && left + column < picture->width)
                picture->pixels[(size_t)(top + row) * picture->width + left + column] = color;
}

void ow_picture_write_text(ow_picture *picture, uint32_t left, uint32_t top, uint32_t width,
                           ow_text text, ow_color color)
{
    enum { DOTS = 2 };
    if (!picture || !picture->pixels || (!text.data && text.size > 0) || left >= picture->width ||
        top >= picture->height)
        return;
    uint32_t room = width / GLYPH_COLUMNS, count = 0;
    for (size_t at = 0; at < text.size; count++)
        utf8_next(text, &at);
    bool is_cut = count > room;
    uint32_t shown = !is_cut ? count : room > DOTS ? room - DOTS : 0;
    size_t at = 0;
    for (uint32_t i = 0; i < (is_cut ? room : count) && left + i * GLYPH_COLUMNS < picture->width;
         i++)
        draw_glyph(picture, left + i * GLYPH_COLUMNS, top, i < shown ? utf8_next(text, &at) : '.',
                   color);
}
