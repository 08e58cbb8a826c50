/* The capacity of lists that grew. */
#include "list_capacities.h"

#include <string.h>

/* Hash table with open addressing; at most three of four slots are used. */
struct capacities {
    size_t count, slot_count; /* slot_count is a power of two */
    struct list_capacity slots[];
};

enum { FIRST_SLOTS = 16 };

/* The first slot to look for a list. */
static size_t home_of(const struct capacities *capacities, const void *list)
{
    uint64_t mixed = ((uint64_t)(uintptr_t)list >> 3) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 32) & (capacities->slot_count - 1);
}

/* The slot that a list has, or would have. */
static struct list_capacity *slot_of(struct capacities *capacities, const void *list)
{
    size_t at = home_of(capacities, list);
    while (capacities->slots[at].list && capacities->slots[at].list != list)
        at = (at + 1) & (capacities->slot_count - 1);
    return &capacities->slots[at];
}

struct list_capacity *capacities_find(const struct arena *arena, const void *list, size_t used)
{
    if (!arena->capacities || !list)
        return NULL;
    struct list_capacity *slot = slot_of(arena->capacities, list);
    return slot->list && slot->used == used ? slot : NULL;
}

bool capacities_prepare(struct arena *arena)
{
    struct capacities *old = arena->capacities;
    size_t slot_count = old ? old->slot_count : 0;
    if (old && old->count < slot_count / 4 * 3)
        return true;
    slot_count = old ? slot_count * 2 : FIRST_SLOTS;
    size_t size = sizeof *old + slot_count * sizeof *old->slots;
    struct capacities *capacities = arena_take_unlimited(arena, size);
    if (!capacities)
        return false;
    memset(capacities, 0, size);
    capacities->slot_count = slot_count;
    arena->capacities = capacities;
    for (size_t i = 0; old && i < old->slot_count; i++)
        if (old->slots[i].list)
            capacities_add(arena, old->slots[i]);
    return true;
}

void capacities_add(struct arena *arena, struct list_capacity room)
{
    struct list_capacity *slot = slot_of(arena->capacities, room.list);
    arena->capacities->count += !slot->list;
    *slot = room;
}

/* Entries after the slot move up if a search for them would stop at the hole. */
void capacities_remove(struct arena *arena, const struct list_capacity *room)
{
    struct capacities *capacities = arena->capacities;
    size_t mask = capacities->slot_count - 1, hole = (size_t)(room - capacities->slots);
    for (size_t at = (hole + 1) & mask; capacities->slots[at].list; at = (at + 1) & mask) {
        size_t home = home_of(capacities, capacities->slots[at].list);
        if (((at - home) & mask) < ((at - hole) & mask))
            continue;
        capacities->slots[hole] = capacities->slots[at];
        hole = at;
    }
    capacities->slots[hole].list = NULL;
    capacities->count--;
}
