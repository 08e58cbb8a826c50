/* What a world is known by: the SHA-256 of its bytes. */
#ifndef OW_CATALOG_DIGEST_H
#define OW_CATALOG_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIGEST_SIZE = 32 };

/* Whether this build can tell it: it takes libmd. */
extern const bool has_digests;

void digest(const void *bytes, size_t size, uint8_t hash[DIGEST_SIZE]);

/* The least and the largest hash that begin with some hexadecimal digits; false where these are
 * none, or too many. */
bool digest_range(const char *digits, uint8_t from[DIGEST_SIZE], uint8_t to[DIGEST_SIZE]);

/* A number that mixes all of some bytes; seeded, and the same on every host. */
uint64_t mix(uint64_t seed, const void *bytes, size_t size);

#endif
