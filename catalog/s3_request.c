/* Signed requests to an S3 store, by libcurl. */
#include "s3_request.h"

#include "patience.h"
#include "s3_xml.h"

#include "../files/library.h"

#include <overworld/version.h>

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* libcurl brings thirty libraries, so it is loaded on demand. Debian has it with two libraries for
 * TLS. */
#if defined(__APPLE__)
#define LIBRARY       "libcurl.4.dylib"
#define OTHER_LIBRARY LIBRARY
#else
#define LIBRARY       "libcurl.so.4"
#define OTHER_LIBRARY "libcurl-gnutls.so.4"
#endif
static const struct library libcurl = {"S3 stores need", LIBRARY, "libcurl4"};
static const struct library other_libcurl = {"S3 stores need", OTHER_LIBRARY, "libcurl4"};

#define EACH_OF_LIBCURL(FUNCTION)                                                                  \
    FUNCTION(global_init)                                                                          \
    FUNCTION(easy_init)                                                                            \
    FUNCTION(easy_reset)                                                                           \
    FUNCTION(easy_setopt)                                                                          \
    FUNCTION(easy_perform)                                                                         \
    FUNCTION(easy_getinfo)                                                                         \
    FUNCTION(easy_strerror)                                                                        \
    FUNCTION(easy_cleanup)                                                                         \
    FUNCTION(slist_append)                                                                         \
    FUNCTION(slist_free_all)

#define POINTER(name) __typeof__(&curl_##name) name;
static struct {
    EACH_OF_LIBCURL(POINTER)
} curl;

/* A connection that sends or receives less than SLOWEST bytes a second for LONGEST_SILENCE seconds
 * is given up. MOST_IDLE connections are kept for the next request. */
enum {
    SECONDS_TO_CONNECT = 10,
    LONGEST_SILENCE = 30,
    SLOWEST = 100,
    MOST_IDLE = 64,
    LARGEST_ERROR = 64 << 10,
    LONGEST_URL = 16384
};

struct s3_client {
    const struct s3_place *place;
    struct patience *patience;
    pthread_mutex_t lock;
    CURL *idle[MOST_IDLE]; /* with their connections */
    size_t idle_count;
    bool is_given_up; /* no connection could be made for as long as patience lasted */
};

/* One attempt at a request. */
struct attempt {
    const struct s3_request *request;
    struct s3_answer *answer;
    CURL *curl;
    struct curl_slist *headers;
    char *url;
    size_t room; /* of the answer */
    bool lacks_memory;
    char error[CURL_ERROR_SIZE];
};

static bool fail(char why[BYTES_WHY], const char *what)
{
    snprintf(why, BYTES_WHY, "%.*s", BYTES_WHY - 1, what);
    return false;
}

static bool load(char why[BYTES_WHY])
{
    void *library = library_open(&libcurl);
    if (!library)
        library = library_open(&other_libcurl);
    bool found = library != NULL;
#define FIND(name) found = found && library_find(library, "curl_" #name, &curl.name);
    EACH_OF_LIBCURL(FIND)
    if (!found) {
        library_tell(&libcurl, NULL, why, BYTES_WHY);
        return false;
    }
    return curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ||
           fail(why, LIBRARY " cannot be started");
}

struct s3_client *s3_client_open(const struct s3_place *place, struct patience *patience,
                                 char why[BYTES_WHY])
{
    if (!load(why))
        return NULL;
    struct s3_client *client = calloc(1, sizeof *client);
    if (!client) {
        fail(why, "not enough memory");
        return NULL;
    }
    client->place = place;
    client->patience = patience;
    pthread_mutex_init(&client->lock, NULL);
    return client;
}

void s3_client_close(struct s3_client *client)
{
    if (!client)
        return;
    while (client->idle_count > 0)
        curl.easy_cleanup(client->idle[--client->idle_count]);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

static CURL *take_handle(struct s3_client *client)
{
    pthread_mutex_lock(&client->lock);
    CURL *handle = client->idle_count > 0 ? client->idle[--client->idle_count] : NULL;
    pthread_mutex_unlock(&client->lock);
    return handle ? handle : curl.easy_init();
}

static void put_back(struct s3_client *client, CURL *handle)
{
    pthread_mutex_lock(&client->lock);
    if (client->idle_count < MOST_IDLE) {
        client->idle[client->idle_count++] = handle;
        handle = NULL;
    }
    pthread_mutex_unlock(&client->lock);
    if (handle)
        curl.easy_cleanup(handle);
}

/* The answer grows with what comes, whatever size the store states. */
static bool make_room(struct attempt *attempt, size_t more)
{
    struct s3_answer *answer = attempt->answer;
    size_t wanted = answer->size + more;
    if (wanted < more || wanted <= attempt->room)
        return wanted >= more;
    size_t room = attempt->room > wanted / 2 ? attempt->room * 2 : wanted;
    uint8_t *grown = realloc(answer->bytes, room);
    attempt->lacks_memory = !grown;
    if (!grown)
        return false;
    answer->bytes = grown;
    attempt->room = room;
    return true;
}

/* What an error says is read to its end, but no more than the most is kept. */
static size_t take_bytes(char *bytes, size_t one, size_t size, void *context)
{
    struct attempt *attempt = context;
    struct s3_answer *answer = attempt->answer;
    long status = 0;
    curl.easy_getinfo(attempt->curl, CURLINFO_RESPONSE_CODE, &status);
    uint64_t most = status == 200 ? attempt->request->most : LARGEST_ERROR;
    answer->is_too_large = one * size > most - answer->size;
    if (answer->is_too_large || !make_room(attempt, one * size))
        return 0;
    memcpy(answer->bytes + answer->size, bytes, one * size);
    answer->size += one * size;
    return one * size;
}

static size_t take_header(char *line, size_t one, size_t size, void *context)
{
    static const char marker[] = "x-amz-delete-marker: true";
    struct attempt *attempt = context;
    if (one * size >= strlen(marker) && strncasecmp(line, marker, strlen(marker)) == 0)
        attempt->answer->keeps_old_versions = true;
    return one * size;
}

/* Adds "NAME: VALUE". */
static bool add_header(struct attempt *attempt, const char *name, const char *value)
{
    size_t room = strlen(name) + strlen(value) + 3;
    char *line = malloc(room);
    struct curl_slist *longer = NULL;
    if (line) {
        snprintf(line, room, "%s: %s", name, value);
        longer = curl.slist_append(attempt->headers, line);
    }
    free(line);
    if (longer)
        attempt->headers = longer;
    return longer != NULL;
}

static bool is_put(const struct s3_request *request)
{
    return strcmp(request->method, "PUT") == 0;
}

/* The signature covers the hash of what is sent, so a store refuses bytes that changed on the
 * way. */
static bool add_headers(struct attempt *attempt, const struct s3_place *place)
{
    const struct s3_request *request = attempt->request;
    uint8_t hash[DIGEST_SIZE];
    char digits[DIGEST_DIGITS + 1];
    digest(request->bytes, request->size, hash);
    digest_write(hash, digits);
    return add_header(attempt, "x-amz-content-sha256", digits) &&
           (!place->token || add_header(attempt, "x-amz-security-token", place->token)) &&
           (!is_put(request) || add_header(attempt, "Content-Type", "application/octet-stream"));
}

static bool write_url(struct attempt *attempt, const struct s3_place *place)
{
    const struct s3_request *request = attempt->request;
    attempt->url = malloc(LONGEST_URL);
    if (!attempt->url)
        return false;
    int size = snprintf(attempt->url, LONGEST_URL, "%s/", place->url);
    s3_encode(request->path, true, attempt->url + size);
    if (request->query) {
        size_t end = strlen(attempt->url);
        snprintf(attempt->url + end, LONGEST_URL - end, "?%s", request->query);
    }
    return true;
}

static bool set_signature(const struct attempt *attempt, const struct s3_place *place)
{
    CURL *handle = attempt->curl;
    return curl.easy_setopt(handle, CURLOPT_AWS_SIGV4, place->signature) == CURLE_OK &&
           curl.easy_setopt(handle, CURLOPT_USERNAME, place->id) == CURLE_OK &&
           curl.easy_setopt(handle, CURLOPT_PASSWORD, place->secret) == CURLE_OK &&
           curl.easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           (!place->certificates ||
            curl.easy_setopt(handle, CURLOPT_CAINFO, place->certificates) == CURLE_OK);
}

static void set_limits(const struct attempt *attempt)
{
    curl.easy_setopt(attempt->curl, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(attempt->curl, CURLOPT_CONNECTTIMEOUT, (long)SECONDS_TO_CONNECT);
    curl.easy_setopt(attempt->curl, CURLOPT_LOW_SPEED_LIMIT, (long)SLOWEST);
    curl.easy_setopt(attempt->curl, CURLOPT_LOW_SPEED_TIME, (long)LONGEST_SILENCE);
}

static void set_request(struct attempt *attempt)
{
    const struct s3_request *request = attempt->request;
    CURL *handle = attempt->curl;
    curl.easy_setopt(handle, CURLOPT_URL, attempt->url);
    curl.easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    curl.easy_setopt(handle, CURLOPT_USERAGENT, "overworld/" OW_VERSION);
    curl.easy_setopt(handle, CURLOPT_HTTPHEADER, attempt->headers);
    curl.easy_setopt(handle, CURLOPT_ERRORBUFFER, attempt->error);
    curl.easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_bytes);
    curl.easy_setopt(handle, CURLOPT_WRITEDATA, attempt);
    curl.easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
    curl.easy_setopt(handle, CURLOPT_HEADERDATA, attempt);
    if (is_put(request)) {
        curl.easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->size);
        curl.easy_setopt(handle, CURLOPT_POSTFIELDS, request->size > 0 ? request->bytes : "");
    }
    if (strcmp(request->method, "HEAD") == 0)
        curl.easy_setopt(handle, CURLOPT_NOBODY, 1L);
    else if (strcmp(request->method, "GET") != 0)
        curl.easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request->method);
}

static void clear_answer(struct s3_answer *answer)
{
    free(answer->bytes);
    *answer = (struct s3_answer){.length = -1};
}

/* Errors of libcurl that a second attempt may not have. */
static bool may_pass(CURLcode code)
{
    switch (code) {
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return true;
    default:
        return false;
    }
}

static bool fail_by_curl(const struct attempt *attempt, CURLcode code,
                         struct database_failure *failure)
{
    failure->is_away = may_pass(code);
    failure->may_retry =
        failure->is_away && code != CURLE_OPERATION_TIMEDOUT; /* took long enough */
    snprintf(failure->message, sizeof failure->message, "%s",
             attempt->lacks_memory ? "not enough memory"
             : *attempt->error     ? attempt->error
                                   : curl.easy_strerror(code));
    return false;
}

/* What to do about an answer that is no success. */
static const char *advice(long status, const char *code)
{
    if (strcmp(code, "NoSuchBucket") == 0)
        return "; make the bucket first";
    if (strcmp(code, "RequestTimeTooSkewed") == 0)
        return "; set the clock of this computer";
    if (status == 301 || status == 307 || strcmp(code, "AuthorizationHeaderMalformed") == 0)
        return "; set AWS_REGION to the region of the bucket";
    if (status == 401 || status == 403)
        return "; check the keys in the environment and what they may do";
    return "";
}

/* Judges the status. Only the code of an error is repeated: other parts of it have keys. */
static bool judge(const struct attempt *attempt, struct database_failure *failure)
{
    const struct s3_answer *answer = attempt->answer;
    char code[S3_LONGEST_CODE] = "";
    long status = answer->status;
    if (status >= 200 && status < 300)
        return true;
    s3_xml_code(answer->bytes, answer->size, code);
    if (status == 404 && (!*code || strcmp(code, "NoSuchKey") == 0))
        return true;
    failure->may_retry = failure->is_away = status == 408 || status == 429 || status >= 500;
    snprintf(failure->message, sizeof failure->message, "the store answers %ld%s%s%s", status,
             *code ? " " : "", code, advice(status, code));
    return false;
}

static bool prepare(struct attempt *attempt, const struct s3_place *place,
                    struct database_failure *failure)
{
    failure->may_retry = failure->is_away = false;
    snprintf(failure->message, sizeof failure->message, "not enough memory");
    if (!attempt->curl || !write_url(attempt, place) || !add_headers(attempt, place))
        return false;
    curl.easy_reset(attempt->curl);
    set_limits(attempt);
    set_request(attempt);
    snprintf(failure->message, sizeof failure->message,
             LIBRARY " is too old for S3 stores, or cannot sign requests");
    return set_signature(attempt, place);
}

/* One attempt. Returns false with *failure. */
static bool try_once(struct s3_client *client, const struct s3_request *request,
                     struct s3_answer *answer, struct database_failure *failure)
{
    struct attempt attempt = {.request = request, .answer = answer, .curl = take_handle(client)};
    curl_off_t length = -1;
    clear_answer(answer);
    bool fine = prepare(&attempt, client->place, failure);
    if (fine) {
        CURLcode code = curl.easy_perform(attempt.curl);
        curl.easy_getinfo(attempt.curl, CURLINFO_RESPONSE_CODE, &answer->status);
        curl.easy_getinfo(attempt.curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
        answer->length = length;
        fine = code == CURLE_OK || answer->is_too_large ? judge(&attempt, failure)
                                                        : fail_by_curl(&attempt, code, failure);
    }
    curl.slist_free_all(attempt.headers);
    free(attempt.url);
    if (attempt.curl)
        put_back(client, attempt.curl);
    return fine;
}

/* Without this, each further request would wait for a store that is away. */
static bool is_given_up(struct s3_client *client, bool now)
{
    pthread_mutex_lock(&client->lock);
    client->is_given_up = client->is_given_up || now;
    bool given_up = client->is_given_up;
    pthread_mutex_unlock(&client->lock);
    return given_up;
}

bool s3_ask(struct s3_client *client, const struct s3_request *request, struct s3_answer *answer,
            char why[BYTES_WHY])
{
    struct attempts attempts = {0};
    struct database_failure failure = {0};
    bool fine;
    *answer = (struct s3_answer){.length = -1};
    if (is_given_up(client, false))
        return fail(why, "the store is away");
    while (!(fine = try_once(client, request, answer, &failure)) &&
           patience_allows(client->patience, &attempts, &failure))
        continue;
    patience_end(client->patience, &attempts, fine);
    if (fine)
        return true;
    is_given_up(client, failure.is_away && answer->status == 0);
    clear_answer(answer);
    return fail(why, failure.message);
}
