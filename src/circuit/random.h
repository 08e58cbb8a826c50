/* Random numbers that are the same on every host: xorshift64*. */
#ifndef OW_SRC_CIRCUIT_RANDOM_H
#define OW_SRC_CIRCUIT_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

static inline struct random random_begin(uint64_t seed)
{
    return (struct random){0x9e3779b97f4a7c15u ^ seed};
}

/* A number below `below`; 0 if that is 0. */
static inline uint32_t random_below(struct random *random, uint32_t below)
{
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return (uint32_t)(((x * 0x2545f4914f6cdd1du) >> 32) * below >> 32);
}

#endif
