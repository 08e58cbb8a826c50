/* The values of JSON strings and numbers. */
#include "reader.h"

#include "../base/ascii.h"

#include <overworld/formats.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool hex4(const char *at, const char *end, uint32_t *value)
{
    *value = 0;
    if (end - at < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0)
            return false;
        *value = *value << 4 | (uint32_t)digit;
    }
    return true;
}

/* Reads a code point after "\u", with its surrogate pair; moves `at` after it. */
static bool code_point(const char **at, const char *end, uint32_t *value)
{
    uint32_t low;
    if (!hex4(*at, end, value))
        return false;
    *at += 4;
    if (*value < 0xd800 || *value > 0xdfff)
        return true;
    if (*value > 0xdbff || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u' ||
        !hex4(*at + 2, end, &low) || low < 0xdc00 || low > 0xdfff)
        return false;
    *at += 6;
    *value = 0x10000 + ((*value - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

static size_t put_utf8(uint32_t value, char *to)
{
    if (value < 0x80) {
        to[0] = (char)value;
        return 1;
    }
    size_t more = value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    static const uint32_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    to[0] = (char)(lead[more] | value >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        to[i] = (char)(0x80 | (value >> 6 * (more - i) & 0x3f));
    return more + 1;
}

/* Decodes an escape after its backslash into at most four bytes; moves `at` after it. */
static bool resolve_escape(const char **at, const char *end, char *to, size_t *size)
{
    static const char from_escape[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    if (*at == end)
        return false;
    char letter = *(*at)++;
    const char *escape = strchr(from_escape, letter);
    uint32_t value;
    *size = 1;
    if (letter == 'u' && code_point(at, end, &value))
        *size = put_utf8(value, to);
    else if (letter != 'u' && letter && escape)
        *to = meaning[escape - from_escape];
    else
        return false;
    return true;
}

bool json_unescape(const struct json_token *token, char *to, size_t *size)
{
    const char *at = token->data, *end = at + token->size;
    char *begin = to;
    while (at < end) {
        size_t resolved;
        if ((unsigned char)*at < 0x20)
            return false;
        if (*at != '\\') {
            *to++ = *at++;
            continue;
        }
        at++;
        if (!resolve_escape(&at, end, to, &resolved))
            return false;
        to += resolved;
    }
    *size = (size_t)(to - begin);
    return true;
}

static bool escaped_token_is(const struct json_token *token, const char *text, size_t left)
{
    const char *at = token->data, *end = at + token->size;
    while (at < end) {
        char plain[4] = {*at};
        size_t size = 1;
        if (*at++ == '\\' && !resolve_escape(&at, end, plain, &size))
            return false;
        if (size > left || memcmp(plain, text, size) != 0)
            return false;
        text += size;
        left -= size;
    }
    return left == 0;
}

bool json_token_is(const struct json_token *token, const char *text)
{
    size_t size = strlen(text);
    if (token->escaped)
        return escaped_token_is(token, text, size);
    return token->size == size && memcmp(token->data, text, size) == 0;
}

/* A string that is decoded byte by byte. */
struct resolving {
    const char *at, *end;
    char plain[4]; /* of the current escape */
    size_t used, size;
};

/* Returns -1 at the end, -2 at an invalid escape. */
static int next_byte(struct resolving *string)
{
    if (string->used < string->size)
        return (unsigned char)string->plain[string->used++];
    if (string->at == string->end)
        return -1;
    if (*string->at != '\\')
        return (unsigned char)*string->at++;
    string->at++;
    string->used = 1;
    if (!resolve_escape(&string->at, string->end, string->plain, &string->size))
        return -2;
    return (unsigned char)string->plain[0];
}

bool json_tokens_equal(const struct json_token *a, const struct json_token *b)
{
    if (!a->escaped && !b->escaped)
        return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
    struct resolving first = {.at = a->data, .end = a->data + a->size};
    struct resolving second = {.at = b->data, .end = b->data + b->size};
    int byte;
    do {
        byte = next_byte(&first);
        if (byte == -2 || byte != next_byte(&second))
            return false;
    } while (byte != -1);
    return true;
}

bool json_unsigned(const struct json_token *token, uint64_t *value)
{
    const char *at = token->data, *end = at + token->size;
    uint64_t read = 0;
    while (at < end) {
        char plain[4] = {*at};
        size_t size = 1;
        if (*at++ == '\\' && !resolve_escape(&at, end, plain, &size))
            return false;
        unsigned digit = (unsigned)(plain[0] - '0');
        if (digit > 9 || read > (UINT64_MAX - digit) / 10)
            return false;
        read = read * 10 + digit;
    }
    if (token->size == 0)
        return false;
    *value = read;
    return true;
}

bool json_integer(const struct json_token *token, int64_t *value)
{
    const char *at = token->data, *end = at + token->size;
    bool negative = *at == '-';
    uint64_t magnitude = 0, most = (uint64_t)INT64_MAX + negative;
    for (at += negative; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (magnitude > (most - digit) / 10)
            return false;
        magnitude = magnitude * 10 + digit;
    }
    *value = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

/* The decimal of a number token. `exact` is false if digits were dropped. */
struct decimal {
    uint64_t digits;
    int64_t exponent;
    bool negative, exact;
};

/* Reads the exponent of a number after its "e". An exponent too large for any digits to compensate
 * is cut to a number that is out of range too. */
static int64_t written_exponent(const char *at, const char *end)
{
    bool down = *at == '-';
    int64_t written = 0;
    for (at += *at == '-' || *at == '+'; at < end && written < INT64_MAX / 100; at++)
        written = written * 10 + (*at - '0');
    return down ? -written : written;
}

static struct decimal decimal_of(const struct json_token *token)
{
    struct decimal decimal = {.exact = true};
    const char *at = token->data, *end = at + token->size;
    decimal.negative = *at == '-';
    bool fraction = false;
    for (at += decimal.negative; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            fraction = true;
        } else if (decimal.digits > (UINT64_MAX - 9) / 10) {
            decimal.exact = false;
        } else {
            decimal.digits = decimal.digits * 10 + (uint64_t)(*at - '0');
            decimal.exponent -= fraction;
        }
    }
    if (at < end)
        decimal.exponent += written_exponent(at + 1, end);
    return decimal;
}

/* If digits and power of ten are exact doubles, one operation rounds once. The float is right too,
 * unless the double is halfway between two floats or the float is subnormal. */
static bool float_by_double(const struct decimal *decimal, float *value)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (!decimal->exact || decimal->digits >> 53 || decimal->exponent < -22 ||
        decimal->exponent > 22)
        return false;
    double wide = (double)decimal->digits;
    wide = decimal->exponent < 0 ? wide / tens[-decimal->exponent] : wide * tens[decimal->exponent];
    uint64_t bits;
    memcpy(&bits, &wide, sizeof bits);
    if ((bits & 0x1fffffff) == 0x10000000 || (wide != 0 && wide < 1.2e-38) || wide > 3.4e38)
        return false;
    *value = (float)(decimal->negative ? -wide : wide);
    return true;
}

bool json_take_float(struct json_cursor *cursor, float *value)
{
    struct decimal decimal = {.exact = true};
    const char *end = cursor->end, *at = json_past_space(cursor->at, end);
    decimal.negative = at < end && *at == '-';
    const char *first = at += decimal.negative;
    at = json_past_digits(at, end, &decimal.digits);
    if (at == first || (*first == '0' && at > first + 1) || cursor->problem)
        return false;
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        at = json_past_digits(at, end, &decimal.digits);
        decimal.exponent = fraction - at;
        if (at == fraction)
            return false;
    }
    if (at - first > JSON_SAFE_DIGITS || (at < end && (*at == 'e' || *at == 'E')) ||
        !float_by_double(&decimal, value))
        return false;
    cursor->at = at;
    return true;
}

/* No number halfway between two floats has more digits than this, leading zeros excluded. Of
 * further digits only matters whether all are zeros. */
enum { DIGITS_THAT_COUNT = 120, LONGEST_DECIMAL = DIGITS_THAT_COUNT + 32 };

/* Writes a number as an integer with an exponent: without a decimal point it does not depend on
 * the locale. */
static void write_shortened(const struct json_token *token, char text[LONGEST_DECIMAL])
{
    const char *at = token->data, *end = at + token->size;
    size_t size = 0;
    int64_t exponent = 0;
    bool fraction = false, more = false;
    for (at += *at == '-'; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            fraction = true;
        } else if (size < DIGITS_THAT_COUNT) {
            if (*at != '0' || size > 0)
                text[size++] = *at;
            exponent -= fraction;
        } else {
            more |= *at != '0';
            exponent += !fraction;
        }
    }
    if (size == 0)
        text[size++] = '0';
    if (more) {
        text[size++] = '1';
        exponent--;
    }
    if (at < end)
        exponent += written_exponent(at + 1, end);
    const int64_t out_of_reach = 9999;
    exponent = exponent > out_of_reach ? out_of_reach : exponent;
    exponent = exponent < -out_of_reach ? -out_of_reach : exponent;
    snprintf(text + size, LONGEST_DECIMAL - size, "e%d", (int)exponent);
}

bool json_float(const struct json_token *token, float *value)
{
    struct decimal decimal = decimal_of(token);
    if (float_by_double(&decimal, value))
        return true;
    char text[LONGEST_DECIMAL];
    write_shortened(token, text);
    float magnitude = strtof(text, NULL);
    *value = decimal.negative ? -magnitude : magnitude;
    return isfinite(*value);
}

static bool plain_not_finite(const struct json_token *token, float *value)
{
    uint32_t bits = 0;
    if (json_token_is(token, "NaN"))
        bits = 0x7fc00000u;
    else if (json_token_is(token, "Infinity"))
        bits = 0x7f800000u;
    else if (json_token_is(token, "-Infinity"))
        bits = 0xff800000u;
    else if (token->size == 12 && memcmp(token->data, "NaN:", 4) == 0) {
        for (size_t i = 4; i < 12; i++) {
            int digit = hex_digit(token->data[i]);
            if (digit < 0)
                return false;
            bits = bits << 4 | (uint32_t)digit;
        }
    }
    memcpy(value, &bits, sizeof bits);
    return token->data[0] == 'N' ? isnan(*value) : isinf(*value);
}

bool json_not_finite(const struct json_token *token, float *value)
{
    enum { LONGEST = 12, LONGEST_ESCAPE = 6 }; /* "NaN:" and eight digits */
    char plain[LONGEST * LONGEST_ESCAPE];
    struct json_token resolved = *token;
    if (!token->escaped)
        return plain_not_finite(token, value);
    if (token->size > sizeof plain || !json_unescape(token, plain, &resolved.size))
        return false;
    resolved.data = plain;
    resolved.escaped = false;
    return plain_not_finite(&resolved, value);
}
