/* Building JSON in memory. */
#include "tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 100, INDENT = 2 };

struct tree *tree_make(struct arena *arena, enum tree_kind kind, const char *text)
{
    struct tree *tree = arena_take(arena, sizeof *tree);
    if (tree)
        *tree = (struct tree){.kind = kind, .text = text};
    return tree;
}

struct tree *tree_integer(struct arena *arena, int64_t value)
{
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%" PRId64, value) + 1;
    char *text = arena_take(arena, (size_t)size);
    if (!text)
        return NULL;
    memcpy(text, digits, (size_t)size);
    return tree_make(arena, TREE_LITERAL, text);
}

struct tree *tree_add(struct tree *parent, const char *name, struct tree *child)
{
    if (!parent || !child)
        return child;
    child->name = name;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    return parent->last = child;
}

struct tree *tree_find(const struct tree *object, const char *name)
{
    struct tree *member = object ? object->first : NULL;
    while (member && (!member->name || strcmp(member->name, name) != 0))
        member = member->next;
    return member;
}

struct tree *tree_member(struct arena *arena, struct tree *object, const char *name,
                         enum tree_kind kind)
{
    struct tree *member = tree_find(object, name);
    return member ? member : tree_add(object, name, tree_make(arena, kind, NULL));
}

void tree_add_text(struct arena *arena, struct tree *array, const char *text)
{
    for (const struct tree *element = array ? array->first : NULL; element; element = element->next)
        if (element->kind == TREE_TEXT && strcmp(element->text, text) == 0)
            return;
    tree_add(array, NULL, tree_make(arena, TREE_TEXT, text));
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool tree_equal(const struct tree *a, const struct tree *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || !same_text(a->text, b->text))
        return false;
    const struct tree *left = a->first, *right = b->first;
    for (; left && right; left = left->next, right = right->next)
        if (!same_text(left->name, right->name) || !tree_equal(left, right))
            return false;
    return left == right;
}

struct tree *tree_copy(struct arena *arena, const struct tree *from)
{
    struct tree *copy = from ? tree_make(arena, from->kind, from->text) : NULL;
    for (const struct tree *child = copy ? from->first : NULL; child; child = child->next)
        tree_add(copy, child->name, tree_copy(arena, child));
    return copy;
}

/* Finds the array element that begins with the same member as an object. */
static struct tree *find_alike(const struct tree *array, const struct tree *object)
{
    struct tree *element = array->first;
    while (element && (!element->first || !object->first ||
                       !same_text(element->first->name, object->first->name) ||
                       !tree_equal(element->first, object->first)))
        element = element->next;
    return element;
}

void tree_merge(struct arena *arena, struct tree *into, const struct tree *from)
{
    for (const struct tree *child = from ? from->first : NULL; child && into; child = child->next) {
        struct tree *there = child->name ? tree_find(into, child->name) : find_alike(into, child);
        if (tree_equal(there, child))
            continue;
        if (there && there->kind == child->kind &&
            (child->kind == TREE_OBJECT || child->kind == TREE_ARRAY))
            tree_merge(arena, there, child);
        else if (!there && child->kind == TREE_TEXT && !child->name)
            tree_add_text(arena, into, child->text);
        else if (!there)
            tree_add(into, child->name, tree_copy(arena, child));
    }
}

static void put(struct output *output, const char *text)
{
    output_bytes(output, text, strlen(text));
}

static void put_text(struct output *output, const char *text)
{
    put(output, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            put(output, "\\");
        output_bytes(output, text, 1);
    }
    put(output, "\"");
}

static size_t text_width(const char *text)
{
    size_t width = 2;
    for (; *text; text++)
        width += *text == '"' || *text == '\\' ? 2 : 1;
    return width;
}

/* The width of a tree on one line, without its name. */
static size_t width_of(const struct tree *tree)
{
    if (tree->kind == TREE_TEXT)
        return text_width(tree->text);
    if (tree->kind == TREE_LITERAL)
        return strlen(tree->text);
    size_t width = tree->kind == TREE_OBJECT && tree->first ? 4 : 2; /* brackets and spaces */
    for (const struct tree *child = tree->first; child && width <= COLUMNS; child = child->next)
        width += width_of(child) + (child->name ? text_width(child->name) + 2 : 0) +
                 (child->next ? 2 : 0);
    return width;
}

static void put_line(struct output *output, size_t indent)
{
    put(output, "\n");
    for (size_t i = 0; i < indent; i++)
        put(output, " ");
}

static void put_name(const struct tree *tree, struct output *output)
{
    if (!tree->name)
        return;
    put_text(output, tree->name);
    put(output, ": ");
}

static void put_flat(const struct tree *tree, struct output *output)
{
    if (tree->kind == TREE_TEXT) {
        put_text(output, tree->text);
    } else if (tree->kind == TREE_LITERAL) {
        put(output, tree->text);
    } else {
        bool object = tree->kind == TREE_OBJECT;
        put(output, !object ? "[" : tree->first ? "{ " : "{");
        for (const struct tree *child = tree->first; child; child = child->next) {
            put_name(child, output);
            put_flat(child, output);
            if (child->next)
                put(output, ", ");
        }
        put(output, !object ? "]" : tree->first ? " }" : "}");
    }
}

static bool is_flat_array(const struct tree *tree)
{
    for (const struct tree *child = tree->first; child; child = child->next)
        if (child->kind == TREE_OBJECT || child->kind == TREE_ARRAY)
            return false;
    return tree->kind == TREE_ARRAY;
}

/* Prints values that fill lines. */
static void put_filled(const struct tree *array, size_t indent, struct output *output)
{
    size_t column = COLUMNS;
    put(output, "[");
    for (const struct tree *child = array->first; child; child = child->next) {
        size_t width = width_of(child) + 1;
        if (column + 1 + width > COLUMNS) {
            put_line(output, indent + INDENT);
            column = indent + INDENT;
        } else {
            put(output, " ");
            column++;
        }
        put_flat(child, output);
        put(output, child->next ? "," : "");
        column += width;
    }
    put_line(output, indent);
    put(output, "]");
}

/* `used`: columns of its line that are already taken. */
static void put_tree(const struct tree *tree, size_t indent, size_t used, struct output *output)
{
    bool object = tree->kind == TREE_OBJECT;
    if (!tree->first || used + width_of(tree) <= COLUMNS) {
        put_flat(tree, output);
        return;
    }
    if (is_flat_array(tree)) {
        put_filled(tree, indent, output);
        return;
    }
    put(output, object ? "{" : "[");
    for (const struct tree *child = tree->first; child; child = child->next) {
        put_line(output, indent + INDENT);
        put_name(child, output);
        put_tree(child, indent + INDENT,
                 indent + INDENT + 1 + (child->name ? text_width(child->name) + 2 : 0), output);
        put(output, child->next ? "," : "");
    }
    put_line(output, indent);
    put(output, object ? "}" : "]");
}

void tree_print(const struct tree *tree, struct output *output)
{
    put_tree(tree, 0, 0, output);
    put(output, "\n");
}
