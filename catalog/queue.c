/* A bounded queue of files between threads. */
#include "queue.h"

#include <time.h>

void queue_open(struct queue *queue, size_t most, unsigned writers)
{
    *queue = (struct queue){.most = most, .writers = writers};
    queue->end = &queue->first;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
}

void queue_close(struct queue *queue)
{
    for (struct found *at = queue->first, *next; at; at = next) {
        next = at->next;
        found_free(at);
    }
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

bool queue_put(struct queue *queue, struct found *found)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count >= queue->most && !queue->stopped)
        pthread_cond_wait(&queue->changed, &queue->lock);
    bool stopped = queue->stopped;
    if (!stopped) {
        found->next = NULL;
        *queue->end = found;
        queue->end = &found->next;
        queue->count++;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return !stopped;
}

static void wait_for_one(struct queue *queue)
{
    while (!queue->first && queue->writers > 0 && !queue->stopped)
        pthread_cond_wait(&queue->changed, &queue->lock);
}

struct found *queue_take(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    wait_for_one(queue);
    struct found *found = queue->stopped ? NULL : queue->first;
    if (found) {
        queue->first = found->next;
        queue->end = queue->first ? queue->end : &queue->first;
        queue->count--;
        found->next = NULL;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return found;
}

static void wait_for_more(struct queue *queue, size_t wanted)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    while (queue->count < wanted && queue->writers > 0 && !queue->stopped)
        if (pthread_cond_timedwait(&queue->changed, &queue->lock, &end) != 0)
            break;
}

struct found *queue_take_all(struct queue *queue, size_t wanted)
{
    pthread_mutex_lock(&queue->lock);
    wait_for_one(queue);
    wait_for_more(queue, wanted);
    struct found *list = queue->first;
    queue->first = NULL;
    queue->end = &queue->first;
    queue->count = 0;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    return list;
}

void queue_leave(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->writers--;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void queue_stop(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->stopped = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}
