/* The end of a claim: its file is stored and leaves the queue, in one transaction, unless another
 * worker has the claim by now. */
#include "claims.h"

#include "archive.h"
#include "facts.h"
#include "folder_index.h"
#include "ids.h"
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* The files of a list, sorted by the row of the queue. */
struct held {
    const struct claims *claims;
    struct found **files;
    int64_t *ids; /* each once */
    size_t count, id_count;
};

static int by_claim(const void *a, const void *b)
{
    const struct found *first = *(struct found *const *)a, *second = *(struct found *const *)b;
    return (first->claim.id > second->claim.id) - (first->claim.id < second->claim.id);
}

static bool hold(struct held *held, struct found *list)
{
    size_t count = 0;
    for (struct found *found = list; found; found = found->next)
        count++;
    held->files = calloc(count + 1, sizeof *held->files);
    held->ids = calloc(count + 1, sizeof *held->ids);
    if (!held->files || !held->ids)
        return false;
    for (; list; list = list->next)
        held->files[held->count++] = list;
    qsort(held->files, held->count, sizeof *held->files, by_claim);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || held->files[i]->claim.id != held->ids[held->id_count - 1])
            held->ids[held->id_count++] = held->files[i]->claim.id;
    return true;
}

static void let_go(struct held *held)
{
    free(held->files);
    free(held->ids);
}

/* The first file of a row, and those behind it until the row changes. */
static struct found **first_of(const struct held *held, int64_t id)
{
    size_t low = 0, high = held->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (held->files[middle]->claim.id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return held->files + low;
}

#define EACH_OF(held, row, at)                                                                     \
    struct found **at = first_of(held, row), **held_end = (held)->files + (held)->count;           \
    at < held_end && (*at)->claim.id == (row);                                                     \
    at++

/* id, claim */
static bool take_own(void *context, const struct value *values, size_t count)
{
    struct held *held = context;
    if (count == 2)
        for (EACH_OF(held, values[0].integer, at))
            (*at)->is_lost = (*at)->is_lost && (*at)->claim.number != values[1].integer;
    return true;
}

/* id, hash, version of the facts, whether a picture is there if one is wanted */
static bool take_known(void *context, const struct value *values, size_t count)
{
    struct held *held = context;
    if (count != 4)
        return true;
    for (EACH_OF(held, values[0].integer, at)) {
        struct found *found = *at;
        if (!found->ends_claim)
            continue;
        found->is_known = true;
        if (values[1].size == DIGEST_SIZE)
            memcpy(found->known_hash, values[1].bytes, DIGEST_SIZE);
        found->must_replace |= values[2].integer != FACTS_VERSION ||
                               (held->claims->plan.pictures && values[3].integer != 1);
    }
    return true;
}

static bool take_skipped(void *context, const struct value *values, size_t count)
{
    struct held *held = context;
    if (count == 1)
        for (EACH_OF(held, values[0].integer, at))
            (*at)->was_skipped = (*at)->ends_claim;
    return true;
}

/* Rows are found by `id`. The index of workers would find all claims for each hundred of them, so
 * it is kept out by the addition. */
#define OF_WORKER "AND worker + 0 = $101"

/* Finds the claims that this worker still has, and what the catalogue has of their files by now. In
 * PostgreSQL, their rows stay locked until the end of the transaction. */
static bool find_own(struct held *held, struct catalog *catalog)
{
    struct value worker = integer_value(held->claims->worker);
    const char *after =
        catalog->kind->dialect == DIALECT_SQLITE ? OF_WORKER : OF_WORKER " FOR UPDATE";
    for (size_t i = 0; i < held->count; i++) {
        held->files[i]->is_lost = true;
        held->files[i]->is_known = held->files[i]->was_skipped = held->files[i]->must_replace =
            false;
    }
    return run_for_ids(catalog, "SELECT id, claim FROM queue WHERE id IN", after, held->ids,
                       held->id_count, &worker, take_own, held) &&
           run_for_ids(catalog,
                       "SELECT queue.id, world.hash, world.facts, " PICTURE_IS_THERE
                       " FROM queue JOIN file ON file.folder = queue.folder"
                       " AND file.name = queue.name LEFT JOIN world ON world.key = file.key"
                       " WHERE queue.id IN",
                       "", held->ids, held->id_count, NULL, take_known, held) &&
           run_for_ids(catalog,
                       "SELECT queue.id FROM queue JOIN skipped ON skipped.folder = queue.folder"
                       " AND skipped.name = queue.name WHERE queue.id IN",
                       "", held->ids, held->id_count, NULL, take_skipped, held);
}

static bool end_claims(struct held *held, struct catalog *catalog)
{
    struct value worker = integer_value(held->claims->worker);
    size_t count = 0;
    for (size_t i = 0; i < held->count; i++)
        if (held->files[i]->ends_claim && !held->files[i]->is_lost)
            held->ids[count++] = held->files[i]->claim.id;
    return run_for_ids(catalog, "DELETE FROM queue WHERE id IN", OF_WORKER, held->ids, count,
                       &worker, NULL, NULL);
}

/* Takes what is lost out of a list. */
static struct found *take_lost(struct found **list)
{
    struct found *lost = NULL;
    for (struct found **at = list, *found; (found = *at) != NULL;) {
        if (!found->is_lost) {
            at = &found->next;
            continue;
        }
        *at = found->next;
        found->next = lost;
        lost = found;
    }
    return lost;
}

static void append(struct found **list, struct found *rest)
{
    while (*list)
        list = &(*list)->next;
    *list = rest;
}

static bool store(struct held *held, struct catalog *catalog, struct found **list)
{
    if (!claims_limit_transaction(held->claims, catalog) || !find_own(held, catalog))
        return false;
    struct found *lost = take_lost(list);
    bool fine = archive_forget_begun(catalog, *list) && store_within(catalog, *list) &&
                end_claims(held, catalog);
    append(list, lost);
    return fine;
}

bool claims_store(struct claims *claims, struct catalog *catalog, struct found **list)
{
    struct held held = {.claims = claims};
    bool fine = hold(&held, *list) && store_names_first(catalog, *list) &&
                catalog->kind->begin(catalog->database) &&
                catalog_end(catalog, store(&held, catalog, list));
    let_go(&held);
    if (fine)
        store_settle(*list);
    return fine;
}
