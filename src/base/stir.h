/* Hashes of 64 bits that stay in memory. They find what differs; nobody chooses them to agree. */
#ifndef OW_SRC_BASE_STIR_H
#define OW_SRC_BASE_STIR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Mixes a word into a hash. Each step is reversible, so different words or hashes never collide
 * here. */
static inline uint64_t stir(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 32;
}

static inline uint64_t stir_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t word;
    hash = stir(hash, size);
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = stir(hash, word);
    }
    word = 0;
    if (size > 0)
        memcpy(&word, at, size);
    return stir(hash, word);
}

#endif
