/* A bounded queue of files between threads. */
#ifndef OW_CATALOG_QUEUE_H
#define OW_CATALOG_QUEUE_H

#include "found.h"

#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct found *first, **end;
    size_t count, most;
    unsigned writers; /* writers that have not called queue_leave yet */
    bool stopped;
};

void queue_open(struct queue *queue, size_t most, unsigned writers);
void queue_close(struct queue *queue); /* frees the files left in it */

/* Waits for room. Returns false if the queue was stopped; the caller keeps the file. */
bool queue_put(struct queue *queue, struct found *found);

/* Waits for a file. Returns NULL if every writer has left or the queue was stopped. */
struct found *queue_take(struct queue *queue);

/* Takes everything in the queue, at least one file unless the queue has ended. Waits up to a second
 * for `wanted` files. */
struct found *queue_take_all(struct queue *queue, size_t wanted);

void queue_leave(struct queue *queue); /* call it when a writer has put its last file */
void queue_stop(struct queue *queue);

#endif
