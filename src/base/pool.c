/* Threads: a pool of the library's own, for callers that bring none. */
#include "pool.h"

#include "compiler.h"
#include "error.h"
#include "memory.h"

#ifndef OW_ONE_THREAD
unsigned pool_threads(const ow_options *options)
{
    const ow_pool *pool = options ? options->pool : NULL;
    return pool && pool->run && pool->threads > 1 ? pool->threads : 1;
}
#endif

static void run_in_order(uint32_t count, void (*work)(void *argument, uint32_t piece),
                         void *argument)
{
    for (uint32_t i = 0; i < count; i++)
        work(argument, i);
}

void pool_run(const ow_options *options, uint32_t count,
              void (*work)(void *argument, uint32_t piece), void *argument)
{
    if (count < 2 || pool_threads(options) < 2)
        run_in_order(count, work, argument);
    else
        options->pool->run(options->pool->context, count, work, argument);
}

struct threads {
    ow_pool pool; /* first: what the caller has */
    ow_allocator allocator;
    unsigned room; /* threads that there is memory for, without the calling one */
#if HAS_THREADS
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t begun, done;
    void (*work)(void *argument, uint32_t piece);
    void *argument;
    uint32_t count, next, left; /* pieces: all, not begun, not done */
    bool busy, closing;
    pthread_t threads[];
#endif
};

static size_t size_of(unsigned room)
{
#if HAS_THREADS
    return sizeof(struct threads) + room * sizeof(pthread_t);
#else
    (void)room;
    return sizeof(struct threads);
#endif
}

#if HAS_THREADS

/* Runs pieces until all have begun. Holds the lock before and after, but not meanwhile. */
static void take_pieces(struct threads *threads)
{
    while (threads->next < threads->count) {
        uint32_t piece = threads->next++;
        void (*work)(void *, uint32_t) = threads->work;
        void *argument = threads->argument;
        pthread_mutex_unlock(&threads->lock);
        work(argument, piece);
        pthread_mutex_lock(&threads->lock);
        if (--threads->left == 0)
            pthread_cond_signal(&threads->done);
    }
}

static void *serve(void *context)
{
    struct threads *threads = context;
    pthread_mutex_lock(&threads->lock);
    while (!threads->closing) {
        take_pieces(threads);
        if (!threads->closing)
            pthread_cond_wait(&threads->begun, &threads->lock);
    }
    pthread_mutex_unlock(&threads->lock);
    return NULL;
}

/* A pool that is busy runs further work on the thread that brings it: work that runs work, or a
 * second thread of the caller. */
static void run_on_threads(void *context, uint32_t count,
                           void (*work)(void *argument, uint32_t piece), void *argument)
{
    struct threads *threads = context;
    pthread_mutex_lock(&threads->lock);
    if (threads->busy) {
        pthread_mutex_unlock(&threads->lock);
        run_in_order(count, work, argument);
        return;
    }
    threads->busy = true;
    threads->work = work;
    threads->argument = argument;
    threads->count = threads->left = count;
    threads->next = 0; /* which this thread takes, since it has the lock */
    pthread_cond_broadcast(&threads->begun);
    take_pieces(threads);
    while (threads->left > 0)
        pthread_cond_wait(&threads->done, &threads->lock);
    threads->busy = false;
    pthread_mutex_unlock(&threads->lock);
}

static void start_threads(struct threads *threads)
{
    pthread_mutex_init(&threads->lock, NULL);
    pthread_cond_init(&threads->begun, NULL);
    pthread_cond_init(&threads->done, NULL);
    unsigned started = 0;
    while (started < threads->room &&
           pthread_create(&threads->threads[started], NULL, serve, threads) == 0)
        started++;
    threads->pool.threads = started + 1;
    threads->pool.run = run_on_threads;
}

static void stop_threads(struct threads *threads)
{
    pthread_mutex_lock(&threads->lock);
    threads->closing = true;
    pthread_cond_broadcast(&threads->begun);
    pthread_mutex_unlock(&threads->lock);
    for (unsigned i = 0; i + 1 < threads->pool.threads; i++)
        pthread_join(threads->threads[i], NULL);
    pthread_cond_destroy(&threads->done);
    pthread_cond_destroy(&threads->begun);
    pthread_mutex_destroy(&threads->lock);
}

#else

static void run_here(void *context, uint32_t count, void (*work)(void *argument, uint32_t piece),
                     void *argument)
{
    (void)context;
    run_in_order(count, work, argument);
}

static void start_threads(struct threads *threads)
{
    threads->pool.threads = 1;
    threads->pool.run = run_here;
}

static void stop_threads(struct threads *threads)
{
    (void)threads;
}

#endif

ow_status ow_pool_open(unsigned threads, const ow_options *options, ow_pool **pool, ow_error *error)
{
    error_clear(error);
    if (!pool)
        return error_missing(error, "output for the pool");
    *pool = NULL;
    if (threads == 0 || threads > OW_POOL_MOST)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a pool has 1 to %d threads, not %u",
                         OW_POOL_MOST, threads);
    ow_options filled = options_or_default(options, 0);
    struct threads *opened = allocator_take(&filled.allocator, size_of(threads - 1));
    if (!opened)
        return error_plain(error, OW_NO_MEMORY);
    *opened = (struct threads){.allocator = filled.allocator, .room = threads - 1};
    opened->pool.context = opened;
    start_threads(opened);
    *pool = &opened->pool;
    return OW_OK;
}

void ow_pool_close(ow_pool *pool)
{
    if (!pool)
        return;
    struct threads *threads = pool->context;
    stop_threads(threads);
    ow_allocator allocator = threads->allocator;
    allocator_give(&allocator, threads, size_of(threads->room));
}
