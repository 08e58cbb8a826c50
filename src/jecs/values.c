/* The values of nodes, read like the game reads them. */
#include "jecs.h"

#include "../base/ascii.h"
#include "../base/compiler.h"

#include <math.h>

enum { DIGITS_OF_COLOR = 6, MOST_DIGITS = 15, LONGEST_WORD = 16, MOST_NUMBERS = 4 };

static ow_text trimmed(const char *at, const char *end)
{
    while (at < end && *at == ' ')
        at++;
    while (end > at && end[-1] == ' ')
        end--;
    return (ow_text){at, (size_t)(end - at)};
}

static bool is_word(ow_text text, const char *word)
{
    char copy[LONGEST_WORD];
    if (text.size >= sizeof copy)
        return false;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return strlen(copy) == text.size && same_but_for_case(copy, word);
}

static inline bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* The significant digits of a number as an integer, and the power of ten to divide by. Digits after
 * the fifteenth count as zeros. */
struct digits {
    uint64_t whole;
    unsigned count, behind_point;
    int dropped; /* digits before the point that do not count */
};

static void take_digit(struct digits *digits, char digit, bool is_behind)
{
    if (digits->count >= MOST_DIGITS) {
        digits->dropped += !is_behind && digits->dropped < 400;
        return;
    }
    digits->whole = digits->whole * 10 + (uint64_t)(digit - '0');
    digits->count += digits->whole > 0;
    digits->behind_point += is_behind && digits->behind_point < 400;
}

/* Multiplies or divides exact doubles once, while powers of ten are exact. */
static double scale(const struct digits *digits)
{
    double value = (double)digits->whole, ten = 1;
    unsigned power = digits->behind_point;
    for (; power > 22; power--)
        value = rounded_to_double(value / 10);
    for (; power > 0; power--)
        ten = rounded_to_double(ten * 10);
    value = rounded_to_double(value / ten);
    for (int i = 0; i < digits->dropped; i++)
        value = rounded_to_double(value * 10);
    return value;
}

static bool read_decimal(ow_text text, double *value)
{
    struct digits digits = {0};
    size_t at = text.size > 0 && (*text.data == '-' || *text.data == '+'), count = 0;
    bool negative = text.size > 0 && *text.data == '-', is_behind = false;
    for (; at < text.size; at++) {
        char character = text.data[at];
        if (!is_behind && (character == '.' || character == ',')) {
            is_behind = true;
            continue;
        }
        if (!is_digit(character))
            return false;
        take_digit(&digits, character, is_behind);
        count++;
    }
    *value = negative ? -scale(&digits) : scale(&digits);
    return count > 0;
}

static bool read_number(ow_text text, double *value)
{
    const char *slash = text.size > 0 ? memchr(text.data, '/', text.size) : NULL;
    double above, below;
    if (is_word(text, "infinity") || is_word(text, "-infinity"))
        return *value = *text.data == '-' ? -(double)INFINITY : (double)INFINITY, true;
    if (is_word(text, "nan"))
        return *value = (double)NAN, true;
    if (!slash)
        return read_decimal(text, value);
    if (!read_decimal(trimmed(text.data, slash), &above) ||
        !read_decimal(trimmed(slash + 1, text.data + text.size), &below) || below == 0)
        return false;
    *value = rounded_to_double(above / below);
    return true;
}

static bool has_text(const ow_jecs_node *node)
{
    return node && node->kind == OW_JECS_TEXT;
}

bool ow_jecs_number(const ow_jecs_node *node, double *value)
{
    double read;
    if (!has_text(node) || !value || !read_number(node->value, &read))
        return false;
    *value = read;
    return true;
}

bool ow_jecs_integer(const ow_jecs_node *node, int64_t *value)
{
    if (!has_text(node) || !value)
        return false;
    const ow_text text = node->value;
    bool negative = text.size > 0 && *text.data == '-';
    int64_t read = 0;
    if (text.size == negative)
        return false;
    for (size_t i = negative; i < text.size; i++) {
        int digit = text.data[i] - '0';
        if (!is_digit(text.data[i]) || read < (INT64_MIN + digit) / 10)
            return false;
        read = read * 10 - digit;
    }
    if (!negative && read == INT64_MIN)
        return false;
    *value = negative ? read : -read;
    return true;
}

bool ow_jecs_boolean(const ow_jecs_node *node, bool *value)
{
    static const char *const words[] = {"false", "off", "no", "n", "true", "on", "yes", "y"};
    for (size_t i = 0; has_text(node) && value && i < sizeof words / sizeof *words; i++)
        if (is_word(node->value, words[i]))
            return *value = i >= 4, true;
    return false;
}

static bool read_hex(ow_text text, uint32_t *value)
{
    uint32_t read = 0;
    if (text.size == 0 || text.size > 8)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        int digit = hex_digit(text.data[i]);
        if (digit < 0)
            return false;
        read = read << 4 | (uint32_t)digit;
    }
    *value = read;
    return true;
}

bool ow_jecs_color(const ow_jecs_node *node, uint32_t *rgb)
{
    static const char *const parts[] = {"r", "g", "b"};
    uint32_t color = 0;
    if (!node || !rgb)
        return false;
    if (node->kind == OW_JECS_TEXT)
        return node->value.size == DIGITS_OF_COLOR && read_hex(node->value, rgb);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int64_t part;
        if (!ow_jecs_integer(ow_jecs_find(node, parts[i]), &part) || part < 0 || part > 255)
            return false;
        color = color << 8 | (uint32_t)part;
    }
    *rgb = color;
    return true;
}

static bool read_list(ow_text text, double *values, unsigned count)
{
    const char *at = text.data, *end = at + text.size;
    if (text.size < 2 || *at != '(' || end[-1] != ')')
        return false;
    at++;
    end--;
    for (unsigned i = 0; i < count; i++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        if ((i + 1 < count) != (comma != NULL))
            return false;
        if (!read_number(trimmed(at, comma ? comma : end), &values[i]))
            return false;
        at = comma ? comma + 1 : end;
    }
    return true;
}

bool ow_jecs_vector(const ow_jecs_node *node, double *values, unsigned count)
{
    static const char *const parts[] = {"x", "y", "z", "w"};
    double read[MOST_NUMBERS];
    if (!node || !values || count == 0 || count > MOST_NUMBERS)
        return false;
    memcpy(read, values, count * sizeof *read);
    if (node->kind == OW_JECS_TEXT && !read_list(node->value, read, count))
        return false;
    if (node->kind != OW_JECS_TEXT && node->kind != OW_JECS_KEYS)
        return false;
    for (unsigned i = 0; node->kind == OW_JECS_KEYS && i < count; i++) {
        const ow_jecs_node *part = ow_jecs_find(node, parts[i]);
        if (part && !ow_jecs_number(part, &read[i]))
            return false;
    }
    memcpy(values, read, count * sizeof *read);
    return true;
}

bool ow_jecs_address(const ow_jecs_node *node, uint32_t *address)
{
    if (!has_text(node) || !address || node->value.size < 3 ||
        memcmp(node->value.data, "C-", 2) != 0)
        return false;
    return read_hex((ow_text){node->value.data + 2, node->value.size - 2}, address);
}
