/* The queue of a catalogue: files that a scan found, and what a worker claims of them.
 *
 * A worker has a row that expires unless the worker writes it anew, and the rows of the queue that
 * it claims have its number. When the row of a worker has expired, any other worker gives its
 * claims back. A file is stored in the transaction that removes its row from the queue, and only if
 * the worker still has the claim. So nothing is lost and nothing is there twice, wherever a worker
 * dies or stands still.
 *
 * A claim that came back was perhaps one of a file that makes workers die. It is claimed in a small
 * group from then on, and alone at last, with nothing else in the worker's hands. */
#ifndef OW_CATALOG_CLAIMS_H
#define OW_CATALOG_CLAIMS_H

#include "found.h"
#include "patience.h"
#include "roots.h"
#include "schema.h"

#include <pthread.h>

/* A file is given up after this many deaths. */
enum { CLAIM_MOST_ATTEMPTS = 5, CLAIM_MOST = 1024 /* that wait to be read */ };

/* What a worker is asked to do. */
struct work_options {
    unsigned lease; /* seconds without a sign of life after which its claims go to others */
    bool follow;    /* wait for more files when the queue is empty */
};

struct claims_plan {
    const struct work_options *work;
    const struct roots *roots; /* claim files of these alone; NULL or none: absolute paths */
    unsigned jobs;             /* threads that read */
    bool pictures;             /* a world without a picture is replaced */
    struct patience *patience;
    bool (*take)(void *context, struct found *found); /* owns the file; false ends */
    bool (*flush)(void *context); /* reads and stores all that was taken; NULL: threads do */
    void *context;
};

struct claims {
    struct claims_plan plan;
    int64_t worker;                           /* its number */
    char name[128];                           /* for people: machine and process */
    int64_t number;                           /* of the last claim */
    size_t batch;                             /* files to claim at once */
    int64_t claimed_at, next_beat, next_look; /* in milliseconds of a clock that never jumps */
    bool is_alone;                            /* suspects are being read, and nothing else */
    pthread_mutex_t lock;                     /* for the following */
    pthread_cond_t changed;
    size_t unread, unstored; /* claimed files that are not read, or not stored, yet */
    bool is_stopped;
};

void claims_open(struct claims *claims, const struct claims_plan *plan);
void claims_close(struct claims *claims);

/* Claims files and passes them to `take`, until the queue is empty or claims_stop is called.
 * Returns false with catalog_failure. `catalog` is a connection of its own. */
bool claims_run(struct claims *claims, struct catalog *catalog);

/* Ends claims_run soon. */
void claims_stop(struct claims *claims);

/* A claimed file was read, by any thread. */
void claims_note_read(struct claims *claims, const struct found *found);

/* Stores files of claims that the worker still has, all of them or none, and removes them from the
 * queue. The others are marked as lost. *list may get another order. Returns false with
 * catalog_failure. */
bool claims_store(struct claims *claims, struct catalog *catalog, struct found **list);

/* The files of a list were stored or are given up. */
void claims_note_stored(struct claims *claims, const struct found *list);

/* How many claimed files are not stored yet. */
size_t claims_count(struct claims *claims);

/* Gives back what was not stored, at the end. Errors are ignored: claims expire. */
void claims_leave(struct claims *claims, struct catalog *catalog);

/* Waits in a transaction for a worker that stands still no longer than for its lease: the server
 * ends the connection of a client that does nothing in a transaction. */
bool claims_limit_transaction(const struct claims *claims, struct catalog *catalog);

#endif
