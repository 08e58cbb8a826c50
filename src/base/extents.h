/* Finding extents that meet, without comparing all pairs. */
#ifndef OW_SRC_BASE_EXTENTS_H
#define OW_SRC_BASE_EXTENTS_H

#include "memory.h"

/* A box along the axes of the world. Its numbers are finite. */
struct extent {
    float least[3], most[3];
};

static inline bool extents_meet(const struct extent *a, const struct extent *b)
{
    for (int i = 0; i < 3; i++)
        if (!(a->least[i] < b->most[i] && b->least[i] < a->most[i]))
            return false;
    return true;
}

/* Called once with the numbers of two extents that share space. Returns false to stop the
 * search. */
typedef bool extent_visitor(void *context, uint32_t first, uint32_t second);

struct extent_search {
    const struct extent *extents;
    uint32_t count;
    extent_visitor *visit;
    void *context;
    struct arena *account; /* its limit applies; nothing stays in it */

    /* Results. */
    uint64_t compared; /* pairs that were compared */
    bool is_complete;  /* false if there were too many pairs to compare, or the visitor stopped */
};

/* Finds all pairs. Compares at most a fixed number of pairs for each extent. */
ow_status extents_find_pairs(struct extent_search *search);

#endif
