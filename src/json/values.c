/* Single values as JSON text. */
#include "values.h"

#include "base64.h"

#include "../base/bytes.h"
#include "../base/digits.h"
#include "../base/floats.h"
#include "../base/utf8.h"

static void put(struct output *output, const char *text, size_t size)
{
    uint8_t *room = output_room(output, size);
    if (room)
        memcpy(room, text, size);
}

#define put_literal(output, text) put(output, text, sizeof(text) - 1)

static void put_unsigned(struct output *output, uint64_t value)
{
    unsigned count = digits_count(value);
    uint8_t *room = output_room(output, count);
    if (room)
        digits_put(room + count, value, count);
}

/* An integer that is not exact as a double is a string. */
static void put_integer(struct output *output, int64_t value)
{
    bool wide = value > (1ll << 53) || value < -(1ll << 53);
    if (wide)
        put_literal(output, "\"");
    if (value < 0)
        put_literal(output, "-");
    put_unsigned(output, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    if (wide)
        put_literal(output, "\"");
}

static void put_float(struct output *output, const float *value)
{
    bool finite = isfinite(*value);
    if (!finite)
        put_literal(output, "\"");
    uint8_t *room = output_reserve(output, OW_FLOAT_TEXT);
    if (room)
        output->at += float_text(value, (char *)room);
    if (!finite)
        put_literal(output, "\"");
}

void json_put_base64(struct output *output, const uint8_t *bytes, size_t size)
{
    enum { AT_ONCE = 3 * 4096 };
    while (size > 0) {
        size_t part = size < AT_ONCE ? size : AT_ONCE;
        uint8_t *room = output_room(output, base64_size(part));
        if (!room)
            return;
        base64_encode(bytes, part, (char *)room);
        bytes += part;
        size -= part;
    }
}

static void put_bytes(struct output *output, const uint8_t *bytes, size_t size)
{
    put_literal(output, "\"");
    json_put_base64(output, bytes, size);
    put_literal(output, "\"");
}

static void put_escaped(struct output *output, char character)
{
    static const char hex[] = "0123456789abcdef";
    static const char short_from[] = "\"\\\b\f\n\r\t", short_to[] = "\"\\bfnrt";
    const char *found = character ? strchr(short_from, character) : NULL;
    if (found) {
        char text[2] = {'\\', short_to[found - short_from]};
        put(output, text, sizeof text);
    } else {
        char text[6] = {'\\', 'u', '0', '0', hex[character >> 4 & 15], hex[character & 15]};
        put(output, text, sizeof text);
    }
}

static void put_characters(struct output *output, const char *text, size_t size)
{
    size_t plain = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char character = (unsigned char)text[i];
        if (character >= 0x20 && character != '"' && character != '\\' && character != 0x7f &&
            character != 0xc2)
            continue;
        /* U+0080 to U+009F are control characters too, which terminals may interpret. */
        bool second = character == 0xc2;
        if (second && (i + 1 == size || (unsigned char)text[i + 1] >= 0xa0))
            continue;
        output_bytes(output, text + plain, i - plain);
        i += second;
        put_escaped(output, text[i]);
        plain = i + 1;
    }
    output_bytes(output, text + plain, size - plain);
}

/* Text that is not UTF-8 cannot be a JSON string: its bytes go into an object. */
static void put_text(struct output *output, ow_text text)
{
    if (ow_text_is_utf8(text)) {
        put_literal(output, "\"");
        put_characters(output, text.data, text.size);
        put_literal(output, "\"");
        return;
    }
    put_literal(output, "{\"base64\": ");
    put_bytes(output, (const uint8_t *)text.data, text.size);
    put_literal(output, "}");
}

/* Eight letters, each a byte of a word: not 0 if one of them is below ' ', above '~', '"' or
 * '\\'. */
static uint64_t unusual_letters(uint64_t letters)
{
    const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    const uint64_t quotes = letters ^ ones * '"', slashes = letters ^ ones * '\\';
    const uint64_t low = (letters - ones * ' ') | (quotes - ones) | (slashes - ones);
    return (low | letters | (letters + ones)) & highs;
}

/* Words that overlap have all letters of a name. */
static bool needs_escapes(const char *name, size_t size)
{
    const uint8_t *letters = (const uint8_t *)name;
    uint64_t found = 0;
    if (size >= 8) {
        for (size_t i = 0; i + 8 < size; i += 8)
            found |= unusual_letters(load_u64(letters + i, false));
        found |= unusual_letters(load_u64(letters + size - 8, false));
    } else if (size >= 4) {
        found = unusual_letters(load_u32(letters, false) |
                                (uint64_t)load_u32(letters + size - 4, false) << 32);
    } else {
        for (size_t i = 0; i < size; i++)
            found |= unusual_letters(letters[i] * (uint64_t)0x0101010101010101u);
    }
    return found != 0;
}

static void put_unusual_name(struct output *output, const char *name, size_t size)
{
    const ow_text text = {name, size};
    const bool is_valid = ow_text_is_utf8(text);
    for (size_t from = 0, at = is_valid ? size : 0; from < size; from = at) {
        if (!is_valid && utf8_next(text, &at) == '?')
            put_literal(output, "?");
        else
            put_characters(output, name + from, at - from);
    }
}

bool json_name_is_usual(const char *name, size_t size)
{
    enum { MOST_AT_ONCE = 64 };
    return size <= MOST_AT_ONCE && !needs_escapes(name, size);
}

void json_put_name(struct output *output, const char *name)
{
    const size_t size = strlen(name);
    const bool usual = json_name_is_usual(name, size);
    uint8_t *room = usual ? output_room(output, size + 4) : NULL;
    if (room) {
        room[0] = '"';
        memcpy(room + 1, name, size);
        memcpy(room + 1 + size, "\": ", 3);
    } else if (!usual) {
        put_literal(output, "\"");
        put_unusual_name(output, name, size);
        put_literal(output, "\": ");
    }
}

void json_put_value(struct output *output, const ow_event *event)
{
    switch (event->type) {
    case OW_INTEGER:
        put_integer(output, event->value.integer);
        break;
    case OW_BOOLEAN:
        if (event->value.integer)
            put_literal(output, "true");
        else
            put_literal(output, "false");
        break;
    case OW_FLOAT:
        put_float(output, &event->value.number);
        break;
    case OW_TEXT:
        put_text(output, event->value.text);
        break;
    case OW_UNSIGNED_64:
        put_literal(output, "\"");
        put_unsigned(output, event->value.unsigned_64);
        put_literal(output, "\"");
        break;
    case OW_BYTES:
        if (event->value.bytes.data)
            put_bytes(output, event->value.bytes.data, event->value.bytes.size);
        else
            put_literal(output, "null");
        break;
    }
}
