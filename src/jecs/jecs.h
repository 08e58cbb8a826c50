/* Declarations that the files of this folder share. */
#ifndef OW_SRC_JECS_JECS_H
#define OW_SRC_JECS_JECS_H

#include "../base/memory.h"

#include <overworld/jecs.h>
#include <string.h>

/* Opens and closes text of several lines. */
#define JECS_QUOTES "\"\"\""
enum { JECS_QUOTES_SIZE = 3 };

/* A byte order mark inside a file would be dropped if its line became the first one. */
#define JECS_MARK "\xef\xbb\xbf"
enum { JECS_MARK_SIZE = 3 };

static inline bool jecs_has_mark(const char *at, size_t size)
{
    return size >= JECS_MARK_SIZE && memcmp(at, JECS_MARK, JECS_MARK_SIZE) == 0;
}

static inline bool jecs_is_quotes(const char *at, size_t size)
{
    return size == JECS_QUOTES_SIZE && memcmp(at, JECS_QUOTES, JECS_QUOTES_SIZE) == 0;
}

/* Appends text without the backslash before each #. Returns the end of `to`. */
char *jecs_unescape(const char *at, const char *end, char *to);

/* Links a node to its parent, before `next` or at the end. */
void jecs_link(ow_jecs_node *parent, ow_jecs_node *node, ow_jecs_node *next);

/* The node that is written after this one and its children; NULL at the end. */
ow_jecs_node *jecs_behind(const ow_jecs_node *node);

/* The node that is written after this one: its first child, if it has children. */
ow_jecs_node *jecs_following(const ow_jecs_node *node);

static inline size_t jecs_size(const ow_jecs_node *node)
{
    return (size_t)node->before + node->head + node->written + node->tail;
}

/* The elements of the last pointer with their indexes, by depth. Later elements of their lists are
 * counted from there, so the pointers of all elements take linear time. Zero at first. */
struct jecs_places {
    struct jecs_place {
        const ow_jecs_node *node;
        uint32_t index;
    } known[OW_JECS_DEPTH];
};

/* Like ow_jecs_pointer, for many nodes in their order. */
size_t jecs_pointer(const ow_jecs_node *node, struct jecs_places *places, char *pointer,
                    size_t room);

/* How many parents a node has. */
static inline unsigned jecs_depth(const ow_jecs_node *node)
{
    unsigned depth = 0;
    while ((node = node->parent))
        depth++;
    return depth;
}

#endif
