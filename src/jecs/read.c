/* Reads JECS and SUCC: lines become nodes, and each byte belongs to one node. */
#include "jecs.h"

#include "../base/error.h"
#include "../base/names.h"

/* A node that may still get children. */
struct open_node {
    ow_jecs_node *node;
    bool has_children; /* `children` is set */
    uint32_t children; /* their indentation */
};

struct line {
    const char *begin;
    const char *content; /* after the indentation */
    const char *end;     /* of the content, without a comment and the spaces before it */
    const char *next;    /* the line after this one */
    uint32_t number;
};

struct reader {
    ow_jecs *document;
    struct arena *arena;
    const char *text, *at, *end;
    const char *pending; /* the first byte that belongs to no node yet */
    uint32_t line_number;
    unsigned depth;
    struct open_node open[OW_JECS_DEPTH + 1]; /* [0] is the root */
    ow_error *error;
    ow_status status;
};

static bool fail(struct reader *reader, ow_status status)
{
    if (reader->status == OW_OK)
        reader->status = error_limited(reader->error, status, arena_limit(reader->arena));
    return false;
}

static bool refuse(struct reader *reader, const struct line *line, const char *at, const char *what)
{
    char pointer[sizeof reader->error->pointer];
    ow_jecs_pointer(reader->open[reader->depth].node, pointer, sizeof pointer);
    reader->status = error_set(reader->error, OW_BAD_VALUE, (uint64_t)(at - reader->text), pointer,
                               "line %u: %s", line->number, what);
    return false;
}

/* Reports a byte that no line may have, before the line's node is known. */
static bool refuse_byte(struct reader *reader, const struct line *line, const char *at,
                        const char *what)
{
    reader->depth = 0;
    return refuse(reader, line, at, what);
}

static void *take(struct reader *reader, size_t size)
{
    void *memory = arena_take(reader->arena, size);
    if (!memory)
        fail(reader, reader->arena->status);
    return memory;
}

/* The first # without a backslash before it. */
static const char *find_comment(const char *at, const char *end)
{
    const char *begin = at;
    while (at < end && (at = memchr(at, '#', (size_t)(end - at)))) {
        if (at == begin || at[-1] != '\\')
            return at;
        at++;
    }
    return end;
}

/* A carriage return at the end of a line is not part of a value, even if no line feed follows. */
static const char *trim(const char *begin, const char *end)
{
    while (end > begin && (end[-1] == ' ' || end[-1] == '\r'))
        end--;
    return end;
}

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && *at == ' ')
        at++;
    return at;
}

/* Reads the next line. Returns false at the end of the file, and after an error. */
static bool take_line(struct reader *reader, struct line *line)
{
    if (reader->at == reader->end || reader->status != OW_OK)
        return false;
    const char *begin = reader->at;
    const char *feed = memchr(begin, '\n', (size_t)(reader->end - begin));
    const char *end = feed ? feed : reader->end, *wrong;
    *line = (struct line){.begin = begin, .next = feed ? feed + 1 : end};
    line->number = ++reader->line_number;
    reader->at = line->next;
    reader->document->has_crlf |= line->number == 1 && feed && feed > begin && feed[-1] == '\r';
    if ((wrong = memchr(begin, '\t', (size_t)(end - begin))))
        return refuse_byte(reader, line, wrong, "a tab; indent with spaces");
    if ((wrong = memchr(begin, '\0', (size_t)(end - begin))))
        return refuse_byte(reader, line, wrong, "a zero byte; this is no text file");
    line->content = skip_spaces(begin, end);
    line->end = trim(line->content, find_comment(line->content, end));
    return true;
}

static inline uint32_t indentation_of(const struct line *line)
{
    return (uint32_t)(line->content - line->begin);
}

/* Finds the parent of a line by its indentation. */
static bool find_parent(struct reader *reader, const struct line *line)
{
    uint32_t indentation = indentation_of(line);
    while (reader->depth > 0 && indentation <= reader->open[reader->depth].node->indentation)
        reader->depth--;
    struct open_node *parent = &reader->open[reader->depth];
    if (!parent->has_children) {
        if (parent->node->kind != OW_JECS_EMPTY)
            return refuse(reader, line, line->content,
                          "indented below a line that has a value; only a line without one has "
                          "lines below it");
        parent->has_children = true;
        parent->children = indentation;
    }
    if (parent->children != indentation)
        return refuse(reader, line, line->content,
                      reader->depth == 0 ? "indented, but nothing is above it"
                                         : "not indented like the lines beside it");
    return true;
}

/* Decodes escapes. Points into the file if there are none. */
static bool decode(struct reader *reader, const char *at, const char *end, ow_text *value)
{
    *value = (ow_text){at, (size_t)(end - at)};
    if (!memchr(at, '#', value->size)) /* each # that is left has a backslash */
        return true;
    char *text = take(reader, value->size);
    if (!text)
        return false;
    *value = (ow_text){text, (size_t)(jecs_unescape(at, end, text) - text)};
    return true;
}

static bool take_value(struct reader *reader, ow_jecs_node *node, const char *at, const char *end)
{
    size_t size = (size_t)(end - at);
    node->kind = OW_JECS_TEXT;
    if (size == 0)
        node->kind = OW_JECS_EMPTY;
    else if (size == 4 && memcmp(at, "null", 4) == 0)
        node->kind = OW_JECS_NULL;
    else if (size >= 2 && *at == '"' && end[-1] == '"')
        return decode(reader, at + 1, end - 1, &node->value);
    else
        return decode(reader, at, end, &node->value);
    return true;
}

/* Whether a line inside a multi-line text is indented at least like the first one, *block. */
static bool check_inner_line(struct reader *reader, const struct line *line,
                             const ow_jecs_node *node, uint32_t *block)
{
    uint32_t indentation = indentation_of(line);
    if (line->content == line->end)
        return true;
    if (*block == 0)
        *block = indentation;
    return (indentation >= *block && indentation > node->indentation) ||
           refuse(reader, line, line->content,
                  "not indented like the text of several lines that it belongs to");
}

/* Moves behind the line that closes a multi-line text, or to the end of the file. */
static bool find_closing(struct reader *reader, struct line *line)
{
    while (take_line(reader, line))
        if (jecs_is_quotes(line->content, (size_t)(line->end - line->content)))
            return true;
    return false;
}

/* Reads the lines up to `last`, which closes the text. */
static bool join_lines(struct reader *reader, ow_jecs_node *node, struct line *line,
                       const char *last)
{
    uint32_t block = 0;
    bool joins = true; /* no line break before the next line */
    char *text = take(reader, (size_t)(last - reader->at)), *to = text;
    if (!text)
        return false;
    while (take_line(reader, line) && line->begin < last) {
        if (!joins)
            *to++ = '\n';
        if (!check_inner_line(reader, line, node, &block))
            return false;
        if (line->content < line->end)
            to = jecs_unescape(line->begin + block, line->end, to);
        joins = line->content < line->end && line->end[-1] == '\\';
        to -= joins;
    }
    node->value = (ow_text){text, (size_t)(to - text)};
    return check_inner_line(reader, line, node, &block);
}

/* Reads text between lines of three quotes. Afterwards `line` is the last one. */
static bool take_lines(struct reader *reader, ow_jecs_node *node, struct line *line)
{
    const struct line first = *line;
    const char *at = reader->at;
    const uint32_t number = reader->line_number;
    if (!find_closing(reader, line))
        return reader->status == OW_OK &&
               refuse(reader, &first, first.content, "text of several lines that no \"\"\" closes");
    const char *last = line->begin;
    reader->at = at;
    reader->line_number = number;
    return join_lines(reader, node, line, last);
}

static ow_jecs_node *new_node(struct reader *reader, const struct line *line, ow_text key)
{
    ow_jecs_node *node = take(reader, sizeof *node);
    char *name = node && key.data ? take(reader, key.size + 1) : NULL;
    if (!node || (key.data && !name))
        return NULL;
    *node = (ow_jecs_node){.line = line->number, .indentation = indentation_of(line)};
    if (name) {
        memcpy(name, key.data, key.size);
        name[key.size] = '\0';
        node->key = (ow_text){name, key.size};
    }
    node->text = reader->pending;
    node->before = (uint32_t)(line->content - reader->pending);
    reader->document->node_count++;
    return node;
}

/* Whether a line fits the kind of its parent. The first child sets its parent's kind. */
static bool check_kind(struct reader *reader, const struct line *line, ow_jecs_kind kind)
{
    ow_jecs_node *parent = reader->open[reader->depth].node;
    if (reader->depth == 0 && kind == OW_JECS_LIST)
        return refuse(reader, line, line->content,
                      "a list at the top level; expected \"key: value\"");
    if (parent->kind == OW_JECS_EMPTY)
        parent->kind = kind;
    if (parent->kind != kind)
        return refuse(reader, line, line->content,
                      kind == OW_JECS_LIST ? "a dash among keys; expected \"key: value\""
                                           : "no dash, but the lines beside it have one");
    return true;
}

/* Returns where the value begins, NULL after an error. *key has data NULL for an element of a
 * list. */
static const char *take_head(struct reader *reader, const struct line *line, ow_text *key)
{
    const char *colon;
    *key = (ow_text){0};
    if (*line->content == '-')
        return check_kind(reader, line, OW_JECS_LIST) ? line->content + 1 : NULL;
    colon = memchr(line->content, ':', (size_t)(line->end - line->content));
    if (!colon) {
        refuse(reader, line, line->content, "no colon; expected \"key: value\" or \"- value\"");
        return NULL;
    }
    key->data = line->content;
    key->size = (size_t)(trim(line->content, colon) - line->content);
    const char *wrong = key->size == 0                        ? "no key in front of the colon"
                        : memchr(key->data, '#', key->size)   ? "a # in a key"
                        : jecs_has_mark(key->data, key->size) ? "a byte order mark in a key"
                                                              : NULL;
    if (wrong) {
        refuse(reader, line, line->content, wrong);
        return NULL;
    }
    return check_kind(reader, line, OW_JECS_KEYS) ? colon + 1 : NULL;
}

static bool take_node(struct reader *reader, struct line *line)
{
    ow_text key;
    const char *head = find_parent(reader, line) ? take_head(reader, line, &key) : NULL;
    if (!head)
        return false;
    if (reader->depth == OW_JECS_DEPTH)
        return refuse(reader, line, line->content, "nested deeper than 64 levels");
    ow_jecs_node *node = new_node(reader, line, key);
    if (!node)
        return false;
    const char *content = line->content, *value = skip_spaces(head, line->end);
    const char *begin = value < line->end ? value : head;
    jecs_link(reader->open[reader->depth].node, node, NULL);
    if (jecs_is_quotes(value, (size_t)(line->end - value))) {
        node->kind = OW_JECS_TEXT;
        if (!take_lines(reader, node, line))
            return false;
    } else if (!take_value(reader, node, value, line->end)) {
        return false;
    }
    const char *end = line->end > begin ? line->end : begin;
    node->head = (uint32_t)(begin - content);
    node->written = (uint32_t)(end - begin);
    node->tail = (uint32_t)(line->next - end);
    reader->pending = line->next;
    reader->open[++reader->depth] = (struct open_node){.node = node};
    return true;
}

static bool refuse_duplicate(struct reader *reader, const ow_jecs_node *node)
{
    char pointer[sizeof reader->error->pointer];
    ow_jecs_pointer(node, pointer, sizeof pointer);
    reader->status =
        error_set(reader->error, OW_BAD_VALUE, (uint64_t)(node->text + node->before - reader->text),
                  pointer, "line %u: duplicate key \"%.100s\"", node->line, node->key.data);
    return false;
}

/* Finds the first duplicate key among the children of a node. */
static bool check_keys(struct reader *reader, const ow_jecs_node *parent)
{
    struct arena scratch;
    struct names names;
    arena_share(&scratch, reader->arena);
    ow_text *keys = arena_take(&scratch, parent->child_count * sizeof *keys);
    ow_status status = keys ? OW_OK : scratch.status;
    uint32_t at = 0;
    for (const ow_jecs_node *child = keys ? parent->first : NULL; child; child = child->next)
        keys[at++] = child->key;
    if (keys)
        status = names_init(&names, &scratch, keys, sizeof *keys, parent->child_count);
    if (status != OW_OK)
        fail(reader, status);
    at = 0;
    for (const ow_jecs_node *child = status == OW_OK ? parent->first : NULL;
         child && reader->status == OW_OK; child = child->next)
        if (names_find_earlier(&names, at++) != NO_NAME)
            refuse_duplicate(reader, child);
    arena_free(&scratch);
    return reader->status == OW_OK;
}

static ow_status read_text(struct reader *reader)
{
    ow_jecs *document = reader->document;
    struct line line;
    size_t mark =
        jecs_has_mark(reader->at, (size_t)(reader->end - reader->at)) ? JECS_MARK_SIZE : 0;
    document->root->text = reader->text;
    document->root->before = (uint32_t)mark;
    reader->at = reader->pending = reader->text + mark;
    reader->open[0] = (struct open_node){.node = document->root, .has_children = true};
    while (take_line(reader, &line))
        if (line.content < line.end && !take_node(reader, &line))
            break;
    document->end = (ow_text){reader->pending, (size_t)(reader->end - reader->pending)};
    for (const ow_jecs_node *node = document->root; node && reader->status == OW_OK;
         node = jecs_following(node))
        if (node->kind == OW_JECS_KEYS && node->child_count > 1)
            check_keys(reader, node);
    return reader->status;
}

/* A document and its root, in one block. */
struct made {
    ow_jecs document;
    ow_jecs_node root;
};

/* Creates an empty document that owns its arena. */
static ow_status make_document(const ow_options *options, ow_jecs **document, ow_error *error)
{
    struct arena arena;
    void *copy;
    const struct made empty = {.document = {0}};
    arena_init(&arena, options);
    void *owner = arena_adopt(&arena, &empty, sizeof empty, &copy);
    if (!owner)
        return error_limited(error, arena.status, options->max_memory);
    struct made *made = copy;
    made->document.root = &made->root;
    made->document.owner = owner;
    *document = &made->document;
    return OW_OK;
}

ow_status ow_jecs_read(const void *bytes, size_t size, const ow_options *options,
                       ow_jecs **document, ow_error *error)
{
    ow_options used = options_or_default(options, size);
    ow_error unused;
    error_clear(error);
    if (!document)
        return error_missing(error, "output for the document");
    *document = NULL;
    if (!bytes && size > 0)
        return error_missing(error, "bytes");
    if (size > UINT32_MAX)
        return error_set(error, OW_TOO_MUCH_MEMORY, 0, NULL, "a text file larger than 4 GiB");
    ow_jecs *made = NULL;
    ow_status status = make_document(&used, &made, error);
    if (status != OW_OK)
        return status;
    struct reader reader = {
        .document = made, .arena = made->owner, .error = error ? error : &unused};
    char *text = take(&reader, size);
    if (text) {
        if (size > 0)
            memcpy(text, bytes, size);
        reader.text = reader.at = text;
        reader.end = text + size;
        read_text(&reader);
    }
    if (reader.status == OW_OK)
        *document = made;
    else
        ow_jecs_free(made);
    return reader.status;
}

void ow_jecs_free(ow_jecs *document)
{
    if (document)
        arena_release(document->owner);
}
