/* overworld catalog add: one thread walks, several read, and the caller's thread writes. If no
 * thread can be started, as in WebAssembly, the caller's thread does all of it. */
#include "add.h"

#include "apart.h"
#include "bytes.h"
#include "prune.h"
#include "queue.h"
#include "read.h"
#include "store.h"
#include "walk.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* MOST_WAITING and MOST_DONE limit the files in memory. A large transaction writes a page of the
 * database once for several worlds, whose hashes are spread over it. Files of a transaction that a
 * crash loses are read again. */
enum { MOST_WAITING = 512, MOST_DONE = 3072, WANTED = 2048, MOST_JOBS = 64, MOST_TRIES = 8 };

struct pipeline {
    const struct add_options *options;
    struct add_totals *totals;
    struct catalog writer, reader; /* the walk reads through a connection of its own */
    struct queue waiting, done;
    struct walk_counts counts;
    struct fact_options facts;
    struct hash_set drawn;
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

static void walk(struct pipeline *pipeline, bool (*take)(void *context, struct found *found))
{
    const struct add_options *options = pipeline->options;
    if (!walk_paths(&pipeline->reader, options->paths, options->path_count,
                    options->facts.draw != NULL, take, pipeline, &pipeline->counts)) {
        pipeline->walk_failed = true;
        pipeline->walk_failure = *catalog_failure(&pipeline->reader);
    }
}

static void *run_walk(void *context)
{
    struct pipeline *pipeline = context;
    walk(pipeline, take_path);
    queue_leave(&pipeline->waiting);
    return NULL;
}

static void *run_worker(void *context)
{
    struct pipeline *pipeline = context;
    for (struct found *found; (found = queue_take(&pipeline->waiting));) {
        read_found(found, pipeline->options->max_size, &pipeline->facts);
        if (!queue_put(&pipeline->done, found))
            found_free(found);
    }
    queue_leave(&pipeline->done);
    return NULL;
}

static unsigned count_jobs(const struct add_options *options)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = options->jobs ? options->jobs : processors > 0 ? (unsigned)processors : 1;
    return jobs < MOST_JOBS ? jobs : MOST_JOBS;
}

/* Starts the workers. Returns false if none could be started. */
static bool start(struct pipeline *pipeline)
{
    unsigned jobs = count_jobs(pipeline->options);
    queue_open(&pipeline->waiting, MOST_WAITING, 1);
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

static void finish(struct pipeline *pipeline, bool walks)
{
    queue_stop(&pipeline->waiting);
    queue_stop(&pipeline->done);
    if (walks)
        pthread_join(pipeline->walk, NULL);
    for (unsigned i = 0; i < pipeline->worker_count; i++)
        pthread_join(pipeline->workers[i], NULL);
    queue_close(&pipeline->waiting);
    queue_close(&pipeline->done);
}

static void count_found(struct pipeline *pipeline, const struct found *found)
{
    struct add_totals *totals = pipeline->totals;
    const struct add_options *options = pipeline->options;
    totals->files++;
    if (found->has_facts) {
        const struct value *status = &found->facts.world[WORLD_STATUS];
        totals->added++;
        totals->broken += strcmp(status->bytes, ow_status_name(OW_OK)) != 0;
        totals->incomplete += found->sidecars.problem != NULL;
        if (found->sidecars.problem && options->report_unread)
            options->report_unread(options->context, found->path, found->sidecars.problem);
    } else if (found->kind == FOUND_ARCHIVE) {
        totals->archives++;
    } else if (found->kind == FOUND_REFUSED) {
        totals->refused++;
    } else {
        totals->unread++;
        if (options->report_unread)
            options->report_unread(options->context, found->path, found->why.bytes);
    }
}

static void wait_a_moment(unsigned tries)
{
    struct timespec moment = {0, 20000000L << tries};
    moment.tv_sec = moment.tv_nsec / 1000000000;
    moment.tv_nsec %= 1000000000;
    nanosleep(&moment, NULL);
}

/* A worker kept the bytes before it was known that the catalogue refuses them. */
static void drop_refused(const char *folder, const struct found *found)
{
    char why[BYTES_WHY];
    bool was_there;
    if (folder && found->kind == FOUND_REFUSED)
        bytes_remove(folder, found->facts.hash, &was_there, why);
}

static bool store(struct pipeline *pipeline, struct found *list)
{
    const char *bytes = pipeline->options->facts.bytes;
    unsigned tries = 0;
    bool fine;
    if (bytes)
        bytes_settle(bytes); /* before the catalogue says that they are kept */
    while (!(fine = store_batch(&pipeline->writer, list)) && tries < MOST_TRIES &&
           catalog_failure(&pipeline->writer)->may_retry)
        wait_a_moment(tries++);
    for (struct found *next; list; list = next) {
        next = list->next;
        drop_refused(bytes, list);
        if (fine)
            count_found(pipeline, list);
        found_free(list);
    }
    return fine;
}

/* Everything read while a transaction ends goes into the next one. */
static bool write_down(struct pipeline *pipeline)
{
    const struct add_options *options = pipeline->options;
    bool fine = true;
    for (struct found *list; fine && (list = queue_take_all(&pipeline->done, WANTED));) {
        fine = store(pipeline, list);
        if (options->progress)
            options->progress(options->context, pipeline->totals->files);
    }
    return fine;
}

/* Reads a file where the walk finds it. `done` has room, as it is written down in time. */
static bool read_alone(void *context, struct found *found)
{
    struct pipeline *pipeline = context;
    read_found(found, pipeline->options->max_size, &pipeline->facts);
    queue_put(&pipeline->done, found);
    pipeline->writer_failed = pipeline->done.count >= WANTED && !write_down(pipeline);
    return !pipeline->writer_failed;
}

/* Does without threads. */
static bool add_alone(struct pipeline *pipeline)
{
    queue_open(&pipeline->waiting, MOST_WAITING, 0);
    queue_open(&pipeline->done, MOST_DONE, 0); /* nobody else writes: a read never waits */
    walk(pipeline, read_alone);
    bool fine = !pipeline->writer_failed && write_down(pipeline);
    queue_close(&pipeline->waiting);
    queue_close(&pipeline->done);
    return fine;
}

/* Does with threads, unless none can be started. */
static bool add_all(struct pipeline *pipeline)
{
    bool walks = start(pipeline), fine = walks && write_down(pipeline);
    finish(pipeline, walks);
    return walks ? fine : add_alone(pipeline);
}

static bool fail(struct database_failure *failure, const struct database_failure *why)
{
    *failure = *why;
    if (!*failure->message)
        snprintf(failure->message, sizeof failure->message, "not enough memory");
    return false;
}

static bool run_pipeline(struct pipeline *pipeline, struct database_failure *failure)
{
    bool fine = add_all(pipeline);
    pipeline->totals->unchanged = pipeline->counts.unchanged;
    pipeline->totals->archives += pipeline->counts.archives;
    pipeline->totals->files += pipeline->counts.unchanged + pipeline->counts.archives;
    if (!fine)
        return fail(failure, catalog_failure(&pipeline->writer));
    if (pipeline->walk_failed)
        return fail(failure, &pipeline->walk_failure);
    const struct add_options *options = pipeline->options;
    if (options->prune &&
        !prune_paths(&pipeline->writer, options->paths, options->path_count,
                     &pipeline->totals->files_gone, &pipeline->totals->worlds_gone))
        return fail(failure, catalog_failure(&pipeline->writer));
    return true;
}

bool catalog_add(const struct add_options *options, struct add_totals *totals,
                 struct database_failure *failure)
{
    struct pipeline pipeline = {
        .options = options, .totals = totals, .facts = options->facts, .drawn = HASH_SET};
    pipeline.facts.drawn = &pipeline.drawn;
    bool fine = false;
    *totals = (struct add_totals){0};
    if (!has_digests)
        return fail(failure, &(struct database_failure){
                                 .message = "this build cannot add worlds: it was built without "
                                            "libmd; it can only read catalogues"});
    struct database_failure lack = {0};
    if (options->facts.apart && !apart_is_possible(options->facts.apart, lack.message))
        return fail(failure, &lack);
    if (!catalog_open(&pipeline.writer, options->place, false, failure))
        return false;
    if (catalog_open(&pipeline.reader, options->place, true, failure)) {
        fine = run_pipeline(&pipeline, failure);
        catalog_close(&pipeline.reader);
    }
    catalog_close(&pipeline.writer);
    hash_set_free(&pipeline.drawn);
    return fine;
}
