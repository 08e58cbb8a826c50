/* overworld set: changes one value of a text file beside a save. All other bytes of the file
 * stay. */
#include "change/set_text.h"

#include "change/change_file.h"
#include "io/assets.h"
#include "io/folder.h"
#include "io/output.h"
#include "io/output_place.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include "../../files/below.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_TEXT = 4 << 20, LONGEST_SHOWN = 2 * PATH_MAX + 1 };

struct setting {
    const struct arguments *arguments;
    const char *pointer, *value;
    struct input input;
    struct save_folder texts;
    char folder[PATH_MAX];
    const char *path; /* of the text, relative to the folder */
    const char *rest; /* the rest of the pointer, inside the text */
    ow_jecs *text;
    struct file_mark mark;
};

/* Finds the text that the pointer refers to. */
static int find_text(struct setting *setting)
{
    const char *pointer = setting->pointer;
    for (uint32_t i = 0; i < setting->texts.folder.file_count; i++) {
        const char *rest = folder_pointer_rest(pointer, &setting->texts.folder.files[i]);
        if (!rest)
            continue;
        setting->path = setting->texts.folder.files[i].path.data;
        setting->rest = rest;
        return EXIT_FINE;
    }
    complain("%s: no text beside the save matches \"%s\"; overworld show %s /folder lists them",
             setting->input.path, pointer, setting->input.path);
    return EXIT_PROBLEMS;
}

/* Reads the text again, with a mark to detect changes. */
static int read_text_again(struct setting *setting)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    int file;
    ow_error error = {0};
    struct stat about;
    enum below why = below_open(setting->folder, setting->path, &file);
    if (why == BELOW_FINE) {
        if (fstat(file, &about) == 0)
            setting->mark = mark_of(&about);
        why = below_read_all(file, LARGEST_TEXT, &bytes, &size);
        close(file);
    }
    if (why != BELOW_FINE) {
        complain("%s: %s: %s", setting->input.path, setting->path, below_words(why));
        return EXIT_FILES;
    }
    ow_status status = ow_jecs_read(bytes, size, NULL, &setting->text, &error);
    free(bytes);
    if (status == OW_OK)
        return EXIT_FINE;
    complain("%s: %s: %s", setting->input.path, setting->path, error.message);
    return exit_status_of(status);
}

/* The node to set. Adds a key that its parent lacks. NULL after a message. */
static ow_jecs_node *find_node(struct setting *setting, ow_error *error)
{
    ow_jecs_node *node = ow_jecs_at(setting->text, setting->rest);
    const char *slash = strrchr(setting->rest, '/');
    if (node && node != setting->text->root)
        return node;
    char *above = slash ? strndup(setting->rest, (size_t)(slash - setting->rest)) : NULL;
    ow_jecs_node *parent = above ? ow_jecs_at(setting->text, above) : NULL;
    free(above);
    bool takes_key = parent && (parent->kind == OW_JECS_KEYS || parent == setting->text->root) &&
                     slash[1] != '\0' && !strchr(slash, '~');
    if (takes_key)
        return ow_jecs_add(setting->text, parent, ow_text_of(slash + 1), NULL, error);
    error->status = OW_BAD_ARGUMENT;
    snprintf(error->message, sizeof error->message, "there is no text \"%s\"", setting->rest);
    return NULL;
}

static void print_value(const ow_jecs_node *node)
{
    if (node->kind == OW_JECS_TEXT) {
        putchar('"');
        print_safely(stdout, node->value.data, node->value.size);
        putchar('"');
    } else {
        fputs(node->kind == OW_JECS_NULL    ? "null"
              : node->kind == OW_JECS_EMPTY ? "nothing"
              : node->kind == OW_JECS_LIST  ? "a list"
                                            : "a record",
              stdout);
    }
}

static bool is_written(const struct setting *setting)
{
    return option_value(setting->arguments, "output") || option_set(setting->arguments, "in-place");
}

/* Prints the old value, and then the new one. Prints nothing if the text is written. */
static void print_side(const struct setting *setting, const ow_jecs_node *node, bool is_new)
{
    if (is_written(setting))
        return;
    if (is_new)
        fputs(" -> ", stdout);
    else
        printf("~ %s  ", setting->pointer);
    print_value(node);
    if (is_new)
        putchar('\n');
}

static int set_node(struct setting *setting)
{
    const char *value = setting->value;
    ow_error error = {0};
    ow_jecs_node *node = find_node(setting, &error);
    ow_status status = node ? OW_OK : error.status;
    if (node) {
        print_side(setting, node, false);
        status = strcmp(value, "null") == 0
                     ? ow_jecs_set_null(setting->text, node, &error)
                     : ow_jecs_set_text(setting->text, node, ow_text_of(value), &error);
        print_side(setting, node, true);
    }
    if (status == OW_OK)
        return EXIT_FINE;
    complain("%s: %s: %s", setting->input.path, setting->path, error.message);
    return status == OW_BAD_ARGUMENT ? EXIT_PROBLEMS : exit_status_of(status);
}

static int open_in_place(const struct setting *setting, char shown[LONGEST_SHOWN],
                         struct output_file *output)
{
    bool is_here = strcmp(setting->folder, ".") == 0;
    snprintf(shown, LONGEST_SHOWN, "%s%s%s", is_here ? "" : setting->folder, is_here ? "" : "/",
             setting->path);
    return output_file_open_below(setting->folder, setting->path, shown, true, output);
}

static int open_output(const struct setting *setting, char shown[LONGEST_SHOWN],
                       struct output_file *output)
{
    const char *out = option_value(setting->arguments, "output");
    bool force = option_set(setting->arguments, "force");
    if (!out)
        return open_in_place(setting, shown, output);
    int status = check_output_path(out, force);
    return status == EXIT_FINE ? output_file_open(out, force, output) : status;
}

/* Before the old text is replaced: checks that it is still the one that was read, and keeps a
 * backup on request. */
static int prepare_old(const struct setting *setting, struct output_file *output)
{
    int status = EXIT_FINE;
    if (option_set(setting->arguments, "in-place")) {
        status = output_file_hold(output, &setting->mark);
        if (status == EXIT_FINE)
            status = keep_backup(output, option_value(setting->arguments, "backup"),
                                 option_set(setting->arguments, "force"));
    }
    return status;
}

static int write_set(struct setting *setting)
{
    char shown[LONGEST_SHOWN];
    struct output_file output;
    if (!is_written(setting)) {
        complain("%s: nothing was written; add -o OUT to write the text, or -i to replace it",
                 setting->input.path);
        return EXIT_FINE;
    }
    int status = open_output(setting, shown, &output);
    if (status != EXIT_FINE)
        return status;
    ow_error error = {0};
    status = EXIT_FILES;
    if (ow_jecs_write(setting->text, NULL, &output.sink, &error) == OW_OK)
        status = prepare_old(setting, &output);
    else if (error.status == OW_NO_MEMORY)
        complain_of_error(setting->input.path, &error);
    if (status == EXIT_FINE)
        return output_file_commit(&output);
    output_file_abandon(&output);
    return status;
}

static int set_in_folder(struct setting *setting)
{
    int status = read_folder(&setting->input, &setting->texts);
    folder_of_file(setting->input.file, setting->folder);
    if (status == EXIT_FINE)
        status = find_text(setting);
    if (status == EXIT_FINE)
        status = read_text_again(setting);
    if (status == EXIT_FINE)
        status = set_node(setting);
    if (status == EXIT_FINE)
        status = write_set(setting);
    ow_jecs_free(setting->text);
    free_folder(&setting->texts);
    return status;
}

int set_folder_text(const struct arguments *arguments, const char *pointer, const char *value)
{
    struct setting setting = {.arguments = arguments, .pointer = pointer, .value = value};
    int status = check_written(arguments);
    if (status == EXIT_FINE && option_set(arguments, "keep-undo")) {
        complain("--keep-undo is for the world itself; --backup keeps the old text");
        status = EXIT_USAGE;
    }
    if (status == EXIT_FINE && json_asked(arguments)) {
        complain("--json does not work for texts beside a save");
        status = EXIT_USAGE;
    }
    if (status != EXIT_FINE)
        return status;
    status = open_raw_input(arguments->operands[0], &setting.input);
    if (status == EXIT_FINE && is_text(&setting.input)) {
        complain("%s: set changes texts in a folder, not in JSON; convert the JSON to a folder, "
                 "such as Save/",
                 setting.input.path);
        status = EXIT_USAGE;
    }
    if (status == EXIT_FINE)
        status = set_in_folder(&setting);
    status = with_trouble(&setting.input, status);
    close_input(&setting.input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
