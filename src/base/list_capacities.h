/* The capacity of lists that grew: a table by the address of the list, in the document's arena.
 * Lists made by a reader have no spare capacity. */
#ifndef OW_SRC_BASE_LIST_CAPACITIES_H
#define OW_SRC_BASE_LIST_CAPACITIES_H

#include "memory.h"

struct list_capacity {
    const void *list;
    size_t used, size; /* bytes */
};

/* The capacity of a list that uses `used` bytes; NULL: none. If two pointers share a list and one
 * of them grows, the other has fewer bytes, and so no capacity. */
struct list_capacity *capacities_find(const struct arena *arena, const void *list, size_t used);

/* Makes the next capacities_add succeed. Returns false without memory; arena->status says why. */
bool capacities_prepare(struct arena *arena);

/* Adds the capacity of a new list and removes that of the list it replaces. */
void capacities_add(struct arena *arena, struct list_capacity room);
void capacities_remove(struct arena *arena, const struct list_capacity *room);

#endif
