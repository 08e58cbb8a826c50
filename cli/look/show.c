/* overworld show: prints a file as a tree, with names, values, byte ranges and raw bytes. */
#include "circuits/circuit.h"
#include "io/assets.h"
#include "io/folder.h"
#include "io/input.h"
#include "look/show_lines.h"
#include "look/textconv.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <unistd.h>

static int run_show(const struct arguments *arguments);

const struct verb show_verb = {
    .name = "show",
    .group = "Look",
    .operands = "FILE [PART]",
    .summary = "print the fields of a file beside their bytes",
    .description =
        "Prints offset, size, bytes in hexadecimal, name and value of each field. It also\n"
        "prints what a number means, if that is known: the name of a type, custom data, a\n"
        "colour. PART is a JSON Pointer such as /components/12, or the address of a component\n"
        "such as C-12, with or without a pointer behind it. /folder has the texts beside a\n"
        "save. Long lists are cut. A broken file is printed up to the break.",
    .options = {{'f', "full", NULL, "omit nothing"},
                {'n', "max-items", "N", "print at most N elements of a list (text: 8; 0: all)"},
                {'d', "depth", "N", "print at most N levels, from 1 on"},
                {0, "textconv", NULL,
                 "print text for git diff; the exit status is always 0, as git needs"},
                STRICT_OPTION,
                READ_AS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld show --depth 1 world.logicworld", "the outline"},
                 {"overworld show world.logicworld /components/12", "one component"},
                 {"overworld show world.logicworld C-1204", "a component by its address"}},
    .least_operands = 1,
    .most_operands = 2,
    .takes_fields = true,
    .run = run_show,
};

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

static ow_visit enter(struct tree *tree, const ow_event *event, bool wanted)
{
    if (wanted && tree->row.open)
        show_broken_row(tree);
    if (wanted && tree->part.depth > tree->base + tree->most_depth)
        return OW_SKIP; /* a record in a list at the last level */
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

/* Skipped containers have an end event too, which must not close anything in the tree. */
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

/* Decoded fields share a line, unless they or one of them is the wanted part. */
static bool begins_decoded(struct tree *tree, const ow_event *event)
{
    if (!event->derived || event->kind != OW_BEGIN_OBJECT || tree->writer || tree->in_meaning > 0 ||
        !tree->part.reached || tree->alone)
        return false;
    return part_at(&tree->part, event) == PART_WANTED;
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct tree *tree = context;
    if (begins_decoded(tree, event)) {
        show_decoded(tree, event);
        return OW_GO_ON;
    }
    if (tree->in_meaning > 0 || is_meaning(event)) {
        show_meaning(tree, event);
        return OW_GO_ON;
    }
    show_finish_line(tree);
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
    complain("--depth takes a number from 1 up; 1 prints the outline");
    return false;
}

static ow_status trace_folder(struct tree *tree, ow_error *error)
{
    struct part *part = &tree->part;
    tree->has_no_bytes = true;
    ow_status status =
        trace_save_folder(tree->input, part->wanted, sizeof part->wanted, visit, tree, error);
    show_finish_line(tree); /* because the texts follow */
    return status;
}

/* Returns EXIT_FINE, or the status of the error, which has been reported. */
static int show(struct tree *tree, const char *selector, ow_error *error)
{
    int status = part_open(&tree->part, tree->input, selector, error);
    if (status != EXIT_FINE) {
        complain_of_error(tree->input->path, error);
        return status;
    }
    ow_options options = input_options(tree->input, "reading");
    options.meanings = true;
    if (!tree->writer && !is_folder_pointer(tree->part.wanted) && is_terminal(STDOUT_FILENO))
        printf("%soffset     size  bytes%s\n", color_dim(), color_off());
    ow_status traced =
        is_folder_pointer(tree->part.wanted)
            ? trace_folder(tree, error)
            : ow_trace(tree->input->bytes, tree->input->size, &options, visit, tree, error);
    clear_progress();
    show_finish_line(tree);
    if (traced == OW_OK && !tree->part.reached)
        part_missing(&tree->part, error);
    if (error->status == OW_OK)
        return EXIT_FINE;
    if (traced != OW_OK && !tree->writer)
        show_break(tree, error);
    complain_of_error(tree->input->path, error);
    return traced == OW_OK ? EXIT_PROBLEMS : exit_status_of(traced);
}

/* Prints a truncated file up to the error, which is in the same object. `opened` is the exit status
 * of opening it. */
static int show_as_json(struct tree *tree, const char *selector, int opened)
{
    ow_error error = tree->input->error;
    int status = opened;
    tree->writer = json_to_stdout();
    if (!tree->writer)
        return EXIT_FILES;
    json_begin_file(tree->writer, tree->input, NULL);
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

static int run_show(const struct arguments *arguments)
{
    struct input input;
    struct tree tree = {.input = &input};
    ow_error error = {0};
    const char *selector = arguments->operand_count > 1 ? arguments->operands[1] : "";
    if (option_set(arguments, "textconv") && arguments->given_count == 1 &&
        arguments->operand_count == 1)
        return run_textconv(arguments);
    if (option_set(arguments, "textconv")) {
        complain("--textconv takes one file and no other option");
        return EXIT_USAGE;
    }
    if (!read_options(arguments, &tree))
        return EXIT_USAGE;
    int status = open_input(arguments->operands[0], &input);
    status = read_as(&input, arguments, status);
    if (json_asked(arguments))
        status = show_as_json(&tree, selector, status);
    else if (status == EXIT_FINE)
        status = show(&tree, selector, &error);
    status = with_trouble(&input, status);
    close_input(&input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
