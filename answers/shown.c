/* Text from a file, made safe to show. */
#include "answers.h"

#include <stdio.h>
#include <string.h>

/* Characters that are invisible, hide text or change its direction: controls, and what Unicode
 * calls format characters, separators and default ignorable code points. Not listed: the selectors
 * of emoji (U+FE00 to U+FE0F) and the visible signs of Arabic and Syriac. */
static const struct {
    uint32_t first, last;
} unsafe[] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},   {0x034f, 0x034f}, {0x061c, 0x061c},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f}, {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static bool is_unsafe(uint32_t character)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (character >= unsafe[i].first && character <= unsafe[i].last)
            return true;
    return false;
}

/* Size of a UTF-8 character by its first byte; 1 for an invalid first byte. */
static size_t size_by_first(unsigned char first)
{
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

/* Decodes the character at `at`. Returns its size in bytes, 0 if there is no valid character. */
static size_t decode(ow_text text, size_t at, uint32_t *character)
{
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const char *bytes = text.data + at;
    size_t size = size_by_first((unsigned char)*bytes);
    if (size > text.size - at || !ow_text_is_utf8((ow_text){bytes, size}))
        return 0;
    *character = (unsigned char)*bytes & first_bits[size];
    for (size_t i = 1; i < size; i++)
        *character = *character << 6 | ((unsigned char)bytes[i] & 0x3f);
    return size;
}

/* As JSON escapes a character: one above U+FFFF as two surrogates. */
static size_t escape(uint32_t character, char shown[SHOWN_SAFELY])
{
    if (character < 0x20)
        return (size_t)snprintf(shown, SHOWN_SAFELY, "\\x%02x", (unsigned)character);
    if (character <= 0xffff)
        return (size_t)snprintf(shown, SHOWN_SAFELY, "\\u%04x", (unsigned)character);
    return (size_t)snprintf(shown, SHOWN_SAFELY, "\\u%04x\\u%04x",
                            (unsigned)(0xd7c0 + (character >> 10)),
                            (unsigned)(0xdc00 + (character & 0x3ff)));
}

size_t show_safely(ow_text text, bool ascii, size_t *at, char shown[SHOWN_SAFELY])
{
    uint32_t character = 0;
    size_t size = decode(text, *at, &character);
    if (size == 0)
        return (size_t)snprintf(shown, SHOWN_SAFELY, "\\x%02x", (unsigned char)text.data[(*at)++]);
    const char *bytes = text.data + *at;
    *at += size;
    if (is_unsafe(character) || (ascii && size > 1))
        return escape(character, shown);
    memcpy(shown, bytes, size);
    return size;
}

size_t safe_run(ow_text text, size_t at)
{
    size_t end = at;
    while (end < text.size && text.data[end] >= ' ' && text.data[end] < 0x7f)
        end++;
    return end - at;
}

bool is_cut_character(ow_text text, size_t at)
{
    size_t left = text.size - at;
    if (size_by_first((unsigned char)text.data[at]) <= left)
        return false;
    for (size_t i = 1; i < left; i++)
        if (((unsigned char)text.data[at + i] & 0xc0) != 0x80)
            return false;
    return true;
}
