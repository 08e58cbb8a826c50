/* overworld catalog add: one thread walks, several read, and the caller's writes. */
#include "add.h"

#include "prune.h"
#include "queue.h"
#include "read.h"
#include "store.h"
#include "walk.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Files that wait bound the memory. A transaction of many writes a page of the database once for several worlds,
 * whose hashes lie anywhere in it; one that a crash loses is read again. */
enum { MOST_WAITING = 512, MOST_DONE = 3072, WANTED = 2048, MOST_JOBS = 64, MOST_TRIES = 8 };

struct crew {
    const struct add_options *options;
    struct add_totals *totals;
    struct catalog writer, reader; /* the walk asks what is known, by a connection of its own */
    struct queue waiting, done;
    struct walk_counts counts;
    struct fact_options facts;
    struct hash_set drawn;
    pthread_t walk, workers[MOST_JOBS];
    unsigned worker_count;
    bool walk_failed;
    struct database_failure walk_failure;
};

static bool take_path(void *context, struct found *found)
{
    struct crew *crew = context;
    return queue_put(&crew->waiting, found);
}

static void *run_walk(void *context)
{
    struct crew *crew = context;
    const struct add_options *options = crew->options;
    if (!walk_paths(&crew->reader, options->paths, options->path_count, options->facts.draw != NULL,
                    take_path, crew, &crew->counts)) {
        crew->walk_failed = true;
        crew->walk_failure = *catalog_failure(&crew->reader);
    }
    queue_leave(&crew->waiting);
    return NULL;
}

static void *run_worker(void *context)
{
    struct crew *crew = context;
    for (struct found *found; (found = queue_take(&crew->waiting));) {
        read_found(found, crew->options->max_size, &crew->facts);
        if (!queue_put(&crew->done, found))
            found_free(found);
    }
    queue_leave(&crew->done);
    return NULL;
}

static unsigned count_jobs(const struct add_options *options)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = options->jobs ? options->jobs : processors > 0 ? (unsigned)processors : 1;
    return jobs < MOST_JOBS ? jobs : MOST_JOBS;
}

/* At least one worker, or false. */
static bool start(struct crew *crew)
{
    unsigned jobs = count_jobs(crew->options);
    queue_open(&crew->waiting, MOST_WAITING, 1);
    queue_open(&crew->done, MOST_DONE, jobs);
    while (crew->worker_count < jobs &&
           pthread_create(&crew->workers[crew->worker_count], NULL, run_worker, crew) == 0)
        crew->worker_count++;
    for (unsigned i = crew->worker_count; i < jobs; i++)
        queue_leave(&crew->done);
    bool walks = crew->worker_count > 0 && pthread_create(&crew->walk, NULL, run_walk, crew) == 0;
    if (!walks)
        queue_stop(&crew->waiting);
    return walks;
}

static void finish(struct crew *crew, bool walks)
{
    queue_stop(&crew->waiting);
    queue_stop(&crew->done);
    if (walks)
        pthread_join(crew->walk, NULL);
    for (unsigned i = 0; i < crew->worker_count; i++)
        pthread_join(crew->workers[i], NULL);
    queue_close(&crew->waiting);
    queue_close(&crew->done);
}

static void count_found(struct crew *crew, const struct found *found)
{
    struct add_totals *totals = crew->totals;
    const struct add_options *options = crew->options;
    totals->files++;
    if (found->has_facts) {
        const struct value *status = &found->facts.world[WORLD_STATUS];
        totals->added++;
        totals->broken += strcmp(status->bytes, ow_status_name(OW_OK)) != 0;
    } else if (found->kind == FOUND_ARCHIVE) {
        totals->archives++;
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

static bool store(struct crew *crew, struct found *list)
{
    unsigned tries = 0;
    bool fine;
    while (!(fine = store_batch(&crew->writer, list)) && tries < MOST_TRIES &&
           catalog_failure(&crew->writer)->may_retry)
        wait_a_moment(tries++);
    for (struct found *next; list; list = next) {
        next = list->next;
        if (fine)
            count_found(crew, list);
        found_free(list);
    }
    return fine;
}

/* Whatever has been read by the time that the last transaction ends goes into the next one. */
static bool write_down(struct crew *crew)
{
    const struct add_options *options = crew->options;
    bool fine = true;
    for (struct found *list; fine && (list = queue_take_all(&crew->done, WANTED));) {
        fine = store(crew, list);
        if (options->progress)
            options->progress(options->context, crew->totals->files);
    }
    return fine;
}

static bool fail(struct database_failure *failure, const struct database_failure *why)
{
    *failure = *why;
    if (!*failure->message)
        snprintf(failure->message, sizeof failure->message, "there is not enough memory");
    return false;
}

static bool run_crew(struct crew *crew, struct database_failure *failure)
{
    bool walks = start(crew), fine = walks && write_down(crew);
    finish(crew, walks);
    crew->totals->unchanged = crew->counts.unchanged;
    crew->totals->archives += crew->counts.archives;
    crew->totals->files += crew->counts.unchanged + crew->counts.archives;
    if (!walks)
        return fail(
            failure,
            &(struct database_failure){
                .message = "no thread can be started: memory is short, or what a user may run"});
    if (!fine)
        return fail(failure, catalog_failure(&crew->writer));
    if (crew->walk_failed)
        return fail(failure, &crew->walk_failure);
    const struct add_options *options = crew->options;
    if (options->prune && !prune_paths(&crew->writer, options->paths, options->path_count,
                                       &crew->totals->files_gone, &crew->totals->worlds_gone))
        return fail(failure, catalog_failure(&crew->writer));
    return true;
}

bool catalog_add(const struct add_options *options, struct add_totals *totals,
                 struct database_failure *failure)
{
    struct crew crew = {
        .options = options, .totals = totals, .facts = options->facts, .drawn = HASH_SET};
    crew.facts.drawn = &crew.drawn;
    bool fine = false;
    *totals = (struct add_totals){0};
    if (!has_digests)
        return fail(failure, &(struct database_failure){
                                 .message = "this command was built without libmd, which tells "
                                            "worlds apart: it reads catalogues and adds nothing"});
    if (!catalog_open(&crew.writer, options->place, false, failure))
        return false;
    if (catalog_open(&crew.reader, options->place, true, failure)) {
        fine = run_crew(&crew, failure);
        catalog_close(&crew.reader);
    }
    catalog_close(&crew.writer);
    hash_set_free(&crew.drawn);
    return fine;
}
