/* Pairing the elements of two lists. */
#ifndef OW_SRC_CHANGE_MATCH_H
#define OW_SRC_CHANGE_MATCH_H

#include "outline.h"

#define NO_PARTNER UINT32_MAX

/* The elements of one list, and the partner of each in the other list. */
struct matched_list {
    uint32_t first;  /* node of the first element */
    uint32_t *nodes; /* of each element; NULL: they follow each other, since all are folded */
    uint32_t *partners;
    uint32_t count;
};

static inline uint32_t matched_node(const struct matched_list *list, uint32_t element)
{
    return list->nodes ? list->nodes[element] : list->first + element;
}

struct matching {
    struct matched_list before, after;
    bool *moved;   /* of the new list: its place among the paired elements has changed */
    bool *guessed; /* of the new list: it was paired by place, not by identity */
    struct arena arena;
};

/* Pairs the elements of two arrays: records by identity, then equal ones, then the rest between
 * those by order. Linear, except for the search for moved ones, which is n log n. Free with
 * matching_free. */
ow_status matching_make(struct matching *matching, const struct outline *before,
                        uint32_t list_before, const struct outline *after, uint32_t list_after,
                        struct arena *account);
void matching_free(struct matching *matching);

#endif
