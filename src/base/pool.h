/* Work in pieces, on the threads of ow_options.pool. */
#ifndef OW_SRC_BASE_POOL_H
#define OW_SRC_BASE_POOL_H

#include <overworld/base.h>

/* How many pieces run at once; 1 without a pool. */
unsigned pool_threads(const ow_options *options);

/* Calls `work` once for each number below `count`, on the threads of the pool, or one after
 * another without a pool. Number 0 runs on this thread, so it may call the caller's functions.
 * Returns when all calls have returned. */
void pool_run(const ow_options *options, uint32_t count,
              void (*work)(void *argument, uint32_t piece), void *argument);

#endif
