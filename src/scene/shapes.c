/* Shared shapes, found by their keys. */
#include "build.h"

#include <string.h>

enum { FIRST_KEYS = 64 };

static size_t slot_of(const uint64_t key[3], size_t room)
{
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (size_t)(hash & (room - 1));
}

/* The slot of a key, or the free slot for it; there is always one. */
static struct shape_key *find_slot(struct shape_key *keys, size_t room, const uint64_t key[3])
{
    size_t slot = slot_of(key, room);
    while (keys[slot].used && memcmp(keys[slot].words, key, sizeof keys[slot].words) != 0)
        slot = (slot + 1) & (room - 1);
    return &keys[slot];
}

uint32_t scene_known_shape(const struct scene_builder *builder, const uint64_t key[3])
{
    if (builder->key_room == 0)
        return OW_NONE;
    const struct shape_key *slot = find_slot(builder->keys, builder->key_room, key);
    return slot->used ? slot->shape : OW_NONE;
}

/* At most half of the slots are used. */
static bool make_room(struct scene_builder *builder)
{
    if (builder->key_room >= 2 * (builder->key_count + 1))
        return true;
    size_t room = builder->key_room ? builder->key_room * 2 : FIRST_KEYS;
    struct shape_key *keys = scene_take(builder, room, sizeof *keys);
    if (!keys)
        return false;
    memset(keys, 0, room * sizeof *keys);
    for (size_t i = 0; i < builder->key_room; i++)
        if (builder->keys[i].used)
            *find_slot(keys, room, builder->keys[i].words) = builder->keys[i];
    builder->keys = keys;
    builder->key_room = room;
    return true;
}

void scene_note_shape(struct scene_builder *builder, const uint64_t key[3], uint32_t shape)
{
    if (!key || !make_room(builder))
        return;
    struct shape_key *slot = find_slot(builder->keys, builder->key_room, key);
    builder->key_count += !slot->used;
    *slot = (struct shape_key){.shape = shape, .used = true};
    memcpy(slot->words, key, sizeof slot->words);
}
