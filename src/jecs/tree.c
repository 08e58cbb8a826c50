/* The nodes of a document: linking and finding them. */
#include "jecs.h"

#include "../base/text.h"

char *jecs_unescape(const char *at, const char *end, char *to)
{
    for (; at < end; at++)
        if (*at != '\\' || at + 1 == end || at[1] != '#')
            *to++ = *at;
    return to;
}

void jecs_link(ow_jecs_node *parent, ow_jecs_node *node, ow_jecs_node *next)
{
    ow_jecs_node *previous = next ? next->previous : parent->last;
    node->parent = parent;
    node->next = next;
    node->previous = previous;
    *(previous ? &previous->next : &parent->first) = node;
    *(next ? &next->previous : &parent->last) = node;
    parent->child_count++;
}

ow_jecs_node *jecs_behind(const ow_jecs_node *node)
{
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

ow_jecs_node *jecs_following(const ow_jecs_node *node)
{
    return node->first ? node->first : jecs_behind(node);
}

ow_jecs_node *ow_jecs_find(const ow_jecs_node *node, const char *key)
{
    for (ow_jecs_node *child = node && key ? node->first : NULL; child; child = child->next)
        if (child->key.data && text_is_word(child->key, key))
            return child;
    return NULL;
}

/* Whether a key equals a part of a JSON Pointer, where ~0 is ~ and ~1 is a slash. */
static bool matches_part(ow_text key, const char *part, const char *end)
{
    size_t at = 0;
    for (; part < end && at < key.size; part++, at++) {
        char character = *part;
        if (character == '~' && part + 1 < end)
            character = *++part == '1' ? '/' : '~';
        if (character != key.data[at])
            return false;
    }
    return part == end && at == key.size;
}

/* The index of an element; UINT32_MAX if the part is not a valid index. */
static uint32_t index_of(const char *part, const char *end)
{
    uint64_t index = 0;
    if (part == end || (*part == '0' && end - part > 1))
        return UINT32_MAX;
    for (; part < end; part++) {
        if (*part < '0' || *part > '9')
            return UINT32_MAX;
        index = index * 10 + (uint64_t)(*part - '0');
        if (index >= UINT32_MAX)
            return UINT32_MAX;
    }
    return (uint32_t)index;
}

static ow_jecs_node *find_part(const ow_jecs_node *node, const char *part, const char *end)
{
    uint32_t index = node->kind == OW_JECS_LIST ? index_of(part, end) : 0, at = 0;
    for (ow_jecs_node *child = node->first; child; child = child->next, at++)
        if (node->kind == OW_JECS_LIST ? at == index : matches_part(child->key, part, end))
            return child;
    return NULL;
}

ow_jecs_node *ow_jecs_at(ow_jecs *document, const char *pointer)
{
    ow_jecs_node *node = document && pointer ? document->root : NULL;
    while (node && *pointer) {
        if (*pointer != '/')
            return NULL;
        const char *end = strchr(++pointer, '/');
        end = end ? end : pointer + strlen(pointer);
        node = find_part(node, pointer, end);
        pointer = end;
    }
    return node;
}

/* A pointer that is being written. Bytes that do not fit are only counted. */
struct pointer {
    char *text;
    size_t room, size;
};

static void put(struct pointer *pointer, char character)
{
    if (pointer->size + 1 < pointer->room)
        pointer->text[pointer->size] = character;
    pointer->size++;
}

static void put_key(struct pointer *pointer, ow_text key)
{
    for (size_t i = 0; i < key.size; i++) {
        bool escaped = key.data[i] == '~' || key.data[i] == '/';
        put(pointer, escaped ? '~' : key.data[i]);
        if (escaped)
            put(pointer, key.data[i] == '/' ? '1' : '0');
    }
}

/* The index of an element, which is then the known one. */
static uint32_t find_index(const ow_jecs_node *node, struct jecs_place *known)
{
    const ow_jecs_node *at = node;
    uint32_t steps = 0;
    for (; at != known->node && at->previous; at = at->previous)
        steps++;
    *known = (struct jecs_place){node, at == known->node ? known->index + steps : steps};
    return known->index;
}

static void put_index(struct pointer *pointer, uint32_t index)
{
    char digits[10];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + index % 10);
    while ((index /= 10));
    while (count > 0)
        put(pointer, digits[--count]);
}

size_t jecs_pointer(const ow_jecs_node *node, struct jecs_places *places, char *pointer,
                    size_t room)
{
    const ow_jecs_node *nodes[OW_JECS_DEPTH];
    struct pointer out = {pointer, pointer ? room : 0, 0};
    struct jecs_place *known = places->known;
    unsigned depth = 0;
    for (; node && node->parent && depth < OW_JECS_DEPTH; node = node->parent)
        nodes[depth++] = node;
    for (; depth > 0; known++) {
        node = nodes[--depth];
        put(&out, '/');
        if (node->key.data)
            put_key(&out, node->key);
        else
            put_index(&out, find_index(node, known));
    }
    if (out.room > 0)
        pointer[out.size < room ? out.size : room - 1] = '\0';
    return out.size;
}

size_t ow_jecs_pointer(const ow_jecs_node *node, char *pointer, size_t room)
{
    struct jecs_places none = {0};
    return jecs_pointer(node, &none, pointer, room);
}
