/* The queue of a catalogue: how a worker claims files, and gives back those of the dead. */
#include "claims.h"

#include "digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Times in milliseconds. A batch that was read within QUICK is followed by one of twice the size,
 * one that took longer than SLOW by one of half the size. */
enum { QUICK = 500, SLOW = 4000, LONGEST_PAUSE = 1000 };

/* The clock of the database, in milliseconds: the clocks of workers may differ. */
#define NOW_IN_SQLITE     "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define NOW_IN_POSTGRESQL "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

#define BEAT(now)                                                                                  \
    "INSERT INTO worker (id, name, since, expires) VALUES ($1, $2, " now " / 1000, " now " + $3)"  \
    " ON CONFLICT (id) DO UPDATE SET expires = excluded.expires"

/* PostgreSQL: what another worker has locked is left for later, because this worker may stand
 * still. */
#define LOCKED(rows) " = ANY (ARRAY (" rows " FOR UPDATE SKIP LOCKED))"

#define EXPIRED(now) "expires <= " now
#define ORPHANED                                                                                   \
    "worker <> 0 AND NOT EXISTS"                                                                   \
    " (SELECT 1 FROM worker WHERE worker.id = queue.worker)"
/* The order makes PostgreSQL take the index of claims, also of a queue that it knows nothing
 * about. */
#define SOME      " ORDER BY worker LIMIT 10000"
#define GIVE_BACK "UPDATE queue SET worker = 0, attempts = attempts + 1 WHERE "

#define CLAIM "UPDATE queue SET worker = $1, claim = $2 WHERE id"
#define FREE                                                                                       \
    "SELECT id FROM queue WHERE root = $3 AND worker = 0 AND attempts >= $4 AND attempts <= $5"    \
    " ORDER BY attempts, turn LIMIT $6" /* as in the index queue_by_turn */
#define CLAIMED " RETURNING id, folder, name, kind, size, modified, attempts"

enum { SQL_BEAT, SQL_BURY, SQL_GIVE_BACK, SQL_CLAIM, SQL_COUNT };

static const char *const statements[][SQL_COUNT] = {
    [DIALECT_SQLITE] = {BEAT(NOW_IN_SQLITE), "DELETE FROM worker WHERE " EXPIRED(NOW_IN_SQLITE),
                        GIVE_BACK ORPHANED, CLAIM " IN (" FREE ")" CLAIMED},
    [DIALECT_POSTGRESQL] = {BEAT(NOW_IN_POSTGRESQL),
                            "DELETE FROM worker WHERE id" LOCKED(
                                "SELECT id FROM worker WHERE " EXPIRED(NOW_IN_POSTGRESQL)),
                            GIVE_BACK "id" LOCKED("SELECT id FROM queue WHERE " ORPHANED SOME),
                            CLAIM LOCKED(FREE) CLAIMED}};

/* Files that came back from the dead are claimed in smaller groups, the smaller the more often they
 * came back. So a deadly file is soon alone, and the others of its group are not given up. */
static const struct suspects {
    int64_t least, most; /* attempts */
    size_t at_once;
} suspects[] = {{1, 1, 32}, {2, 2, 4}, {3, INT64_MAX, 1}};

static const char deadly[] = "several workers died while they read it; it is left out until it "
                             "changes, but catalog add reads it";

static bool run(struct catalog *catalog, unsigned statement, const struct value *values,
                size_t count, row_visitor visit, void *context)
{
    return catalog_run(catalog, statements[catalog->kind->dialect][statement], values, count, visit,
                       context);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The time between two signs of life. */
static int64_t beat_of(const struct claims *claims)
{
    return (int64_t)claims->plan.work->lease * 1000 / 4;
}

/* The name of this machine, for people. */
static void find_machine(char name[64])
{
#if defined(_WIN32)
    const char *set = getenv("COMPUTERNAME");
    snprintf(name, 64, "%s", set ? set : "");
#else
    if (gethostname(name, 63) != 0)
        *name = '\0';
    name[63] = '\0';
#endif
}

void claims_open(struct claims *claims, const struct claims_plan *plan)
{
    char machine[64], named[192];
    struct timespec time;
    size_t jobs = plan->jobs;
    *claims = (struct claims){.plan = *plan, .batch = 2 * (jobs ? jobs : 1)};
    pthread_mutex_init(&claims->lock, NULL);
    pthread_cond_init(&claims->changed, NULL);
    find_machine(machine);
    snprintf(claims->name, sizeof claims->name, "%s %ld", machine, (long)getpid());
    clock_gettime(CLOCK_REALTIME, &time);
    int size = snprintf(named, sizeof named, "%s %lld %ld %p", claims->name, (long long)time.tv_sec,
                        time.tv_nsec, (void *)claims);
    claims->worker = digest_id(named, (size_t)size);
    claims->worker += claims->worker == 0; /* nobody's number */
}

void claims_close(struct claims *claims)
{
    pthread_cond_destroy(&claims->changed);
    pthread_mutex_destroy(&claims->lock);
}

bool claims_limit_transaction(const struct claims *claims, struct catalog *catalog)
{
    char milliseconds[24];
    snprintf(milliseconds, sizeof milliseconds, "%u000", claims->plan.work->lease);
    struct value value = text_value(milliseconds);
    return catalog->kind->dialect == DIALECT_SQLITE ||
           catalog_run(catalog,
                       "SELECT set_config('idle_in_transaction_session_timeout', $1, true)", &value,
                       1, NULL, NULL);
}

static bool beat(struct claims *claims, struct catalog *catalog)
{
    struct value values[] = {integer_value(claims->worker), text_value(claims->name),
                             integer_value((int64_t)claims->plan.work->lease * 1000)};
    claims->next_beat = now() + beat_of(claims);
    return run(catalog, SQL_BEAT, values, 3, NULL, NULL);
}

/* Gives back the claims of workers that show no life any more. */
static bool give_back_orphans(struct claims *claims, struct catalog *catalog)
{
    if (now() < claims->next_look)
        return true;
    claims->next_look = now() + (beat_of(claims) < LONGEST_PAUSE ? beat_of(claims) : LONGEST_PAUSE);
    return run(catalog, SQL_BURY, NULL, 0, NULL, NULL) &&
           run(catalog, SQL_GIVE_BACK, NULL, 0, NULL, NULL);
}

/* Files that were just claimed. */
struct batch {
    const struct claims *claims;
    struct found *list, **end;
    size_t count;
    bool no_memory;
};

static char *plain_of(const struct value *text)
{
    size_t size;
    return text->kind == VALUE_TEXT ? unescape_text(text->bytes, text->size, &size) : NULL;
}

static struct found *found_of(const struct roots *roots, const struct value *folder,
                              const struct value *name, enum found_kind kind)
{
    char *recorded = plain_of(folder), *last = plain_of(name);
    char *path = recorded ? roots_find(roots, recorded) : NULL;
    struct found *found = path && last ? found_at(kind, path, recorded, last) : NULL;
    free(recorded);
    free(last);
    free(path);
    return found;
}

/* id, folder, name, kind, size, modified, attempts */
static bool take_claim(void *context, const struct value *values, size_t count)
{
    struct batch *batch = context;
    bool is_archive = count == 7 && values[3].size == strlen("archive");
    struct found *found = count == 7 ? found_of(batch->claims->plan.roots, &values[1], &values[2],
                                                is_archive ? FOUND_ARCHIVE : FOUND_WORLD)
                                     : NULL;
    if (!found)
        return !(batch->no_memory = true);
    found->claim = (struct claim){values[0].integer, batch->claims->number};
    found->ends_claim = true;
    found->size = values[4].integer;
    found->modified = values[5].integer;
    if (is_archive)
        found->why = text_value("is an archive, which is not opened");
    if (values[6].integer >= CLAIM_MOST_ATTEMPTS) {
        found->kind = FOUND_DEADLY;
        found->why = text_value(deadly);
    }
    *batch->end = found;
    batch->end = &found->next;
    batch->count++;
    return true;
}

static void drop(struct batch *batch)
{
    for (struct found *found = batch->list, *next; found; found = next) {
        next = found->next;
        found_free(found);
    }
    *batch = (struct batch){.claims = batch->claims};
    batch->end = &batch->list;
}

/* Visits the names of the roots whose files are claimed; "" stands for absolute paths. */
static const char *root_at(const struct claims *claims, size_t i)
{
    const struct roots *roots = claims->plan.roots;
    if (!roots || roots->count == 0)
        return i == 0 ? "" : NULL;
    return i < roots->count ? roots->list[i].name : NULL;
}

static bool claim_group(struct claims *claims, struct catalog *catalog,
                        const struct suspects *group, struct batch *batch)
{
    const char *root;
    bool fine = true;
    for (size_t i = 0; fine && (root = root_at(claims, i)) != NULL; i++) {
        struct value values[] = {integer_value(claims->worker),
                                 integer_value(claims->number),
                                 text_value(root),
                                 integer_value(group->least),
                                 integer_value(group->most),
                                 integer_value((int64_t)(group->at_once - batch->count))};
        fine =
            batch->count >= group->at_once || run(catalog, SQL_CLAIM, values, 6, take_claim, batch);
    }
    return fine;
}

/* Claims fresh files, or suspects if there are none and nothing else is in this worker's hands. */
static bool claim_once(struct claims *claims, struct catalog *catalog, bool takes_suspects,
                       struct batch *batch)
{
    const struct suspects fresh = {0, 0, claims->batch};
    drop(batch);
    claims->number++;
    if (!catalog->kind->begin(catalog->database))
        return false;
    bool fine = claims_limit_transaction(claims, catalog) && beat(claims, catalog) &&
                give_back_orphans(claims, catalog) && claim_group(claims, catalog, &fresh, batch);
    claims->is_alone = fine && takes_suspects && batch->count == 0;
    for (size_t i = 0;
         fine && claims->is_alone && batch->count == 0 && i < sizeof suspects / sizeof *suspects;
         i++)
        fine = claim_group(claims, catalog, &suspects[i], batch);
    return catalog_end(catalog, fine && !batch->no_memory);
}

/* Calls `work` until it succeeds or patience ends. A claim whose answer was lost is given back by
 * give_back_unknown. */
#define PATIENTLY(claims, catalog, fine, work)                                                     \
    do {                                                                                           \
        struct attempts attempts = {0};                                                            \
        while (!((fine) = (work)) &&                                                               \
               patience_allows((claims)->plan.patience, &attempts, catalog_failure(catalog)))      \
            continue;                                                                              \
        patience_end((claims)->plan.patience, &attempts, (fine));                                  \
    } while (0)

static bool claim(struct claims *claims, struct catalog *catalog, bool takes_suspects,
                  struct batch *batch)
{
    bool fine;
    PATIENTLY(claims, catalog, fine, claim_once(claims, catalog, takes_suspects, batch));
    return fine;
}

static bool is_stopped(struct claims *claims)
{
    pthread_mutex_lock(&claims->lock);
    bool stopped = claims->is_stopped;
    pthread_mutex_unlock(&claims->lock);
    return stopped;
}

/* Waits for a change, until the next sign of life is due or `pause` milliseconds are over. */
static void wait_briefly(struct claims *claims, int64_t pause)
{
    int64_t left = claims->next_beat - now();
    struct timespec end;
    if (left > pause)
        left = pause;
    if (left <= 0)
        return;
    clock_gettime(CLOCK_REALTIME, &end);
    int64_t nanoseconds = end.tv_nsec + left % 1000 * 1000000;
    end.tv_sec += (time_t)(left / 1000 + nanoseconds / 1000000000);
    end.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_cond_timedwait(&claims->changed, &claims->lock, &end);
}

static bool beat_if_due(struct claims *claims, struct catalog *catalog)
{
    bool fine = true;
    if (now() >= claims->next_beat)
        PATIENTLY(claims, catalog, fine, beat(claims, catalog));
    return fine;
}

/* Waits until at most so many claimed files are unread and unstored. Returns false at the end of
 * all work; *fine is false after a failure. */
static bool wait_for(struct claims *claims, struct catalog *catalog, size_t unread, size_t unstored,
                     bool *fine)
{
    bool has_room = false, stopped = false;
    while (*fine && !has_room && !stopped) {
        if (claims->plan.flush && !claims->plan.flush(claims->plan.context))
            return false;
        pthread_mutex_lock(&claims->lock);
        stopped = claims->is_stopped;
        has_room = claims->unread <= unread && claims->unstored <= unstored;
        if (!has_room && !stopped)
            wait_briefly(claims, LONGEST_PAUSE);
        pthread_mutex_unlock(&claims->lock);
        *fine = beat_if_due(claims, catalog);
    }
    return *fine && !stopped;
}

/* Passes claimed files on. Returns false if nobody takes them any more. */
static bool deliver(struct claims *claims, struct batch *batch)
{
    pthread_mutex_lock(&claims->lock);
    claims->unread += batch->count;
    claims->unstored += batch->count;
    pthread_mutex_unlock(&claims->lock);
    for (struct found *found; (found = batch->list) != NULL;) {
        batch->list = found->next;
        found->next = NULL;
        if (!claims->plan.take(claims->plan.context, found)) {
            found->next = batch->list;
            batch->list = found;
            drop(batch);
            return false;
        }
    }
    return true;
}

/* So a worker neither asks all the time nor takes more than it reads in a few seconds. */
static void choose_batch(struct claims *claims)
{
    int64_t time = now() - claims->claimed_at;
    bool is_first = claims->claimed_at == 0;
    if (!is_first && time < QUICK)
        claims->batch = claims->batch < CLAIM_MOST / 2 ? 2 * claims->batch : CLAIM_MOST;
    else if (!is_first && time > SLOW && claims->batch > 2)
        claims->batch /= 2;
    claims->claimed_at = now();
}

/* Claims whose answer was lost, and those that a server had again after a crash. Nothing is in this
 * worker's hands now. */
static bool give_back_unknown(struct claims *claims, struct catalog *catalog)
{
    bool fine;
    struct value worker = integer_value(claims->worker);
    PATIENTLY(claims, catalog, fine,
              catalog_run(catalog, "UPDATE queue SET worker = 0 WHERE worker = $1", &worker, 1,
                          NULL, NULL));
    return fine;
}

/* Whether another worker still has files of the queue, or more have come. */
static bool is_empty(struct claims *claims, struct catalog *catalog, bool *fine)
{
    const char *root;
    for (size_t i = 0; (root = root_at(claims, i)) != NULL; i++) {
        int64_t any = 0;
        struct value value = text_value(root);
        PATIENTLY(claims, catalog, *fine,
                  catalog_number(catalog, "SELECT 1 FROM queue WHERE root = $1 LIMIT 1", &value, 1,
                                 0, &any));
        if (!*fine || any)
            return false;
    }
    return true;
}

/* Claims what comes next. Nothing is claimed beside suspects. */
static bool claim_some(struct claims *claims, struct catalog *catalog, struct batch *batch,
                       bool *fine)
{
    size_t unread = claims->is_alone ? 0 : claims->batch / 2;
    if (!wait_for(claims, catalog, unread, claims->is_alone ? 0 : SIZE_MAX, fine))
        return false;
    choose_batch(claims);
    bool is_free = claims_count(claims) == 0;
    *fine = claim(claims, catalog, is_free, batch);
    if (batch->count == 0)
        claims->claimed_at = 0;
    if (!*fine || batch->count > 0 || is_free)
        return *fine;
    return wait_for(claims, catalog, 0, 0, fine) && (*fine = claim(claims, catalog, true, batch));
}

/* Waits while other workers read what is left. Returns false at the end. */
static bool wait_for_more(struct claims *claims, struct catalog *catalog, bool *fine)
{
    *fine = give_back_unknown(claims, catalog);
    if (!*fine || (is_empty(claims, catalog, fine) && !claims->plan.work->follow) || !*fine)
        return false;
    pthread_mutex_lock(&claims->lock);
    if (!claims->is_stopped)
        wait_briefly(claims, beat_of(claims) < LONGEST_PAUSE ? beat_of(claims) : LONGEST_PAUSE);
    pthread_mutex_unlock(&claims->lock);
    return !is_stopped(claims);
}

bool claims_run(struct claims *claims, struct catalog *catalog)
{
    bool fine = true;
    struct batch batch = {.claims = claims};
    batch.end = &batch.list;
    while (claim_some(claims, catalog, &batch, &fine))
        if (batch.count > 0 ? !deliver(claims, &batch) : !wait_for_more(claims, catalog, &fine))
            break;
    drop(&batch);
    return fine;
}

void claims_stop(struct claims *claims)
{
    pthread_mutex_lock(&claims->lock);
    claims->is_stopped = true;
    pthread_cond_broadcast(&claims->changed);
    pthread_mutex_unlock(&claims->lock);
}

void claims_note_read(struct claims *claims, const struct found *found)
{
    if (!found->ends_claim)
        return;
    pthread_mutex_lock(&claims->lock);
    claims->unread--;
    pthread_cond_broadcast(&claims->changed);
    pthread_mutex_unlock(&claims->lock);
}

void claims_note_stored(struct claims *claims, const struct found *list)
{
    pthread_mutex_lock(&claims->lock);
    for (; list; list = list->next)
        claims->unstored -= list->ends_claim;
    pthread_cond_broadcast(&claims->changed);
    pthread_mutex_unlock(&claims->lock);
}

size_t claims_count(struct claims *claims)
{
    pthread_mutex_lock(&claims->lock);
    size_t count = claims->unstored;
    pthread_mutex_unlock(&claims->lock);
    return count;
}

void claims_leave(struct claims *claims, struct catalog *catalog)
{
    struct value worker = integer_value(claims->worker);
    if (catalog->kind->begin(catalog->database))
        catalog_end(catalog, catalog_run(catalog, "UPDATE queue SET worker = 0 WHERE worker = $1",
                                         &worker, 1, NULL, NULL) &&
                                 catalog_run(catalog, "DELETE FROM worker WHERE id = $1", &worker,
                                             1, NULL, NULL));
}
