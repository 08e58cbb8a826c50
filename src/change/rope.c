/* A sequence that can be cut and joined anywhere: a treap with pseudo-random ranks. Its depth is
 * logarithmic in its pieces, whatever the order of changes. */
#include "rope.h"

static struct rope *make(struct arena *arena, struct rope piece)
{
    struct rope *rope = arena_take(arena, sizeof *rope);
    if (!rope)
        return NULL;
    uint64_t mixed = ((uint64_t)(uintptr_t)rope >> 3) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    piece.rank = (uint32_t)(mixed >> 32);
    piece.total = piece.count;
    *rope = piece;
    return rope;
}

struct rope *rope_of_list(struct arena *arena, struct draft_node *list, uint64_t from,
                          uint64_t count)
{
    return make(arena, (struct rope){.from = from, .count = count, .node = list, .is_list = true});
}

struct rope *rope_of_element(struct arena *arena, struct draft_node *element)
{
    return make(arena, (struct rope){.count = 1, .node = element});
}

static struct rope *with_children(struct rope *rope, struct rope *left, struct rope *right)
{
    rope->left = left;
    rope->right = right;
    rope->total = rope_count(left) + rope->count + rope_count(right);
    return rope;
}

struct rope *rope_join(struct rope *left, struct rope *right)
{
    if (!left || !right)
        return left ? left : right;
    if (left->rank >= right->rank)
        return with_children(left, left->left, rope_join(left->right, right));
    return with_children(right, rope_join(left, right->left), right->right);
}

bool rope_cut(struct arena *arena, struct rope *rope, uint64_t at, struct rope **left,
              struct rope **right)
{
    *left = *right = NULL;
    if (!rope)
        return true;
    uint64_t before = rope_count(rope->left);
    struct rope *part;
    if (at <= before) {
        if (!rope_cut(arena, rope->left, at, left, &part))
            return false;
        *right = with_children(rope, part, rope->right);
        return true;
    }
    if (at >= before + rope->count) {
        if (!rope_cut(arena, rope->right, at - before - rope->count, &part, right))
            return false;
        *left = with_children(rope, rope->left, part);
        return true;
    }
    uint64_t taken = at - before;
    struct rope *rest = rope_of_list(arena, rope->node, rope->from + taken, rope->count - taken);
    if (!rest)
        return false;
    *right = rope_join(rest, rope->right);
    rope->count = taken;
    *left = with_children(rope, rope->left, NULL);
    return true;
}
