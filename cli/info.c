/* overworld info: what a file is, on one screen. */
#include "input.h"
#include "json.h"
#include "terminal.h"
#include "values.h"
#include "verb.h"

#include <string.h>

/* Up to this size, figures that need the whole file come without being asked for. */
enum { SMALL_FILE = 32 << 20, LABEL_WIDTH = 26 };

/* The summary as lines: a label, then a value; lists of records take a line a record. */
struct lines {
    unsigned depth;
    const char *label; /* of the list or object at depth 1; "" behind its first line */
    bool in_list;
    bool filled; /* the line has a value already */
};

static void begin_line(struct lines *lines, const char *label)
{
    fputs("  ", stdout);
    fputs(color_dim(), stdout);
    print_label(label, LABEL_WIDTH);
    fputs(color_off(), stdout);
    lines->label = "";
    lines->filled = false;
}

static void print_number_or_value(const ow_event *event)
{
    char text[32];
    if (event->type == OW_INTEGER)
        fputs(with_commas(event->value.integer, text), stdout);
    else
        print_value(event, false);
}

static void add_value(struct lines *lines, const ow_event *event)
{
    char text[32];
    if (lines->filled)
        fputs(lines->depth == 3 && !lines->in_list ? ", " : "  ", stdout);
    if (lines->in_list && event->type == OW_INTEGER)
        printf("%9s", with_commas(event->value.integer, text));
    else
        print_number_or_value(event);
    lines->filled = true;
}

static void open_part(struct lines *lines, const ow_event *event)
{
    if (lines->depth == 1) {
        lines->label = event->name;
        lines->in_list = event->kind == OW_BEGIN_ARRAY;
        if (lines->in_list && event->count == 0) {
            begin_line(lines, event->name);
            puts("none");
        }
    } else if (lines->depth == 2) {
        begin_line(lines, lines->label);
        if (event->name)
            print_label(event->name, 17);
    }
    lines->depth++;
}

static ow_visit print_lines(void *context, const ow_event *event)
{
    struct lines *lines = context;
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        open_part(lines, event);
        break;
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        if (--lines->depth == 2)
            putchar('\n');
        break;
    case OW_VALUE:
        if (lines->depth == 1) {
            begin_line(lines, event->name);
            print_number_or_value(event);
            putchar('\n');
        } else {
            add_value(lines, event);
        }
        break;
    }
    return OW_GO_ON;
}

/* The summary as one JSON object, the file's own fields first. */
struct json_summary {
    ow_json_writer *writer;
    const struct input *input;
    unsigned depth; /* of objects */
    bool started;
};

static void describe_input(struct json_summary *json)
{
    json_begin_object(json->writer, NULL);
    json_add_string(json->writer, "file", json->input->path);
    json_add_string(json->writer, "name", json->input->name ? json->input->name : "");
    json_add_integer(json->writer, "bytes", json->input->size);
    json->started = true;
}

static ow_visit print_json(void *context, const ow_event *event)
{
    struct json_summary *json = context;
    bool root = event->kind == OW_BEGIN_OBJECT ? json->depth++ == 0
                                               : event->kind == OW_END_OBJECT && --json->depth == 0;
    if (!root)
        return ow_json_visit(json->writer, event);
    if (event->kind == OW_BEGIN_OBJECT)
        describe_input(json);
    return OW_GO_ON; /* the root ends in info_as_json, which may have an error to add */
}

/* A file that breaks off is told as far as it goes, with the error in the same object. */
static int info_as_json(const struct input *input, bool whole)
{
    struct json_summary json = {.writer = json_to_stdout(), .input = input};
    if (!json.writer)
        return EXIT_FILES;
    ow_options options = options_with_progress("reading");
    ow_error error = {0};
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, print_json, &json, &error);
    clear_progress();
    if (!json.started)
        describe_input(&json);
    if (status != OW_OK) {
        json_add_error(json.writer, &error);
        complain_of_error(input->path, &error);
    }
    json_end_object(json.writer);
    json_finish(json.writer);
    return exit_status_of(status);
}

static int info_as_text(const struct input *input, bool whole)
{
    char bytes[32];
    struct lines lines = {.label = ""};
    ow_options options = options_with_progress("reading");
    ow_error error = {0};
    const ow_format *format = ow_identify(input->bytes, input->size);
    if (format) {
        fputs(color_bold(), stdout);
        print_safely(stdout, input->name, strlen(input->name));
        printf("%s: %s, %s bytes\n", color_off(), format->title,
               with_commas((long long)input->size, bytes));
    }
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, print_lines, &lines, &error);
    clear_progress();
    if (status == OW_OK && !whole)
        printf("  (roots, types, states and extent need the whole file: add --full)\n");
    if (status != OW_OK)
        complain_of_error(input->path, &error);
    return exit_status_of(status);
}

int run_info(const struct arguments *arguments)
{
    int worst = EXIT_FINE;
    bool json = option_set(arguments, "json");
    bool full = option_set(arguments, "full"), header = option_set(arguments, "header");
    if (full && header) {
        complain("--full and --header exclude each other");
        return EXIT_USAGE;
    }
    for (int i = 0; i < arguments->operand_count; i++) {
        struct input input;
        int status = open_input(arguments->operands[i], &input);
        bool whole = !header && (full || input.size <= SMALL_FILE);
        if (status != EXIT_FINE && json)
            json_unopened(input.path, &input.error, false);
        else if (status == EXIT_FINE)
            status = json ? info_as_json(&input, whole) : info_as_text(&input, whole);
        close_input(&input);
        worst = status > worst ? status : worst;
    }
    int finished = finish_output();
    return worst != EXIT_FINE ? worst : finished;
}
