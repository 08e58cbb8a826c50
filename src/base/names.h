/* Finding duplicate names in a list of records. */
#ifndef OW_SRC_BASE_NAMES_H
#define OW_SRC_BASE_NAMES_H

#include "memory.h"

#define NO_NAME UINT32_MAX

struct names {
    const ow_text *first; /* the name of record 0 */
    size_t stride;        /* distance between names, in bytes */
    uint32_t *earlier;    /* for each record: the first record of the same name, or NO_NAME */
};

/* Finds the duplicates among `count` names. Fails only without memory: keeps 4 bytes for each name
 * and releases 16 more. Exact for any names. Takes linear time, except for colliding hashes, which
 * are sorted. */
ow_status names_init(struct names *names, struct arena *arena, const ow_text *first, size_t stride,
                     uint32_t count);

/* As names_init with the caller's hash seed, for tests that make names collide. Results do not
 * depend on it. */
ow_status names_init_seeded(struct names *names, struct arena *arena, const ow_text *first,
                            size_t stride, uint32_t count, uint32_t seed);

/* The first record of the same name; NO_NAME if it is this one. */
static inline uint32_t names_find_earlier(const struct names *names, uint32_t ordinal)
{
    return names->earlier[ordinal];
}

#endif
