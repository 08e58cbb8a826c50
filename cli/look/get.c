/* overworld get: prints the bare value of one part of a file. */
#include "circuits/circuit.h"
#include "io/assets.h"
#include "io/folder.h"
#include "io/input.h"
#include "look/part.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"
#include "terminal/values.h"
#include "verb.h"

#include <string.h>

static int run_get(const struct arguments *arguments);

const struct verb get_verb = {
    .name = "get",
    .group = "Look",
    .operands = "FILE PART",
    .summary = "print the value of one field",
    .description =
        "Prints nothing else: text as it is, numbers bare, bytes in base64, lists and records as\n"
        "JSON. PART is a JSON Pointer such as /components/12, or the address of a component such\n"
        "as C-12, with or without a pointer behind it. Texts beside a save are below /folder. The\n"
        "exit status is 1 if there is no such part.",
    .options = {STRICT_OPTION, READ_AS_OPTION, JSON_OPTION, JSON_LINES_OPTION, SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld get level.lvd /blocks/0/name", "the name of a level"},
                 {"overworld get MySave/ C-1204", "a component as JSON"},
                 {"overworld get --json MySave/ /mods/0/id", "text in quotes"}},
    .least_operands = 2,
    .most_operands = 2,
    .takes_fields = true,
    .run = run_get,
};

struct getting {
    struct part part;
    bool quoted;            /* --json */
    bool derived;           /* a decoded field is open, and everything in it is decoded */
    ow_json_writer *writer; /* for an open list or record, or for a value in JSON */
    unsigned inside;        /* depth in it */
    int status;
};

static ow_visit open_json(struct getting *getting, const ow_event *event)
{
    ow_event root = *event;
    root.name = NULL;
    root.derived = false;
    getting->writer = json_to_stdout();
    if (getting->writer)
        ow_json_visit(getting->writer, &root);
    else
        getting->status = EXIT_FILES;
    return getting->writer ? OW_GO_ON : OW_STOP;
}

static ow_visit close_json(struct getting *getting)
{
    getting->status = json_finish(getting->writer);
    getting->writer = NULL;
    return OW_STOP;
}

static ow_visit get_value(struct getting *getting, const ow_event *event)
{
    if (!getting->quoted) {
        if (!print_bare(event)) {
            complain("not enough memory");
            getting->status = EXIT_FILES;
        }
        putchar('\n');
        return OW_STOP;
    }
    ow_visit result = open_json(getting, event);
    return result == OW_STOP ? result : close_json(getting);
}

/* Writes the events of an open list or record as they come. */
static ow_visit copy(struct getting *getting, const ow_event *event)
{
    ow_event copied = *event;
    copied.derived = event->derived && !getting->derived;
    ow_json_visit(getting->writer, &copied);
    if (event->derived != getting->derived)
        return OW_GO_ON;
    if (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY)
        getting->inside++;
    else if (event->kind != OW_VALUE && --getting->inside == 0)
        return close_json(getting);
    return OW_GO_ON;
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct getting *getting = context;
    if (getting->writer)
        return copy(getting, event);
    if (is_meaning(event))
        return OW_GO_ON;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        part_leave(&getting->part);
        return OW_GO_ON;
    }
    enum standing where = part_at(&getting->part, event);
    if (event->kind == OW_VALUE)
        return where == PART_WANTED ? get_value(getting, event) : OW_GO_ON;
    part_enter(&getting->part);
    if (where != PART_WANTED)
        return where == PART_ON_THE_WAY ? OW_GO_ON : OW_SKIP;
    getting->inside = 1;
    getting->derived = event->derived;
    return open_json(getting, event);
}

/* Values before a truncation have been printed. A missing part is not a mistake of the command
 * line. */
static int get(struct getting *getting, struct input *input)
{
    ow_options options = input_options(input, "reading");
    options.meanings = true; /* for decoded fields */
    ow_error error = {0};
    ow_status status = is_folder_pointer(getting->part.wanted)
                           ? trace_save_folder(input, getting->part.wanted,
                                               sizeof getting->part.wanted, visit, getting, &error)
                           : ow_trace(input->bytes, input->size, &options, visit, getting, &error);
    clear_progress();
    if (getting->writer)
        close_json(getting);
    if (status != OW_OK)
        return input_failed(input, &error);
    if (getting->part.reached)
        return getting->status;
    part_missing(&getting->part, &error);
    complain("%s: %s", input->path, error.message);
    return EXIT_PROBLEMS;
}

static int run_get(const struct arguments *arguments)
{
    struct input input;
    struct getting getting = {.quoted = json_asked(arguments)};
    ow_error error = {0};
    int status = open_input(arguments->operands[0], &input);
    status = read_as(&input, arguments, status);
    if (status == EXIT_FINE) {
        status = part_open(&getting.part, &input, arguments->operands[1], &error);
        if (status != EXIT_FINE)
            complain_of_error(input.path, &error);
    }
    if (status == EXIT_FINE)
        status = get(&getting, &input);
    status = with_trouble(&input, status);
    close_input(&input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
