/* Building blocks of schemas. */
#ifndef OW_SRC_SCHEMA_PIECES_H
#define OW_SRC_SCHEMA_PIECES_H

#include "rules.h"

static inline struct tree *object(struct schema *s)
{
    return tree_make(s->arena, TREE_OBJECT, NULL);
}

static inline struct tree *add_text(struct schema *s, struct tree *to, const char *name,
                                    const char *text)
{
    return tree_add(to, name, tree_make(s->arena, TREE_TEXT, text));
}

static inline struct tree *add_integer(struct schema *s, struct tree *to, const char *name,
                                       int64_t value)
{
    return tree_add(to, name, tree_integer(s->arena, value));
}

/* {"type": name} */
static inline struct tree *of_type(struct schema *s, const char *name)
{
    struct tree *made = object(s);
    add_text(s, made, "type", name);
    return made;
}

#endif
