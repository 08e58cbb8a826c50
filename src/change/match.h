/* Which elements of two lists belong together. */
#ifndef OW_SRC_CHANGE_MATCH_H
#define OW_SRC_CHANGE_MATCH_H

#include "outline.h"

#define NO_PARTNER UINT32_MAX

/* The elements of one list, and for each the one of the other list that it belongs to. */
struct matched_list {
    uint32_t *nodes, *partners;
    uint32_t count;
};

struct matching {
    struct matched_list before, after;
    bool *moved;   /* of the list after: it stands elsewhere among those that have a mate */
    bool *guessed; /* of the list after: it has its mate for where it stands, not for what it is */
    struct arena arena;
};

/* Matches the elements of two arrays: records that something identifies by that, others that are the same,
 * and what is left between those by its order. Linear but for the search of what moved, which is
 * n log n. Give it back with matching_free. */
ow_status matching_make(struct matching *matching, const struct outline *before,
                        uint32_t list_before, const struct outline *after, uint32_t list_after,
                        struct arena *account);
void matching_free(struct matching *matching);

#endif
