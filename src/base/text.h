/* Text from files and callers: comparing it, and taking it apart from the front. */
#ifndef OW_SRC_BASE_TEXT_H
#define OW_SRC_BASE_TEXT_H

#include <overworld/formats.h>

#include <string.h>

static inline bool text_is_same(ow_text a, ow_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool text_is_word(ow_text text, const char *word)
{
    return text_is_same(text, ow_text_of(word));
}

static inline bool text_begins(ow_text text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && (size == 0 || memcmp(text.data, word, size) == 0);
}

/* For "%.*s" in a message: the size of a text, 60 bytes at most. */
static inline int text_shown_size(ow_text text)
{
    enum { MOST_SHOWN = 60 };
    return (int)(text.size < MOST_SHOWN ? text.size : MOST_SHOWN);
}

/* Removes a word from the front. Returns false, and changes nothing, if the text begins
 * otherwise. */
static inline bool text_take(ow_text *text, const char *word)
{
    size_t size = strlen(word);
    if (!text_begins(*text, word))
        return false;
    *text = (ow_text){text->data + size, text->size - size};
    return true;
}

/* Removes the digits at the front. Returns false if there are none, or if the number is above
 * `most`, which is at most 2^28. */
static inline bool text_take_number(ow_text *text, uint32_t most, uint32_t *number)
{
    size_t at = 0;
    *number = 0;
    while (at < text->size && text->data[at] >= '0' && text->data[at] <= '9' && *number <= most)
        *number = *number * 10 + (uint32_t)(text->data[at++] - '0');
    *text = (ow_text){text->data + at, text->size - at};
    return at > 0 && *number <= most;
}

#endif
