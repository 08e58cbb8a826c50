/* Where an S3 store is and who asks it. */
#include "s3_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEME "s3://"

enum {
    LEAST_BUCKET = 3,
    MOST_BUCKET = 63,
    MOST_PREFIX = 900,
    MOST_ENDPOINT = 1024,
    MOST_REGION = 40
};

static const char lower[] = "abcdefghijklmnopqrstuvwxyz", digits[] = "0123456789",
                  upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

static bool fail(char why[BYTES_WHY], const char *what)
{
    snprintf(why, BYTES_WHY, "%s", what);
    return false;
}

static bool is_one_of(char character, const char *const *sets)
{
    for (; *sets; sets++)
        if (character && strchr(*sets, character))
            return true;
    return false;
}

/* Returns true if the first `size` characters are all in one of these sets. */
static bool consists_of(const char *text, size_t size, const char *const *sets)
{
    while (size > 0 && is_one_of(*text, sets))
        text++, size--;
    return size == 0;
}

/* The value of the first variable that is set and not empty, or NULL. */
static const char *variable(const char *first, const char *second)
{
    const char *value = getenv(first);
    if ((!value || !*value) && second)
        value = getenv(second);
    return value && *value ? value : NULL;
}

void s3_encode(const char *text, bool keeps_slashes, char *out)
{
    static const char *const plain[] = {lower, upper, digits, "-._~", NULL};
    for (; *text; text++)
        if (is_one_of(*text, plain) || (keeps_slashes && *text == '/'))
            *out++ = *text;
        else
            out += sprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
    *out = '\0';
}

/* A part "." or ".." may be resolved on the way, and an empty one lost. */
static bool is_plain_part(const char *part, size_t size)
{
    return size > 0 && !(part[0] == '.' && (size == 1 || (size == 2 && part[1] == '.')));
}

static bool read_prefix(const char *text, char *prefix, char why[BYTES_WHY])
{
    size_t size = strlen(text);
    if (size > MOST_PREFIX)
        return fail(why, "the prefix is longer than 900 bytes");
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            return fail(why, "the prefix has a control character");
    for (const char *part = text; *part;) {
        size_t length = strcspn(part, "/");
        if (!is_plain_part(part, length))
            return fail(why, "a part of the prefix is empty, \".\" or \"..\"");
        part += length + (part[length] == '/');
    }
    sprintf(prefix, "%s%s", text, size > 0 && text[size - 1] != '/' ? "/" : "");
    return true;
}

static bool read_region(const char **region, char why[BYTES_WHY])
{
    static const char *const allowed[] = {lower, digits, "-", NULL};
    *region = variable("AWS_REGION", "AWS_DEFAULT_REGION");
    if (!*region)
        *region = "us-east-1";
    size_t size = strlen(*region);
    return (size <= MOST_REGION && consists_of(*region, size, allowed)) ||
           fail(why, "AWS_REGION is not the name of a region, such as eu-central-1");
}

static bool is_endpoint(const char *endpoint)
{
    static const char *const allowed[] = {lower, upper, digits, "-._~:/[]%", NULL};
    bool is_web = strncmp(endpoint, "http://", 7) == 0 || strncmp(endpoint, "https://", 8) == 0;
    size_t size = strlen(endpoint);
    return is_web && size <= MOST_ENDPOINT && consists_of(endpoint, size, allowed) &&
           !strchr("/:", strstr(endpoint, "//")[2]);
}

/* A store of one's own has the bucket in the path. At AWS it is in the name of the host, unless the
 * bucket's name has dots, for which the certificate does not hold. */
static bool write_url(const char *bucket, size_t size, const char *region, struct s3_place *place,
                      char why[BYTES_WHY])
{
    const char *endpoint = variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
    const char *china = strncmp(region, "cn-", 3) == 0 ? ".cn" : "";
    int length = (int)size;
    if (endpoint && !is_endpoint(endpoint))
        return fail(why, "AWS_ENDPOINT_URL is not an address such as https://store.example:9000");
    if (endpoint) {
        size_t end = strlen(endpoint);
        snprintf(place->url, sizeof place->url, "%.*s/%.*s",
                 (int)(endpoint[end - 1] == '/' ? end - 1 : end), endpoint, length, bucket);
    } else if (memchr(bucket, '.', size)) {
        snprintf(place->url, sizeof place->url, "https://s3.%s.amazonaws.com%s/%.*s", region, china,
                 length, bucket);
    } else {
        snprintf(place->url, sizeof place->url, "https://%.*s.s3.%s.amazonaws.com%s", length,
                 bucket, region, china);
    }
    return true;
}

static bool read_credentials(struct s3_place *place, char why[BYTES_WHY])
{
    place->id = variable("AWS_ACCESS_KEY_ID", NULL);
    place->secret = variable("AWS_SECRET_ACCESS_KEY", NULL);
    place->token = variable("AWS_SESSION_TOKEN", NULL);
    place->certificates = variable("AWS_CA_BUNDLE", NULL);
    if (!place->id || !place->secret)
        return fail(why, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
    return !strpbrk(place->id, "\r\n") && !strpbrk(place->secret, "\r\n") &&
                   !(place->token && strpbrk(place->token, "\r\n"))
               ? true
               : fail(why, "a key in the environment has a line break");
}

bool s3_place_read(const char *address, struct s3_place *place, char why[BYTES_WHY])
{
    static const char *const allowed[] = {lower, upper, digits, "-._", NULL};
    const char *bucket = address + strlen(SCHEME), *region;
    size_t size = strcspn(bucket, "/");
    *place = (struct s3_place){.url = ""};
    if (size < LEAST_BUCKET || size > MOST_BUCKET || !consists_of(bucket, size, allowed) ||
        !is_one_of(bucket[0], (const char *const[]){lower, upper, digits, NULL}))
        return fail(why, "is not an address such as s3://BUCKET or s3://BUCKET/PREFIX");
    if (!read_prefix(bucket + size + (bucket[size] == '/'), place->prefix, why) ||
        !read_credentials(place, why) || !read_region(&region, why))
        return false;
    snprintf(place->signature, sizeof place->signature, "aws:amz:%s:s3", region);
    return write_url(bucket, size, region, place, why);
}
