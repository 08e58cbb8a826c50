/* Where the bytes of worlds are kept: in a folder, or in an S3 store. */
#include "byte_store.h"

#include "s3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct byte_store {
    const char *folder;
    struct s3 *s3; /* NULL: the folder */
};

static bool is_s3(const char *place)
{
    return strncmp(place, "s3://", strlen("s3://")) == 0;
}

struct byte_store *byte_store_open(const char *place, struct patience *patience,
                                   char why[BYTES_WHY])
{
    struct byte_store *store = calloc(1, sizeof *store);
    if (!store) {
        snprintf(why, BYTES_WHY, "not enough memory");
        return NULL;
    }
    store->folder = place;
    if (!is_s3(place) || (store->s3 = s3_open(place, patience, why)))
        return store;
    free(store);
    return NULL;
}

void byte_store_close(struct byte_store *store)
{
    if (store && store->s3)
        s3_close(store->s3);
    free(store);
}

bool byte_store_is_possible(struct byte_store *store, char why[BYTES_WHY])
{
    return store->s3 ? s3_is_possible(store->s3, why) : bytes_are_possible(store->folder, why);
}

bool byte_store_is_readable(struct byte_store *store, char why[BYTES_WHY])
{
    return !store->s3 || s3_is_possible(store->s3, why);
}

bool byte_store_keep(struct byte_store *store, const uint8_t hash[DIGEST_SIZE], const void *bytes,
                     size_t size, char why[BYTES_WHY])
{
    return store->s3 ? s3_keep(store->s3, hash, bytes, size, why)
                     : bytes_keep(store->folder, hash, bytes, size, why);
}

bool byte_store_has(struct byte_store *store, const uint8_t hash[DIGEST_SIZE])
{
    return store->s3 ? s3_has(store->s3, hash) : bytes_are_kept(store->folder, hash);
}

/* An S3 store answers once it would survive a power cut. */
void byte_store_settle(struct byte_store *store)
{
    if (!store->s3)
        bytes_settle(store->folder);
}

enum bytes_state byte_store_read(struct byte_store *store, const uint8_t hash[DIGEST_SIZE],
                                 uint8_t **bytes, size_t *size, char why[BYTES_WHY])
{
    return store->s3 ? s3_read(store->s3, hash, bytes, size, why)
                     : bytes_read(store->folder, hash, bytes, size, why);
}

bool byte_store_remove(struct byte_store *store, const uint8_t hash[DIGEST_SIZE], bool *was_there,
                       char why[BYTES_WHY])
{
    return store->s3 ? s3_remove(store->s3, hash, was_there, why)
                     : bytes_remove(store->folder, hash, was_there, why);
}

bool byte_store_visit(struct byte_store *store,
                      bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]), void *context,
                      char why[BYTES_WHY])
{
    return store->s3 ? s3_visit(store->s3, visit, context, why)
                     : bytes_visit(store->folder, visit, context, why);
}

void byte_store_give_up(struct byte_store *store)
{
    if (store->s3)
        s3_give_up(store->s3);
}
