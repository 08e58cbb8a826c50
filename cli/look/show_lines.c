/* Prints one event for show: a line of the tree, or a node of JSON. */
#include "look/show_lines.h"

#include "terminal/json.h"
#include "terminal/terminal.h"
#include "terminal/values.h"

#include <inttypes.h>
#include <string.h>

enum { HEX_BYTES = 8 };

/* How many bytes the file has at an offset, at most `most`. A world from JSON may have none. */
static uint64_t bytes_there(const struct tree *tree, uint64_t offset, uint64_t most)
{
    uint64_t left = offset < tree->input->size ? tree->input->size - offset : 0;
    return left < most ? left : most;
}

static void print_hex(const struct tree *tree, uint64_t offset, uint64_t size)
{
    uint64_t shown = bytes_there(tree, offset, size < HEX_BYTES ? size : HEX_BYTES);
    for (unsigned i = 0; i < HEX_BYTES; i++) {
        if (i < shown)
            printf("%02x ", tree->input->bytes[offset + i]);
        else
            printf("   ");
    }
}

static void print_place(const struct tree *tree, const ow_event *event, bool with_bytes)
{
    if (tree->has_no_bytes)
        return;
    printf("%s%08" PRIx64, color_dim(), event->offset);
    if (with_bytes)
        printf(" %6" PRIu64 "  ", event->size);
    else
        printf("         ");
    print_hex(tree, event->offset, with_bytes ? event->size : 0);
    bool cut = with_bytes && event->size > HEX_BYTES && !tree->full;
    printf("%s%s ", cut && has_utf8() ? "…" : cut ? "+" : " ", color_off());
}

/* Prints the bytes that did not fit in the line of a value. */
static void print_more_bytes(const struct tree *tree, const ow_event *event)
{
    if (!tree->full)
        return;
    for (uint64_t at = HEX_BYTES; at < event->size; at += HEX_BYTES) {
        printf("%s%08" PRIx64 "         ", color_dim(), event->offset + at);
        print_hex(tree, event->offset + at, event->size - at);
        printf("%s\n", color_off());
    }
}

static void print_indent(const struct tree *tree)
{
    for (unsigned i = tree->base; i < tree->part.depth; i++)
        fputs("  ", stdout);
}

static void print_name(const ow_event *event)
{
    if (event->name)
        printf("%s%s%s", color_bold(), event->name, color_off());
    else
        printf("[%" PRIu64 "]", event->index);
}

/* null for values that are not in a binary file. */
static void add_offset(const struct tree *tree, uint64_t offset)
{
    if (tree->has_no_bytes)
        json_add_null(tree->writer, "offset");
    else
        json_add_integer(tree->writer, "offset", offset);
}

/* The node of a value stays open, because its meaning may follow. */
static void write_node(struct tree *tree, const ow_event *event, const char *kind)
{
    json_begin_object(tree->writer, NULL);
    json_add_string(tree->writer, "pointer", tree->part.path);
    add_offset(tree, event->offset);
    if (event->kind == OW_VALUE) {
        json_add_integer(tree->writer, "size", event->size);
        ow_event value = *event;
        value.name = "value";
        value.derived = false;
        ow_json_visit(tree->writer, &value);
    } else {
        json_add_string(tree->writer, "kind", kind);
    }
    if (event->derived)
        json_add_boolean(tree->writer, "derived", true);
    if (event->kind != OW_VALUE)
        json_end_object(tree->writer);
}

/* Ends the line or the node of a value. */
void show_finish_line(struct tree *tree)
{
    if (!tree->line_open)
        return;
    tree->line_open = false;
    if (tree->writer) {
        json_end_object(tree->writer);
        return;
    }
    putchar('\n');
    print_more_bytes(tree, &tree->line);
}

/* If elements were omitted, a node has their number. */
static void write_elided(struct tree *tree, const struct level *level)
{
    tree->part.path[tree->part.lengths[tree->part.depth - 1]] = '\0';
    json_begin_object(tree->writer, NULL);
    json_add_string(tree->writer, "pointer", tree->part.path);
    add_offset(tree, level->offset);
    json_add_string(tree->writer, "kind", "not_shown");
    json_add_integer(tree->writer, "count", level->hidden);
    json_end_object(tree->writer);
}

void show_elided(struct tree *tree, const struct level *level)
{
    if (level->hidden == 0)
        return;
    tree->not_shown += level->hidden;
    if (tree->writer) {
        write_elided(tree, level);
        return;
    }
    printf("%*s", 8 + 9 + 3 * HEX_BYTES + 2, "");
    print_indent(tree);
    printf("%s %" PRIu64 " more", ellipsis(), level->hidden);
    if (level->count != OW_UP_TO_THE_END)
        printf(" of %" PRIu64, level->count);
    puts(" (--full shows them)");
}

static enum value_style style_of(const struct tree *tree)
{
    return tree->full ? VALUE_WHOLE : VALUE_QUOTED;
}

void show_value(struct tree *tree, const ow_event *event)
{
    if (tree->row.open) {
        *tree->row.meanings[tree->row.count] = '\0';
        tree->row.values[tree->row.count++] = *event;
        return;
    }
    tree->line = *event;
    tree->line_open = true;
    if (tree->writer) {
        write_node(tree, event, NULL);
        return;
    }
    print_place(tree, event, event->size > 0);
    print_indent(tree);
    print_name(event);
    fputs(": ", stdout);
    print_value(event, style_of(tree));
}

/* Prints the meaning of the value on the open line: one value, or the fields of an object. */
void show_meaning(struct tree *tree, const ow_event *event)
{
    bool begins = event->kind == OW_BEGIN_OBJECT, ends = event->kind == OW_END_OBJECT;
    tree->in_meaning -= ends;
    if (tree->writer && tree->line_open) {
        ow_event shown = *event;
        shown.derived = false;
        if (shown.kind == OW_VALUE && shown.type == OW_TEXT)
            json_add_text(tree->writer, shown.name, shown.value.text);
        else
            ow_json_visit(tree->writer, &shown);
    } else if (tree->row.open && !begins && !ends) {
        snprintf(tree->row.meanings[tree->row.count - 1], ROW_MEANING, "%.*s",
                 (int)event->value.text.size, event->value.text.data);
    } else if (tree->line_open && !begins && !ends) {
        printf("%s%s", tree->meaning_started ? ", " : "  ", color_dim());
        if (tree->in_meaning > 0)
            printf("%s ", event->name);
        print_value(event, tree->in_meaning == 0 ? VALUE_BARE : style_of(tree));
        fputs(color_off(), stdout);
        tree->meaning_started = tree->in_meaning > 0;
    }
    tree->in_meaning += begins;
    if (tree->in_meaning == 0)
        tree->meaning_started = false;
}

void show_decoded(struct tree *tree, const ow_event *event)
{
    show_finish_line(tree);
    tree->line = *event;
    tree->line_open = true;
    tree->in_meaning = 1;
    print_place(tree, event, false);
    print_indent(tree);
    print_name(event);
    putchar(':');
}

static void print_count(uint64_t count)
{
    if (count != OW_UP_TO_THE_END)
        printf(": %" PRIu64 " element%s", count, plural(count));
}

void show_container(struct tree *tree, const ow_event *event)
{
    bool array = event->kind == OW_BEGIN_ARRAY;
    if (tree->writer) {
        write_node(tree, event, array ? "array" : "object");
        return;
    }
    if (tree->part.depth == 0)
        return;
    if (array && event->count <= ROW_VALUES) {
        tree->row = (struct row){.open = true, .name = event->name, .index = event->index};
        tree->row.offset = event->offset;
        return;
    }
    print_place(tree, event, false);
    print_indent(tree);
    print_name(event);
    if (array)
        print_count(event->count);
    putchar('\n');
}

/* Ends a row of numbers; `depth` is that of its line. */
void show_row(struct tree *tree, const ow_event *end)
{
    struct row *row = &tree->row;
    ow_event line = {.name = row->name, .index = row->index, .offset = row->offset};
    line.size = end->size;
    row->open = false;
    print_place(tree, &line, line.size > 0);
    print_indent(tree);
    print_name(&line);
    fputs(": [", stdout);
    for (unsigned i = 0; i < row->count; i++) {
        fputs(i > 0 ? ", " : "", stdout);
        print_value(&row->values[i], style_of(tree));
        if (*row->meanings[i])
            printf(" %s(%s)%s", color_dim(), row->meanings[i], color_off());
    }
    puts("]");
    print_more_bytes(tree, &line);
}

/* The array has records after all: prints its own line first. */
void show_broken_row(struct tree *tree)
{
    struct row *row = &tree->row;
    ow_event line = {.name = row->name, .index = row->index, .offset = row->offset};
    uint64_t count = tree->levels[tree->part.depth - 1].count;
    row->open = false;
    tree->part.depth--;
    print_place(tree, &line, false);
    print_indent(tree);
    print_name(&line);
    print_count(count);
    putchar('\n');
    tree->part.depth++;
}

/* Prints where a file cannot be read further, after everything before it. */
void show_break(const struct tree *tree, const ow_error *error)
{
    ow_event place = {.offset = error->offset};
    place.size = bytes_there(tree, error->offset, UINT64_MAX);
    if (error->status != OW_TRUNCATED && error->status != OW_BAD_VALUE &&
        error->status != OW_UNKNOWN_VERSION)
        return;
    print_place(tree, &place, place.size > 0);
    printf("%sunreadable from %s on: ", color_severity(OW_SEVERITY_ERROR),
           *error->pointer ? error->pointer : "/");
    print_safely(stdout, error->message, strlen(error->message));
    printf("%s\n", color_off());
}
