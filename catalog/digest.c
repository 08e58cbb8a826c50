/* The identity of a world: the SHA-256 of its bytes. */
#include "digest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#if defined(HAVE_LIBMD)
#include <sha2.h>

const bool has_digests = true;

void digest(const void *bytes, size_t size, uint8_t hash[DIGEST_SIZE])
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, size);
    SHA256Final(hash, &context);
}
#else
const bool has_digests = false;

void digest(const void *bytes, size_t size, uint8_t hash[DIGEST_SIZE])
{
    (void)bytes;
    (void)size;
    memset(hash, 0, DIGEST_SIZE);
}
#endif

int64_t digest_key(const uint8_t hash[DIGEST_SIZE])
{
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof key; i++)
        key = key << 8 | hash[i];
    key ^= UINT64_C(1) << 63; /* signed numbers have the order of the bytes then */
    return key <= INT64_MAX ? (int64_t)key : -1 - (int64_t)(UINT64_MAX - key);
}

int64_t digest_id(const char *name, size_t size)
{
    uint8_t hash[DIGEST_SIZE];
    digest(name, size, hash);
    return digest_key(hash);
}

void digest_write(const uint8_t hash[DIGEST_SIZE], char digits[DIGEST_DIGITS + 1])
{
    for (size_t i = 0; i < DIGEST_SIZE; i++)
        snprintf(digits + 2 * i, 3, "%02x", hash[i]);
}

bool digest_read(const char *digits, uint8_t hash[DIGEST_SIZE])
{
    uint8_t last[DIGEST_SIZE];
    return strlen(digits) == DIGEST_DIGITS && digest_range(digits, hash, last);
}

bool digest_range(const char *digits, uint8_t from[DIGEST_SIZE], uint8_t to[DIGEST_SIZE])
{
    size_t size = strlen(digits);
    memset(from, 0, DIGEST_SIZE);
    memset(to, 0xff, DIGEST_SIZE);
    if (size == 0 || size > 2 * DIGEST_SIZE)
        return false;
    for (size_t i = 0; i < size; i++) {
        unsigned shift = i % 2 ? 0 : 4, digit = (unsigned char)digits[i];
        if (!isxdigit((int)digit))
            return false;
        digit = isdigit((int)digit) ? digit - '0' : (unsigned)tolower((int)digit) - 'a' + 10;
        from[i / 2] = (uint8_t)(from[i / 2] | digit << shift);
        to[i / 2] = (uint8_t)((to[i / 2] & ~(0xfu << shift)) | digit << shift);
    }
    return true;
}

/* FNV-1a, then a final mix of all bits. */
uint64_t mix(uint64_t seed, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t mixed = 0xcbf29ce484222325 ^ seed;
    for (size_t i = 0; i < size; i++)
        mixed = (mixed ^ at[i]) * 0x100000001b3;
    mixed = (mixed ^ mixed >> 33) * 0xff51afd7ed558ccd;
    return mixed ^ mixed >> 29;
}
