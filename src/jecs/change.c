/* Changes a document. Only the text of changed nodes is written anew. */
#include "jecs.h"

#include "../base/error.h"
#include "../base/text.h"

enum { USUAL_INDENTATION = 4, TAB_SPACES = 4, LONGEST_TEXT = 1 << 28 };

static ow_status refuse(ow_error *error, const char *what)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "%s", what);
}

static void *take(ow_jecs *document, size_t size, ow_error *error)
{
    struct arena *arena = document->owner;
    void *memory = arena_take_unlimited(arena, size);
    if (!memory)
        error_plain(error, arena->status);
    return memory;
}

static char *put(char *to, const char *text, size_t size)
{
    if (size > 0)
        memcpy(to, text, size);
    return to + size;
}

static char *put_spaces(char *to, size_t count)
{
    memset(to, ' ', count);
    return to + count;
}

/* The node whose text precedes a new child of `parent`. */
static const ow_jecs_node *find_before(const ow_jecs_node *parent, const ow_jecs_node *next)
{
    const ow_jecs_node *before = next ? next->previous : parent->last;
    if (!before)
        return parent;
    while (before->last)
        before = before->last;
    return before;
}

/* Whether the text up to a node ends with a line break. True for the beginning of the document. */
static bool ends_line(const ow_jecs_node *node)
{
    size_t size = jecs_size(node);
    return !node->parent || (size > 0 && node->text[size - 1] == '\n');
}

static bool is_key(ow_text key)
{
    if (key.size == 0 || jecs_has_mark(key.data, key.size) || *key.data == '-' ||
        *key.data == ' ' || key.data[key.size - 1] == ' ')
        return false;
    for (size_t i = 0; i < key.size; i++)
        if (memchr(":#\n\r\t", key.data[i], 6)) /* and the zero that ends the literal */
            return false;
    return true;
}

static bool has_child(const ow_jecs_node *parent, const ow_jecs_node *next)
{
    return !next || next->parent == parent;
}

static ow_status check_child(const ow_jecs *document, const ow_jecs_node *parent, ow_text key,
                             const ow_jecs_node *next, ow_error *error)
{
    ow_jecs_kind kind = key.data ? OW_JECS_KEYS : OW_JECS_LIST;
    error_clear(error);
    if (!document || !parent || !has_child(parent, next))
        return error_missing(error, !document ? "a document" : "parent with that child");
    if (!parent->parent && kind == OW_JECS_LIST)
        return refuse(error, "the top level can only have keys");
    if (parent->kind != OW_JECS_EMPTY && parent->kind != kind)
        return refuse(error, "the parent has a value, or children of another kind");
    if (key.size > LONGEST_TEXT || (key.data && !is_key(key)))
        return refuse(error,
                      "the key is empty, or begins with \"-\", begins or ends with a space, "
                      "or has a byte order mark, a colon, a #, a tab, a line break or a zero byte");
    if (jecs_depth(parent) >= OW_JECS_DEPTH)
        return refuse(error, "nested deeper than 64 levels");
    for (const ow_jecs_node *child = key.data ? parent->first : NULL; child; child = child->next)
        if (text_is_same(child->key, key))
            return refuse(error, "the parent has that key already");
    return OW_OK;
}

static uint32_t indentation_below(const ow_jecs_node *parent)
{
    return parent->first    ? parent->first->indentation
           : parent->parent ? parent->indentation + USUAL_INDENTATION
                            : 0;
}

/* Writes a line of its own, after a line break if the preceding text does not end with one. */
static void write_node(ow_jecs *document, ow_jecs_node *node, char *text, ow_text key, bool on_new)
{
    const char *feed = document->has_crlf ? "\r\n" : "\n";
    const uint32_t feed_size = document->has_crlf ? 2 : 1;
    node->text = text;
    if (!on_new)
        text = put(text, feed, feed_size);
    text = put_spaces(text, node->indentation);
    node->before = node->indentation + (on_new ? 0 : feed_size);
    if (key.data) {
        node->key = (ow_text){text, key.size};
        text = put(text, key.data, key.size);
    }
    *text++ = key.data ? ':' : '-';
    node->head = (uint32_t)key.size + 1;
    if (on_new)
        put(text, feed, feed_size);
    node->tail = on_new ? feed_size : 0;
}

ow_jecs_node *ow_jecs_add(ow_jecs *document, ow_jecs_node *parent, ow_text key, ow_jecs_node *next,
                          ow_error *error)
{
    if (check_child(document, parent, key, next, error) != OW_OK)
        return NULL;
    const uint32_t indentation = indentation_below(parent);
    ow_jecs_node *node = take(document, sizeof *node, error);
    char *text = node ? take(document, indentation + key.size + 3, error) : NULL;
    char *name = text ? take(document, key.size + 1, error) : NULL;
    if (!name)
        return NULL;
    *node = (ow_jecs_node){.indentation = indentation};
    write_node(document, node, text, key, ends_line(find_before(parent, next)));
    if (key.data) {
        *put(name, key.data, key.size) = '\0';
        node->key.data = name;
    }
    parent->kind = key.data ? OW_JECS_KEYS : OW_JECS_LIST;
    jecs_link(parent, node, next);
    document->node_count++;
    return node;
}

static uint32_t count_below(const ow_jecs_node *node)
{
    const ow_jecs_node *behind = jecs_behind(node);
    uint32_t count = 0;
    for (const ow_jecs_node *child = node->first; child && child != behind;
         child = jecs_following(child))
        count++;
    return count;
}

/* Writes the text of a node with another value, and without children. */
static ow_status set_value(ow_jecs *document, ow_jecs_node *node, const char *value, size_t size,
                           ow_error *error)
{
    const char *head = node->text + node->before, *tail = head + node->head + node->written;
    bool ends_with_space = node->head > 0 && head[node->head - 1] == ' ';
    char *text = take(document, jecs_size(node) + size + 1, error);
    if (!text)
        return error ? error->status : OW_NO_MEMORY;
    char *to = put(text, node->text, (size_t)node->before + node->head);
    if (size > 0 && !ends_with_space)
        *to++ = ' ';
    node->head += size > 0 && !ends_with_space;
    to = put(to, value, size);
    put(to, tail, node->tail);
    node->text = text;
    node->written = (uint32_t)size;
    document->node_count -= count_below(node);
    node->first = node->last = NULL;
    node->child_count = 0;
    node->value = (ow_text){0};
    return OW_OK;
}

static ow_status check_node(const ow_jecs *document, const ow_jecs_node *node, ow_error *error)
{
    error_clear(error);
    if (!document || !node)
        return error_missing(error, !document ? "a document" : "a node");
    return node->parent ? OW_OK : refuse(error, "the document itself has no value");
}

/* Whether text of one line must be quoted. */
static bool needs_quotes(ow_text text)
{
    const char *at = text.data;
    const size_t size = text.size;
    return size == 0 || at[0] == ' ' || at[size - 1] == ' ' || at[0] == '\t' ||
           at[size - 1] == '\t' || (size >= 2 && at[0] == '"' && at[size - 1] == '"') ||
           (size == 4 && memcmp(at, "null", 4) == 0);
}

/* Escapes a line; a tab becomes spaces. */
static char *escape(const char *at, const char *end, char *to)
{
    for (; at < end; at++) {
        if (*at == '\t') {
            to = put_spaces(to, TAB_SPACES);
            continue;
        }
        if (*at == '#')
            *to++ = '\\';
        *to++ = *at;
    }
    return to;
}

/* The value as a reader returns it: tabs are spaces. */
static char *expand_tabs(ow_text text, char *to)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\t')
            to = put_spaces(to, TAB_SPACES);
        else
            *to++ = text.data[i];
    }
    return to;
}

static const char *line_end(const char *at, const char *end)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    return feed ? feed : end;
}

static bool is_fine_line(const char *at, const char *end)
{
    return at == end || !(strchr(" \t", *at) || strchr(" \t\\", end[-1]) ||
                          jecs_is_quotes(at, (size_t)(end - at)));
}

static bool is_text(ow_text text)
{
    const char *end = text.data + text.size, *next;
    bool has_lines = memchr(text.data, '\n', text.size) != NULL;
    if (memchr(text.data, '\0', text.size) || memchr(text.data, '\r', text.size))
        return false;
    for (const char *at = text.data; has_lines && at <= end; at = next + 1) {
        next = line_end(at, end);
        if (!is_fine_line(at, next))
            return false;
    }
    return true;
}

static char *write_lines(const ow_jecs *document, const ow_jecs_node *node, ow_text text, char *to)
{
    const char *feed = document->has_crlf ? "\r\n" : "\n", *end = text.data + text.size, *next;
    const size_t feed_size = document->has_crlf ? 2 : 1;
    to = put(to, JECS_QUOTES, JECS_QUOTES_SIZE);
    for (const char *at = text.data; at <= end; at = next + 1) {
        next = line_end(at, end);
        to = put(to, feed, feed_size);
        if (at < next)
            to = put_spaces(to, node->indentation + USUAL_INDENTATION);
        to = escape(at, next, to);
    }
    to = put(to, feed, feed_size);
    to = put_spaces(to, node->indentation + USUAL_INDENTATION);
    return put(to, JECS_QUOTES, JECS_QUOTES_SIZE);
}

/* The most bytes that a text takes as a value, depending on its line breaks. */
static size_t room_for(const ow_jecs_node *node, ow_text text)
{
    size_t lines = 2, wide = 0;
    for (size_t i = 0; i < text.size; i++) {
        lines += text.data[i] == '\n';
        wide += text.data[i] == '\t' || text.data[i] == '#';
    }
    return text.size + wide * (TAB_SPACES - 1) +
           lines * ((size_t)node->indentation + USUAL_INDENTATION + 2) +
           (size_t)2 * JECS_QUOTES_SIZE;
}

static char *write_value(const ow_jecs *document, const ow_jecs_node *node, ow_text text, char *to)
{
    bool quoted = needs_quotes(text);
    if (text.size > 0 && memchr(text.data, '\n', text.size))
        return write_lines(document, node, text, to);
    if (quoted)
        *to++ = '"';
    to = escape(text.data, text.data + text.size, to);
    if (quoted)
        *to++ = '"';
    return to;
}

ow_status ow_jecs_set_text(ow_jecs *document, ow_jecs_node *node, ow_text text, ow_error *error)
{
    if (check_node(document, node, error) != OW_OK)
        return OW_BAD_ARGUMENT;
    if (!text.data)
        text = (ow_text){"", 0};
    if (text.size > LONGEST_TEXT || !is_text(text))
        return refuse(error, "the text has a zero byte or a carriage return, or one of its lines "
                             "begins or ends with a space, ends with \"\\\" or is \"\"\"");
    const size_t room = room_for(node, text);
    char *value = take(document, room, error);
    char *written = value ? take(document, room, error) : NULL;
    if (!written)
        return error ? error->status : OW_NO_MEMORY;
    char *end = write_value(document, node, text, written);
    ow_status status = set_value(document, node, written, (size_t)(end - written), error);
    if (status != OW_OK)
        return status;
    node->kind = OW_JECS_TEXT;
    node->value = (ow_text){value, (size_t)(expand_tabs(text, value) - value)};
    return OW_OK;
}

ow_status ow_jecs_set_null(ow_jecs *document, ow_jecs_node *node, ow_error *error)
{
    if (check_node(document, node, error) != OW_OK)
        return OW_BAD_ARGUMENT;
    ow_status status = set_value(document, node, "null", 4, error);
    if (status == OW_OK)
        node->kind = OW_JECS_NULL;
    return status;
}

ow_status ow_jecs_clear(ow_jecs *document, ow_jecs_node *node, ow_error *error)
{
    if (check_node(document, node, error) != OW_OK)
        return OW_BAD_ARGUMENT;
    ow_status status = set_value(document, node, NULL, 0, error);
    if (status == OW_OK)
        node->kind = OW_JECS_EMPTY;
    return status;
}

ow_status ow_jecs_remove(ow_jecs *document, ow_jecs_node *node, ow_error *error)
{
    if (check_node(document, node, error) != OW_OK)
        return OW_BAD_ARGUMENT;
    ow_jecs_node *parent = node->parent, *previous = node->previous, *next = node->next;
    document->node_count -= count_below(node) + 1;
    *(previous ? &previous->next : &parent->first) = next;
    *(next ? &next->previous : &parent->last) = previous;
    if (--parent->child_count == 0)
        parent->kind = OW_JECS_EMPTY;
    node->parent = node->next = node->previous = NULL;
    return OW_OK;
}
