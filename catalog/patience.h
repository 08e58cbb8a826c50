/* Trying again: briefly after a conflict or a lost connection, longer while a server is away. */
#ifndef OW_CATALOG_PATIENCE_H
#define OW_CATALOG_PATIENCE_H

#include "database.h"

#include <pthread.h>
#include <time.h>

/* How long to wait for a server that is away. Initialise with PATIENCE; several threads may share
 * it. */
struct patience {
    unsigned seconds; /* 0: a server that is away is not waited for */
    /* The work adds to a catalogue, and has to end: limits of the role on the time of a statement
     * do not apply. */
    bool is_adding;
    const char *what; /* is waited for; NULL: the database server */
    void *context;
    /* Called when waiting begins, with the reason, and with NULL when the server is back. May run
     * in any thread, but in one at a time. May be NULL. */
    void (*report)(void *context, const char *why);
    pthread_mutex_t lock;
    unsigned waiting; /* how many users of a connection wait */
    unsigned losses;  /* how often a connection was lost or a server was away */
    bool is_over;     /* nobody waits any more */
};

#define PATIENCE                                                                                   \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                          \
    }

/* The attempts at one piece of work. Initialise with zeros. */
struct attempts {
    unsigned brief, long_ones; /* pauses so far, of both kinds */
    bool is_reported;
    struct timespec since;
};

/* Call after a failure. Waits, and returns true if the work should be tried again. `patience` may
 * be NULL: then only brief pauses are made. */
bool patience_allows(struct patience *patience, struct attempts *attempts,
                     const struct database_failure *why);

/* Call when the work is done or given up. */
void patience_end(struct patience *patience, struct attempts *attempts, bool is_done);

/* Ends all waiting, now and later. */
void patience_stop(struct patience *patience);

/* How many losses there were since the last call. */
unsigned patience_take_losses(struct patience *patience);

#endif
