/* Conditions on several deciders: a selection of a table's cells. */
#include "rules.h"

#include <string.h>

typedef uint64_t class_set[ALTERNATIVE_WORDS];

static bool in_set(const class_set set, unsigned class)
{
    return set[class / 64] >> class % 64 & 1;
}

/* Finds the classes of each dimension in marked cells, and in all cells that count. */
static void project(const struct choice_of_cells *c, unsigned count, unsigned first,
                    class_set asked[MOST_DIMENSIONS], class_set all[MOST_DIMENSIONS])
{
    unsigned size = slice_size(c->table, count);
    memset(asked, 0, MOST_DIMENSIONS * sizeof *asked);
    memset(all, 0, MOST_DIMENSIONS * sizeof *all);
    for (unsigned i = 0; i < size; i++) {
        for (unsigned k = 0; k < count && c->marks[first + i] != 2; k++) {
            unsigned class = class_of_cell(c->table, i, k);
            all[k][class / 64] |= (uint64_t)1 << class % 64;
            if (c->marks[first + i] == 1)
                asked[k][class / 64] |= (uint64_t)1 << class % 64;
        }
    }
}

/* Returns true if every cell with only marked classes is marked. */
static bool is_box(const struct choice_of_cells *c, unsigned count, unsigned first,
                   const class_set asked[MOST_DIMENSIONS])
{
    unsigned size = slice_size(c->table, count);
    for (unsigned i = 0; i < size; i++) {
        bool inside = true;
        for (unsigned k = 0; k < count; k++)
            inside = inside && in_set(asked[k], class_of_cell(c->table, i, k));
        if (inside && c->marks[first + i] == 0)
            return false;
    }
    return true;
}

static struct tree *both(struct schema *s, struct tree *a, struct tree *b)
{
    if (!a || !b)
        return a ? a : b;
    if ((tree_find(a, "not") && tree_find(b, "not")) ||
        (tree_find(a, "anyOf") && tree_find(b, "anyOf"))) {
        struct tree *made = tree_make(s->arena, TREE_OBJECT, NULL);
        struct tree *all = tree_member(s->arena, made, "allOf", TREE_ARRAY);
        tree_add(all, NULL, a);
        tree_add(all, NULL, b);
        return made;
    }
    tree_merge(s->arena, a, b);
    return a;
}

static struct tree *box_test(const struct choice_of_cells *c, unsigned count,
                             const class_set asked[MOST_DIMENSIONS],
                             const class_set all[MOST_DIMENSIONS])
{
    struct tree *test = NULL;
    for (unsigned k = 0; k < count; k++)
        if (memcmp(asked[k], all[k], sizeof asked[k]) != 0)
            test = both(c->s, test,
                        dimension_test(c->s, &c->table->dimensions[k], asked[k], c->object));
    return test;
}

static bool same_slices(const struct choice_of_cells *c, unsigned first, unsigned size, unsigned a,
                        unsigned b)
{
    return memcmp(c->marks + first + a * size, c->marks + first + b * size, size) == 0;
}

static bool is_asked(const struct choice_of_cells *c, unsigned first, unsigned size)
{
    return memchr(c->marks + first, 1, size) != NULL;
}

/* See rules.h. Recursion is as deep as the number of dimensions. */
struct tree *cells_test(const struct choice_of_cells *c, unsigned count, unsigned first)
{
    class_set asked[MOST_DIMENSIONS], all[MOST_DIMENSIONS];
    project(c, count, first, asked, all);
    if (count == 0 || is_box(c, count, first, (const class_set *)asked))
        return box_test(c, count, (const class_set *)asked, (const class_set *)all);
    const struct dimension *last = &c->table->dimensions[count - 1];
    unsigned size = slice_size(c->table, count - 1);
    struct tree *test = tree_make(c->s->arena, TREE_OBJECT, NULL);
    struct tree *any = tree_member(c->s->arena, test, "anyOf", TREE_ARRAY);
    for (unsigned i = 0; i < last->classes; i++) {
        class_set classes = {0};
        bool seen = !is_asked(c, first + i * size, size);
        for (unsigned k = 0; k < i; k++)
            seen |= same_slices(c, first, size, k, i);
        for (unsigned k = i; k < last->classes && !seen; k++)
            if (same_slices(c, first, size, k, i))
                classes[k / 64] |= (uint64_t)1 << k % 64;
        if (!seen)
            tree_add(any, NULL,
                     both(c->s, dimension_test(c->s, last, classes, c->object),
                          cells_test(c, count - 1, first + i * size)));
    }
    return test;
}
