/* Hashes of the worlds seen in a run. */
#ifndef OW_CATALOG_HASH_SET_H
#define OW_CATALOG_HASH_SET_H

#include "digest.h"

#include <pthread.h>

/* Initialise with HASH_SET. Several threads may use it. */
struct hash_set {
    pthread_mutex_t lock;
    uint8_t (*hashes)[DIGEST_SIZE]; /* a table whose size is a power of two */
    bool *is_taken;
    size_t count, room;
};

#define HASH_SET                                                                                   \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                          \
    }

/* Adds a hash. Returns true if it is new. Returns true if memory runs out too: the caller then does
 * the work again instead of skipping it. */
bool hash_set_add(struct hash_set *set, const uint8_t hash[DIGEST_SIZE]);

void hash_set_free(struct hash_set *set);

#endif
