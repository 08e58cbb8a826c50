/* Signed requests to an S3 store, by libcurl, which is loaded on demand. */
#ifndef OW_CATALOG_S3_REQUEST_H
#define OW_CATALOG_S3_REQUEST_H

#include "s3_place.h"

struct patience;
struct s3_client;

/* What an object and a page of a list may have. More is not read. */
#define S3_LARGEST_OBJECT (UINT64_C(5) << 30) /* the most that one request may put */
enum { S3_LARGEST_LIST = 16 << 20 };

struct s3_request {
    const char *method; /* "GET", "HEAD", "PUT" or "DELETE" */
    const char *path;   /* of the object below the bucket, not encoded; "": the bucket */
    const char *query;  /* encoded, in the order of names; NULL: none */
    const void *bytes;  /* of PUT */
    size_t size;
    uint64_t most; /* of the answer, in bytes */
};

struct s3_answer {
    long status; /* of HTTP */
    uint8_t *bytes;
    size_t size;             /* of the bytes */
    int64_t length;          /* that the store states; -1: none */
    bool keeps_old_versions; /* a DELETE hid the object and removed nothing */
    bool is_too_large;
};

/* Returns NULL with `why`. Not for several threads, the rest is. `place` lives as long. */
struct s3_client *s3_client_open(const struct s3_place *place, struct patience *patience,
                                 char why[BYTES_WHY]);
void s3_client_close(struct s3_client *client);

/* Makes a request until the store answers it, as long as patience lasts. Returns true with an
 * answer, whose bytes are to be freed, if the status is 2xx or 404 for a missing object. Returns
 * false with `why` otherwise. */
bool s3_ask(struct s3_client *client, const struct s3_request *request, struct s3_answer *answer,
            char why[BYTES_WHY]);

#endif
