/* How much room the lists of a document have that edits made: a table by the address of the list, in
 * the arena of the document. Lists that a reader made are exactly as large as they are. */
#ifndef OW_SRC_BASE_LIST_CAPACITIES_H
#define OW_SRC_BASE_LIST_CAPACITIES_H

#include "memory.h"

struct list_capacity {
    const void *list;
    size_t used, size; /* bytes */
};

/* The room of a list that uses so many bytes; NULL where it has none. Two pointers to the same list
 * part when one of them grows: the other uses fewer bytes then, and has no room. */
struct list_capacity *capacities_find(const struct arena *arena, const void *list, size_t used);

/* Makes sure that the next capacities_add succeeds. False without memory; arena->status says why. */
bool capacities_prepare(struct arena *arena);

/* Notes the room of a list that is new, and forgets that of one that was outgrown. */
void capacities_add(struct arena *arena, struct list_capacity room);
void capacities_remove(struct arena *arena, const struct list_capacity *room);

#endif
