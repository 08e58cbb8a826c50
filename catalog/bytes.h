/* The bytes of worlds in a folder, each file named by its hash: FOLDER/4b/4be1f02c... */
#ifndef OW_CATALOG_BYTES_H
#define OW_CATALOG_BYTES_H

#include "digest.h"

enum { BYTES_WHY = 160 };

enum bytes_state { BYTES_FINE, BYTES_MISSING, BYTES_DAMAGED, BYTES_FAILED };

/* Whether bytes can be kept in this folder, which has to exist: a disk that is not mounted is no
 * reason to begin a second one. Returns false with `why`. */
bool bytes_are_possible(const char *folder, char why[BYTES_WHY]);

/* Keeps bytes, if they are not kept yet. Nobody sees half of a file. Returns false with `why`. */
bool bytes_keep(const char *folder, const uint8_t hash[DIGEST_SIZE], const void *bytes, size_t size,
                char why[BYTES_WHY]);

/* Whether there is a file for the hash, whatever is in it. */
bool bytes_are_kept(const char *folder, const uint8_t hash[DIGEST_SIZE]);

/* Waits until all that was kept so far would survive a power cut. */
void bytes_settle(const char *folder);

/* Reads what is kept, and compares it with the hash. *bytes is malloc'ed if the result is
 * BYTES_FINE, else NULL. `why` explains BYTES_FAILED. */
enum bytes_state bytes_read(const char *folder, const uint8_t hash[DIGEST_SIZE], uint8_t **bytes,
                            size_t *size, char why[BYTES_WHY]);

/* Removes what is kept; there may be nothing. Returns false with `why`. */
bool bytes_remove(const char *folder, const uint8_t hash[DIGEST_SIZE], bool *was_there,
                  char why[BYTES_WHY]);

/* Calls `visit` for each hash that has a file, in no order, until it returns false. Other names are
 * left out. Returns false with `why` if the folder cannot be read. */
bool bytes_visit(const char *folder, bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]),
                 void *context, char why[BYTES_WHY]);

#endif
