/* Finds the world that a user means by a path or by the beginning of a hash. */
#include "databases/catalog.h"
#include "terminal/terminal.h"

#include "../../catalog/pool.h"
#include "../../catalog/walk.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FOUND = 2, SHORTEST_HASH = 4, REASON = 256 };

struct found_hashes {
    uint8_t hashes[MOST_FOUND][DIGEST_SIZE];
    size_t count;
    char reason[REASON]; /* why the file was not read */
};

static bool take_hash(void *context, const struct value *values, size_t count)
{
    struct found_hashes *found = context;
    if (count > 0 && values->size == DIGEST_SIZE && found->count < MOST_FOUND)
        memcpy(found->hashes[found->count++], values->bytes, DIGEST_SIZE);
    return found->count < MOST_FOUND;
}

/* Writes why the file with this path was not read. Returns false if the catalogue has no reason. */
static bool take_reason(void *context, const struct value *values, size_t count)
{
    if (count == 1 && values->kind == VALUE_TEXT)
        snprintf(context, REASON, "%.*s", (int)values->size, (const char *)values->bytes);
    return false;
}

/* Finds a file by its folder and name, escaped. */
static bool find_file(struct catalog *catalog, const struct value values[2],
                      struct found_hashes *found)
{
    return catalog_run(catalog,
                       "SELECT world.hash FROM file JOIN world ON world.key = file.key"
                       " WHERE file.folder = $1 AND file.name = $2",
                       values, 2, take_hash, found) &&
           (found->count > 0 ||
            catalog_run(catalog, "SELECT message FROM skipped WHERE folder = $1 AND name = $2",
                        values, 2, take_reason, found->reason));
}

/* Finds NAME/... as the catalogue has it, below a root. */
static bool find_recorded(struct catalog *catalog, const char *path, struct found_hashes *found)
{
    struct pool pool = {0};
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path || found->count > 0 || *found->reason)
        return true;
    struct value values[] = {escape_text(&pool, (ow_text){path, (size_t)(slash - path)}),
                             escape_text(&pool, ow_text_of(slash + 1))};
    bool fine = find_file(catalog, values, found);
    pool_free(&pool);
    return fine;
}

static bool find_path(struct catalog *catalog, const struct roots *roots, const char *path,
                      struct found_hashes *found)
{
    struct pool pool = {0};
    struct value values[2];
    char *real = realpath(path, NULL);
    bool fine = true;
    if (place_of_path(real ? real : path, roots, &pool, &values[0], &values[1]))
        fine = find_file(catalog, values, found);
    pool_free(&pool);
    free(real);
    return fine && find_recorded(catalog, path, found);
}

/* Finds a path as it is printed, with escapes for bytes that are not text. No other path is printed
 * the same way. */
static bool find_printed_path(struct catalog *catalog, const struct roots *roots, const char *word,
                              struct found_hashes *found)
{
    size_t size; /* no path contains anything after a zero byte */
    if (found->count > 0 || *found->reason || !strchr(word, '\\'))
        return true;
    char *path = unescape_text(word, strlen(word), &size);
    bool fine = !path || find_path(catalog, roots, path, found);
    free(path);
    return fine;
}

/* Finds the world with a path or the beginning of a hash. Returns false with catalog_failure. */
static bool find_world(struct catalog *catalog, const struct roots *roots, const char *word,
                       struct found_hashes *found)
{
    uint8_t from[DIGEST_SIZE], to[DIGEST_SIZE];
    if (!find_path(catalog, roots, word, found) || !find_printed_path(catalog, roots, word, found))
        return false;
    if (found->count > 0 || *found->reason || strlen(word) < SHORTEST_HASH ||
        !digest_range(word, from, to))
        return true;
    struct value range[] = {integer_value(digest_key(from)), integer_value(digest_key(to)),
                            bytes_value(from, DIGEST_SIZE), bytes_value(to, DIGEST_SIZE)};
    return catalog_run(catalog,
                       "SELECT hash FROM world WHERE key >= $1 AND key <= $2"
                       " AND hash >= $3 AND hash <= $4",
                       range, 4, take_hash, found);
}

int find_in_catalog(struct catalog *catalog, const char *place, const struct roots *roots,
                    const char *word, uint8_t hash[DIGEST_SIZE])
{
    struct found_hashes found = {.count = 0};
    if (!find_world(catalog, roots, word, &found))
        return catalog_failed(place, catalog_failure(catalog));
    if (found.count == 1) {
        memcpy(hash, found.hashes[0], DIGEST_SIZE);
        return EXIT_FINE;
    }
    if (*found.reason)
        complain("%s: skipped when the catalogue was made: %s", word, found.reason);
    else if (found.count > 1)
        complain("%s: several worlds have a hash that begins with these digits; write more digits",
                 word);
    else
        complain("%s: not in the catalogue: no file has this path, and no hash begins with these "
                 "digits (at least 4)",
                 word);
    return EXIT_PROBLEMS;
}
