/* Taking worlds out of a catalogue for good. */
#include "takedown.h"

#include "store.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* SQLite has one writer at a time. In PostgreSQL, those who add share a lock that a takedown has
 * alone, so nobody adds what is being taken out. */
#define LOCK "pg_advisory_xact_lock"

static bool lock(struct catalog *catalog, bool is_shared)
{
    return catalog->kind->dialect == DIALECT_SQLITE ||
           catalog_run(catalog,
                       is_shared ? "SELECT " LOCK "_shared(1331127157)"
                                 : "SELECT " LOCK "(1331127157)",
                       NULL, 0, NULL, NULL);
}

static bool take_reason(void *context, const struct value *values, size_t count)
{
    static const char words[] = "was taken out of the catalogue: ";
    struct found *found = context;
    char *why = pool_take(&found->pool, sizeof words + values->size);
    found->is_refused = true;
    if (!why || count != 1) {
        found->why = text_value("was taken out of the catalogue");
        return false;
    }
    memcpy(why, words, sizeof words - 1);
    memcpy(why + sizeof words - 1, values->bytes, values->size);
    why[sizeof words - 1 + values->size] = '\0';
    found->why = text_value(why);
    return false;
}

bool takedown_find(struct catalog *catalog, struct found *list)
{
    int64_t any;
    for (struct found *found = list; found; found = found->next)
        found->is_refused = false;
    if (!lock(catalog, true) ||
        !catalog_number(catalog, "SELECT 1 FROM refused LIMIT 1", NULL, 0, 0, &any))
        return false;
    for (struct found *found = list; any && found; found = found->next) {
        struct value hash = bytes_value(found->facts.hash, DIGEST_SIZE);
        if (found->has_facts && !catalog_run(catalog, "SELECT reason FROM refused WHERE hash = $1",
                                             &hash, 1, take_reason, found))
            return false;
    }
    return true;
}

static bool refuse(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], const char *reason)
{
    struct value values[] = {bytes_value(hash, DIGEST_SIZE), integer_value((int64_t)time(NULL)),
                             text_value(reason)};
    return catalog_run(catalog,
                       "INSERT INTO refused (hash, since, reason) VALUES ($1, $2, $3)"
                       " ON CONFLICT (hash) DO UPDATE SET reason = excluded.reason",
                       values, 3, NULL, NULL);
}

static bool take_out(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], const char *reason,
                     uint64_t *files)
{
    struct value values[] = {integer_value(digest_key(hash)), bytes_value(hash, DIGEST_SIZE)};
    int64_t count;
    bool fine = lock(catalog, false) &&
                catalog_number(catalog,
                               "SELECT count(*) FROM file JOIN world ON world.key = file.key"
                               " WHERE file.key = $1 AND world.hash = $2",
                               values, 2, 0, &count) &&
                store_forget_world(catalog, hash) && refuse(catalog, hash, reason);
    *files = fine ? (uint64_t)count : 0;
    return fine;
}

bool takedown(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], const char *reason,
              uint64_t *files)
{
    *files = 0;
    return catalog->kind->begin(catalog->database) &&
           catalog_end(catalog, take_out(catalog, hash, reason, files));
}

bool takedown_undo(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], bool *was_refused)
{
    struct value value = bytes_value(hash, DIGEST_SIZE);
    int64_t count = 0;
    if (!catalog->kind->begin(catalog->database))
        return false;
    bool fine =
        catalog_end(catalog, catalog_number(catalog, "SELECT count(*) FROM refused WHERE hash = $1",
                                            &value, 1, 0, &count) &&
                                 catalog_run(catalog, "DELETE FROM refused WHERE hash = $1", &value,
                                             1, NULL, NULL));
    *was_refused = fine && count > 0;
    return fine;
}
