/* Text that is handed out and must be UTF-8, whatever a file put into it. */
#ifndef OW_SRC_BASE_UTF8_H
#define OW_SRC_BASE_UTF8_H

#include <overworld/base.h>

/* Puts '?' in place of each byte that is no part of a well-formed character. */
void utf8_make_valid(char *text);

/* How much of a text fits into `most` bytes without a part of a character. */
size_t utf8_cut(ow_text text, size_t most);

/* The character that begins at `*at`, which moves behind it: '?' for a byte that is no part of one. */
uint32_t utf8_next(ow_text text, size_t *at);

#endif
