/* A pool that runs the pieces of work in reverse order, on the calling thread. A piece that needs
 * the result of an earlier piece fails with it. */
#ifndef OW_TESTS_SUPPORT_BACKWARDS_H
#define OW_TESTS_SUPPORT_BACKWARDS_H

#include <overworld/base.h>

/* For ow_pool.run. The context is an unsigned that counts the calls. */
static inline void run_backwards(void *context, uint32_t count,
                                 void (*work)(void *argument, uint32_t piece), void *argument)
{
    unsigned *used = context;
    ++*used;
    while (count-- > 0)
        work(argument, count);
}

#endif
