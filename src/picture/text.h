/* Lines of text as dots. */
#ifndef OW_SRC_PICTURE_TEXT_H
#define OW_SRC_PICTURE_TEXT_H

#include "../base/utf8.h"
#include "font.h"

#include <overworld/scene.h>

#include <stdbool.h>

enum { MOST_CHARACTERS = 2048, MOST_LINES = 64 };

/* Text beyond this many characters or lines is dropped. */
struct page {
    uint16_t characters[MOST_CHARACTERS];
    uint16_t starts[MOST_LINES + 1]; /* start of each line, and the end of the last */
    unsigned lines;
    int32_t columns, rows; /* in dots */
    int align;             /* of its lines: -1 left, 0 middle, 1 right */
};

/* Converts any number to an alignment: -1, 0 or 1. */
static inline int page_align(int align)
{
    return align < 0 ? -1 : align > 0;
}

void page_set(struct page *page, ow_text text, int align);

/* Returns true if there is a dot; false outside of the page. */
bool page_has_dot(const struct page *page, int32_t column, int32_t row);

/* The number of columns of a one-line text. */
int32_t text_columns(ow_text text);

#endif
