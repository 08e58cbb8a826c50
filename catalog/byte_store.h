/* Where the bytes of worlds are kept: in a folder (bytes.h), or in an S3 store (s3.h). */
#ifndef OW_CATALOG_BYTE_STORE_H
#define OW_CATALOG_BYTE_STORE_H

#include "bytes.h"

struct patience;
struct byte_store;

/* Opens a folder, or s3://BUCKET[/PREFIX]. `patience` is how long to wait for an S3 store that is
 * away, and lives longer than the store. Nothing is asked of the folder or the S3 store yet.
 * Returns NULL with `why`. Call it before there are threads; several may then use the store. */
struct byte_store *byte_store_open(const char *place, struct patience *patience,
                                   char why[BYTES_WHY]);

void byte_store_close(struct byte_store *store);

/* The rest is as in bytes.h. */
bool byte_store_is_possible(struct byte_store *store, char why[BYTES_WHY]);

/* Asks an S3 store whether it can be read, before much is asked of it. */
bool byte_store_is_readable(struct byte_store *store, char why[BYTES_WHY]);
bool byte_store_keep(struct byte_store *store, const uint8_t hash[DIGEST_SIZE], const void *bytes,
                     size_t size, char why[BYTES_WHY]);
bool byte_store_has(struct byte_store *store, const uint8_t hash[DIGEST_SIZE]);
void byte_store_settle(struct byte_store *store);
enum bytes_state byte_store_read(struct byte_store *store, const uint8_t hash[DIGEST_SIZE],
                                 uint8_t **bytes, size_t *size, char why[BYTES_WHY]);
bool byte_store_remove(struct byte_store *store, const uint8_t hash[DIGEST_SIZE], bool *was_there,
                       char why[BYTES_WHY]);
bool byte_store_visit(struct byte_store *store,
                      bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]), void *context,
                      char why[BYTES_WHY]);

/* Ends all waiting for the store, in every thread. */
void byte_store_give_up(struct byte_store *store);

#endif
