/* Building JSON in memory, comparing it, and printing it for people: on one line if it fits. */
#ifndef OW_SRC_JSON_TREE_H
#define OW_SRC_JSON_TREE_H

#include "../base/memory.h"
#include "../base/output.h"

enum tree_kind { TREE_OBJECT, TREE_ARRAY, TREE_TEXT, TREE_LITERAL };

struct tree {
    enum tree_kind kind;
    const char *name; /* of a member; NULL for an element */
    const char *text; /* of a text, or a literal as written; the caller's */
    struct tree *first, *last, *next;
};

/* All calls allocate from an arena, and return NULL without memory. Adding to NULL, or adding
 * NULL, does nothing: check arena.status at the end. */
struct tree *tree_make(struct arena *arena, enum tree_kind kind, const char *text);
struct tree *tree_integer(struct arena *arena, int64_t value);

/* Adds a child without a parent and returns it. `name` NULL: an array element. */
struct tree *tree_add(struct tree *parent, const char *name, struct tree *child);

/* Finds a member by name, or adds it as `kind`. */
struct tree *tree_find(const struct tree *object, const char *name);
struct tree *tree_member(struct arena *arena, struct tree *object, const char *name,
                         enum tree_kind kind);

/* Adds a text to an array unless it is there. */
void tree_add_text(struct arena *arena, struct tree *array, const char *text);

bool tree_equal(const struct tree *a, const struct tree *b);

/* Copies a tree with its children, without its name. */
struct tree *tree_copy(struct arena *arena, const struct tree *from);

/* Merges one object into another: merges objects of the same name, joins arrays, and merges their
 * objects that begin with the same member. */
void tree_merge(struct arena *arena, struct tree *into, const struct tree *from);

/* Prints the text with a newline at its end. Recursion is as deep as the tree. */
void tree_print(const struct tree *tree, struct output *output);

#endif
