/* JSON that is put together in memory, compared, and printed for people: what fits stands on one line. */
#ifndef OW_SRC_JSON_TREE_H
#define OW_SRC_JSON_TREE_H

#include "../base/memory.h"
#include "../base/output.h"

enum tree_kind { TREE_OBJECT, TREE_ARRAY, TREE_TEXT, TREE_LITERAL };

struct tree {
    enum tree_kind kind;
    const char *name; /* of a member; NULL for an element */
    const char *text; /* of a text, or as a literal is written; belongs to somebody else */
    struct tree *first, *last, *next;
};

/* All take their memory from an arena, and return NULL where there is none; to add to NULL, or to add it,
 * does nothing: arena.status tells in the end. */
struct tree *tree_make(struct arena *arena, enum tree_kind kind, const char *text);
struct tree *tree_integer(struct arena *arena, int64_t value);

/* Adds a child that has no parent yet; returns it. `name` NULL: an element. */
struct tree *tree_add(struct tree *parent, const char *name, struct tree *child);

/* A member by name, NULL where there is none; made as `kind` where there is none. */
struct tree *tree_find(const struct tree *object, const char *name);
struct tree *tree_member(struct arena *arena, struct tree *object, const char *name,
                         enum tree_kind kind);

/* Adds a text to an array that does not have it. */
void tree_add_text(struct arena *arena, struct tree *array, const char *text);

bool tree_equal(const struct tree *a, const struct tree *b);

/* A copy, children included, without a name. */
struct tree *tree_copy(struct arena *arena, const struct tree *from);

/* Puts the members of one object into another: objects of the same name are merged, arrays joined, and in
 * them objects that begin with the same member. */
void tree_merge(struct arena *arena, struct tree *into, const struct tree *from);

/* Prints the text with a newline at its end. Nests as deep as the tree. */
void tree_print(const struct tree *tree, struct output *output);

#endif
