/* Writing differences as a JSON Patch. Each operation refers to the state after the earlier ones.
 * So lists come before the contents of their elements, from the outside inwards. Changes of one
 * depth are collected, and the pointers of operations are those of the new world, except for the
 * last step. */
#include "write_patch.h"

#include "../base/error.h"
#include "../json/values.h"
#include "list_steps.h"

#include <stdio.h>
#include <string.h>

/* The findings at one depth, counted in lists. */
struct layer {
    struct output output; /* operations, each after a comma */
    ow_buffer text;
    /* the list whose changes are collected, in the new world; is_open: there are some */
    char list[POINTER_ROOM];
    bool is_open;
    struct record_buffer buffer;
    struct list_change *changes;
    uint32_t count;
};

struct patch_writer {
    struct draft draft; /* of the new world; the source of values */
    ow_options options;
    struct arena *account;
    struct arena nodes;
    struct layer layers[PATH_DEPTH];
    struct layer *layer;      /* current */
    char whole[POINTER_ROOM]; /* the last list of values that was written as a whole */
    ow_error error;
};

ow_status patch_writer_open(const struct draft_source *after, const ow_options *options,
                            struct arena *account, struct patch_writer **opened)
{
    struct patch_writer *writer = arena_take(account, sizeof *writer);
    *opened = NULL;
    if (!writer)
        return account->status;
    memset(writer, 0, sizeof *writer);
    writer->options = *options;
    writer->account = account;
    arena_share(&writer->nodes, account);
    if (!draft_init(&writer->draft, after, &writer->nodes))
        return writer->nodes.status;
    for (unsigned i = 0; i < PATH_DEPTH; i++) {
        output_to_buffer(&writer->layers[i].output, options, &writer->layers[i].text);
        record_buffer_init(&writer->layers[i].buffer, account);
    }
    *opened = writer;
    return OW_OK;
}

static bool fail(struct patch_writer *writer, ow_status status)
{
    if (writer->error.status == OW_OK)
        error_limited(&writer->error, status, arena_limit(writer->account));
    return false;
}

static void put(struct output *output, const char *text)
{
    output_bytes(output, text, strlen(text));
}

/* Names of layouts need no escaping, in pointers and in JSON. */
static void begin_operation(struct output *output, const char *op, const char *from,
                            const char *path)
{
    put(output, ",\n  {\"op\": \"");
    put(output, op);
    if (from) {
        put(output, "\", \"from\": \"");
        put(output, from);
    }
    put(output, "\", \"path\": \"");
    put(output, path);
    put(output, "\"");
}

/* Writes the JSON of a part of the new world. */
static bool put_part(struct patch_writer *writer, const char *pointer, struct output *output)
{
    struct draft_node part = {.kind = DRAFT_PART, .pointer = pointer};
    bool written = draft_write(&writer->draft, &part, NULL, output);
    if (!written && writer->error.status == OW_OK)
        writer->error = writer->draft.error;
    arena_reset(&writer->nodes);
    return written;
}

static bool put_operation(struct patch_writer *writer, const char *op, const char *path,
                          const char *value)
{
    struct output *output = &writer->layer->output;
    begin_operation(output, op, NULL, path);
    if (value) {
        put(output, ", \"value\": ");
        if (!put_part(writer, value, output))
            return false;
    }
    put(output, "}");
    return output->status == OW_OK || fail(writer, output->status);
}

static bool put_step(void *context, const struct list_step *step)
{
    struct patch_writer *writer = context;
    const char *list = writer->layer->list;
    char from[POINTER_ROOM + 24], to[POINTER_ROOM + 24], value[POINTER_ROOM + 24];
    snprintf(from, sizeof from, "%s/%llu", list, (unsigned long long)step->from);
    snprintf(to, sizeof to, "%s/%llu", list, (unsigned long long)step->to);
    snprintf(value, sizeof value, "%s/%lu", list, (unsigned long)step->after);
    if (step->kind == STEP_REMOVE)
        return put_operation(writer, "remove", from, NULL);
    if (step->kind == STEP_ADD)
        return put_operation(writer, "add", to, value);
    begin_operation(&writer->layer->output, "move", from, to);
    put(&writer->layer->output, "}");
    return true;
}

static bool flush_list(struct patch_writer *writer, struct layer *layer)
{
    struct arena scratch;
    if (!layer->is_open)
        return true;
    arena_share(&scratch, writer->account);
    writer->layer = layer;
    layer->is_open = false;
    bool done = list_steps(layer->changes, layer->count, &scratch, put_step, writer);
    if (!done && writer->error.status == OW_OK)
        fail(writer, scratch.status);
    layer->count = 0;
    arena_free(&scratch);
    return done;
}

/* Records that an element of the current list is removed, added or moved. */
static bool note_element(struct patch_writer *writer, struct comparison *comparison,
                         const struct finding *finding)
{
    struct layer *layer = writer->layer;
    const char *list = comparison->places.after;
    if (layer->is_open && strcmp(layer->list, list) != 0 && !flush_list(writer, layer))
        return false;
    if (!record_buffer_reserve(&layer->buffer, layer->count, 1, sizeof *layer->changes))
        return fail(writer, layer->buffer.arena.status);
    layer->changes = layer->buffer.records;
    layer->is_open = true;
    snprintf(layer->list, sizeof layer->list, "%s", list);
    layer->changes[layer->count++] =
        (struct list_change){finding->kind == FOUND_ADDED ? NO_INDEX : finding->index_before,
                             finding->kind == FOUND_REMOVED ? NO_INDEX : finding->index_after};
    return true;
}

/* The number of lists on the path of a pointer. */
static unsigned depth_of(const char *pointer)
{
    unsigned depth = 0;
    for (; *pointer; pointer++)
        depth += pointer[0] == '/' && pointer[1] >= '0' && pointer[1] <= '9';
    return depth < PATH_DEPTH ? depth : PATH_DEPTH - 1;
}

static bool put_field(struct patch_writer *writer, const struct places *places,
                      enum finding_kind kind)
{
    if (kind == FOUND_REMOVED)
        return put_operation(writer, "remove", places->after, NULL);
    return put_operation(writer, kind == FOUND_ADDED ? "add" : "replace", places->after,
                         places->after);
}

/* A list of values with differences. Long lists come in parts. */
struct value_lists {
    const ow_value *before, *after; /* NULL: not available */
    uint32_t count_before, count_after, from;
};

static const ow_value *values_of(const struct outline *outline, uint32_t node, uint32_t *count)
{
    *count = 0;
    if (node == NO_NODE || outline->nodes[node].kind != NODE_VALUES)
        return NULL;
    *count = outline->nodes[node].size;
    return outline_values(outline, node);
}

static bool put_element(struct patch_writer *writer, const char *op, const char *list,
                        uint32_t index, const ow_value *value)
{
    struct output *output = &writer->layer->output;
    char pointer[POINTER_ROOM + 24];
    snprintf(pointer, sizeof pointer, "%s/%lu", list, (unsigned long)index);
    begin_operation(output, op, NULL, pointer);
    if (value) {
        ow_event event = {.kind = OW_VALUE, .type = value->type};
        memcpy(&event.value, &value->value, sizeof event.value);
        put(output, ", \"value\": ");
        json_put_value(output, &event);
    }
    put(output, "}");
    return output->status == OW_OK || fail(writer, output->status);
}

/* Writes what is between the common start and end. */
static bool put_middle(struct patch_writer *writer, const char *list,
                       const struct value_lists *lists)
{
    uint32_t first = 0, before = lists->count_before, after = lists->count_after;
    while (first < before && first < after &&
           values_are_same(&lists->before[first], &lists->after[first]))
        first++;
    while (before > first && after > first &&
           values_are_same(&lists->before[before - 1], &lists->after[after - 1])) {
        before--;
        after--;
    }
    for (uint32_t i = before; i-- > (after > first ? after : first);)
        if (!put_element(writer, "remove", list, i, NULL))
            return false;
    for (uint32_t i = first; i < after; i++) {
        bool replaces = i < before;
        if (replaces && values_are_same(&lists->before[i], &lists->after[i]))
            continue;
        if (!put_element(writer, replaces ? "replace" : "add", list, i, &lists->after[i]))
            return false;
    }
    return true;
}

static bool put_same_length(struct patch_writer *writer, const char *list,
                            const struct value_lists *lists)
{
    for (uint32_t i = 0; i < lists->count_after; i++)
        if (!values_are_same(&lists->before[i], &lists->after[i]) &&
            !put_element(writer, "replace", list, lists->from + i, &lists->after[i]))
            return false;
    return true;
}

static uint32_t count_different(const struct value_lists *lists)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < lists->count_after; i++)
        count += !values_are_same(&lists->before[i], &lists->after[i]);
    return count;
}

/* A list with many changes is shorter as a whole. */
static bool put_values(struct patch_writer *writer, struct comparison *comparison,
                       const struct finding *finding)
{
    enum { SHORT = 64, SHARE = 12 };
    const char *list = comparison->places.after;
    struct value_lists lists = {.from = finding->is_part ? finding->index_before : 0};
    if (finding->is_part && strcmp(writer->whole, list) == 0)
        return true;
    lists.before = values_of(comparison->before, finding->node_before, &lists.count_before);
    lists.after = values_of(comparison->after, finding->node_after, &lists.count_after);
    bool same_length = lists.count_before == lists.count_after;
    if (lists.before && lists.after && same_length &&
        count_different(&lists) <= 1 + lists.count_after / SHARE)
        return put_same_length(writer, list, &lists);
    if (lists.before && lists.after && !finding->is_part && lists.count_before < SHORT &&
        lists.count_after < SHORT && !same_length)
        return put_middle(writer, list, &lists);
    snprintf(writer->whole, sizeof writer->whole, "%s", list);
    return put_operation(writer, "replace", list, list);
}

static bool is_list_of_values(const struct outline *outline, uint32_t node)
{
    return outline->nodes[node].kind == NODE_VALUES;
}

static bool find_inside(struct patch_writer *writer, struct comparison *comparison,
                        const struct finding *finding)
{
    struct places *places = &comparison->places;
    struct places_mark mark = places_enter(places, comparison->names->names[finding->name],
                                           finding->index_before, finding->index_after);
    writer->layer = &writer->layers[depth_of(places->after)];
    bool lists = finding->kind == FOUND_CHANGED &&
                 is_list_of_values(comparison->before, finding->node_before) &&
                 is_list_of_values(comparison->after, finding->node_after);
    bool done =
        lists ? put_values(writer, comparison, finding) : put_field(writer, places, finding->kind);
    places_leave(places, mark);
    return done;
}

bool patch_writer_find(void *context, struct comparison *comparison, const struct finding *finding)
{
    struct patch_writer *writer = context;
    writer->layer = &writer->layers[depth_of(comparison->places.after)];
    if (writer->error.status != OW_OK)
        return false;
    if (finding->is_part)
        return put_values(writer, comparison, finding);
    if (finding->name == 0 && finding->kind != FOUND_CHANGED)
        return note_element(writer, comparison, finding);
    return find_inside(writer, comparison, finding);
}

static ow_status join(struct patch_writer *writer, const ow_sink *sink)
{
    struct output output;
    bool first = true;
    if (output_to_sink(&output, &writer->options, sink) != OW_OK)
        return OW_NO_MEMORY;
    put(&output, "[");
    for (unsigned i = 0; i < PATH_DEPTH; i++) {
        const ow_buffer *text = &writer->layers[i].text;
        if (text->size > 0)
            output_bytes(&output, text->data + first, text->size - first);
        first = first && text->size == 0;
    }
    put(&output, first ? "]\n" : "\n]\n");
    return output_close_sink(&output);
}

ow_status patch_writer_close(struct patch_writer *writer, const ow_sink *sink, ow_error *error)
{
    for (unsigned i = 0; i < PATH_DEPTH; i++) {
        struct layer *layer = &writer->layers[i];
        flush_list(writer, layer);
        ow_status status = output_close_buffer(&layer->output, &layer->text);
        if (status != OW_OK)
            fail(writer, status);
    }
    if (writer->error.status == OW_OK && sink) {
        ow_status status = join(writer, sink);
        if (status != OW_OK)
            error_plain(&writer->error, status);
    }
    for (unsigned i = 0; i < PATH_DEPTH; i++) {
        ow_buffer_free(&writer->layers[i].text, &writer->options);
        record_buffer_free(&writer->layers[i].buffer);
    }
    arena_free(&writer->nodes);
    if (writer->error.status != OW_OK && error)
        *error = writer->error;
    return writer->error.status;
}
