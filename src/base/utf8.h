/* Making text from files valid UTF-8 before it is passed on. */
#ifndef OW_SRC_BASE_UTF8_H
#define OW_SRC_BASE_UTF8_H

#include <overworld/base.h>

/* Replaces each byte that is not part of a valid character by '?'. */
void utf8_make_valid(char *text);

/* The size of the longest start of a text that fits into `most` bytes and ends with a whole
 * character. */
size_t utf8_cut(ow_text text, size_t most);

/* The character at `*at`, which moves after it; '?' for an invalid byte. */
uint32_t utf8_next(ow_text text, size_t *at);

#endif
