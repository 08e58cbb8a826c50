/* Names that stand twice in a list of records. */
#ifndef OW_SRC_BASE_NAMES_H
#define OW_SRC_BASE_NAMES_H

#include "memory.h"

#define NO_NAME UINT32_MAX

struct names {
    const ow_text *first; /* the name of record 0 */
    size_t stride;        /* from one name to the next, in bytes */
    uint32_t *earlier;    /* for each record the first one of the same name, or NO_NAME */
};

/* Looks through the names of `count` records. OW_OK, or why there is no memory: 4 bytes for each name
 * are kept, 16 more are given back. Exact for any names, in a time that is linear but for names
 * whose hashes collide, which are sorted. */
ow_status names_init(struct names *names, struct arena *arena, const ow_text *first, size_t stride,
                     uint32_t count);

/* The same with a seed of the caller's for the hash, so that tests can make names collide. No answer
 * depends on it. */
ow_status names_init_seeded(struct names *names, struct arena *arena, const ow_text *first,
                            size_t stride, uint32_t count, uint32_t seed);

/* The first record of the same name, or NO_NAME where that is this one. */
static inline uint32_t names_find_earlier(const struct names *names, uint32_t ordinal)
{
    return names->earlier[ordinal];
}

#endif
