/* Writing a draft as JSON text, with references to runs that can be taken over. */
#include "draft.h"

#include "../base/error.h"
#include "../json/values.h"

#include <stdio.h>
#include <string.h>

struct writing {
    struct draft *draft;
    struct draft_runs *runs; /* NULL: write everything */
    struct output *output;
    struct record_run *list; /* the list that has just begun, on a walk */
    unsigned depth;
    uint64_t filled; /* a bit for each open container: it is not empty */
};

static void put(struct output *output, const char *text)
{
    output_bytes(output, text, strlen(text));
}

static bool write_run(struct writing *writing, struct record_run run)
{
    struct draft_runs *runs = writing->runs;
    struct arena *arena = writing->draft->arena;
    char text[32];
    if (runs->count == runs->room) {
        uint32_t room = runs->room + runs->room / 2 + 64;
        struct record_run *more = arena_take(arena, room * sizeof *more);
        if (!more)
            return draft_no_memory(writing->draft);
        if (runs->count > 0)
            memcpy(more, runs->runs, runs->count * sizeof *more);
        runs->runs = more;
        runs->room = room;
    }
    snprintf(text, sizeof text, "\"%c%lu\"", RUN_MARK, (unsigned long)runs->count);
    runs->runs[runs->count++] = run;
    put(writing->output, text);
    return true;
}

/* Writes the comma and name before a value. */
static void put_lead(struct writing *writing, const char *name)
{
    if (writing->depth == 0)
        return;
    uint64_t bit = UINT64_C(1) << writing->depth;
    if (writing->filled & bit)
        put(writing->output, ",");
    writing->filled |= bit;
    if (name) {
        put(writing->output, "\"");
        put(writing->output, name);
        put(writing->output, "\":");
    }
}

static ow_visit write_event(void *context, const ow_event *event)
{
    struct writing *writing = context;
    struct output *output = writing->output;
    bool array = event->kind == OW_BEGIN_ARRAY || event->kind == OW_END_ARRAY;
    if (event->derived)
        return OW_GO_ON;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        put(output, array ? "]" : "}");
        writing->depth--;
        return OW_GO_ON;
    }
    put_lead(writing, event->name);
    if (event->kind == OW_VALUE) {
        json_put_value(output, event);
        return OW_GO_ON;
    }
    put(output, array ? "[" : "{");
    writing->depth++;
    writing->filled &= ~(UINT64_C(1) << writing->depth);
    struct record_run *list = writing->list;
    if (!array || !writing->runs || !list->records || list->count == 0)
        return OW_GO_ON;
    return write_run(writing, *list) ? OW_SKIP : OW_STOP;
}

static bool write_part(struct writing *writing, const char *pointer)
{
    struct writing inside = *writing;
    inside.depth = 0;
    return draft_emit_part(writing->draft, pointer, write_event, &inside, &inside.list);
}

/* An element may have a name in its event, but not in JSON. */
static bool write_elements(struct writing *writing, const struct draft_node *list, uint64_t from,
                           uint64_t count)
{
    if (writing->runs) {
        struct record_run run = list->list;
        run.records = (const uint8_t *)run.records + from * run.record_size;
        run.count = count;
        return write_run(writing, run);
    }
    for (uint64_t i = 0; i < count; i++) {
        const char *pointer = draft_pointer(writing->draft, list->pointer, NULL, from + i);
        if (i > 0)
            put(writing->output, ",");
        if (!pointer || !write_part(writing, pointer))
            return false;
    }
    return true;
}

static bool write_node(struct writing *writing, const struct draft_node *node, bool is_element);

static bool write_rope(struct writing *writing, const struct rope *rope, bool *filled)
{
    if (!rope)
        return true;
    if (!write_rope(writing, rope->left, filled))
        return false;
    if (*filled)
        put(writing->output, ",");
    *filled = true;
    bool written = rope->is_list ? write_elements(writing, rope->node, rope->from, rope->count)
                                 : write_node(writing, rope->node, true);
    return written && write_rope(writing, rope->right, filled);
}

/* Names come from layouts and JSON Pointers, or are JSON already. */
static void put_name(struct writing *writing, const struct json_token *name)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT};
    event.value.text = (ow_text){name->data, name->size};
    if (name->escaped) {
        put(writing->output, "\"");
        output_bytes(writing->output, name->data, name->size);
        put(writing->output, "\"");
    } else {
        json_put_value(writing->output, &event);
    }
    put(writing->output, ":");
}

static bool write_members(struct writing *writing, const struct draft_node *node)
{
    bool filled = false;
    put(writing->output, "{");
    for (const struct draft_member *member = node->members; member; member = member->next) {
        if (member->node->derived)
            continue;
        if (filled)
            put(writing->output, ",");
        filled = true;
        put_name(writing, &member->name);
        if (!write_node(writing, member->node, false))
            return false;
    }
    put(writing->output, "}");
    return true;
}

static bool write_value(struct writing *writing, const struct draft_node *node)
{
    ow_event event = {.kind = OW_VALUE, .type = node->value.type};
    memcpy(&event.value, &node->value.value, sizeof node->value.value);
    json_put_value(writing->output, &event);
    return true;
}

static bool write_array(struct writing *writing, const struct draft_node *node)
{
    bool filled = false;
    put(writing->output, "[");
    bool written = write_rope(writing, node->elements, &filled);
    put(writing->output, "]");
    return written;
}

static bool write_node(struct writing *writing, const struct draft_node *node, bool is_element)
{
    switch (node->kind) {
    case DRAFT_PART:
        return is_element && writing->runs && node->list.records
                   ? write_run(writing, node->list)
                   : write_part(writing, node->pointer);
    case DRAFT_LIST:
        return write_part(writing, node->pointer);
    case DRAFT_VALUE:
        return write_value(writing, node);
    case DRAFT_TEXT:
        output_bytes(writing->output, node->text.data, node->text.size);
        return true;
    case DRAFT_OBJECT:
        return write_members(writing, node);
    case DRAFT_ARRAY:
        break;
    }
    return write_array(writing, node);
}

bool draft_write(struct draft *draft, struct draft_node *node, struct draft_runs *runs,
                 struct output *output)
{
    struct writing writing = {.draft = draft, .runs = runs, .output = output};
    return write_node(&writing, node, false) && draft->error.status == OW_OK;
}
