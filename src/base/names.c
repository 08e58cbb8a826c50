/* Names that stand twice in a list of records: an open table of hashes. */
#include "names.h"

#include <string.h>

ow_status names_init(struct names *names, struct arena *arena, const ow_text *first, size_t stride,
                     uint32_t count)
{
    enum { FEWEST = 16, MOST = 1 << 29 }; /* slots; the most are what 32 bits can address */
    *names = (struct names){.first = first, .stride = stride, .mask = FEWEST - 1};
    while (names->mask < count * 2ull && names->mask < MOST - 1)
        names->mask = names->mask * 2 + 1;
    size_t size = ((size_t)names->mask + 1) * sizeof *names->slots;
    names->slots = arena_take(arena, size);
    if (!names->slots)
        return arena->status;
    memset(names->slots, 0, size);
    return OW_OK;
}

static ow_text name_of(const struct names *names, uint32_t ordinal)
{
    const uint8_t *first = (const uint8_t *)names->first;
    return *(const ow_text *)(const void *)(first + ordinal * names->stride);
}

static uint32_t hash_name(ow_text name)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (uint8_t)name.data[i]) * 16777619u;
    return hash ^ hash >> 15;
}

uint32_t names_find_earlier(struct names *names, uint32_t ordinal)
{
    ow_text name = name_of(names, ordinal);
    /* A file made to collide could make this slow: give up looking after so many steps. */
    enum { MOST_STEPS = 64 };
    uint32_t at = hash_name(name) & names->mask;
    for (int step = 0; step < MOST_STEPS; step++, at = (at + 1) & names->mask) {
        if (names->slots[at] == 0) {
            names->slots[at] = ordinal + 1;
            break;
        }
        uint32_t earlier = names->slots[at] - 1;
        ow_text other = name_of(names, earlier);
        if (other.size == name.size && memcmp(other.data, name.data, name.size) == 0)
            return earlier;
    }
    return NO_NAME;
}
