/* Hashes of the worlds seen in a run. */
#include "hash_set.h"

#include <stdlib.h>
#include <string.h>

/* Finds the slot of a hash, or the free slot for it. The first bytes of a SHA-256 are a good hash
 * already. */
static size_t find(const struct hash_set *set, const uint8_t hash[DIGEST_SIZE])
{
    uint64_t at;
    memcpy(&at, hash, sizeof at);
    while (set->is_taken[at & (set->room - 1)] &&
           memcmp(set->hashes[at & (set->room - 1)], hash, DIGEST_SIZE) != 0)
        at++;
    return at & (set->room - 1);
}

static void put(struct hash_set *set, const uint8_t hash[DIGEST_SIZE])
{
    size_t at = find(set, hash);
    memcpy(set->hashes[at], hash, DIGEST_SIZE);
    set->is_taken[at] = true;
    set->count++;
}

/* Keeps at least half of the slots free. */
static bool make_room(struct hash_set *set)
{
    struct hash_set larger = {.room = set->room ? 2 * set->room : 256};
    if (set->count < set->room / 2)
        return true;
    larger.hashes = malloc(larger.room * sizeof *larger.hashes);
    larger.is_taken = calloc(larger.room, sizeof *larger.is_taken);
    if (!larger.hashes || !larger.is_taken) {
        free(larger.hashes);
        free(larger.is_taken);
        return false;
    }
    for (size_t i = 0; i < set->room; i++)
        if (set->is_taken[i])
            put(&larger, set->hashes[i]);
    free(set->hashes);
    free(set->is_taken);
    set->hashes = larger.hashes;
    set->is_taken = larger.is_taken;
    set->room = larger.room;
    return true;
}

static bool has(const struct hash_set *set, const uint8_t hash[DIGEST_SIZE])
{
    return set->room > 0 && set->is_taken[find(set, hash)];
}

bool hash_set_add(struct hash_set *set, const uint8_t hash[DIGEST_SIZE])
{
    pthread_mutex_lock(&set->lock);
    bool is_new = !has(set, hash);
    if (is_new && make_room(set))
        put(set, hash);
    pthread_mutex_unlock(&set->lock);
    return is_new;
}

void hash_set_free(struct hash_set *set)
{
    free(set->hashes);
    free(set->is_taken);
    pthread_mutex_destroy(&set->lock);
}
