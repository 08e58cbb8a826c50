/* In place of s3*.c in a build without libcurl. No store can be opened, so nobody makes the other
 * calls. */
#include "s3.h"

#include <stdio.h>

static bool fail(char why[BYTES_WHY])
{
    snprintf(why, BYTES_WHY, "this build has no S3 stores: it was made without libcurl");
    return false;
}

struct s3 *s3_open(const char *place, struct patience *patience, char why[BYTES_WHY])
{
    (void)place, (void)patience;
    fail(why);
    return NULL;
}

void s3_close(struct s3 *s3)
{
    (void)s3;
}

void s3_give_up(struct s3 *s3)
{
    (void)s3;
}

bool s3_is_possible(struct s3 *s3, char why[BYTES_WHY])
{
    (void)s3;
    return fail(why);
}

bool s3_keep(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], const void *bytes, size_t size,
             char why[BYTES_WHY])
{
    (void)s3, (void)hash, (void)bytes, (void)size;
    return fail(why);
}

bool s3_has(struct s3 *s3, const uint8_t hash[DIGEST_SIZE])
{
    (void)s3, (void)hash;
    return false;
}

enum bytes_state s3_read(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], uint8_t **bytes,
                         size_t *size, char why[BYTES_WHY])
{
    (void)s3, (void)hash, (void)size;
    *bytes = NULL;
    fail(why);
    return BYTES_FAILED;
}

bool s3_remove(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], bool *was_there, char why[BYTES_WHY])
{
    (void)s3, (void)hash;
    *was_there = false;
    return fail(why);
}

bool s3_visit(struct s3 *s3, bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]),
              void *context, char why[BYTES_WHY])
{
    (void)s3, (void)visit, (void)context;
    return fail(why);
}
