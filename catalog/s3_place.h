/* Where an S3 store is and who asks it: from an address and the environment variables of AWS's own
 * tools. */
#ifndef OW_CATALOG_S3_PLACE_H
#define OW_CATALOG_S3_PLACE_H

#include "bytes.h"

struct s3_place {
    char url[1280];     /* of the bucket, without a slash at the end */
    char prefix[1026];  /* of the names of objects; empty, or ends with a slash */
    char signature[80]; /* for CURLOPT_AWS_SIGV4 */
    /* From the environment; `token` and `certificates` may be NULL. */
    const char *id, *secret, *token, *certificates;
};

/* Reads s3://BUCKET[/PREFIX], and AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN,
 * AWS_REGION or AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, and AWS_CA_BUNDLE.
 * Returns false with `why`. */
bool s3_place_read(const char *address, struct s3_place *place, char why[BYTES_WHY]);

/* Writes TEXT as a part of an address, with all characters as %XX that are not plain; a slash
 * too, unless `keeps_slashes`. `out` has room for three times the text, and one. */
void s3_encode(const char *text, bool keeps_slashes, char *out);

#endif
