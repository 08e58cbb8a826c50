/* Turns events of a document into rows: each event belongs to a node of the format's tree, and the
 * node says which column of which row it is. */
#include "gather.h"

#include "object_text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GATHER_DEPTH = 16 };

struct text_copy {
    struct text_copy *next;
    char bytes[];
};

/* A walk through one part. */
struct gathering {
    struct rows *rows;
    const struct table_node *nodes;
    uint16_t path[GATHER_DEPTH]; /* open nodes */
    unsigned depth;
    unsigned unknown;           /* open containers inside the last node that have no node */
    uint64_t keys[MOST_LEVELS]; /* of the current or next row */
    uint16_t value;             /* node of the last value; its meaning follows */
    bool in_row;
    unsigned fields;           /* fields of the row's object that are still to come */
    struct object_text object; /* with the meaning of a value */
    int object_column;
};

static struct row_value *cell(struct rows *rows, int column)
{
    return &rows->values[(size_t)rows->count * rows->width + (unsigned)column];
}

static bool is_wanted(const struct rows *rows, int column)
{
    int bit = column < MOST_COLUMNS - 1 ? column : MOST_COLUMNS - 1;
    return column != NOT_THERE &&
           (rows->request.columns >> bit & 1 || column == rows->request.column);
}

static bool plan_inside(struct rows *rows, uint16_t node)
{
    const struct table_node *nodes = rows->format->nodes;
    bool any = is_wanted(rows, nodes[node].column) || is_wanted(rows, nodes[node].meaning);
    for (int i = 0; i < nodes[node].count; i++)
        any |= is_wanted(rows, nodes[node].numbers + i);
    for (uint16_t child = nodes[node].first; child; child = nodes[child].next)
        if (nodes[child].table == NOT_THERE && !nodes[child].is_list)
            any |= plan_inside(rows, child);
    rows->needed[node] = any;
    return any;
}

static bool wants_meanings(const struct rows *rows)
{
    const struct table_node *nodes = rows->format->nodes;
    for (unsigned node = 0; node < rows->format->node_count; node++)
        if (rows->needed[node] && (nodes[node].is_derived || is_wanted(rows, nodes[node].meaning)))
            return true;
    return false;
}

/* How many fields of a row's object are wanted. UINT_MAX: all of it is visited, because the row is
 * an array, or because a wanted field can be a list. */
static unsigned count_fields(const struct rows *rows)
{
    const struct table_node *nodes = rows->format->nodes;
    const struct table_node *row = &nodes[rows->table->node];
    unsigned count = 0;
    for (uint16_t child = row->first; child; child = nodes[child].next) {
        bool is_list = nodes[child].is_list || nodes[child].table != NOT_THERE;
        if (is_list && is_wanted(rows, nodes[child].column))
            return UINT_MAX;
        count += rows->needed[child];
    }
    return row->count > 0 ? UINT_MAX : count;
}

static unsigned width_of(const struct rows *rows)
{
    unsigned width = rows->table->column_count;
    while (width > 0 && !is_wanted(rows, (int)width - 1))
        width--;
    return width;
}

void gather_plan(struct rows *rows)
{
    const struct table_node *nodes = rows->format->nodes;
    uint16_t node = rows->table->node;
    memset(rows->needed, 0, rows->format->node_count * sizeof *rows->needed);
    plan_inside(rows, node);
    for (rows->needed[node] = true; node != 0; node = nodes[node].parent)
        rows->needed[nodes[node].parent] = true;
    rows->wanted_fields = count_fields(rows);
    rows->wants_meanings = wants_meanings(rows);
    rows->width = width_of(rows);
}

void gather_forget(struct rows *rows)
{
    while (rows->copies) {
        struct text_copy *next = rows->copies->next;
        free(rows->copies);
        rows->copies = next;
    }
}

static ow_bytes copy_of(struct rows *rows, const void *data, size_t size)
{
    struct text_copy *copy = malloc(sizeof *copy + size + 1);
    if (!copy) {
        rows->status = OW_NO_MEMORY;
        return (ow_bytes){0};
    }
    if (size > 0)
        memcpy(copy->bytes, data, size);
    copy->next = rows->copies;
    rows->copies = copy;
    return (ow_bytes){(const uint8_t *)copy->bytes, size};
}

static void take_value(struct gathering *g, int column, const ow_event *event, bool passing)
{
    struct rows *rows = g->rows;
    if (!g->in_row || !is_wanted(rows, column))
        return;
    struct row_value *value = cell(rows, column);
    switch (event->type) {
    case OW_INTEGER:
    case OW_BOOLEAN:
        *value = (struct row_value){.kind = ROW_INTEGER, .integer = event->value.integer};
        break;
    case OW_UNSIGNED_64:
        *value =
            (struct row_value){.kind = ROW_UNSIGNED_64, .unsigned_64 = event->value.unsigned_64};
        if (value->unsigned_64 <= INT64_MAX)
            *value = (struct row_value){.kind = ROW_INTEGER,
                                        .integer = (int64_t)event->value.unsigned_64};
        break;
    case OW_FLOAT:
        value->kind = ROW_REAL;
        memcpy(&value->real, &event->value.number, sizeof value->real);
        break;
    case OW_TEXT:
        value->kind = ROW_TEXT;
        value->bytes = (ow_bytes){(const uint8_t *)event->value.text.data, event->value.text.size};
        break;
    case OW_BYTES:
        value->kind = event->value.bytes.data ? ROW_BLOB : ROW_NULL;
        value->bytes = event->value.bytes;
    }
    if (passing && (value->kind == ROW_TEXT || value->kind == ROW_BLOB))
        value->bytes = copy_of(rows, value->bytes.data, value->bytes.size);
}

static void begin_row(struct gathering *g)
{
    struct rows *rows = g->rows;
    if (rows->width > 0)
        memset(cell(rows, 0), 0, rows->width * sizeof(struct row_value));
    g->in_row = true;
    g->fields = rows->wanted_fields;
    rows->hints[rows->table->node] = 0; /* the last row may have ended before its last field */
}

/* After the last field that is wanted, the rest of the row's object is not. Meanings come later. */
static ow_visit end_field(struct gathering *g, uint16_t node)
{
    const struct rows *rows = g->rows;
    bool is_field = g->in_row && !g->unknown && g->depth > 0 && rows->needed[node] &&
                    g->path[g->depth - 1] == rows->table->node;
    if (!is_field || g->fields == 0 || --g->fields > 0 || rows->wants_meanings)
        return OW_GO_ON;
    return OW_LEAVE;
}

/* Returns true if the row matches the request. */
static bool fits(struct rows *rows)
{
    if (rows->request.column == NOT_THERE)
        return true;
    const struct row_value *value = cell(rows, rows->request.column);
    return value->kind == ROW_INTEGER && value->integer == rows->request.value;
}

static ow_visit end_row(struct gathering *g)
{
    struct rows *rows = g->rows;
    g->in_row = false;
    rows->examined++;
    if (!fits(rows))
        return OW_GO_ON;
    memcpy(rows->keys[rows->count], g->keys, sizeof g->keys);
    rows->count++;
    if (rows->count < ROWS_AT_ONCE || rows->table->level_count == 0)
        return OW_GO_ON;
    rows->level = rows->table->level_count - 1u;
    memcpy(rows->next, g->keys, sizeof rows->next);
    rows->next[rows->level]++;
    return OW_STOP;
}

/* The child node of an event; 0: none. Fields usually come in the order of the nodes. */
static uint16_t child_of(struct gathering *g, uint16_t node, const char *name)
{
    const struct table_node *nodes = g->nodes;
    uint16_t first = nodes[node].first;
    if (!name)
        return nodes[node].is_list ? first : 0;
    uint16_t begin = g->rows->hints[node] ? g->rows->hints[node] : first;
    uint16_t child = begin;
    if (!begin)
        return 0;
    do {
        const char *own = nodes[child].name; /* often the same text in memory */
        if (own == name || (own && strcmp(own, name) == 0)) {
            g->rows->hints[node] = nodes[child].next;
            return child;
        }
        child = nodes[child].next ? nodes[child].next : first;
    } while (child != begin);
    return 0;
}

static void note_key(struct gathering *g, uint16_t node, const ow_event *event)
{
    const struct rows *rows = g->rows;
    if (g->nodes[node].table == NOT_THERE)
        return;
    for (unsigned i = 0; i < rows->table->level_count; i++)
        if (rows->table->levels[i] == g->nodes[node].table)
            g->keys[i] = event->index;
}

static void push(struct gathering *g, uint16_t node)
{
    g->path[g->depth++] = node;
}

/* Skips a field without a node or one that is not wanted. Its end event still comes. */
static ow_visit leave_out(struct gathering *g)
{
    g->unknown++;
    return OW_SKIP;
}

/* The node of the count before a list; 0: none. */
static uint16_t count_node(const struct gathering *g, uint16_t list)
{
    static const char ending[] = "_count";
    const struct table_node *count = &g->nodes[list - 1];
    size_t size = list > 1 && count->name ? strlen(count->name) : 0;
    bool is_count = size >= sizeof ending && count->next == list &&
                    strcmp(count->name + size + 1 - sizeof ending, ending) == 0;
    return is_count ? (uint16_t)(list - 1) : 0;
}

/* Some versions do not store the number of elements, or not as a field of its own, so it is taken
 * from the list. */
static void count_list(struct gathering *g, uint16_t list, const ow_event *event)
{
    uint16_t node = list && g->nodes[list].is_list ? count_node(g, list) : 0;
    int column = node ? g->nodes[node].column : NOT_THERE;
    if (!g->in_row || event->kind != OW_BEGIN_ARRAY || event->count == OW_UP_TO_THE_END ||
        !is_wanted(g->rows, column))
        return;
    struct row_value *value = cell(g->rows, column);
    if (value->kind == ROW_NULL)
        *value = (struct row_value){.kind = ROW_INTEGER, .integer = (int64_t)event->count};
}

static ow_visit begin(struct gathering *g, const ow_event *event)
{
    struct rows *rows = g->rows;
    uint16_t node = g->path[0];
    if (g->depth > 0) {
        node = g->unknown ? 0 : child_of(g, g->path[g->depth - 1], event->name);
        count_list(g, node, event);
        if (!node || !rows->needed[node] || g->depth == GATHER_DEPTH)
            return leave_out(g);
        note_key(g, node, event);
    }
    push(g, node);
    if (node != rows->table->node)
        return OW_GO_ON;
    begin_row(g);
    if (!g->nodes[node].is_list)
        return rows->wanted_fields > 0 ? OW_GO_ON : OW_SKIP;
    if (is_wanted(rows, g->nodes[node].column))
        *cell(rows, g->nodes[node].column) =
            (struct row_value){.kind = ROW_INTEGER, .integer = (int64_t)event->count};
    return OW_SKIP; /* the elements are rows of another table */
}

static ow_visit end(struct gathering *g)
{
    if (g->unknown) {
        g->unknown--;
        return OW_GO_ON;
    }
    uint16_t node = g->path[--g->depth];
    return g->in_row && node == g->rows->table->node ? end_row(g) : end_field(g, node);
}

static ow_visit take(struct gathering *g, const ow_event *event)
{
    struct rows *rows = g->rows;
    uint16_t node = g->path[g->depth ? g->depth - 1 : 0];
    if (g->depth > 0 && !g->unknown && g->nodes[node].count > 0 && !event->name) {
        if (event->index < g->nodes[node].count)
            take_value(g, g->nodes[node].numbers + (int)event->index, event, false);
        return OW_GO_ON;
    }
    if (g->depth > 0) {
        node = g->unknown ? 0 : child_of(g, node, event->name);
        if (!node)
            return OW_GO_ON;
        note_key(g, node, event);
    }
    if (node == rows->table->node)
        begin_row(g);
    take_value(g, g->nodes[node].column, event, event->derived || rows->table->level_count == 0);
    g->value = node;
    return end_field(g, node);
}

/* A row that is a single value ends at the first event that adds nothing to it. */
static ow_visit end_value(struct gathering *g)
{
    bool open = g->in_row && g->value == g->rows->table->node;
    g->value = 0;
    return open ? end_row(g) : OW_GO_ON;
}

/* An object with the meaning of a value becomes JSON text. */
static void take_object(struct gathering *g, const ow_event *event)
{
    ow_event text = {.kind = OW_VALUE, .type = OW_TEXT};
    switch (object_text_take(&g->object, event)) {
    case OBJECT_OPEN:
        return;
    case OBJECT_WHOLE:
        text.value.text = object_text(&g->object);
        take_value(g, g->object_column, &text, true);
        return;
    case OBJECT_NO_MEMORY:
        g->rows->status = OW_NO_MEMORY;
    }
}

static bool is_meaning(const ow_event *event)
{
    return event->kind == OW_VALUE && event->derived && event->name &&
           strcmp(event->name, "meaning") == 0;
}

/* The meaning of a value follows it: as a value, or as an object of the fields decoded from it. */
static void take_meaning(struct gathering *g, const ow_event *event)
{
    int column = g->value && g->in_row ? g->nodes[g->value].meaning : NOT_THERE;
    if (!event->derived || !is_wanted(g->rows, column))
        return;
    if (event->kind == OW_BEGIN_OBJECT) {
        g->object_column = column;
        take_object(g, event);
    } else if (is_meaning(event)) {
        take_value(g, column, event, true);
    }
}

/* A decoded object is gathered twice: as a text, and its fields as columns. */
static ow_visit visit(void *context, const ow_event *event)
{
    struct gathering *g = context;
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    if (object_text_is_open(&g->object))
        take_object(g, event);
    else
        take_meaning(g, event);
    bool is_open = object_text_is_open(&g->object);
    if (g->value && !is_open && !is_meaning(event) && end_value(g) == OW_STOP)
        return OW_STOP;
    if (g->rows->status != OW_OK)
        return OW_STOP;
    if (ends)
        return end(g);
    if (event->kind != OW_VALUE) {
        ow_visit result = begin(g, event);
        return is_open ? OW_GO_ON : result;
    }
    return is_meaning(event) ? OW_GO_ON : take(g, event);
}

void gather(struct rows *rows, const char *pointer, uint64_t first, uint64_t count)
{
    const struct table *tables = rows->format->tables, *table = rows->table;
    struct gathering g = {.rows = rows, .nodes = rows->format->nodes};
    ow_options options = {.meanings = rows->wants_meanings};
    ow_error error;
    g.path[0] = table->node;
    if (rows->level < table->level_count)
        g.path[0] = g.nodes[tables[table->levels[rows->level]].node].parent;
    memcpy(g.keys, rows->next, sizeof g.keys);
    memset(rows->hints, 0, rows->format->node_count * sizeof *rows->hints);
    ow_status status =
        ow_trace_part(rows->document, pointer, first, count, &options, visit, &g, &error);
    if (status == OW_OK && g.value)
        end_value(&g);
    object_text_free(&g.object);
    if (status != OW_OK && status != OW_BAD_ARGUMENT &&
        rows->status == OW_OK) { /* a missing element is not a row */
        rows->status = status;
        rows->error = error;
    }
}
