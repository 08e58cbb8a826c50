/* overworld info: summarises a file on one screen. */
#include "circuits/circuit.h"
#include "io/assets.h"
#include "io/folder.h"
#include "io/input.h"
#include "io/walk.h"
#include "look/info_lines.h"
#include "look/judge.h"
#include "look/map.h"
#include "look/titles.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"
#include "terminal/terminal_picture.h"
#include "verb.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct choice {
    bool json, full, header;
    bool paths;              /* identify files by their paths: names below a folder repeat */
    unsigned long long most; /* elements of a list; 0: no limit */
    bool picture;
    enum picture_protocol protocol; /* of the picture */
    bool map, one_layer;
    uint32_t layer; /* of --map: a single layer */
    bool height;
    float x, y; /* of --height */
};

/* An open map, and the layers to print. */
struct chosen_map {
    ow_map map;
    uint32_t first, count;
};

static int run_info(const struct arguments *arguments);

const struct verb info_verb = {
    .name = "info",
    .group = "Look",
    .is_first = true,
    .operands = "FILE...",
    .summary = "print what a file is: kind, version, counts",
    .description =
        "Files above 32 MiB are summarised from their header, which takes milliseconds, unless\n"
        "--full asks for every figure. --full and --header exclude each other. --map draws a\n"
        "level or a city from above: in colours on a terminal, in symbols elsewhere.",
    .options = {{'f', "full", NULL, "omit nothing, even for a large file"},
                {'n', "max-items", "N", "print at most N elements of a list (text: 10; 0: all)"},
                {0, "header", NULL, "read only the first bytes"},
                {'m', "map", NULL, "draw a level or a city from above"},
                {0, "layer", "N", "of the map, only this layer, from 0 on"},
                {0, "picture", "HOW",
                 "draw a picture on the terminal: auto, kitty, iterm2, sixel or blocks"},
                {0, "at", "X,Y", "print the height of the ground of a city at a point"},
                STRICT_OPTION,
                RECURSIVE_OPTION,
                WANTED_OPTIONS,
                READ_AS_OPTION,
                ASSETS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION,
                SANDBOX_OPTIONS},
    .examples = {{"overworld info MySave/", "the folder of a save"},
                 {"overworld info --map level.lvd", "a level from above"},
                 {"overworld info --json *.partialworld", "one JSON object per file"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_info,
};

/* overworld info: the map and the height. */

/* Reads "10,5": two decimal numbers. The command never leaves the C locale, so strtof expects a
 * decimal point. */
static bool read_point(const char *text, float *x, float *y)
{
    char *end;
    if (text[strspn(text, "0123456789+-.eE, ")] != '\0')
        return false;
    *x = strtof(text, &end);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    *y = strtof(second, &end);
    return end != second && *end == '\0' && isfinite(*x) && isfinite(*y);
}

static bool read_layer(const struct arguments *arguments, struct choice *choice)
{
    unsigned long long layer = 0;
    choice->one_layer = option_set(arguments, "layer");
    if (!option_number(arguments, "layer", &layer))
        return false;
    choice->layer = layer < UINT32_MAX ? (uint32_t)layer : UINT32_MAX; /* more than any map has */
    if (!choice->one_layer || choice->map)
        return true;
    complain("--layer works only with --map");
    return false;
}

/* Reads the options. Returns false after a message. */
static bool read_options(const struct arguments *arguments, struct choice *choice)
{
    *choice = (struct choice){
        .paths = option_set(arguments, "recursive"),
        .json = json_asked(arguments),
        .full = option_set(arguments, "full"),
        .header = option_set(arguments, "header"),
        .map = option_set(arguments, "map"),
        .height = option_set(arguments, "at"),
    };
    enum { MOST_ON_A_SCREEN = 10 };
    choice->most = choice->json || choice->full ? 0 : MOST_ON_A_SCREEN;
    if (!option_number(arguments, "max-items", &choice->most))
        return false;
    const char *point = option_value(arguments, "at");
    const char *protocol = option_value(arguments, "picture");
    choice->picture = protocol != NULL;
    if (protocol && choice->json) {
        complain(
            "--picture and --json exclude each other; overworld render writes a picture to a file");
        return false;
    }
    if (protocol && !choose_protocol(protocol, &choice->protocol))
        return false;
    if (choice->full && choice->header) {
        complain("--full and --header exclude each other");
        return false;
    }
    if (point && !read_point(point, &choice->x, &choice->y)) {
        complain("--at takes two numbers separated by a comma, such as 10,5.5, not \"%s\"", point);
        return false;
    }
    return read_layer(arguments, choice);
}

/* Draws the world and prints its picture. */
static ow_status print_world_picture(struct input *input, const struct choice *choice,
                                     ow_error *error)
{
    ow_options options = input_options(input, "drawing");
    ow_picture_options small = {.labels = false};
    ow_picture picture = {0};
    ow_scene scene;
    picture_size(choice->protocol, &small.width, &small.height);
    ow_status status = ow_scene_open(input->bytes, input->size, &options, NULL, &scene, error);
    if (status == OW_OK)
        status = ow_picture_draw(&scene, &small, &options, &picture, error);
    clear_progress();
    if (status == OW_OK && !print_picture(&picture, choice->protocol))
        status = error->status = OW_NO_MEMORY;
    ow_picture_free(&picture);
    ow_scene_close(&scene);
    return status;
}

static ow_status not_there(ow_error *error)
{
    error->status = OW_BAD_ARGUMENT;
    return OW_BAD_ARGUMENT;
}

/* Opens the map, or finds the height. On failure *error has the reason; a layer or a point that
 * does not exist is OW_BAD_ARGUMENT. */
static ow_status open_map(struct input *input, const struct choice *choice, struct chosen_map *map,
                          ow_error *error)
{
    ow_options options = input_options(input, "drawing");
    *map = (struct chosen_map){0};
    ow_status status = ow_map_open(input->bytes, input->size, &options, &map->map, error);
    clear_progress();
    if (status != OW_OK)
        return status;
    map->count = map->map.layer_count;
    if (!choice->one_layer)
        return OW_OK;
    map->first = choice->layer;
    map->count = 1;
    if (choice->layer < map->map.layer_count)
        return OW_OK;
    snprintf(error->message, sizeof error->message,
             "unknown layer %" PRIu32 "; the level has %" PRIu32 ", counted from 0", choice->layer,
             map->map.layer_count);
    ow_map_close(&map->map);
    return not_there(error);
}

static ow_status height_in(const ow_heights *heights, const struct choice *choice, float *height,
                           ow_error *error)
{
    if (ow_heights_at(heights, choice->x, choice->y, height))
        return OW_OK;
    if (heights->x_vertices == 0 || heights->y_vertices == 0)
        snprintf(error->message, sizeof error->message, "the ground has no vertices");
    else
        snprintf(error->message, sizeof error->message,
                 "%g, %g is outside the ground, which reaches from 0, 0 to %" PRIu32 ", %" PRIu32,
                 (double)choice->x, (double)choice->y, heights->x_vertices - 1,
                 heights->y_vertices - 1);
    return not_there(error);
}

static ow_status find_height(struct input *input, const struct choice *choice, float *height,
                             ow_error *error)
{
    ow_options options = input_options(input, "reading");
    ow_document document;
    ow_heights heights = {0};
    ow_status status = ow_open(input->bytes, input->size, &options, &document, error);
    if (status == OW_OK)
        status = ow_get_heights(&document, &options, &heights, error);
    clear_progress();
    if (status == OW_OK)
        status = height_in(&heights, choice, height, error);
    ow_heights_free(&heights);
    ow_close(&document);
    return status;
}

/* The verb. */

/* Up to this size, figures that need the whole file are printed by default. */
enum { SMALL_FILE = 32 << 20, MOST_LISTS = 32 };

struct json_summary {
    struct summary_answer answer;
    unsigned lists; /* lists that were shortened */
    const char *names[MOST_LISTS];
    uint64_t omitted[MOST_LISTS];
};

static void note_omitted(void *context, const char *list, uint64_t count)
{
    struct json_summary *json = context;
    if (json->lists == MOST_LISTS)
        return;
    json->names[json->lists] = list;
    json->omitted[json->lists++] = count;
}

static ow_status write_summary(struct input *input, const struct choice *choice, bool whole,
                               ow_json_writer *writer, ow_error *error)
{
    struct json_summary json = {.answer = {.writer = writer}};
    struct shortened lists = {.most = choice->most,
                              .visit = answer_summary,
                              .context = &json, /* begins with the map or the height */
                              .omitted = note_omitted};
    ow_options options = input_options(input, "reading");
    json_begin_lines(writer, "summary");
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, visit_shortened, &lists, error);
    clear_progress();
    json_end_object(writer);
    json_begin_object(writer, "not_shown");
    for (unsigned i = 0; i < json.lists; i++)
        json_add_integer(writer, json.names[i], json.omitted[i]);
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

static ow_status write_layers(struct input *input, const struct choice *choice,
                              ow_json_writer *writer, ow_error *error)
{
    struct chosen_map map = {.count = 0};
    ow_status status = choice->map ? open_map(input, choice, &map, error) : OW_OK;
    bool there = choice->map && status == OW_OK;
    if (there && !write_map(writer, &map.map, map.first, map.count))
        status = error->status = OW_NO_MEMORY;
    if (!there || status != OW_OK)
        json_add_null(writer, "map");
    ow_map_close(&map.map);
    return status;
}

static ow_status write_height(struct input *input, const struct choice *choice,
                              ow_json_writer *writer, ow_error *error)
{
    float height;
    ow_status status = choice->height ? find_height(input, choice, &height, error) : OW_OK;
    if (!choice->height || status != OW_OK) {
        json_add_null(writer, "height_at");
        return status;
    }
    json_begin_object(writer, "height_at");
    json_add_float(writer, "x", choice->x);
    json_add_float(writer, "y", choice->y);
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

static void report_folder_error(struct input *input, ow_status status, const ow_error *error)
{
    if (status == OW_OK)
        return;
    complain_of_error(input->path, error);
    input->trouble = true;
}

/* Writes the summary of the files beside a save; null if there are none. */
static void add_folder(ow_json_writer *writer, struct input *input)
{
    const ow_format *format = ow_identify(input->bytes, input->size);
    struct save_folder folder = {0};
    struct summary_answer answer = {.writer = writer};
    ow_error error;
    if (format && read_folder(input, &folder) != EXIT_FINE)
        input->trouble = true;
    if (folder.folder.file_count == 0) {
        json_add_null(writer, "folder");
    } else {
        json_begin_lines(writer, "folder");
        report_folder_error(
            input,
            ow_summarise_folder(format, &folder.folder, NULL, answer_summary, &answer, &error),
            &error);
        json_end_object(writer);
    }
    free_folder(&folder);
}

/* Printed after the format, as the extension suggests another one. */
static void print_name_issue(const struct input *input)
{
    char message[300];
    ow_issue issue;
    if (find_name_issue(input, message, sizeof message, &issue))
        warn_of("%s: warning: %s", input->path, message);
}

/* Writes the JSON of a file. A truncated file is described up to the error, which is in the same
 * object. `opened` is the exit status of opening it. */
static int info_as_json(struct input *input, const struct choice *choice, bool whole, int opened)
{
    static const struct choice nothing;
    ow_error error = input->error;
    ow_status status = OW_OK;
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    json_begin_file(writer, input, NULL);
    if (opened == EXIT_FINE)
        print_name_issue(input);
    add_titles(writer, input);
    add_folder(writer, input);
    json_add_boolean(writer, "whole", whole && opened == EXIT_FINE);
    if (opened == EXIT_FINE)
        status = write_summary(input, choice, whole, writer, &error);
    else
        write_no_summary(writer);
    bool sound = opened == EXIT_FINE && status == OW_OK;
    ow_status drawn = write_layers(input, sound ? choice : &nothing, writer, &error);
    sound = sound && drawn == OW_OK;
    ow_status found = write_height(input, sound ? choice : &nothing, writer, &error);
    sound = sound && found == OW_OK;
    json_add_error(writer, &error, !sound);
    json_end_object(writer);
    int finished = json_finish(writer);
    return opened != EXIT_FINE ? opened : sound ? finished : input_failed(input, &error);
}

static ow_status print_summary(struct input *input, const struct choice *choice, bool whole,
                               ow_error *error)
{
    struct lines lines = {.label = "", .full = choice->full};
    struct shortened lists = {
        .most = choice->most, .visit = lines_visit, .context = &lines, .omitted = lines_omitted};
    ow_options options = input_options(input, "reading");
    ow_status status =
        ow_summarise(input->bytes, input->size, &options, whole, visit_shortened, &lists, error);
    lines_end(&lines);
    clear_progress();
    if (status == OW_OK && !whole)
        puts("  (read from the header only; --full reads the whole file)");
    return status;
}

static ow_status print_layers(struct input *input, const struct choice *choice, ow_error *error)
{
    struct chosen_map map;
    ow_status status = open_map(input, choice, &map, error);
    if (status != OW_OK)
        return status;
    if (map.count > 0)
        print_map(&map.map, map.first, map.count);
    else
        puts("  nothing to see from above");
    ow_map_close(&map.map);
    return OW_OK;
}

static ow_status print_height(struct input *input, const struct choice *choice, ow_error *error)
{
    float height;
    char label[64], number[OW_FLOAT_TEXT];
    ow_status status = find_height(input, choice, &height, error);
    if (status != OW_OK)
        return status;
    struct lines lines;
    snprintf(label, sizeof label, "height at %g, %g", (double)choice->x, (double)choice->y);
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

static void print_folder(struct input *input, const ow_format *format, const struct choice *choice)
{
    struct save_folder folder;
    struct lines lines = {.label = "", .full = choice->full};
    struct shortened lists = {
        .most = choice->most, .visit = lines_visit, .context = &lines, .omitted = lines_omitted};
    ow_error error;
    if (read_folder(input, &folder) != EXIT_FINE)
        input->trouble = true;
    if (folder.folder.file_count > 0) {
        report_folder_error(
            input,
            ow_summarise_folder(format, &folder.folder, NULL, visit_shortened, &lists, &error),
            &error);
        lines_end(&lines);
    }
    free_folder(&folder);
}

static int info_as_text(struct input *input, const struct choice *choice, bool whole)
{
    char bytes[32];
    ow_error error = {0};
    const ow_format *format = ow_identify(input->bytes, input->size);
    if (format) {
        fputs(color_bold(), stdout);
        const char *name = choice->paths ? input->path : input->name;
        print_safely(stdout, name, strlen(name));
        printf("%s: %s%s, %s bytes\n", color_off(), format->title,
               input->tiled      ? " as a map of Tiled"
               : input->was_text ? " as JSON"
                                 : "",
               with_commas((long long)input->file_size, bytes));
        print_name_issue(input);
        print_titles(input);
        print_folder(input, format, choice);
    }
    ow_status status = choice->picture ? print_world_picture(input, choice, &error) : OW_OK;
    if (status == OW_OK)
        status = choice->map ? print_layers(input, choice, &error)
                             : print_summary(input, choice, whole, &error);
    if (status == OW_OK && choice->height)
        status = print_height(input, choice, &error);
    return status == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

static int info_on(const struct arguments *arguments, const char *path, const struct wanted *wanted,
                   const struct choice *choice)
{
    struct input input;
    int status = open_wanted(path, wanted, &input);
    status = read_as(&input, arguments, status);
    bool whole = !choice->header && (choice->full || input.size <= SMALL_FILE);
    if (choice->json)
        status = info_as_json(&input, choice, whole, status);
    else if (status == EXIT_FINE)
        status = info_as_text(&input, choice, whole);
    status = with_trouble(&input, status);
    close_input(&input);
    return status;
}

static int run_info(const struct arguments *arguments)
{
    struct choice choice;
    struct wanted wanted;
    struct worlds worlds;
    if (!read_options(arguments, &choice) || !read_wanted(arguments, &wanted))
        return EXIT_USAGE;
    struct walk_options walk = {option_set(arguments, "recursive"), wanted.text, NULL};
    find_worlds(arguments->operands, arguments->operand_count, &walk, &worlds);
    int worst = worlds.status;
    for (size_t i = 0; i < worlds.count; i++) {
        show_count("reading", i, worlds.count);
        set_walked(&worlds.list[i]);
        int status = info_on(arguments, worlds.list[i].path, &wanted, &choice);
        worst = status > worst ? status : worst;
    }
    set_walked(NULL);
    free_worlds(&worlds);
    int finished = finish_output();
    return worst != EXIT_FINE ? worst : finished;
}
