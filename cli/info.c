/* overworld info: what a file is, on one screen. */
#include "info.h"
#include "images.h"
#include "info_lines.h"
#include "json.h"
#include "judge.h"
#include "map.h"
#include "read_as.h"
#include "shorten.h"
#include "terminal.h"
#include "titles.h"
#include "walk.h"

#include <inttypes.h>
#include <string.h>

/* Up to this size, figures that need the whole file come without being asked for. */
enum { SMALL_FILE = 32 << 20, MOST_LISTS = 32 };

struct json_summary {
    struct summary_answer answer;
    unsigned lists; /* that something was left out of */
    const char *names[MOST_LISTS];
    uint64_t left_out[MOST_LISTS];
};

static void note_left_out(void *context, const char *list, uint64_t count)
{
    struct json_summary *json = context;
    if (json->lists == MOST_LISTS)
        return;
    json->names[json->lists] = list;
    json->left_out[json->lists++] = count;
}

static ow_status write_summary(struct input *input, const struct asked *asked, bool whole,
                               ow_json_writer *writer, ow_error *error)
{
    struct json_summary json = {.answer = {.writer = writer}};
    struct shortened lists = {.most = asked->most,
                              .visit = answer_summary,
                              .context = &json, /* begins with the answer */
                              .left_out = note_left_out};
    ow_options options = input_options(input, "reading");
    json_begin_lines(writer, "summary");
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, visit_shortened, &lists, error);
    clear_progress();
    json_end_object(writer);
    json_begin_object(writer, "not_shown");
    for (unsigned i = 0; i < json.lists; i++)
        json_add_integer(writer, json.names[i], json.left_out[i]);
    json_end_object(writer);
    return status;
}

static void write_no_summary(ow_json_writer *writer)
{
    json_begin_object(writer, "summary");
    json_end_object(writer);
    json_begin_object(writer, "not_shown");
    json_end_object(writer);
}

static ow_status write_asked_map(struct input *input, const struct asked *asked,
                                 ow_json_writer *writer, ow_error *error)
{
    struct asked_map map = {.count = 0};
    ow_status status = asked->map ? open_asked_map(input, asked, &map, error) : OW_OK;
    bool there = asked->map && status == OW_OK;
    if (there && !write_map(writer, &map.map, map.first, map.count))
        status = error->status = OW_NO_MEMORY;
    if (!there || status != OW_OK)
        json_add_null(writer, "map");
    ow_map_close(&map.map);
    return status;
}

static ow_status write_asked_height(struct input *input, const struct asked *asked,
                                    ow_json_writer *writer, ow_error *error)
{
    float height;
    ow_status status = asked->height ? find_asked_height(input, asked, &height, error) : OW_OK;
    if (!asked->height || status != OW_OK) {
        json_add_null(writer, "height_at");
        return status;
    }
    json_begin_object(writer, "height_at");
    json_add_float(writer, "x", asked->x);
    json_add_float(writer, "y", asked->y);
    json_add_float(writer, "height", height);
    json_end_object(writer);
    return OW_OK;
}

static void add_titles(ow_json_writer *writer, struct input *input)
{
    struct titles titles;
    read_titles(input, &titles);
    json_add_string(writer, "title", titles.title);
    json_add_string(writer, "description", titles.description);
    free_titles(&titles);
}

/* Said beside what the file is, as its name says something else. */
static void print_name_issue(const struct input *input)
{
    char message[300];
    ow_issue issue;
    if (find_name_issue(input, message, sizeof message, &issue))
        warn_of("%s: warning: %s", input->path, message);
}

/* A file that breaks off is told as far as it goes, with the error in the same object. `opened` is what
 * became of opening it. */
static int info_as_json(struct input *input, const struct asked *asked, bool whole, int opened)
{
    static const struct asked nothing;
    ow_error error = input->error;
    ow_status status = OW_OK;
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    json_begin_file(writer, input, NULL);
    if (opened == EXIT_FINE)
        print_name_issue(input);
    add_titles(writer, input);
    json_add_boolean(writer, "whole", whole && opened == EXIT_FINE);
    if (opened == EXIT_FINE)
        status = write_summary(input, asked, whole, writer, &error);
    else
        write_no_summary(writer);
    bool sound = opened == EXIT_FINE && status == OW_OK;
    ow_status drawn = write_asked_map(input, sound ? asked : &nothing, writer, &error);
    sound = sound && drawn == OW_OK;
    ow_status found = write_asked_height(input, sound ? asked : &nothing, writer, &error);
    sound = sound && found == OW_OK;
    json_add_error(writer, &error, !sound);
    json_end_object(writer);
    int finished = json_finish(writer);
    return opened != EXIT_FINE ? opened : sound ? finished : input_failed(input, &error);
}

static ow_status print_summary(struct input *input, const struct asked *asked, bool whole,
                               ow_error *error)
{
    struct lines lines = {.label = "", .full = asked->full};
    struct shortened lists = {
        .most = asked->most, .visit = lines_visit, .context = &lines, .left_out = lines_left_out};
    ow_options options = input_options(input, "reading");
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, visit_shortened, &lists, error);
    lines_end(&lines);
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
    ow_map_close(&map.map);
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
    lines_begin(&lines, label);
    printf("%.*s\n", (int)ow_float_text(height, number), number);
    return OW_OK;
}

static void print_title(const char *label, const char *text)
{
    struct lines lines = {.label = ""};
    if (!text)
        return;
    lines_begin(&lines, label);
    print_words(stdout, text);
    putchar('\n');
}

static void print_titles(struct input *input)
{
    struct titles titles;
    read_titles(input, &titles);
    print_title("title", titles.title);
    print_title("description", titles.description);
    free_titles(&titles);
}

static int info_as_text(struct input *input, const struct asked *asked, bool whole)
{
    char bytes[32];
    ow_error error = {0};
    const ow_format *format = ow_identify(input->bytes, input->size);
    if (format) {
        fputs(color_bold(), stdout);
        const char *name = asked->paths ? input->path : input->name;
        print_safely(stdout, name, strlen(name));
        printf("%s: %s%s, %s bytes\n", color_off(), format->title,
               input->tiled      ? " as a map of Tiled"
               : input->was_text ? " as JSON"
                                 : "",
               with_commas((long long)input->file_size, bytes));
        print_name_issue(input);
        print_titles(input);
    }
    ow_status status = asked->picture ? print_asked_picture(input, asked, &error) : OW_OK;
    if (status == OW_OK)
        status = asked->map ? print_asked_map(input, asked, &error)
                            : print_summary(input, asked, whole, &error);
    if (status == OW_OK && asked->height)
        status = print_asked_height(input, asked, &error);
    return status == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

static int info_on(const struct arguments *arguments, const char *path, const struct wanted *wanted,
                   const struct asked *asked)
{
    struct input input;
    int status = open_wanted(path, wanted, &input);
    status = read_as(&input, arguments, status);
    bool whole = !asked->header && (asked->full || input.size <= SMALL_FILE);
    if (asked->json)
        status = info_as_json(&input, asked, whole, status);
    else if (status == EXIT_FINE)
        status = info_as_text(&input, asked, whole);
    status = with_trouble(&input, status);
    close_input(&input);
    return status;
}

int run_info(const struct arguments *arguments)
{
    struct asked asked;
    struct wanted wanted;
    struct worlds worlds;
    if (!read_asked(arguments, &asked) || !read_wanted(arguments, &wanted))
        return EXIT_USAGE;
    struct walk_options walk = {option_set(arguments, "recursive"), wanted.text, NULL};
    find_worlds(arguments->operands, arguments->operand_count, &walk, &worlds);
    int worst = worlds.status;
    for (size_t i = 0; i < worlds.count; i++) {
        show_count("reading", i, worlds.count);
        set_walked(&worlds.list[i]);
        int status = info_on(arguments, worlds.list[i].path, &wanted, &asked);
        worst = status > worst ? status : worst;
    }
    set_walked(NULL);
    free_worlds(&worlds);
    int finished = finish_output();
    return worst != EXIT_FINE ? worst : finished;
}
