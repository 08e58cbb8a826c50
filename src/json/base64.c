/* Base64 (RFC 4648, section 4), the way JSON carries bytes. */
#include "base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(const uint8_t *bytes, size_t size, char *text)
{
    for (; size >= 3; size -= 3, bytes += 3) {
        uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
        *text++ = alphabet[bits >> 18];
        *text++ = alphabet[bits >> 12 & 63];
        *text++ = alphabet[bits >> 6 & 63];
        *text++ = alphabet[bits & 63];
    }
    if (size > 0) {
        uint32_t bits = (uint32_t)bytes[0] << 16 | (size > 1 ? (uint32_t)bytes[1] << 8 : 0);
        *text++ = alphabet[bits >> 18];
        *text++ = alphabet[bits >> 12 & 63];
        *text++ = size > 1 ? alphabet[bits >> 6 & 63] : '=';
        *text++ = '=';
    }
}

size_t base64_decoded_size(const char *text, size_t size)
{
    size_t padding = 0;
    while (padding < 2 && padding < size && text[size - 1 - padding] == '=')
        padding++;
    return size / 4 * 3 - padding;
}

static int digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool base64_decode(const char *text, size_t size, uint8_t *bytes)
{
    size_t left = base64_decoded_size(text, size);
    for (size_t i = 0; i + 4 <= size; i += 4) {
        size_t here = left < 3 ? left : 3; /* bytes of this group: here + 1 digits, then padding */
        uint32_t bits = 0;
        for (size_t k = 0; k < 4; k++) {
            int value = k <= here ? digit(text[i + k]) : 0;
            if (value < 0)
                return false;
            bits = bits << 6 | (uint32_t)value;
        }
        if ((here == 1 && (bits & 0xffff)) || (here == 2 && (bits & 0xff)))
            return false;
        for (size_t k = 0; k < here; k++)
            *bytes++ = (uint8_t)(bits >> (16 - 8 * k));
        left -= here;
    }
    return true;
}
