/* FNV-1a, for tables and for telling texts apart. It is quick for short texts, and easy to collide
 * on purpose: whatever uses it compares what has the same hash. */
#ifndef OW_SRC_BASE_HASH_H
#define OW_SRC_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define EMPTY_HASH UINT64_C(0xcbf29ce484222325)

/* The hash of bytes behind those that have this hash. */
static inline uint64_t hash_on(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
