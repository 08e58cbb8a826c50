/* The threads of --jobs, for ow_options.pool. */
#ifndef OW_CLI_IO_THREADS_H
#define OW_CLI_IO_THREADS_H

#include "verb.h"

#include <overworld/base.h>

/* Reads --jobs; verbs without JOBS_OPTION have one thread. Returns false after a message. */
bool read_jobs(const struct arguments *arguments);

/* A pool for work on an input of `size` bytes; NULL if one thread does it. The threads start at the
 * first call and end with the program. */
const ow_pool *threads_for(size_t size);

/* Ends the threads. */
void end_threads(void);

#endif
