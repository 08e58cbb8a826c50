/* Validating UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
#include "utf8.h"

#include <overworld/formats.h>

#include <string.h>

/* The length of the valid sequence at `at`; 0 if it is invalid. */
static size_t sequence_length(const uint8_t *at, size_t left)
{
    static const struct {
        uint8_t first, last;     /* of the lead byte */
        uint8_t length;          /* of the sequence */
        uint8_t lowest, highest; /* of the second byte */
    } forms[] = {
        {0x00, 0x7f, 1, 0, 0},       {0xc2, 0xdf, 2, 0x80, 0xbf}, {0xe0, 0xe0, 3, 0xa0, 0xbf},
        {0xe1, 0xec, 3, 0x80, 0xbf}, {0xed, 0xed, 3, 0x80, 0x9f}, {0xee, 0xef, 3, 0x80, 0xbf},
        {0xf0, 0xf0, 4, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x80, 0xbf}, {0xf4, 0xf4, 4, 0x80, 0x8f},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (*at < forms[i].first || *at > forms[i].last)
            continue;
        if (left < forms[i].length)
            return 0;
        if (forms[i].length > 1 && (at[1] < forms[i].lowest || at[1] > forms[i].highest))
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if ((at[k] & 0xc0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

bool ow_text_is_utf8(ow_text text)
{
    const uint8_t *at = (const uint8_t *)text.data;
    if (!at)
        return text.size == 0;
    size_t left = text.size;
    for (; left >= sizeof(uint64_t); left -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        uint64_t eight;
        memcpy(&eight, at, sizeof eight);
        if (eight & 0x8080808080808080u) /* not only ASCII */
            break;
    }
    while (left > 0) {
        size_t length = *at < 0x80 ? 1 : sequence_length(at, left);
        if (length == 0)
            return false;
        at += length;
        left -= length;
    }
    return true;
}

void utf8_make_valid(char *text)
{
    size_t left = strlen(text);
    for (size_t length; left > 0; text += length, left -= length) {
        length = sequence_length((const uint8_t *)text, left);
        if (length == 0) {
            *text = '?';
            length = 1;
        }
    }
}

size_t utf8_cut(ow_text text, size_t most)
{
    enum { LONGEST_TAIL = 3 };
    if (text.size <= most)
        return text.size;
    size_t used = most;
    while (used > 0 && most - used < LONGEST_TAIL && ((uint8_t)text.data[used] & 0xc0) == 0x80)
        used--;
    return used;
}

uint32_t utf8_next(ow_text text, size_t *at)
{
    uint8_t first = (uint8_t)text.data[(*at)++];
    unsigned more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (first < 0x80)
        return first;
    uint32_t character = first & (0x3fu >> more);
    if (more == 0 || text.size - *at < more)
        return '?';
    for (unsigned i = 0; i < more; i++) {
        uint8_t next = (uint8_t)text.data[*at + i];
        if ((next & 0xc0) != 0x80)
            return '?';
        character = character << 6 | (next & 0x3f);
    }
    *at += more;
    return character;
}
