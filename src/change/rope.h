/* A sequence that is cut and joined at any place: what an array is while it is changed. Knows no format. */
#ifndef OW_SRC_CHANGE_ROPE_H
#define OW_SRC_CHANGE_ROPE_H

#include "../base/memory.h"

struct draft_node;

/* A piece of it, and the tree below: neighbours in a list that were not touched, or one element. */
struct rope {
    struct rope *left, *right;
    uint64_t total; /* elements in it and below */
    uint32_t rank;  /* of a piece above the same or a higher one: keeps the tree shallow */
    uint64_t from, count;
    struct draft_node *node; /* the list, or the element */
    bool is_list;
};

/* Ropes live in an arena; NULL is the empty one. */

/* Neighbours of a list, from one on; NULL without memory. */
struct rope *rope_of_list(struct arena *arena, struct draft_node *list, uint64_t from,
                          uint64_t count);
struct rope *rope_of_element(struct arena *arena, struct draft_node *element);

static inline uint64_t rope_count(const struct rope *rope)
{
    return rope ? rope->total : 0;
}

struct rope *rope_join(struct rope *left, struct rope *right);

/* Cuts in front of element `at`, which takes memory where it is inside a piece: false without. */
bool rope_cut(struct arena *arena, struct rope *rope, uint64_t at, struct rope **left,
              struct rope **right);

#endif
