/* overworld show: the file as a tree, with names, values, byte ranges and raw bytes. */
#include "images.h"
#include "json.h"
#include "terminal.h"
#include "values.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DEPTH = 32, HEX_BYTES = 8, ROW_VALUES = 8 };

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
};

/* The last part that was met on the way to the wanted one: tells why there is none. */
struct nearest {
    size_t size; /* of its path, which the pointer begins with */
    bool array;
    uint64_t count;
};

struct tree {
    struct input *input;
    ow_json_writer *writer; /* NULL for text */
    const char *wanted;     /* what is left of the pointer */
    bool reached;           /* the wanted part was found */
    struct nearest nearest;
    unsigned long long most; /* elements of a list; 0: all */
    unsigned slack;          /* so many more are shown where they are all */
    uint64_t not_shown;
    unsigned long long most_depth; /* below the part that is shown */
    unsigned depth;                /* of what is open */
    unsigned base;                 /* the depth of the wanted part */
    bool skipped; /* the container that was begun last has no inside: skip its end */
    struct row row;
    struct level levels[MOST_DEPTH];
    size_t lengths[MOST_DEPTH]; /* of the path without the level's own fields */
    char path[512];
    size_t path_size;
};

static void print_place(const struct tree *tree, const ow_event *event, bool with_bytes)
{
    printf("%s%08" PRIx64, color_dim(), event->offset);
    if (with_bytes)
        printf(" %6" PRIu64 "  ", event->size);
    else
        printf("         ");
    for (unsigned i = 0; i < HEX_BYTES; i++) {
        if (with_bytes && i < event->size)
            printf("%02x ", tree->input->bytes[event->offset + i]);
        else
            printf("   ");
    }
    printf("%s%s ", with_bytes && event->size > HEX_BYTES ? "…" : " ", color_off());
}

static void print_indent(const struct tree *tree)
{
    for (unsigned i = tree->base; i < tree->depth; i++)
        fputs("  ", stdout);
}

static void print_name(const ow_event *event)
{
    if (event->name)
        printf("%s%s%s", color_bold(), event->name, color_off());
    else
        printf("[%" PRIu64 "]", event->index);
}

static void write_node(struct tree *tree, const ow_event *event, const char *kind)
{
    json_begin_object(tree->writer, NULL);
    json_add_string(tree->writer, "pointer", tree->path);
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
    json_end_object(tree->writer);
}

/* Where elements were left out, a node says how many. */
static void write_elided(struct tree *tree, const struct level *level)
{
    tree->path[tree->lengths[tree->depth - 1]] = '\0';
    json_begin_object(tree->writer, NULL);
    json_add_string(tree->writer, "pointer", tree->path);
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
    printf("… %" PRIu64 " more", level->hidden);
    if (level->count != OW_UP_TO_THE_END)
        printf(" of %" PRIu64, level->count);
    puts(" (--full shows them)");
}

/* Appends the step of an event to the path; the level's own length brings it back. */
static void extend_path(struct tree *tree, const ow_event *event)
{
    size_t base = tree->depth ? tree->lengths[tree->depth - 1] : 0;
    size_t room = sizeof tree->path - base;
    int added = 0;
    tree->path[base] = '\0';
    if (tree->depth > 0 && event->name)
        added = snprintf(tree->path + base, room, "/%s", event->name);
    else if (tree->depth > 0)
        added = snprintf(tree->path + base, room, "/%" PRIu64, event->index);
    tree->path_size = base + (added > 0 && (size_t)added < room ? (size_t)added : 0);
}

enum standing { ELSEWHERE, ON_THE_WAY, WANTED };

/* Whether an event lies on the way to the wanted part, is it, or is inside it. */
static enum standing standing_of(struct tree *tree)
{
    if (tree->reached)
        return WANTED;
    size_t size = tree->path_size;
    if (strncmp(tree->path, tree->wanted, size) != 0)
        return ELSEWHERE;
    if (tree->wanted[size] == '\0')
        return WANTED;
    return tree->wanted[size] == '/' ? ON_THE_WAY : ELSEWHERE;
}

static bool is_elided(struct tree *tree, const ow_event *event)
{
    if (tree->depth == 0 || tree->depth <= tree->base)
        return false;
    struct level *level = &tree->levels[tree->depth - 1];
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

static void show_value(struct tree *tree, const ow_event *event)
{
    if (tree->writer) {
        write_node(tree, event, NULL);
        return;
    }
    if (tree->row.open) {
        tree->row.values[tree->row.count++] = *event;
        return;
    }
    print_place(tree, event, event->size > 0);
    print_indent(tree);
    print_name(event);
    fputs(": ", stdout);
    print_value(event, true);
    putchar('\n');
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
    if (tree->depth == 0)
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
        print_value(&row->values[i], true);
    }
    puts("]");
}

/* The array turned out to hold records: its own line comes first. */
static void break_row(struct tree *tree)
{
    struct row *row = &tree->row;
    ow_event line = {.name = row->name, .index = row->index, .offset = row->offset};
    uint64_t count = tree->levels[tree->depth - 1].count;
    row->open = false;
    tree->depth--;
    print_place(tree, &line, false);
    print_indent(tree);
    print_name(&line);
    print_count(count);
    putchar('\n');
    tree->depth++;
}

static ow_visit enter(struct tree *tree, const ow_event *event, bool wanted)
{
    if (!wanted)
        tree->nearest =
            (struct nearest){tree->path_size, event->kind == OW_BEGIN_ARRAY, event->count};
    if (wanted && !tree->reached) {
        tree->reached = true;
        tree->base = tree->depth;
    }
    if (wanted && tree->row.open)
        break_row(tree);
    if (wanted && tree->depth > tree->base + tree->most_depth)
        return OW_SKIP; /* a record in a list that stands at the last level */
    if (wanted)
        show_container(tree, event);
    if (tree->depth == MOST_DEPTH ||
        (wanted && !tree->row.open && tree->depth - tree->base >= tree->most_depth))
        return OW_SKIP;
    tree->levels[tree->depth] =
        (struct level){.array = event->kind == OW_BEGIN_ARRAY, .count = event->count};
    tree->lengths[tree->depth] = tree->path_size;
    tree->depth++;
    return OW_GO_ON;
}

static ow_visit leave(struct tree *tree, const ow_event *event)
{
    const struct level *level = &tree->levels[tree->depth - 1];
    if (tree->reached)
        show_elided(tree, level);
    tree->depth--;
    if (tree->row.open)
        show_row(tree, event);
    return tree->reached && tree->depth == tree->base ? OW_STOP : OW_GO_ON;
}

/* Skipped containers still end; their ends must not close anything of the tree's. */
static ow_visit skip(struct tree *tree)
{
    tree->skipped = true;
    return OW_SKIP;
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct tree *tree = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    if (!begins && event->kind != OW_VALUE) {
        if (!tree->skipped)
            return leave(tree, event);
        tree->skipped = false;
        return tree->reached && tree->depth == tree->base ? OW_STOP : OW_GO_ON;
    }
    extend_path(tree, event);
    enum standing where = standing_of(tree);
    if (where == ELSEWHERE || (tree->reached && is_elided(tree, event)))
        return begins ? skip(tree) : OW_GO_ON;
    if (begins)
        return enter(tree, event, where == WANTED) == OW_SKIP ? skip(tree) : OW_GO_ON;
    if (where != WANTED)
        return OW_GO_ON;
    bool alone = !tree->reached;
    if (alone) {
        tree->reached = true;
        tree->base = tree->depth;
    }
    show_value(tree, event);
    return alone ? OW_STOP : OW_GO_ON;
}

static bool read_list_options(const struct arguments *arguments, struct tree *tree)
{
    enum { MOST_ON_A_SCREEN = 8, SLACK = 2 };
    bool all = json_asked(arguments) || option_set(arguments, "full");
    bool chosen = option_set(arguments, "max-items");
    tree->most = all ? 0 : MOST_ON_A_SCREEN;
    tree->slack = chosen ? 0 : SLACK;
    return option_number(arguments, "max-items", &tree->most);
}

static bool read_options(const struct arguments *arguments, struct tree *tree)
{
    tree->most_depth = MOST_DEPTH;
    if (!read_list_options(arguments, tree) ||
        !option_number(arguments, "depth", &tree->most_depth))
        return false;
    if (tree->most_depth == 0) {
        complain("--depth takes a number from 1 on; 1 shows the outline");
        return false;
    }
    tree->wanted = arguments->operand_count > 1 ? arguments->operands[1] : "";
    if (strcmp(tree->wanted, "/") == 0)
        tree->wanted = "";
    if (*tree->wanted == '\0' || *tree->wanted == '/')
        return true;
    complain("a JSON Pointer begins with a slash, such as /components/12, not \"%s\"",
             tree->wanted);
    return false;
}

static void no_such_part(const struct tree *tree, ow_error *error)
{
    const struct nearest *nearest = &tree->nearest;
    const char *wanted = tree->wanted;
    error->status = OW_BAD_ARGUMENT;
    if (nearest->array && nearest->count != OW_UP_TO_THE_END)
        snprintf(error->message, sizeof error->message,
                 "there is no %s: %.*s has %" PRIu64 " element%s, counted from 0", wanted,
                 (int)nearest->size, wanted, nearest->count, nearest->count == 1 ? "" : "s");
    else
        snprintf(error->message, sizeof error->message,
                 "there is no %s; overworld show --depth 1 FILE%s%.*s shows what there is", wanted,
                 nearest->size ? " " : "", (int)nearest->size, wanted);
}

/* EXIT_FINE, or the error, which has been told. */
static int show(struct tree *tree, ow_error *error)
{
    ow_options options = input_options(tree->input, "reading");
    if (!tree->writer && isatty(STDOUT_FILENO))
        printf("%soffset     size  bytes%s\n", color_dim(), color_off());
    ow_status status =
        ow_trace(tree->input->bytes, tree->input->size, &options, visit, tree, error);
    clear_progress();
    if (status == OW_OK && !tree->reached)
        no_such_part(tree, error);
    if (error->status == OW_OK)
        return EXIT_FINE;
    complain_of_error(tree->input->path, error);
    return exit_status_of(error->status);
}

/* A file that breaks off is told as far as it goes, with the error in the same object. `opened` is what
 * became of opening it. */
static int show_as_json(struct tree *tree, int opened)
{
    ow_error error = tree->input->error;
    int status = opened;
    tree->writer = json_to_stdout();
    if (!tree->writer)
        return EXIT_FILES;
    json_begin_file(tree->writer, tree->input);
    json_add_string(tree->writer, "pointer", tree->wanted);
    json_begin_array(tree->writer, "nodes");
    if (opened == EXIT_FINE)
        status = show(tree, &error);
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
    if (!read_options(arguments, &tree))
        return EXIT_USAGE;
    int status = open_input(arguments->operands[0], &input);
    input.variant = option_value(arguments, "read-as");
    if (json_asked(arguments))
        status = show_as_json(&tree, status);
    else if (status == EXIT_FINE)
        status = show(&tree, &error);
    close_input(&input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
