/* Builds of .structure with a bit of everything, for tests of the search for their variant. */
#ifndef OW_TESTS_SUPPORT_VARIED_BUILDS_H
#define OW_TESTS_SUPPORT_VARIED_BUILDS_H

#include <overworld/structure.h>

struct variety {
    uint64_t seed;
    unsigned older; /* how many versions it is behind the newest */
    uint32_t block_count;
    int color_count, rotation_count; /* of the tables; -1: none, as in all older versions */
    unsigned plain;       /* of 100 blocks, how many have a type that surely has no settings */
    bool still;           /* no block is anywhere or turned: wrong ways are hard to tell */
    const uint8_t *types; /* what half of the other blocks are */
    unsigned type_count;
};

/* Doubtful types that have names: 11 of them. */
extern const uint8_t doubtful_types[11];

/* A number below `limit` from a seed that is moved on. */
uint32_t varied_number(uint64_t *seed, uint32_t limit);

/* A build's bytes in a variant. Give them back with ow_buffer_free. */
ow_buffer varied_build(const ow_structure_variant *variant, const struct variety *variety);

#endif
