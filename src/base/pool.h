/* Work in pieces, on the threads of ow_options.pool. */
#ifndef OW_SRC_BASE_POOL_H
#define OW_SRC_BASE_POOL_H

#include <overworld/base.h>

/* A size of pieces of work, or the least that is cut into pieces. Fuzz targets are built with tiny
 * ones: what is small enough for them has many pieces too. */
#ifdef OW_TINY_PIECES
#define PIECE(usual, tiny) (tiny)
#else
#define PIECE(usual, tiny) (usual)
#endif

/* How many pieces run at once; 1 without a pool. A build with OW_ONE_THREAD has no code that only
 * several threads use, and ignores pools. */
#ifdef OW_ONE_THREAD
static inline unsigned pool_threads(const ow_options *options)
{
    (void)options;
    return 1;
}
#else
unsigned pool_threads(const ow_options *options);
#endif

/* Calls `work` once for each number below `count`, on the threads of the pool, or one after
 * another without a pool. Number 0 runs on this thread, so it may call the caller's functions.
 * Returns when all calls have returned. */
void pool_run(const ow_options *options, uint32_t count,
              void (*work)(void *argument, uint32_t piece), void *argument);

/* Slices of so many numbers below `count`, as pieces of work: how many there are, and where one
 * ends. */
static inline uint32_t slices_of(uint32_t count, uint32_t size)
{
    return count / size + (count % size > 0);
}

static inline uint32_t slice_end(uint32_t slice, uint32_t count, uint32_t size)
{
    uint32_t first = slice * size;
    return count - first < size ? count : first + size;
}

#endif
