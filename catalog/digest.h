/* The identity of a world: the SHA-256 of its bytes. */
#ifndef OW_CATALOG_DIGEST_H
#define OW_CATALOG_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIGEST_SIZE = 32 };

/* True if this build can compute digests: it needs libmd. */
extern const bool has_digests;

void digest(const void *bytes, size_t size, uint8_t hash[DIGEST_SIZE]);

/* The key of a world in a catalogue: the first 8 bytes of its hash, so that keys have the order of
 * hashes. */
int64_t digest_key(const uint8_t hash[DIGEST_SIZE]);

/* The number of a name in a catalogue: the key of the name's own hash. */
int64_t digest_id(const char *name, size_t size);

/* Writes a hash as hexadecimal digits. */
enum { DIGEST_DIGITS = 2 * DIGEST_SIZE };
void digest_write(const uint8_t hash[DIGEST_SIZE], char digits[DIGEST_DIGITS + 1]);

/* Reads a whole hash. Returns false if the text is not DIGEST_DIGITS hexadecimal digits. */
bool digest_read(const char *digits, uint8_t hash[DIGEST_SIZE]);

/* Sets the least and the largest hash that begin with these hexadecimal digits. Returns false if
 * they are not digits, or too many. */
bool digest_range(const char *digits, uint8_t from[DIGEST_SIZE], uint8_t to[DIGEST_SIZE]);

/* Hashes bytes to a number, with a seed. The same on every host. */
uint64_t mix(uint64_t seed, const void *bytes, size_t size);

#endif
