/* Base64 (RFC 4648, section 4), the way JSON carries bytes. */
#ifndef OW_SRC_JSON_BASE64_H
#define OW_SRC_JSON_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t base64_size(size_t bytes)
{
    return (bytes + 2) / 3 * 4;
}

/* Writes base64_size(size) characters. */
void base64_encode(const uint8_t *bytes, size_t size, char *text);

/* Decoded size of `size` characters; `size` must be a multiple of four. */
size_t base64_decoded_size(const char *text, size_t size);

/* Writes base64_decoded_size bytes. Returns false for an invalid character or surplus bits. */
bool base64_decode(const char *text, size_t size, uint8_t *bytes);

#endif
