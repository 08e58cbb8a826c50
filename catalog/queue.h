/* Files handed from thread to thread: a queue that holds so many at most. */
#ifndef OW_CATALOG_QUEUE_H
#define OW_CATALOG_QUEUE_H

#include "found.h"

#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct found *first, **end;
    size_t count, most;
    unsigned writers; /* that have not left yet */
    bool stopped;
};

void queue_open(struct queue *queue, size_t most, unsigned writers);
void queue_close(struct queue *queue); /* frees what is left in it */

/* Waits for room. False where the queue was stopped: the file stays the caller's. */
bool queue_put(struct queue *queue, struct found *found);

/* Waits for one; NULL when every writer has left, or the queue was stopped. */
struct found *queue_take(struct queue *queue);

/* All that is there, at least one unless the queue has ended: waits up to a second for so many. */
struct found *queue_take_all(struct queue *queue, size_t wanted);

void queue_leave(struct queue *queue); /* one writer puts no more */
void queue_stop(struct queue *queue);

#endif
