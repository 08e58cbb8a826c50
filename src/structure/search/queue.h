/* A priority queue of walks, cheapest first. */
#ifndef OW_SRC_STRUCTURE_QUEUE_H
#define OW_SRC_STRUCTURE_QUEUE_H

#include "walk.h"

enum { PRICES = 256 }; /* higher prices count as the highest */

/* A walk in the queue. */
struct node {
    struct node *next;
    struct walk_state state;
    unsigned price, odd_blocks;
    bool roots_fit, met_vertices, senseless;
    uint64_t made_sense_to;
};

struct queue {
    struct node *walks[PRICES], *spare;
    struct arena arena;
    unsigned count, lowest; /* no walk is cheaper than `lowest` */
};

/* Its memory is counted in `account`; release it with arena_free. */
static inline void queue_open(struct queue *queue, struct arena *account)
{
    *queue = (struct queue){.lowest = PRICES};
    arena_share(&queue->arena, account);
}

/* Adds a copy. Of walks with the same price, the last one comes out first. Returns false if memory
 * runs out; the arena has the status. */
static inline bool queue_put(struct queue *queue, const struct node *node)
{
    struct node *copy = queue->spare;
    if (copy)
        queue->spare = copy->next;
    else if (!(copy = arena_take(&queue->arena, sizeof *copy)))
        return false;
    unsigned price = node->price < PRICES ? node->price : PRICES - 1;
    *copy = *node;
    copy->price = price;
    copy->next = queue->walks[price];
    queue->walks[price] = copy;
    queue->count++;
    if (price < queue->lowest)
        queue->lowest = price;
    return true;
}

/* The lowest price; PRICES if the queue is empty. */
static inline unsigned queue_cheapest(struct queue *queue)
{
    while (queue->lowest < PRICES && !queue->walks[queue->lowest])
        queue->lowest++;
    return queue->lowest;
}

/* Removes the cheapest walk. Returns false if the queue is empty. */
static inline bool queue_take(struct queue *queue, struct node *node)
{
    unsigned price = queue_cheapest(queue);
    if (price == PRICES)
        return false;
    struct node *first = queue->walks[price];
    *node = *first;
    queue->walks[price] = first->next;
    first->next = queue->spare;
    queue->spare = first;
    queue->count--;
    return true;
}

#endif
