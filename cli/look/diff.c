/* overworld diff: compares two worlds. */
#include "look/diff.h"

#include "circuits/circuit.h"
#include "io/assets.h"
#include "io/folder.h"
#include "io/input.h"
#include "io/output.h"
#include "look/diff_picture.h"
#include "options.h"
#include "terminal/terminal.h"
#include "terminal/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_diff(const struct arguments *arguments);

const struct verb diff_verb = {
    .name = "diff",
    .group = "Look",
    .is_first = true,
    .operands = "BEFORE AFTER",
    .summary = "compare two worlds record by record",
    .description =
        "Components are matched by address, wires by their pegs, named records by name, and\n"
        "others by likeness. The order in the file does not count, but '>' marks a record that\n"
        "moved in its list. Worlds of different versions or variants are compared by their\n"
        "contents. If both saves are folders with text files (title, colours of displays,\n"
        "players), the texts are compared too. The exit status is 0 if nothing differs, 1 if\n"
        "something does, and 3 or 4 if a file cannot be read.",
    .options = {{0, "stat", NULL, "print only the count of differences by list and field"},
                {0, "patch", NULL, "print a JSON Patch from BEFORE to AFTER"},
                {0, "reversible", NULL, "with --patch: keep the old values, for patch --reverse"},
                {'q', "quiet", NULL, "print nothing; the exit status is the answer"},
                {'n', "max-changes", "N", "print at most N differences (0: all)"},
                {0, "picture", "OUT", "draw the differences in colour, as a PNG"},
                {'s', "size", "WxH", "size of the picture in pixels (1200x900)"},
                {'v', "view", "VIEW", "view of the picture, as in render"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                READ_AS_OPTION,
                ASSETS_OPTION,
                MODS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld diff yesterday.logicworld today.logicworld", "what was built"},
                 {"overworld diff --picture changes.png old.lvd new.lvd", "the same in colour"},
                 {"overworld diff -q a.city b.city && echo same", "in a script"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_diff,
};

/* overworld diff: writes differences for programs. */

static ow_visit diff_write(void *context, const ow_change *change)
{
    struct comparison *comparison = context;
    if (comparison->most > 0 && ++comparison->shown_count > comparison->most)
        return OW_GO_ON;
    answer_change(comparison->writer, change);
    return OW_GO_ON;
}

static void write_side(ow_json_writer *writer, const char *name, const struct input *input)
{
    json_begin_lines(writer, name);
    json_add_path(writer, "file", "file_base64", input->path);
    json_add_string(writer, "name", input->name);
    json_end_object(writer);
}

int diff_write_all(struct comparison *comparison, int status,
                   int (*run)(struct comparison *comparison))
{
    ow_json_writer *writer = comparison->writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    for (unsigned side = 0; side < 2 && !comparison->error.message[0]; side++)
        comparison->error = comparison->inputs[side].error;
    json_begin_object(writer, NULL);
    write_side(writer, "before", &comparison->inputs[0]);
    write_side(writer, "after", &comparison->inputs[1]);
    json_begin_array(writer, "changes");
    if (status == EXIT_FINE)
        status = run(comparison);
    json_end_array(writer);
    if (comparison->beside)
        comparison->beside->write(comparison->beside->context, writer);
    json_add_integer(writer, "left_out",
                     comparison->most > 0 && comparison->shown_count > comparison->most
                         ? comparison->shown_count - comparison->most
                         : 0);
    answer_change_totals(writer, &comparison->totals);
    bool failed = !run || (status != EXIT_FINE && status != EXIT_PROBLEMS);
    json_add_error(writer, &comparison->error, failed);
    json_add_boolean(writer, "same", status == EXIT_FINE);
    json_end_object(writer);
    int finished = json_finish(writer);
    return finished != EXIT_FINE ? finished : status;
}

/* The verb. */

static void warn(void *context, const char *pointer, const char *message)
{
    const struct comparison *comparison = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", comparison->inputs[0].path, message, pointer);
}

/* Of two files, or of one before and after a change. */
static void complain_of_both(const struct comparison *comparison, const ow_error *error)
{
    const char *one = comparison->inputs[0].path, *other = comparison->inputs[1].path;
    if (other)
        complain("%s and %s: %s", one, other, error->message);
    else
        complain_of_error(one, error);
}

static int complain_of_memory(const struct comparison *comparison)
{
    complain_of_both(comparison, &(ow_error){.message = "there is not enough memory"});
    return EXIT_FILES;
}

static int finish_comparison(struct comparison *comparison, ow_status status, const ow_error *error)
{
    comparison->error = *error;
    if (status == OW_OK)
        return diff_differs(comparison) ? EXIT_PROBLEMS : EXIT_FINE;
    complain_of_both(comparison, error);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : exit_status_of(status);
}

static ow_status compare_folders(struct comparison *comparison, ow_change_visitor visit,
                                 ow_error *error)
{
    ow_change_totals *totals = &comparison->totals, found;
    const struct save_folder *folders = comparison->folders;
    ow_status status = ow_diff_folders(comparison->documents[1].format, &folders[0].folder,
                                       &folders[1].folder, NULL, visit, comparison, &found, error);
    totals->removed += found.removed;
    totals->added += found.added;
    totals->changed += found.changed;
    return status;
}

static int compare(struct comparison *comparison)
{
    ow_error error = {0};
    ow_change_visitor visit = diff_print;
    comparison->out = stdout;
    if (comparison->json)
        visit = diff_write;
    else if (comparison->stat)
        visit = diff_count;
    else if (!comparison->quiet && !(comparison->groups = diff_groups_open()))
        return complain_of_memory(comparison);
    ow_options options = options_with_progress("comparing");
    ow_status status = ow_diff(&comparison->documents[0], &comparison->documents[1], &options, warn,
                               comparison, visit, comparison, &comparison->totals, &error);
    if (status == OW_OK && comparison->folders && !(comparison->quiet && diff_differs(comparison)))
        status = compare_folders(comparison, visit, &error);
    clear_progress();
    return finish_comparison(comparison, status, &error);
}

bool diff_differs(const struct comparison *comparison)
{
    const ow_change_totals *totals = &comparison->totals;
    return totals->removed + totals->added + totals->changed + totals->moved > 0;
}

static int compare_files(const struct arguments *arguments, struct comparison *comparison)
{
    char **paths = arguments->operands;
    if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0) {
        complain("standard input cannot be both worlds");
        return EXIT_USAGE;
    }
    int status = EXIT_FINE;
    for (unsigned side = 0; side < 2; side++) {
        int opened = open_world(arguments, paths[side], &comparison->inputs[side],
                                &comparison->documents[side]);
        rest_input(&comparison->inputs[side]);
        status = opened > status ? opened : status;
    }
    return status;
}

static int read_folders(struct comparison *comparison, struct save_folder folders[2])
{
    int status = EXIT_FINE;
    for (unsigned side = 0; side < 2 && status == EXIT_FINE; side++)
        status = read_folder(&comparison->inputs[side], &folders[side]);
    if (folders[0].folder.file_count > 0 && folders[1].folder.file_count > 0)
        comparison->folders = folders;
    return status;
}

/* Patches and pictures are of worlds alone: warns if the texts beside them differ too. */
static void warn_of_texts(struct comparison *comparison, const char *what)
{
    ow_change_totals world = comparison->totals;
    ow_error error;
    comparison->totals = (ow_change_totals){0};
    if (comparison->folders && compare_folders(comparison, NULL, &error) == OW_OK &&
        diff_differs(comparison))
        warn_of("%s: warning: its texts differ too; they are not in the %s",
                comparison->inputs[1].path, what);
    comparison->totals = world;
}

/* Counts the bytes of a patch on standard output. */
struct counted_sink {
    ow_sink sink;
    uint64_t size;
};

static bool count_bytes(void *context, const void *data, size_t size)
{
    struct counted_sink *counted = context;
    counted->size += size;
    return counted->sink.write(counted->sink.context, data, size);
}

/* Writes the patch with the old values. */
static ow_status write_reversible(const ow_document documents[2], const ow_options *options,
                                  const ow_sink *sink, ow_error *error)
{
    ow_buffer patch = {0};
    ow_sink memory = sink_to_memory(&patch);
    ow_status status = memory_sink_status(
        ow_diff_patch(&documents[0], &documents[1], options, &memory, error), error);
    if (status == OW_OK)
        status = ow_reversible_patch(&documents[0], (const char *)patch.data, patch.size, options,
                                     sink, error);
    free(patch.data);
    return status;
}

/* If nothing differs, the patch is an empty list. */
static int write_patch(struct comparison *comparison, bool is_reversible)
{
    static const char nothing[] = "[]\n";
    struct counted_sink counted = {standard_output(), 0};
    ow_sink sink = {.context = &counted, .write = count_bytes};
    ow_error error = {0};
    const ow_document *documents = comparison->documents;
    ow_options options = options_with_progress("comparing");
    ow_status status = is_reversible
                           ? write_reversible(documents, &options, &sink, &error)
                           : ow_diff_patch(&documents[0], &documents[1], &options, &sink, &error);
    comparison->totals.changed = counted.size > sizeof nothing - 1;
    clear_progress();
    return finish_comparison(comparison, status, &error);
}

int diff_documents(struct comparison *comparison)
{
    int status =
        comparison->json ? diff_write_all(comparison, EXIT_FINE, compare) : compare(comparison);
    if (status != EXIT_FINE && status != EXIT_PROBLEMS)
        return status;
    if (!comparison->json)
        diff_finish(comparison);
    return comparison->no_memory ? complain_of_memory(comparison) : status;
}

void diff_close(struct comparison *comparison)
{
    diff_groups_close(comparison->groups);
    for (unsigned side = 0; side < 2; side++) {
        ow_close(&comparison->documents[side]);
        close_input(&comparison->inputs[side]);
    }
}

static int compare_as_asked(const struct arguments *arguments, struct comparison *comparison)
{
    bool patch = option_set(arguments, "patch") && !comparison->quiet;
    bool picture = option_set(arguments, "picture");
    if (patch || picture)
        warn_of_texts(comparison, patch ? "patch" : "picture");
    return patch     ? write_patch(comparison, option_set(arguments, "reversible"))
           : picture ? diff_picture(comparison, arguments)
                     : diff_documents(comparison);
}

static int run_diff(const struct arguments *arguments)
{
    struct save_folder folders[2] = {0};
    struct comparison comparison = {
        .json = json_asked(arguments) && !option_set(arguments, "quiet"),
        .stat = option_set(arguments, "stat"),
        .quiet = option_set(arguments, "quiet"),
    };
    if (option_set(arguments, "reversible") && !option_set(arguments, "patch")) {
        complain("--reversible works only with --patch");
        return EXIT_USAGE;
    }
    if (!option_number(arguments, "max-changes", &comparison.most))
        return EXIT_USAGE;
    int status = compare_files(arguments, &comparison);
    if (status == EXIT_FINE)
        status = read_folders(&comparison, folders);
    if (status == EXIT_FINE)
        status = compare_as_asked(arguments, &comparison);
    else if (status != EXIT_USAGE && comparison.json)
        status = diff_write_all(&comparison, status, compare);
    for (unsigned side = 0; side < 2; side++)
        status = with_trouble(&comparison.inputs[side], status);
    for (unsigned side = 0; side < 2; side++)
        free_folder(&folders[side]);
    diff_close(&comparison);
    int finished = finish_output();
    return finished != EXIT_FINE ? finished : status;
}
