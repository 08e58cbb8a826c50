/* overworld catalog add: one thread walks, several read, and the caller's thread writes. If no
 * thread can be started, as in WebAssembly, the caller's thread does all of it. */
#include "add.h"

#include "add_counts.h"
#include "apart.h"
#include "archive.h"
#include "byte_store.h"
#include "open.h"
#include "place.h"
#include "prune.h"
#include "queue.h"
#include "read.h"
#include "store.h"
#include "walk.h"

#include "../files/processors.h"

#include <stdio.h>

/* MOST_WAITING and MOST_DONE limit the files in memory. A large transaction writes a page of the
 * database once for several worlds, whose hashes are spread over it. Files of a transaction that a
 * crash loses are read again. */
enum { MOST_WAITING = 512, MOST_DONE = 3072, WANTED = 2048, MOST_JOBS = 64, MOST_ROUNDS = 8 };
_Static_assert(2 * CLAIM_MOST <= WANTED, "whoever claims never waits for room");

struct pipeline {
    const struct add_options *options;
    struct add_totals *totals;
    struct catalog writer, reader; /* the walk reads through a connection of its own */
    struct queue waiting, done;
    struct claims claims; /* if files come from the queue of the catalogue */
    struct walk_counts counts;
    struct fact_options facts;
    struct hash_set drawn, seen; /* seen: the hashes of worlds that this run has stored */
    bool is_repeated;            /* files are looked at once more and are not counted again */
    pthread_t walk, workers[MOST_JOBS];
    unsigned worker_count;
    bool walk_failed, writer_failed;
    struct database_failure walk_failure;
};

static bool take_path(void *context, struct found *found)
{
    struct pipeline *pipeline = context;
    return queue_put(&pipeline->waiting, found);
}

static void fail_walk(struct pipeline *pipeline)
{
    pipeline->walk_failed = true;
    pipeline->walk_failure = *catalog_failure(&pipeline->reader);
}

static void walk(struct pipeline *pipeline, bool (*take)(void *context, struct found *found))
{
    const struct add_options *options = pipeline->options;
    struct walk_counts repeated;
    const struct walk_plan plan = {.paths = options->paths,
                                   .bytes = options->facts.bytes,
                                   .count = options->path_count,
                                   .given = options->given,
                                   .pictures = options->facts.draw != NULL,
                                   .opens_archives = options->archives != NULL,
                                   .takes_unchanged =
                                       options->report_file && !pipeline->is_repeated,
                                   .roots = options->roots,
                                   .patience = options->patience,
                                   .take = take,
                                   .context = pipeline};
    if (!walk_paths(&pipeline->reader, &plan,
                    pipeline->is_repeated ? &repeated : &pipeline->counts))
        fail_walk(pipeline);
}

/* Passes the files to read to `take`: those of the paths, or those of the queue. */
static void find_files(struct pipeline *pipeline, bool (*take)(void *context, struct found *found))
{
    pipeline->claims.plan.take = take;
    if (!pipeline->options->work)
        walk(pipeline, take);
    else if (!claims_run(&pipeline->claims, &pipeline->reader))
        fail_walk(pipeline);
}

static void *run_walk(void *context)
{
    struct pipeline *pipeline = context;
    find_files(pipeline, take_path);
    queue_leave(&pipeline->waiting);
    return NULL;
}

static bool put_done(void *context, struct found *found)
{
    struct pipeline *pipeline = context;
    claims_note_read(&pipeline->claims, found);
    return queue_put(&pipeline->done, found);
}

/* Reads a file and passes it on with `put`, and what is in it. Returns false if `put` did. */
static bool read_one(struct pipeline *pipeline, struct found *found,
                     bool (*put)(void *context, struct found *found))
{
    const struct add_options *options = pipeline->options;
    const struct archive_plan plan = {options->archives, options->max_size, &pipeline->facts, put,
                                      pipeline};
    if (options->archives && found->kind == FOUND_ARCHIVE && !found->is_unchanged)
        return archive_read(found, &plan);
    read_found(found, options->max_size, &pipeline->facts);
    if (put(pipeline, found))
        return true;
    found_free(found);
    return false;
}

static void *run_worker(void *context)
{
    struct pipeline *pipeline = context;
    for (struct found *found; (found = queue_take(&pipeline->waiting));)
        read_one(pipeline, found, put_done);
    queue_leave(&pipeline->done);
    return NULL;
}

static unsigned count_jobs(const struct add_options *options)
{
    unsigned jobs = options->jobs ? options->jobs : processor_count();
    return jobs < MOST_JOBS ? jobs : MOST_JOBS;
}

/* Starts the workers. Returns false if none could be started. */
static bool start(struct pipeline *pipeline)
{
    unsigned jobs = count_jobs(pipeline->options);
    queue_open(&pipeline->waiting, pipeline->options->work ? WANTED : MOST_WAITING, 1);
    queue_open(&pipeline->done, MOST_DONE, jobs);
    while (pipeline->worker_count < jobs &&
           pthread_create(&pipeline->workers[pipeline->worker_count], NULL, run_worker, pipeline) ==
               0)
        pipeline->worker_count++;
    for (unsigned i = pipeline->worker_count; i < jobs; i++)
        queue_leave(&pipeline->done);
    bool walks = pipeline->worker_count > 0 &&
                 pthread_create(&pipeline->walk, NULL, run_walk, pipeline) == 0;
    if (!walks)
        queue_stop(&pipeline->waiting);
    return walks;
}

static void finish(struct pipeline *pipeline, bool walks, bool fine)
{
    if (!fine && walks) {
        patience_stop(pipeline->options->patience);
        if (pipeline->facts.bytes)
            byte_store_give_up(pipeline->facts.bytes);
    }
    if (walks)
        claims_stop(&pipeline->claims);
    queue_stop(&pipeline->waiting);
    queue_stop(&pipeline->done);
    if (walks)
        pthread_join(pipeline->walk, NULL);
    for (unsigned i = 0; i < pipeline->worker_count; i++)
        pthread_join(pipeline->workers[i], NULL);
    queue_close(&pipeline->waiting);
    queue_close(&pipeline->done);
}

/* Notes which files have bytes that the catalogue had before. */
static bool look_up(struct pipeline *pipeline, struct found *list)
{
    for (; list; list = list->next) {
        bool is_there;
        if (!list->has_facts || list->is_looked_up)
            continue;
        if (!catalog_has_world(&pipeline->writer, list->facts.hash, &is_there))
            return false;
        list->had_bytes = !hash_set_add(&pipeline->seen, list->facts.hash) || is_there;
        list->is_looked_up = true;
    }
    return true;
}

/* Forgets the files of archives that are read again. What follows them in the list is stored in
 * another transaction: the row of an archive comes last, so a run that ends between reads it
 * again. */
static bool forget_archives(struct catalog *catalog, const struct found *list)
{
    while (list && list->kind != FOUND_BEGINNING)
        list = list->next;
    return !list || (catalog->kind->begin(catalog->database) &&
                     catalog_end(catalog, archive_forget_begun(catalog, list)));
}

static bool store_once(struct pipeline *pipeline, struct found **list)
{
    bool tells = pipeline->options->report_file && !pipeline->is_repeated;
    if (tells && !look_up(pipeline, *list))
        return false;
    if (pipeline->options->work)
        return claims_store(&pipeline->claims, &pipeline->writer, list);
    return forget_archives(&pipeline->writer, *list) && store_batch(&pipeline->writer, *list);
}

/* A worker kept the bytes before it was known that the catalogue refuses them. */
static void drop_refused(struct byte_store *store, const struct found *found)
{
    char why[BYTES_WHY];
    bool was_there;
    if (store && found->kind == FOUND_REFUSED)
        byte_store_remove(store, found->facts.hash, &was_there, why);
}

static bool store(struct pipeline *pipeline, struct found **list)
{
    struct patience *patience = pipeline->options->patience;
    struct attempts attempts = {0};
    struct byte_store *bytes = pipeline->options->facts.bytes;
    bool fine;
    if (bytes)
        byte_store_settle(bytes); /* before the catalogue says that they are kept */
    while (!(fine = store_once(pipeline, list)) &&
           patience_allows(patience, &attempts, catalog_failure(&pipeline->writer)))
        continue;
    patience_end(patience, &attempts, fine);
    return fine;
}

/* Takes the files that are only reported out of a list. */
static struct found *take_unchanged(struct found **list)
{
    struct found *unchanged = NULL;
    for (struct found **at = list, *found; (found = *at);) {
        if (!found->is_unchanged) {
            at = &found->next;
            continue;
        }
        *at = found->next;
        found->next = unchanged;
        unchanged = found;
    }
    return unchanged;
}

static void count_all(struct pipeline *pipeline, struct found *list, bool is_stored)
{
    for (struct found *next; list; list = next) {
        next = list->next;
        drop_refused(pipeline->options->facts.bytes, list);
        pipeline->totals->lost += is_stored && list->is_lost && list->ends_claim;
        if (is_stored && !pipeline->is_repeated && !list->is_lost && list->kind != FOUND_BEGINNING)
            count_added(pipeline->options, list, pipeline->totals);
        found_free(list);
    }
}

static bool take_down(struct pipeline *pipeline, struct found *list)
{
    count_all(pipeline, take_unchanged(&list), true);
    for (struct found *found = list; found; found = found->next)
        found->marks = pipeline->options->marks;
    bool fine = !list || store(pipeline, &list);
    claims_note_stored(&pipeline->claims, list);
    count_all(pipeline, list, fine);
    return fine;
}

/* How many files a transaction should have. A worker whose claimed files are all read does not wait
 * for more. */
static size_t wanted(struct pipeline *pipeline)
{
    size_t claimed = pipeline->options->work ? claims_count(&pipeline->claims) : WANTED;
    return claimed < WANTED ? claimed : WANTED;
}

/* Everything read while a transaction ends goes into the next one. */
static bool write_down(struct pipeline *pipeline)
{
    const struct add_options *options = pipeline->options;
    bool fine = true;
    for (struct found *list; fine && (list = queue_take_all(&pipeline->done, wanted(pipeline)));) {
        fine = take_down(pipeline, list);
        if (options->progress)
            options->progress(options->context, pipeline->totals->files);
    }
    return fine;
}

/* `done` has room, as it is written down in time. */
static bool put_alone(void *context, struct found *found)
{
    struct pipeline *pipeline = context;
    claims_note_read(&pipeline->claims, found);
    queue_put(&pipeline->done, found);
    pipeline->writer_failed =
        pipeline->writer_failed || (pipeline->done.count >= WANTED && !write_down(pipeline));
    return true;
}

/* Reads a file where the walk finds it. */
static bool read_alone(void *context, struct found *found)
{
    struct pipeline *pipeline = context;
    read_one(pipeline, found, put_alone);
    return !pipeline->writer_failed;
}

static bool flush_alone(void *context)
{
    struct pipeline *pipeline = context;
    pipeline->writer_failed = pipeline->writer_failed || !write_down(pipeline);
    return !pipeline->writer_failed;
}

/* Does without threads. */
static bool add_alone(struct pipeline *pipeline)
{
    pipeline->claims.plan.flush = flush_alone;
    queue_open(&pipeline->waiting, MOST_WAITING, 0);
    queue_open(&pipeline->done, MOST_DONE, 0); /* nobody else writes: a read never waits */
    find_files(pipeline, read_alone);
    bool fine = !pipeline->writer_failed && write_down(pipeline);
    queue_close(&pipeline->waiting);
    queue_close(&pipeline->done);
    return fine;
}

/* Does with threads, unless none can be started. */
static bool add_all(struct pipeline *pipeline)
{
    pipeline->worker_count = 0;
    bool walks = start(pipeline), fine = walks && write_down(pipeline);
    finish(pipeline, walks, fine);
    return walks ? fine : add_alone(pipeline);
}

static bool fail(struct database_failure *failure, const struct database_failure *why)
{
    *failure = *why;
    if (!*failure->message)
        snprintf(failure->message, sizeof failure->message, "not enough memory");
    return false;
}

static bool forget_gone(struct pipeline *pipeline)
{
    const struct add_options *options = pipeline->options;
    uint64_t files = 0, worlds = 0;
    struct attempts attempts = {0};
    bool fine;
    while (!(fine = prune_paths(&pipeline->writer, options->paths, options->path_count,
                                options->roots, &files, &worlds)) &&
           place_is_address(options->place) &&
           patience_allows(options->patience, &attempts, catalog_failure(&pipeline->writer)))
        continue;
    patience_end(options->patience, &attempts, fine);
    pipeline->totals->files_gone += files;
    pipeline->totals->worlds_gone += worlds;
    return fine;
}

static bool run_once(struct pipeline *pipeline, struct database_failure *failure)
{
    bool fine = add_all(pipeline);
    if (fine && pipeline->walk_failed)
        return fail(failure, &pipeline->walk_failure);
    if (fine && pipeline->options->prune)
        fine = forget_gone(pipeline);
    return fine || fail(failure, catalog_failure(&pipeline->writer));
}

/* A server that crashes, or a standby that takes its place, may lack the last transactions that
 * were reported as written. So after a loss, all files are looked at once more. Those of the queue
 * are in the queue again then. */
static bool run_pipeline(struct pipeline *pipeline, struct database_failure *failure)
{
    struct add_totals *totals = pipeline->totals;
    patience_take_losses(pipeline->options->patience);
    bool fine = run_once(pipeline, failure);
    totals->unchanged = pipeline->counts.unchanged;
    totals->archives += pipeline->counts.archives;
    totals->files += pipeline->counts.unchanged + pipeline->counts.archives;
    for (unsigned round = 0; fine && !pipeline->options->work && round < MOST_ROUNDS &&
                             patience_take_losses(pipeline->options->patience) > 0;
         round++) {
        pipeline->is_repeated = true;
        hash_set_free(&pipeline->drawn); /* pictures may be lost too */
        pipeline->drawn = (struct hash_set)HASH_SET;
        fine = run_once(pipeline, failure);
    }
    return fine;
}

static bool open_and_run(struct pipeline *pipeline, struct database_failure *failure)
{
    const struct add_options *options = pipeline->options;
    if (!catalog_open_patiently(&pipeline->writer, options->place, false, options->patience,
                                failure))
        return false;
    bool fine = catalog_open_patiently(&pipeline->reader, options->place, options->work == NULL,
                                       options->patience, failure);
    if (fine) {
        fine = run_pipeline(pipeline, failure);
        catalog_close(&pipeline->reader);
    }
    if (options->work)
        claims_leave(&pipeline->claims, &pipeline->writer);
    catalog_close(&pipeline->writer);
    return fine;
}

bool catalog_add(const struct add_options *options, struct add_totals *totals,
                 struct database_failure *failure)
{
    struct pipeline pipeline = {.options = options,
                                .totals = totals,
                                .facts = options->facts,
                                .drawn = HASH_SET,
                                .seen = HASH_SET};
    pipeline.facts.drawn = &pipeline.drawn;
    const struct claims_plan plan = {.work = options->work,
                                     .roots = options->roots,
                                     .jobs = count_jobs(options),
                                     .pictures = options->facts.draw != NULL,
                                     .patience = options->patience,
                                     .context = &pipeline};
    *totals = (struct add_totals){0};
    if (!has_digests)
        return fail(failure, &(struct database_failure){.message = LACKS_DIGESTS});
    struct database_failure lack = {0};
    if ((options->facts.apart && !apart_is_possible(options->facts.apart, lack.message)) ||
        (options->archives && !unpack_is_possible(options->archives, lack.message)))
        return fail(failure, &lack);
    claims_open(&pipeline.claims, &plan);
    bool fine = open_and_run(&pipeline, failure);
    claims_close(&pipeline.claims);
    hash_set_free(&pipeline.drawn);
    hash_set_free(&pipeline.seen);
    return fine;
}
