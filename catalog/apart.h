/* Finding facts in a process of its own, in the sandbox. What a world can make a reader do stays
 * there. */
#ifndef OW_CATALOG_APART_H
#define OW_CATALOG_APART_H

#include "facts.h"

#include <sys/types.h>

/* What the process may take. */
struct apart_limits {
    uint64_t memory;  /* bytes of addresses */
    unsigned seconds; /* of processor time */
};

enum { APART_WHY = 300 };

/* Returns false with a message if this system or build has no sandbox. Call it before there are
 * threads. */
bool apart_is_possible(const struct apart_limits *limits, char why[APART_WHY]);

/* A process in the sandbox, and the end of the pipe on which its results come. */
struct apart_process {
    pid_t process;
    int results;
};

/* Starts a process that calls `work` with the other end of the pipe, and can reach nothing else.
 * `work` returns false if memory runs out. Returns false with a message. */
bool apart_start(struct apart_process *process, const struct apart_limits *limits,
                 bool (*work)(void *context, int pipe), void *context, char why[APART_WHY]);

/* Closes the pipe and waits for the end. Returns true if `work` has returned true; otherwise `why`
 * says how the process ended, or is empty if memory ran out. `said` is what came on the pipe. */
bool apart_wait(struct apart_process *process, const struct apart_limits *limits,
                const uint8_t *said, size_t size, char why[APART_WHY]);

/* Finds facts as facts_find does. Returns false with nothing to free: `why` says how the process
 * ended, or is empty if memory ran out. Several threads may call it at once. */
bool apart_find(const void *bytes, size_t size, const ow_folder *folder,
                const struct fact_options *options, const struct apart_limits *limits,
                struct facts *facts, char why[APART_WHY]);

#endif
