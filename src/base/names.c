/* Finding duplicate names in a list of records: sorts by hash and, if hashes collide, by name. */
#include "names.h"

#include "sort.h"

#include <string.h>

/* Sort key of a record: hash of its name in the high half, index in the low. */
enum { HASH_SHIFT = 32 };

static ow_text name_of(const struct names *names, uint64_t key)
{
    const uint8_t *first = (const uint8_t *)names->first;
    return *(const ow_text *)(const void *)(first + (uint32_t)key * names->stride);
}

static uint32_t hash_name(ow_text name, uint32_t seed)
{
    uint32_t hash = 2166136261u ^ seed; /* FNV-1a */
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (uint8_t)name.data[i]) * 16777619u;
    return hash;
}

/* An order of names in which equal names are adjacent. It is not alphabetical. */
static int compare_names(const struct names *names, uint64_t a, uint64_t b)
{
    ow_text first = name_of(names, a), second = name_of(names, b);
    if (first.size != second.size)
        return first.size < second.size ? -1 : 1;
    return first.size > 0 ? memcmp(first.data, second.data, first.size) : 0;
}

/* Merges two sorted runs, from `begin` and from `middle`. The sort is stable. */
static void merge(const struct names *names, const uint64_t *from, uint64_t *to, size_t begin,
                  size_t middle, size_t end)
{
    size_t left = begin, right = middle;
    for (size_t at = begin; at < end; at++) {
        bool take_left =
            left < middle && (right == end || compare_names(names, from[left], from[right]) <= 0);
        to[at] = take_left ? from[left++] : from[right++];
    }
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void sort_by_name(const struct names *names, uint64_t *keys, uint64_t *other, size_t count)
{
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t at = 0; at < count; at += 2 * width)
            merge(names, keys, other, at, least(at + width, count), least(at + 2 * width, count));
        memcpy(keys, other, count * sizeof *keys);
    }
}

/* Records duplicates among records with the same hash: almost always one name. */
static void note_earlier(struct names *names, uint64_t *keys, uint64_t *other, size_t count)
{
    bool collide = false;
    for (size_t i = 1; i < count && !collide; i++)
        collide = compare_names(names, keys[0], keys[i]) != 0;
    if (collide)
        sort_by_name(names, keys, other, count);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (!collide || compare_names(names, keys[first], keys[i]) == 0)
            names->earlier[(uint32_t)keys[i]] = (uint32_t)keys[first];
        else
            first = i;
    }
}

static void note_all_earlier(struct names *names, uint64_t *keys, uint64_t *other, size_t count)
{
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && keys[end] >> HASH_SHIFT == keys[begin] >> HASH_SHIFT;)
            end++;
        note_earlier(names, keys + begin, other, end - begin);
    }
}

static ow_status look_through(struct names *names, struct arena *scratch, uint64_t *keys,
                              uint32_t count, uint32_t seed)
{
    for (uint32_t i = 0; i < count; i++) {
        names->earlier[i] = NO_NAME;
        keys[i] = (uint64_t)hash_name(name_of(names, i), seed) << HASH_SHIFT | i;
    }
    /* Allocated even if it is not needed: memory use must not depend on the seed. */
    uint64_t *other = arena_take(scratch, count * sizeof *other);
    if (!other)
        return scratch->status;
    sort_u64_within(keys, other, count, HASH_SHIFT);
    note_all_earlier(names, keys, other, count);
    return OW_OK;
}

ow_status names_init_seeded(struct names *names, struct arena *arena, const ow_text *first,
                            size_t stride, uint32_t count, uint32_t seed)
{
    struct arena scratch;
    *names = (struct names){.first = first, .stride = stride};
    names->earlier = arena_take(arena, count * sizeof *names->earlier);
    if (!names->earlier)
        return arena->status;
    arena_share(&scratch, arena);
    uint64_t *keys = arena_take(&scratch, count * sizeof *keys);
    ow_status status = keys ? look_through(names, &scratch, keys, count, seed) : scratch.status;
    arena_free(&scratch);
    return status;
}

ow_status names_init(struct names *names, struct arena *arena, const ow_text *first, size_t stride,
                     uint32_t count)
{
    /* The seed is an address, so that a file's author cannot choose names that collide. */
    return names_init_seeded(names, arena, first, stride, count, (uint32_t)((uintptr_t)first >> 4));
}
