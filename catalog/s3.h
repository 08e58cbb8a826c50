/* The bytes of worlds in an S3 store, each an object named by its hash: PREFIX/4b/4be1f02c... */
#ifndef OW_CATALOG_S3_H
#define OW_CATALOG_S3_H

#include "bytes.h"

struct patience;
struct s3;

/* Opens s3://BUCKET[/PREFIX] with the settings in the environment (s3_place.h). Nothing is asked of
 * the store yet. Returns NULL with `why`. Not for several threads; the rest is. */
struct s3 *s3_open(const char *place, struct patience *patience, char why[BYTES_WHY]);

void s3_close(struct s3 *s3);

/* Ends all waiting: each request is tried once from now on. */
void s3_give_up(struct s3 *s3);

/* As in bytes.h. */
bool s3_is_possible(struct s3 *s3, char why[BYTES_WHY]);
bool s3_keep(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], const void *bytes, size_t size,
             char why[BYTES_WHY]);
bool s3_has(struct s3 *s3, const uint8_t hash[DIGEST_SIZE]);
enum bytes_state s3_read(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], uint8_t **bytes,
                         size_t *size, char why[BYTES_WHY]);
bool s3_remove(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], bool *was_there,
               char why[BYTES_WHY]);
bool s3_visit(struct s3 *s3, bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]),
              void *context, char why[BYTES_WHY]);

#endif
