/* Names that stand twice in a list of records. */
#ifndef OW_SRC_BASE_NAMES_H
#define OW_SRC_BASE_NAMES_H

#include "memory.h"

#define NO_NAME UINT32_MAX

/* Names seen so far, by hash: an open table of ordinals + 1. */
struct names {
    const ow_text *first; /* the name of record 0 */
    size_t stride;        /* from one name to the next, in bytes */
    uint32_t *slots, mask;
};

/* For the names of `count` records, which must stay where they are. OW_OK, or why there is no
 * memory. */
ow_status names_init(struct names *names, struct arena *arena, const ow_text *first, size_t stride,
                     uint32_t count);

/* The earlier record of the same name, or NO_NAME, which notes this one. To be asked for each
 * record in turn. A file made to collide gets its answers as fast, but some of them wrong. */
uint32_t names_find_earlier(struct names *names, uint32_t ordinal);

#endif
