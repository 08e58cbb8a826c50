/* Laying out UTF-8 characters in lines of cells. */
#include "text.h"

void page_set(struct page *page, ow_text text, int align)
{
    unsigned count = 0, longest = 0;
    page->lines = 1;
    page->starts[0] = 0;
    page->align = page_align(align);
    for (size_t at = 0; at < text.size && count < MOST_CHARACTERS;) {
        uint32_t character = utf8_next(text, &at);
        if (character == '\n') {
            if (page->lines == MOST_LINES)
                break;
            page->starts[page->lines++] = (uint16_t)count;
        } else if (character != '\r') {
            page->characters[count++] = character < 0xffff ? (uint16_t)character : 0xffff;
        }
    }
    page->starts[page->lines] = (uint16_t)count;
    for (unsigned i = 0; i < page->lines; i++) {
        unsigned length = (unsigned)(page->starts[i + 1] - page->starts[i]);
        longest = length > longest ? length : longest;
    }
    page->columns = (int32_t)(longest * GLYPH_COLUMNS);
    page->rows = (int32_t)(page->lines * LINE_ROWS);
}

bool page_has_dot(const struct page *page, int32_t column, int32_t row)
{
    if (column < 0 || row < 0 || column >= page->columns || row >= page->rows)
        return false;
    unsigned line = (unsigned)row / LINE_ROWS;
    int32_t width = (page->starts[line + 1] - page->starts[line]) * GLYPH_COLUMNS;
    column -= (page->columns - width) * (page->align + 1) / 2;
    row %= LINE_ROWS;
    if (column < 0 || column >= width || row >= GLYPH_ROWS ||
        column % GLYPH_COLUMNS == GLYPH_COLUMNS - 1)
        return false;
    uint8_t rows[GLYPH_ROWS];
    font_glyph(page->characters[page->starts[line] + column / GLYPH_COLUMNS], rows);
    return rows[row] >> (GLYPH_COLUMNS - 2 - column % GLYPH_COLUMNS) & 1;
}

int32_t text_columns(ow_text text)
{
    int32_t count = 0;
    for (size_t at = 0; at < text.size && count < MOST_CHARACTERS; count++)
        utf8_next(text, &at);
    return count * GLYPH_COLUMNS;
}
