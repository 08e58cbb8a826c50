/* Names made to collide, after A. Joux: two blocks that lead from one state of a hash to one other
 * state make two names of one hash; ten such pairs in a row make 2^10. */
#include "collisions.h"

#include <string.h>

enum { BLOCK = COLLIDING_SIZE / COLLIDING_PARTS, SLOTS = 1 << 20, LETTERS = 26 };

static char pairs[COLLIDING_PARTS][2][BLOCK];

/* Spread over all the letters: blocks that differ in a few alone never share a hash. */
static void spell(uint32_t number, char *block)
{
    number *= 2654435761u;
    for (int i = 0; i < BLOCK; i++, number /= LETTERS)
        block[i] = (char)('a' + number % LETTERS);
}

static uint32_t hash_on(uint32_t hash, const char *block)
{
    for (int i = 0; i < BLOCK; i++)
        hash = (hash ^ (uint8_t)block[i]) * 16777619u;
    return hash;
}

/* Returns the state behind both blocks. */
static uint32_t find_pair(uint32_t state, char pair[2][BLOCK])
{
    static uint32_t seen[SLOTS]; /* the number of a block, plus one */
    memset(seen, 0, sizeof seen);
    for (uint32_t number = 0;; number++) {
        spell(number, pair[1]);
        uint32_t hash = hash_on(state, pair[1]), at = hash % SLOTS;
        for (; seen[at]; at = (at + 1) % SLOTS) {
            spell(seen[at] - 1, pair[0]);
            if (hash_on(state, pair[0]) == hash)
                return hash;
        }
        seen[at] = number + 1;
    }
}

void make_colliding_name(unsigned index, char *name)
{
    uint32_t state = 2166136261u;
    for (int part = 0; part < COLLIDING_PARTS && !*pairs[COLLIDING_PARTS - 1][0]; part++)
        state = find_pair(state, pairs[part]);
    for (int part = 0; part < COLLIDING_PARTS; part++)
        memcpy(name + part * BLOCK, pairs[part][index >> part & 1], BLOCK);
}
