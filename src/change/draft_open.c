/* Turning parts of a world into nodes of a draft, when they are first looked into. */
#include "draft.h"

#include "../base/error.h"
#include "../codec/part_filter.h"

#include <stdio.h>
#include <string.h>

bool draft_emit_part(struct draft *draft, const char *pointer, ow_visitor visit, void *context,
                     struct record_run **list)
{
    struct part_filter filter;
    part_filter_open(&filter, pointer, visit, context);
    if (list) /* used by the visitor only */
        /* cppcheck-suppress autoVariables */
        *list = &filter.part.list;
    ow_error error = {0};
    ow_status status =
        draft->source.emit(draft->source.context, &filter.part, part_filter_visit, &filter, &error);
    if (status != OW_OK && draft->error.status == OW_OK)
        draft->error = error;
    return status == OW_OK && draft->error.status == OW_OK;
}

const char *draft_pointer(struct draft *draft, const char *pointer, const char *name,
                          uint64_t index)
{
    size_t size = strlen(pointer) + (name ? strlen(name) : 20) + 2;
    char *text = arena_take(draft->arena, size);
    if (!text)
        draft_no_memory(draft);
    else if (name)
        snprintf(text, size, "%s/%s", pointer, name);
    else
        snprintf(text, size, "%s/%llu", pointer, (unsigned long long)index);
    return text;
}

/* The opened part: the node itself and its direct contents. */
struct opening {
    struct draft *draft;
    struct draft_node *node;
    const char *pointer;
    struct record_run *list;
    struct draft_member *last;
    unsigned depth;
};

static struct draft_node *make_node(struct draft *draft, enum draft_kind kind)
{
    struct draft_node *node = arena_take(draft->arena, sizeof *node);
    if (!node) {
        draft_no_memory(draft);
        return NULL;
    }
    *node = (struct draft_node){.kind = kind};
    return node;
}

/* Texts may belong to the walk: short ones are copied. */
static bool set_value(struct draft *draft, struct draft_node *node, const ow_event *event)
{
    enum { SHORT = 256 };
    node->kind = DRAFT_VALUE;
    node->value = (ow_value){.type = event->type};
    memcpy(&node->value.value, &event->value, sizeof node->value.value);
    if (event->type != OW_TEXT || event->value.text.size > SHORT)
        return true;
    char *text = arena_take(draft->arena, event->value.text.size + 1);
    if (!text)
        return draft_no_memory(draft);
    memcpy(text, event->value.text.data, event->value.text.size);
    node->value.value.text.data = text;
    return true;
}

static bool fill(struct opening *opening, struct draft_node *node, const ow_event *event,
                 const char *pointer)
{
    if (event->kind == OW_VALUE)
        return set_value(opening->draft, node, event);
    node->kind = DRAFT_PART;
    node->pointer =
        pointer ? pointer
                : draft_pointer(opening->draft, opening->pointer, event->name, event->index);
    if (event->kind == OW_BEGIN_ARRAY && opening->list->records && opening->list->count > 0) {
        node->kind = DRAFT_LIST;
        node->list = *opening->list;
    }
    return node->pointer != NULL;
}

static bool add_member(struct opening *opening, struct json_token name, struct draft_node *node)
{
    struct draft_member *member = arena_take(opening->draft->arena, sizeof *member);
    if (!member)
        return draft_no_memory(opening->draft);
    *member = (struct draft_member){name, node, NULL};
    if (opening->last)
        opening->last->next = member;
    else
        opening->node->members = member;
    opening->last = member;
    return true;
}

static bool add_element(struct draft *draft, struct draft_node *array, struct draft_node *node)
{
    struct rope *piece = rope_of_element(draft->arena, node);
    if (!piece)
        return draft_no_memory(draft);
    array->elements = rope_join(array->elements, piece);
    return true;
}

static bool add_child(struct opening *opening, const ow_event *event)
{
    struct draft *draft = opening->draft;
    struct draft_node *node = make_node(draft, DRAFT_PART);
    if (!node || !fill(opening, node, event, NULL))
        return false;
    node->derived = event->derived;
    if (opening->node->kind == DRAFT_ARRAY)
        return add_element(draft, opening->node, node);
    struct json_token name = {.data = event->name, .size = strlen(event->name)};
    return add_member(opening, name, node);
}

static bool name_format(struct opening *opening)
{
    const char *format = opening->draft->source.format;
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = "format"};
    event.value.text = (ow_text){format, strlen(format)};
    return add_child(opening, &event);
}

static ow_visit open_event(void *context, const ow_event *event)
{
    struct opening *opening = context;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        opening->depth--;
        return OW_GO_ON;
    }
    bool value = event->kind == OW_VALUE;
    if (opening->depth > 0) {
        opening->depth += !value;
        return !add_child(opening, event) ? OW_STOP : value ? OW_GO_ON : OW_SKIP;
    }
    if (!fill(opening, opening->node, event, opening->pointer) || value ||
        opening->node->kind == DRAFT_LIST)
        return OW_STOP;
    opening->depth++;
    opening->node->kind = event->kind == OW_BEGIN_OBJECT ? DRAFT_OBJECT : DRAFT_ARRAY;
    return *opening->pointer || name_format(opening) ? OW_GO_ON : OW_STOP;
}

static bool open_part(struct draft *draft, struct draft_node *node)
{
    struct opening opening = {.draft = draft, .node = node, .pointer = node->pointer};
    return draft_emit_part(draft, node->pointer, open_event, &opening, &opening.list);
}

static bool open_list(struct draft *draft, struct draft_node *node)
{
    struct draft_node *list = make_node(draft, DRAFT_LIST);
    if (!list)
        return false;
    *list = *node;
    node->kind = DRAFT_ARRAY;
    node->elements = rope_of_list(draft->arena, list, 0, list->list.count);
    return node->elements || draft_no_memory(draft);
}

/* The text has been checked to be JSON. */
static bool open_text(struct draft *draft, struct draft_node *node)
{
    struct json_cursor cursor = {
        .begin = node->text.data, .at = node->text.data, .end = node->text.data + node->text.size};
    struct opening opening = {.draft = draft, .node = node};
    bool object = json_peek(&cursor) == '{';
    if (!object && json_peek(&cursor) != '[')
        return true;
    node->kind = object ? DRAFT_OBJECT : DRAFT_ARRAY;
    cursor.at++;
    for (bool first = true; json_peek(&cursor) != (object ? '}' : ']'); first = false) {
        struct json_token name = {0};
        if (!first)
            json_take(&cursor, ',', "a comma");
        if (object && json_string(&cursor, &name))
            json_take(&cursor, ':', "a colon");
        json_peek(&cursor);
        const char *at = cursor.at;
        if (!json_skip(&cursor))
            return draft_fail(draft, OW_BAD_JSON, (ow_text){0}, "a value is not valid JSON");
        struct draft_node *child =
            draft_text(draft, (struct json_text){at, (size_t)(cursor.at - at)});
        if (!child ||
            !(object ? add_member(&opening, name, child) : add_element(draft, node, child)))
            return false;
    }
    return true;
}

bool draft_open_node(struct draft *draft, struct draft_node *node)
{
    if (node->kind == DRAFT_PART && !open_part(draft, node))
        return false;
    if (node->kind == DRAFT_LIST)
        return open_list(draft, node);
    return node->kind != DRAFT_TEXT || open_text(draft, node);
}
