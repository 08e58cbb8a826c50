/* How much room the lists of a document have that edits made. */
#include "rooms.h"

#include <string.h>

/* Open addressing; at most three of four slots are taken. */
struct rooms {
    size_t count, slot_count; /* slot_count is a power of two */
    struct room slots[];
};

enum { FIRST_SLOTS = 16 };

/* Where the search for a list begins. */
static size_t home_of(const struct rooms *rooms, const void *list)
{
    uint64_t mixed = ((uint64_t)(uintptr_t)list >> 3) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 32) & (rooms->slot_count - 1);
}

/* The slot that a list has, or would have. */
static struct room *slot_of(struct rooms *rooms, const void *list)
{
    size_t at = home_of(rooms, list);
    while (rooms->slots[at].list && rooms->slots[at].list != list)
        at = (at + 1) & (rooms->slot_count - 1);
    return &rooms->slots[at];
}

struct room *rooms_find(const struct arena *arena, const void *list, size_t used)
{
    if (!arena->rooms || !list)
        return NULL;
    struct room *slot = slot_of(arena->rooms, list);
    return slot->list && slot->used == used ? slot : NULL;
}

bool rooms_prepare(struct arena *arena)
{
    struct rooms *old = arena->rooms;
    size_t slot_count = old ? old->slot_count : 0;
    if (old && old->count < slot_count / 4 * 3)
        return true;
    slot_count = old ? slot_count * 2 : FIRST_SLOTS;
    size_t size = sizeof *old + slot_count * sizeof *old->slots;
    struct rooms *rooms = arena_take_unlimited(arena, size);
    if (!rooms)
        return false;
    memset(rooms, 0, size);
    rooms->slot_count = slot_count;
    arena->rooms = rooms;
    for (size_t i = 0; old && i < old->slot_count; i++)
        if (old->slots[i].list)
            room_add(arena, old->slots[i]);
    return true;
}

void room_add(struct arena *arena, struct room room)
{
    struct room *slot = slot_of(arena->rooms, room.list);
    arena->rooms->count += !slot->list;
    *slot = room;
}

/* Those behind the slot move up where their search would end at the hole. */
void room_forget(struct arena *arena, const struct room *room)
{
    struct rooms *rooms = arena->rooms;
    size_t mask = rooms->slot_count - 1, hole = (size_t)(room - rooms->slots);
    for (size_t at = (hole + 1) & mask; rooms->slots[at].list; at = (at + 1) & mask) {
        size_t home = home_of(rooms, rooms->slots[at].list);
        if (((at - home) & mask) < ((at - hole) & mask))
            continue;
        rooms->slots[hole] = rooms->slots[at];
        hole = at;
    }
    rooms->slots[hole].list = NULL;
    rooms->count--;
}
