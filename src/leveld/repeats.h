/* Finds duplicate things: those with the same id at the same place. */
#ifndef OW_SRC_LEVELD_REPEATS_H
#define OW_SRC_LEVELD_REPEATS_H

#include "../base/compiler.h"
#include "../base/memory.h"

#include <overworld/leveld.h>

#define NO_THING UINT32_MAX

/* Things by the hash of their id and place: an open-addressing table, at most four fifths full,
 * whose slots hold the ordinal + 1 of the first thing of each hash. At most 19 bytes per thing. */
struct repeats {
    uint64_t *hashes;  /* by ordinal */
    uint8_t *repeated; /* a bit for each thing: it is a duplicate of an earlier one */
    uint32_t *slots;
    uint64_t key;
    unsigned shift; /* (hash * key) >> shift is the slot where a search begins */
    uint32_t mask;
    uint32_t count, found; /* things noted, things inserted into the table */
    uint32_t repeat_count;
};

/* Allocates memory for `count` things. */
ow_status repeats_init(struct repeats *repeats, struct arena *arena, uint32_t count);

/* Inserts the things up to number `end` into the table. */
void repeats_find(struct repeats *repeats, uint32_t end);

/* Equal for things with the same id and place, otherwise almost never. */
static inline uint64_t repeats_hash(const ow_leveld_thing *thing)
{
    uint64_t hash = ((uint64_t)thing->x << 32 | thing->y) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
    hash = (hash + ((uint64_t)thing->id << 32 | thing->layer_id)) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

/* Notes the next thing. It is inserted into the table later, when its slot is cached. */
static inline void repeats_note(struct repeats *repeats, const ow_leveld_thing *thing)
{
    enum { AT_ONCE = 32 };
    uint64_t hash = repeats_hash(thing);
    PREFETCH_TO_WRITE(&repeats->slots[hash * repeats->key >> repeats->shift]);
    repeats->hashes[repeats->count++] = hash;
    if (repeats->count % AT_ONCE == 0)
        repeats_find(repeats, repeats->count - AT_ONCE / 2);
}

/* Inserts the rest, once all are noted. */
static inline void repeats_end(struct repeats *repeats)
{
    repeats_find(repeats, repeats->count);
}

/* Whether a thing is a duplicate of an earlier one. */
static inline bool repeats_has(const struct repeats *repeats, uint32_t ordinal)
{
    return repeats->repeated[ordinal / 8] >> ordinal % 8 & 1;
}

/* The first thing that a thing is a duplicate of. */
uint32_t repeats_first(const struct repeats *repeats, uint32_t ordinal);

/* The next duplicate from `ordinal` on, or NO_THING. */
uint32_t repeats_next(const struct repeats *repeats, uint32_t ordinal);

#endif
