/* Numbers that look random and are the same in every run. */
#ifndef OW_TESTS_SUPPORT_RANDOM_H
#define OW_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

static inline struct random random_from(uint64_t seed)
{
    return (struct random){seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
}

/* 0 to below - 1. */
static inline uint32_t random_below(struct random *random, uint32_t below)
{
    random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random->state >> 33) % below);
}

#endif
