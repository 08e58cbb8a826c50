/* Finds duplicate things. */
#include "repeats.h"

#include <string.h>

ow_status repeats_init(struct repeats *repeats, struct arena *arena, uint32_t count)
{
    *repeats = (struct repeats){.mask = 15, .shift = 60};
    for (; (repeats->mask + 1ull) * 4 / 5 < count; repeats->shift--)
        repeats->mask = repeats->mask * 2 + 1;
    size_t slots_size = (repeats->mask + 1ull) * sizeof *repeats->slots;
    repeats->hashes = arena_take(arena, count * sizeof *repeats->hashes);
    repeats->repeated = arena_take(arena, count / 8 + 1);
    repeats->slots = arena_take(arena, slots_size);
    if (!repeats->hashes || !repeats->repeated || !repeats->slots)
        return arena->status;
    memset(repeats->repeated, 0, count / 8 + 1);
    memset(repeats->slots, 0, slots_size);
    /* The author of a file must not be able to choose which things collide, so the factor is made
     * from an address, which the author does not know. The result does not depend on it. */
    uint64_t key = ((uintptr_t)repeats->slots ^ 0x51ed270b) * 0x9e3779b97f4a7c15u;
    repeats->key = (key ^ key >> 29) | 1;
    return OW_OK;
}

/* The slot with the first thing of a hash, or a free slot for it. */
static uint32_t *find_slot(const struct repeats *repeats, uint64_t hash)
{
    uint32_t at = (uint32_t)(hash * repeats->key >> repeats->shift);
    while (repeats->slots[at] != 0 && repeats->hashes[repeats->slots[at] - 1] != hash)
        at = (at + 1) & repeats->mask;
    return &repeats->slots[at];
}

void repeats_find(struct repeats *repeats, uint32_t end)
{
    for (uint32_t i = repeats->found; i < end; i++) {
        uint32_t *slot = find_slot(repeats, repeats->hashes[i]);
        if (*slot == 0) {
            *slot = i + 1;
            continue;
        }
        repeats->repeated[i / 8] = (uint8_t)(repeats->repeated[i / 8] | 1u << i % 8);
        repeats->repeat_count++;
    }
    repeats->found = end;
}

uint32_t repeats_first(const struct repeats *repeats, uint32_t ordinal)
{
    return *find_slot(repeats, repeats->hashes[ordinal]) - 1;
}

uint32_t repeats_next(const struct repeats *repeats, uint32_t ordinal)
{
    for (uint32_t i = ordinal; i < repeats->count; i++) {
        unsigned rest = (unsigned)repeats->repeated[i / 8] >> i % 8;
        if (rest == 0)
            i |= 7; /* no more bits in this byte */
        else if (rest & 1)
            return i;
    }
    return NO_THING;
}
