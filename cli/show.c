/* overworld show: the file as a tree, with names, values, byte ranges and raw bytes. */
#include "images.h"
#include "json.h"
#include "part.h"
#include "read_as.h"
#include "terminal.h"
#include "values.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEX_BYTES = 8, ROW_VALUES = 8, ROW_MEANING = 64 };

struct level {
    bool array;
    uint64_t count, shown, hidden, offset;
};

/* A short array of numbers, held back until its end so that it stands on one line. */
struct row {
    bool open;
    const char *name;
    uint64_t index, offset;
    unsigned count;
    ow_event values[ROW_VALUES];
    char meanings[ROW_VALUES][ROW_MEANING]; /* "" for none */
};

struct tree {
    struct input *input;
    ow_json_writer *writer; /* NULL for text */
    struct part part;
    bool full;               /* all bytes of a value, and all of its text */
    unsigned long long most; /* elements of a list; 0: all */
    unsigned slack;          /* so many more are shown where they are all */
    uint64_t not_shown;
    unsigned long long most_depth; /* below the part that is shown */
    unsigned base;                 /* the depth of the wanted part */
    bool skipped; /* the container that was begun last has no inside: skip its end */
    bool alone;   /* the wanted part is one value, which was shown */
    struct row row;
    ow_event line;        /* the value whose line is open: its meaning may follow */
    bool line_open;       /* it is */
    unsigned in_meaning;  /* how deep in the object that a value stands for */
    bool meaning_started; /* it has a field already */
    struct level levels[PART_DEPTH];
};

/* Bytes that the file has at an offset, `most` of them at most: of JSON there may be none. */
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
    printf("%s%08" PRIx64, color_dim(), event->offset);
    if (with_bytes)
        printf(" %6" PRIu64 "  ", event->size);
    else
        printf("         ");
    print_hex(tree, event->offset, with_bytes ? event->size : 0);
    bool cut = with_bytes && event->size > HEX_BYTES && !tree->full;
    printf("%s%s ", cut && has_utf8() ? "…" : cut ? "+" : " ", color_off());
}

/* The bytes that the line of a value had no room for. */
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

/* The node of a value stays open: what it stands for may follow. */
static void write_node(struct tree *tree, const ow_event *event, const char *kind)
{
    json_begin_object(tree->writer, NULL);
    json_add_string(tree->writer, "pointer", tree->part.path);
    json_add_integer(tree->writer, "offset", event->offset);
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

/* Ends the line, or the node, of a value. */
static void finish_line(struct tree *tree)
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

/* Where elements were left out, a node says how many. */
static void write_elided(struct tree *tree, const struct level *level)
{
    tree->part.path[tree->part.lengths[tree->part.depth - 1]] = '\0';
    json_begin_object(tree->writer, NULL);
    json_add_string(tree->writer, "pointer", tree->part.path);
    json_add_integer(tree->writer, "offset", level->offset);
    json_add_string(tree->writer, "kind", "not_shown");
    json_add_integer(tree->writer, "count", level->hidden);
    json_end_object(tree->writer);
}

static void show_elided(struct tree *tree, const struct level *level)
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

static bool is_elided(struct tree *tree, const ow_event *event)
{
    struct level *level = &tree->levels[tree->part.depth - 1];
    if (!level->array)
        return false;
    if (tree->most == 0 || level->shown < tree->most || level->count <= tree->most + tree->slack) {
        level->shown++;
        return false;
    }
    if (level->hidden == 0)
        level->offset = event->offset;
    level->hidden++;
    return true;
}

static enum value_style style_of(const struct tree *tree)
{
    return tree->full ? VALUE_WHOLE : VALUE_QUOTED;
}

static void show_value(struct tree *tree, const ow_event *event)
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

/* What the value of the open line stands for: one value, or the fields of an object. */
static void show_meaning(struct tree *tree, const ow_event *event)
{
    bool begins = event->kind == OW_BEGIN_OBJECT, ends = event->kind == OW_END_OBJECT;
    tree->in_meaning -= ends;
    if (tree->writer && tree->line_open) {
        ow_event told = *event;
        told.derived = false;
        if (told.kind == OW_VALUE && told.type == OW_TEXT)
            json_add_text(tree->writer, told.name, told.value.text);
        else
            ow_json_visit(tree->writer, &told);
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

static void print_count(uint64_t count)
{
    if (count != OW_UP_TO_THE_END)
        printf(": %" PRIu64 " element%s", count, count == 1 ? "" : "s");
}

static void show_container(struct tree *tree, const ow_event *event)
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

/* Ends a row of numbers, `depth` being that of its line. */
static void show_row(struct tree *tree, const ow_event *end)
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

/* The array turned out to hold records: its own line comes first. */
static void break_row(struct tree *tree)
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

static ow_visit enter(struct tree *tree, const ow_event *event, bool wanted)
{
    if (wanted && tree->row.open)
        break_row(tree);
    if (wanted && tree->part.depth > tree->base + tree->most_depth)
        return OW_SKIP; /* a record in a list that stands at the last level */
    if (wanted)
        show_container(tree, event);
    if (tree->part.depth == PART_DEPTH ||
        (wanted && !tree->row.open && tree->part.depth - tree->base >= tree->most_depth))
        return OW_SKIP;
    tree->levels[tree->part.depth] =
        (struct level){.array = event->kind == OW_BEGIN_ARRAY, .count = event->count};
    part_enter(&tree->part);
    return OW_GO_ON;
}

static ow_visit leave(struct tree *tree, const ow_event *event)
{
    const struct level *level = &tree->levels[tree->part.depth - 1];
    if (tree->part.reached)
        show_elided(tree, level);
    part_leave(&tree->part);
    if (tree->row.open)
        show_row(tree, event);
    return tree->part.reached && tree->part.depth == tree->base ? OW_STOP : OW_GO_ON;
}

/* Skipped containers still end; their ends must not close anything of the tree's. */
static ow_visit skip(struct tree *tree)
{
    tree->skipped = true;
    return OW_SKIP;
}

static ow_visit end(struct tree *tree, const ow_event *event)
{
    if (!tree->skipped)
        return leave(tree, event);
    tree->skipped = false;
    return tree->part.reached && tree->part.depth == tree->base ? OW_STOP : OW_GO_ON;
}

static ow_visit begin(struct tree *tree, const ow_event *event)
{
    bool reached = tree->part.reached;
    enum standing where = part_at(&tree->part, event);
    if (tree->part.reached && !reached)
        tree->base = tree->part.depth;
    bool container = event->kind != OW_VALUE;
    if (where == PART_ELSEWHERE || (reached && is_elided(tree, event)))
        return container ? skip(tree) : OW_GO_ON;
    if (container)
        return enter(tree, event, where == PART_WANTED) == OW_SKIP ? skip(tree) : OW_GO_ON;
    if (where != PART_WANTED)
        return OW_GO_ON;
    tree->alone = !reached;
    show_value(tree, event);
    return OW_GO_ON;
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct tree *tree = context;
    if (tree->in_meaning > 0 || is_meaning(event)) {
        show_meaning(tree, event);
        return OW_GO_ON;
    }
    finish_line(tree);
    if (tree->alone)
        return OW_STOP;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY)
        return end(tree, event);
    return begin(tree, event);
}

static bool read_options(const struct arguments *arguments, struct tree *tree)
{
    enum { MOST_ON_A_SCREEN = 8, SLACK = 2 };
    tree->full = option_set(arguments, "full");
    tree->most = json_asked(arguments) || tree->full ? 0 : MOST_ON_A_SCREEN;
    tree->slack = option_set(arguments, "max-items") ? 0 : SLACK;
    tree->most_depth = PART_DEPTH;
    if (!option_number(arguments, "max-items", &tree->most) ||
        !option_number(arguments, "depth", &tree->most_depth))
        return false;
    if (tree->most_depth > 0)
        return true;
    complain("--depth takes a number from 1 on; 1 shows the outline");
    return false;
}

/* Where a file breaks off, behind what could be read of it. */
static void show_break(const struct tree *tree, const ow_error *error)
{
    ow_event place = {.offset = error->offset};
    place.size = bytes_there(tree, error->offset, UINT64_MAX);
    if (error->status != OW_TRUNCATED && error->status != OW_BAD_VALUE &&
        error->status != OW_UNKNOWN_VERSION)
        return;
    print_place(tree, &place, place.size > 0);
    printf("%sbreaks off at %s: ", color_severity(OW_SEVERITY_ERROR),
           *error->pointer ? error->pointer : "/");
    print_safely(stdout, error->message, strlen(error->message));
    printf("%s\n", color_off());
}

/* EXIT_FINE, or the error, which has been told. */
static int show(struct tree *tree, const char *selector, ow_error *error)
{
    int status = part_open(&tree->part, tree->input, selector, error);
    if (status != EXIT_FINE) {
        complain_of_error(tree->input->path, error);
        return status;
    }
    ow_options options = input_options(tree->input, "reading");
    options.meanings = true;
    if (!tree->writer && isatty(STDOUT_FILENO))
        printf("%soffset     size  bytes%s\n", color_dim(), color_off());
    ow_status traced =
        ow_trace(tree->input->bytes, tree->input->size, &options, visit, tree, error);
    clear_progress();
    finish_line(tree);
    if (traced == OW_OK && !tree->part.reached)
        part_missing(&tree->part, error);
    if (error->status == OW_OK)
        return EXIT_FINE;
    if (traced != OW_OK && !tree->writer)
        show_break(tree, error);
    complain_of_error(tree->input->path, error);
    return traced == OW_OK ? EXIT_PROBLEMS : exit_status_of(traced);
}

/* A file that breaks off is told as far as it goes, with the error in the same object. `opened` is what
 * became of opening it. */
static int show_as_json(struct tree *tree, const char *selector, int opened)
{
    ow_error error = tree->input->error;
    int status = opened;
    tree->writer = json_to_stdout();
    if (!tree->writer)
        return EXIT_FILES;
    json_begin_file(tree->writer, tree->input);
    json_add_string(tree->writer, "part", selector);
    json_begin_array(tree->writer, "nodes");
    if (opened == EXIT_FINE)
        status = show(tree, selector, &error);
    json_end_array(tree->writer);
    json_add_integer(tree->writer, "not_shown", tree->not_shown);
    json_add_error(tree->writer, &error, status != EXIT_FINE);
    json_end_object(tree->writer);
    int finished = json_finish(tree->writer);
    return status != EXIT_FINE ? status : finished;
}

int run_show(const struct arguments *arguments)
{
    struct input input;
    struct tree tree = {.input = &input};
    ow_error error = {0};
    const char *selector = arguments->operand_count > 1 ? arguments->operands[1] : "";
    if (!read_options(arguments, &tree))
        return EXIT_USAGE;
    int status = open_input(arguments->operands[0], &input);
    status = read_as(&input, arguments, status);
    if (json_asked(arguments))
        status = show_as_json(&tree, selector, status);
    else if (status == EXIT_FINE)
        status = show(&tree, selector, &error);
    close_input(&input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
