/* What a world is known by: the SHA-256 of its bytes. */
#include "digest.h"

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

/* FNV-1a, then the bits of its end spread over all. */
uint64_t mix(uint64_t seed, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t mixed = 0xcbf29ce484222325 ^ seed;
    for (size_t i = 0; i < size; i++)
        mixed = (mixed ^ at[i]) * 0x100000001b3;
    mixed = (mixed ^ mixed >> 33) * 0xff51afd7ed558ccd;
    return mixed ^ mixed >> 29;
}
