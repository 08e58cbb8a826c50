/* The bytes of worlds in an S3 store, each an object named by its hash. */
#include "s3.h"

#include "patience.h"
#include "s3_request.h"
#include "s3_xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A name below the prefix: 4b/4be1f02c... */
enum { FOLDER_DIGITS = 2, NAME_SIZE = FOLDER_DIGITS + 1 + DIGEST_DIGITS, LONGEST_PATH = 1200 };

struct s3 {
    struct s3_place place;
    struct s3_client *client;
    struct patience *patience;
};

static bool fail(char why[BYTES_WHY], const char *what)
{
    snprintf(why, BYTES_WHY, "%s", what);
    return false;
}

struct s3 *s3_open(const char *address, struct patience *patience, char why[BYTES_WHY])
{
    struct s3 *s3 = calloc(1, sizeof *s3);
    if (!s3) {
        fail(why, "not enough memory");
        return NULL;
    }
    s3->patience = patience;
    if (s3_place_read(address, &s3->place, why) &&
        (s3->client = s3_client_open(&s3->place, patience, why)))
        return s3;
    free(s3);
    return NULL;
}

void s3_close(struct s3 *s3)
{
    s3_client_close(s3->client);
    free(s3);
}

void s3_give_up(struct s3 *s3)
{
    patience_stop(s3->patience);
}

static void write_path(const struct s3 *s3, const uint8_t hash[DIGEST_SIZE],
                       char path[LONGEST_PATH])
{
    char name[DIGEST_DIGITS + 1];
    digest_write(hash, name);
    snprintf(path, LONGEST_PATH, "%s%.*s/%s", s3->place.prefix, FOLDER_DIGITS, name, name);
}

/* Asks about the object of a hash. */
static bool ask(struct s3 *s3, const char *method, const uint8_t hash[DIGEST_SIZE],
                struct s3_request request, struct s3_answer *answer, char why[BYTES_WHY])
{
    char path[LONGEST_PATH];
    write_path(s3, hash, path);
    request.method = method;
    request.path = path;
    return s3_ask(s3->client, &request, answer, why);
}

/* *length is that of the object, or -1 if there is none. Returns false with `why`. */
static bool measure(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], int64_t *length,
                    char why[BYTES_WHY])
{
    struct s3_answer answer;
    if (!ask(s3, "HEAD", hash, (struct s3_request){.most = 0}, &answer, why))
        return false;
    *length = answer.status == 404 ? -1 : answer.length;
    free(answer.bytes);
    return true;
}

bool s3_keep(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], const void *bytes, size_t size,
             char why[BYTES_WHY])
{
    struct s3_answer answer;
    int64_t length;
    if (size > S3_LARGEST_OBJECT)
        return fail(why, "is larger than 5 GiB, the most that an S3 store takes at once");
    if (!measure(s3, hash, &length, why))
        return false;
    if (length >= 0 && (uint64_t)length == size)
        return true;
    if (!ask(s3, "PUT", hash, (struct s3_request){.bytes = bytes, .size = size}, &answer, why))
        return false;
    free(answer.bytes);
    return answer.status == 200 || fail(why, "the store does not say that it has the bytes");
}

bool s3_has(struct s3 *s3, const uint8_t hash[DIGEST_SIZE])
{
    char why[BYTES_WHY];
    int64_t length;
    return measure(s3, hash, &length, why) && length >= 0;
}

enum bytes_state s3_read(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], uint8_t **bytes,
                         size_t *size, char why[BYTES_WHY])
{
    struct s3_answer answer;
    uint8_t found[DIGEST_SIZE];
    *bytes = NULL;
    if (!ask(s3, "GET", hash, (struct s3_request){.most = S3_LARGEST_OBJECT}, &answer, why))
        return BYTES_FAILED;
    digest(answer.bytes, answer.size, found);
    bool is_whole =
        answer.status == 200 && !answer.is_too_large && memcmp(found, hash, DIGEST_SIZE) == 0;
    if (!is_whole) {
        free(answer.bytes);
        return answer.status == 404 ? BYTES_MISSING : BYTES_DAMAGED;
    }
    *bytes = answer.bytes;
    *size = answer.size;
    return BYTES_FINE;
}

bool s3_remove(struct s3 *s3, const uint8_t hash[DIGEST_SIZE], bool *was_there, char why[BYTES_WHY])
{
    struct s3_answer answer;
    int64_t length;
    *was_there = false;
    if (!measure(s3, hash, &length, why) ||
        !ask(s3, "DELETE", hash, (struct s3_request){.most = 0}, &answer, why))
        return false;
    free(answer.bytes);
    *was_there = length >= 0;
    return !answer.keeps_old_versions ||
           fail(why, "the bucket keeps old versions: delete them in the store, and turn "
                     "versioning off");
}

struct listing {
    const struct s3 *s3;
    bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]);
    void *context;
    bool is_stopped;
};

/* The value of a digit, or -1. */
static int digit(char character)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = character ? strchr(digits, character) : NULL;
    int value = at ? (int)(at - digits) : -1;
    return value < 16 ? value : value - 6;
}

/* Returns true if a store's way to write it, with %XX and + for a space, stands for `text`. */
static bool stands_for(const char *written, size_t size, const char *text)
{
    const char *past = written + size;
    for (; written < past && *text; text++) {
        char character = *written == '+' ? ' ' : *written;
        if (*written == '%' && past - written > 2 && digit(written[1]) >= 0 &&
            digit(written[2]) >= 0) {
            character = (char)(unsigned char)(digit(written[1]) * 16 + digit(written[2]));
            written += 2;
        }
        written++;
        if (character != *text)
            return false;
    }
    return written == past && *text == '\0';
}

/* Some stores encode names in a list, and some do not although they are asked to. */
static bool is_prefix(const char *name, size_t size, const char *prefix)
{
    return (strlen(prefix) == size && memcmp(name, prefix, size) == 0) ||
           stands_for(name, size, prefix);
}

static bool visit_name(void *context, const char *name)
{
    struct listing *listing = context;
    uint8_t hash[DIGEST_SIZE];
    size_t size = strlen(name);
    const char *digits = size >= DIGEST_DIGITS ? name + size - DIGEST_DIGITS : "";
    const char *begin = size >= NAME_SIZE ? name + size - NAME_SIZE : NULL;
    if (!begin || !digest_read(digits, hash) || begin[FOLDER_DIGITS] != '/' ||
        memcmp(begin, digits, FOLDER_DIGITS) != 0 ||
        !is_prefix(name, size - NAME_SIZE, listing->s3->place.prefix))
        return true;
    listing->is_stopped = !listing->visit(listing->context, hash);
    return !listing->is_stopped;
}

/* Asks for a page of at most `most` names; `next` is empty for the first one. */
static bool ask_page(struct s3 *s3, const char *next, unsigned most, struct s3_answer *answer,
                     char why[BYTES_WHY])
{
    struct {
        char token[3 * S3_LONGEST_TOKEN + 1], prefix[3 * sizeof s3->place.prefix];
        char query[3 * S3_LONGEST_TOKEN + 3 * sizeof s3->place.prefix + 128];
    } *texts = malloc(sizeof *texts);
    if (!texts)
        return fail(why, "not enough memory");
    s3_encode(next, false, texts->token);
    s3_encode(s3->place.prefix, false, texts->prefix);
    snprintf(texts->query, sizeof texts->query,
             "%s%s%sencoding-type=url&list-type=2&max-keys=%u&prefix=%s",
             *next ? "continuation-token=" : "", texts->token, *next ? "&" : "", most,
             texts->prefix);
    const struct s3_request request = {
        .method = "GET", .path = "", .query = texts->query, .most = S3_LARGEST_LIST};
    bool fine = s3_ask(s3->client, &request, answer, why);
    free(texts);
    return fine;
}

static bool read_page(struct listing *listing, struct s3 *s3, struct s3_page *page, unsigned most,
                      char why[BYTES_WHY])
{
    struct s3_answer answer;
    if (!ask_page(s3, page->next, most, &answer, why))
        return false;
    bool fine = answer.status == 200 && !answer.is_too_large &&
                s3_xml_page(answer.bytes, answer.size, page);
    free(answer.bytes);
    return fine || listing->is_stopped || fail(why, "the store's list cannot be read");
}

bool s3_visit(struct s3 *s3, bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]),
              void *context, char why[BYTES_WHY])
{
    enum { PAGE = 1000 };
    struct listing listing = {.s3 = s3, .visit = visit, .context = context};
    struct s3_page page = {.visit = visit_name, .context = &listing};
    char last[S3_LONGEST_TOKEN];
    do {
        memcpy(last, page.next, sizeof last);
        if (!read_page(&listing, s3, &page, PAGE, why))
            return false;
        if (*page.next && strcmp(last, page.next) == 0)
            return fail(why, "the store lists the same names again and again");
    } while (*page.next && !listing.is_stopped);
    return true;
}

static bool ignore(void *context, const char *name)
{
    (void)context, (void)name;
    return true;
}

bool s3_is_possible(struct s3 *s3, char why[BYTES_WHY])
{
    struct listing listing = {.s3 = s3};
    struct s3_page page = {.visit = ignore};
    return read_page(&listing, s3, &page, 1, why);
}
