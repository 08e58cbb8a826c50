/* A sequence that can be cut and joined anywhere: an array that is being changed. Knows no
 * format. */
#ifndef OW_SRC_CHANGE_ROPE_H
#define OW_SRC_CHANGE_ROPE_H

#include "../base/memory.h"

struct draft_node;

/* A piece, and the tree below: an untouched range of a list, or one element. */
struct rope {
    struct rope *left, *right;
    uint64_t total; /* elements in the piece and below */
    uint32_t rank;  /* not higher than that of the parent: keeps the tree shallow */
    uint64_t from, count;
    struct draft_node *node; /* the list, or the element */
    bool is_list;
};

/* Ropes are allocated in an arena; NULL is the empty rope. */

/* Makes a rope of a range of a list; NULL without memory. */
struct rope *rope_of_list(struct arena *arena, struct draft_node *list, uint64_t from,
                          uint64_t count);
struct rope *rope_of_element(struct arena *arena, struct draft_node *element);

static inline uint64_t rope_count(const struct rope *rope)
{
    return rope ? rope->total : 0;
}

struct rope *rope_join(struct rope *left, struct rope *right);

/* Cuts before element `at`. Inside a piece this takes memory: returns false without. */
bool rope_cut(struct arena *arena, struct rope *rope, uint64_t at, struct rope **left,
              struct rope **right);

#endif
