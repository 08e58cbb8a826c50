/* overworld info: what a file is, on one screen. */
#include "info.h"
#include "images.h"
#include "json.h"
#include "map.h"
#include "terminal.h"
#include "values.h"

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

/* "#rrggbb" gets a patch of its colour on a terminal that has them all. */
static void print_swatch(ow_text text)
{
    unsigned red, green, blue;
    char digits[8];
    if (!colors_wanted() || !has_all_colors() || text.size != 7 || text.data[0] != '#')
        return;
    memcpy(digits, text.data, 7);
    digits[7] = '\0';
    if (sscanf(digits, "#%2x%2x%2x", &red, &green, &blue) == 3)
        printf("\033[48;2;%u;%u;%um  \033[0m ", red, green, blue);
}

static void print_number_or_value(const ow_event *event)
{
    char text[32];
    if (event->type == OW_TEXT)
        print_swatch(event->value.text);
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

static ow_status write_asked_map(struct input *input, const struct asked *asked,
                                 ow_json_writer *writer, ow_error *error)
{
    struct asked_map map;
    ow_status status = open_asked_map(input, asked, &map, error);
    if (status != OW_OK)
        return status;
    write_map(writer, &map.map, map.first, map.count);
    ow_map_free(&map.map);
    return OW_OK;
}

static ow_status write_asked_height(struct input *input, const struct asked *asked,
                                    ow_json_writer *writer, ow_error *error)
{
    float height;
    ow_status status = find_asked_height(input, asked, &height, error);
    if (status != OW_OK)
        return status;
    json_begin_object(writer, "height_at");
    json_add_float(writer, "x", asked->x);
    json_add_float(writer, "y", asked->y);
    json_add_float(writer, "height", height);
    json_end_object(writer);
    return OW_OK;
}

/* A file that breaks off is told as far as it goes, with the error in the same object. */
static int info_as_json(struct input *input, const struct asked *asked, bool whole)
{
    struct json_summary json = {.writer = json_to_stdout(), .input = input};
    if (!json.writer)
        return EXIT_FILES;
    ow_options options = input_options(input, "reading");
    ow_error error = {0};
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, print_json, &json, &error);
    clear_progress();
    if (!json.started)
        describe_input(&json);
    if (status == OW_OK && asked->map)
        status = write_asked_map(input, asked, json.writer, &error);
    if (status == OW_OK && asked->height)
        status = write_asked_height(input, asked, json.writer, &error);
    if (status != OW_OK)
        json_add_error(json.writer, &error);
    json_end_object(json.writer);
    json_finish(json.writer);
    return status == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

static ow_status print_summary(struct input *input, bool whole, ow_error *error)
{
    struct lines lines = {.label = ""};
    ow_options options = input_options(input, "reading");
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, print_lines, &lines, error);
    clear_progress();
    if (status == OW_OK && !whole)
        puts("  (more needs the whole file: add --full)");
    return status;
}

static ow_status print_asked_map(struct input *input, const struct asked *asked, ow_error *error)
{
    struct asked_map map;
    ow_status status = open_asked_map(input, asked, &map, error);
    if (status != OW_OK)
        return status;
    if (map.count > 0)
        print_map(&map.map, map.first, map.count);
    else
        puts("  nothing to see from above");
    ow_map_free(&map.map);
    return OW_OK;
}

static ow_status print_asked_height(struct input *input, const struct asked *asked, ow_error *error)
{
    float height;
    char label[64], number[OW_FLOAT_TEXT];
    ow_status status = find_asked_height(input, asked, &height, error);
    if (status != OW_OK)
        return status;
    struct lines lines;
    snprintf(label, sizeof label, "height at %g, %g", (double)asked->x, (double)asked->y);
    begin_line(&lines, label);
    printf("%.*s\n", (int)ow_float_text(height, number), number);
    return OW_OK;
}

static int info_as_text(struct input *input, const struct asked *asked, bool whole)
{
    char bytes[32];
    ow_error error = {0};
    const ow_format *format = ow_identify(input->bytes, input->size);
    if (format) {
        fputs(color_bold(), stdout);
        print_safely(stdout, input->name, strlen(input->name));
        printf("%s: %s, %s bytes\n", color_off(), format->title,
               with_commas((long long)input->size, bytes));
    }
    ow_status status = asked->picture ? print_asked_picture(input, asked, &error) : OW_OK;
    if (status == OW_OK)
        status = asked->map ? print_asked_map(input, asked, &error)
                            : print_summary(input, whole, &error);
    if (status == OW_OK && asked->height)
        status = print_asked_height(input, asked, &error);
    return status == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

int run_info(const struct arguments *arguments)
{
    int worst = EXIT_FINE;
    struct asked asked;
    if (!read_asked(arguments, &asked))
        return EXIT_USAGE;
    for (int i = 0; i < arguments->operand_count; i++) {
        struct input input;
        int status = open_input(arguments->operands[i], &input);
        input.variant = option_value(arguments, "read-as");
        bool whole = !asked.header && (asked.full || input.size <= SMALL_FILE);
        if (status != EXIT_FINE && asked.json)
            json_unopened(input.path, &input.error, false);
        else if (status == EXIT_FINE)
            status = asked.json ? info_as_json(&input, &asked, whole)
                                : info_as_text(&input, &asked, whole);
        close_input(&input);
        worst = status > worst ? status : worst;
    }
    int finished = finish_output();
    return worst != EXIT_FINE ? worst : finished;
}
