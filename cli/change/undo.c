/* overworld undo: reverts a change that was made with --keep-undo. */
#include "change/undo.h"

#include "change/change_file.h"
#include "io/assets.h"
#include "io/output.h"
#include "options.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run_undo(const struct arguments *arguments);

const struct verb undo_verb = {
    .name = "undo",
    .group = "Change",
    .operands = "FILE",
    .summary = "take back a change that was made with -i --keep-undo",
    .description =
        "-i --keep-undo keeps a JSON Patch in FILE.undo that leads back to the old bytes. undo\n"
        "applies it and removes it. Only the last change is kept. If FILE has changed since, undo\n"
        "refuses.",
    .options = {{'o', "output", "OUT", "write the old world to OUT, and keep FILE"},
                {'i', "in-place", NULL, "replace FILE (the default)"},
                {'n', "dry-run", NULL, "print what would change, and write nothing"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                READ_AS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld undo MySave/", "take back the last change"},
                 {"overworld undo level.lvd -n", "what would change back"},
                 {"overworld undo level.lvd -o before.lvd", "the old level, into another file"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_undo,
};

static const char first_line[] = "# overworld undo ";

/* FILE.undo; NULL if memory runs out. */
static char *undo_path(const char *file)
{
    size_t size = strlen(file) + sizeof ".undo";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s.undo", file);
    else
        complain("not enough memory");
    return path;
}

/* ---- keeping ---- */

static int change_and_keep(void *context, struct input *input, ow_document *document)
{
    struct undo_keeper *keeper = context;
    ow_options options = input_options(input, "changing");
    ow_document before = {0};
    ow_error error = {0};
    if (ow_copy(document, &options, &before, &error) != OW_OK)
        return input_failed(input, &error);
    int status = keeper->inner->change(keeper->inner->context, input, document);
    ow_sink sink = sink_to_memory(&keeper->patch);
    if (status == EXIT_FINE &&
        memory_sink_status(ow_diff_patch(document, &before, &options, &sink, &error), &error) !=
            OW_OK)
        status = input_failed(input, &error);
    ow_close(&before);
    clear_progress();
    free(keeper->file);
    keeper->file = input->file ? strdup(input->file) : NULL;
    if (status == EXIT_FINE && input->file && !keeper->file) {
        complain("not enough memory");
        status = EXIT_FILES;
    }
    return status;
}

struct change_step undo_step(struct undo_keeper *keeper)
{
    return (struct change_step){.change = change_and_keep, .context = keeper};
}

/* The first line describes what the patch is for. */
static int write_undo(const struct undo_keeper *keeper, const char *path)
{
    struct input input;
    struct output_file output;
    char line[sizeof first_line + 24];
    int status = open_raw_input(keeper->file, &input);
    uint64_t hash = status == EXIT_FINE ? hash_of_bytes(input.bytes, input.size) : 0;
    close_input(&input);
    if (status != EXIT_FINE)
        return status;
    status = output_file_open(path, true, &output);
    if (status != EXIT_FINE)
        return status;
    int size = snprintf(line, sizeof line, "%s%016" PRIx64 "\n", first_line, hash);
    bool written = output.sink.write(output.sink.context, line, (size_t)size) &&
                   output.sink.write(output.sink.context, keeper->patch.data, keeper->patch.size);
    if (written)
        return output_file_commit(&output);
    complain("%s: the way back cannot be written: %s", path, strerror(output.problem));
    output_file_abandon(&output);
    return EXIT_FILES;
}

int undo_keep(struct undo_keeper *keeper, int status)
{
    bool keeps = status == EXIT_FINE && keeper->file;
    char *path = keeps ? undo_path(keeper->file) : NULL;
    if (keeps)
        status = path ? write_undo(keeper, path) : EXIT_FILES;
    free(path);
    free(keeper->file);
    free(keeper->patch.data);
    *keeper = (struct undo_keeper){0};
    return status;
}

/* ---- reverting ---- */

struct undoing {
    struct input undo;
    char *path;
    const char *patch; /* after the first line */
    size_t size;
    uint64_t hash;
};

static int bad_undo(const struct undoing *undoing)
{
    complain("%s: this is no file that --keep-undo wrote", undoing->path);
    return EXIT_BROKEN;
}

static int read_undo(struct undoing *undoing)
{
    const char *text = (const char *)undoing->undo.bytes;
    size_t begin = sizeof first_line - 1, line = begin + 16 + 1;
    char digits[17] = "", *end;
    if (undoing->undo.size < line || memcmp(text, first_line, begin) != 0 || text[line - 1] != '\n')
        return bad_undo(undoing);
    memcpy(digits, text + begin, 16);
    undoing->hash = strtoull(digits, &end, 16);
    undoing->patch = text + line;
    undoing->size = undoing->undo.size - line;
    return *end == '\0' ? EXIT_FINE : bad_undo(undoing);
}

static int open_undo(struct undoing *undoing, const char *file)
{
    undoing->path = undo_path(file);
    if (!undoing->path)
        return EXIT_FILES;
    if (access(undoing->path, F_OK) != 0) {
        complain("%s: there is no %s: a change can be taken back if it was made with -i "
                 "--keep-undo",
                 file, undoing->path);
        return EXIT_PROBLEMS;
    }
    int status = open_other_file(undoing->path, &undoing->undo);
    return status == EXIT_FINE ? read_undo(undoing) : status;
}

static int revert(void *context, struct input *input, ow_document *document)
{
    const struct undoing *undoing = context;
    ow_options options = input_options(input, "changing back");
    ow_document changed = {0};
    ow_error error = {0};
    ow_status status =
        ow_patch(document, undoing->patch, undoing->size, &options, &changed, &error);
    clear_progress();
    if (status != OW_OK) {
        complain_of_error(undoing->path, &error);
        return exit_status_of(status);
    }
    ow_close(document);
    *document = changed;
    return EXIT_FINE;
}

/* Whether the file is still as the change left it. */
static int check_file(const struct arguments *arguments, struct undoing *undoing)
{
    struct input input;
    int status = open_raw_input(arguments->operands[0], &input);
    if (status == EXIT_FINE)
        status = open_undo(undoing, input.file ? input.file : input.path);
    if (status == EXIT_FINE && undoing->hash != hash_of_bytes(input.bytes, input.size)) {
        complain("%s: the file has changed since %s was kept", input.path, undoing->path);
        status = EXIT_PROBLEMS;
    }
    close_input(&input);
    return status;
}

static int run_undo(const struct arguments *arguments)
{
    struct arguments copy = *arguments;
    struct undoing undoing = {.path = NULL};
    struct change_step step = {.change = revert, .context = &undoing};
    bool in_place = !option_set(arguments, "output") && !option_set(arguments, "dry-run");
    for (int i = 0; in_place && undo_verb.options[i].name; i++)
        if (strcmp(undo_verb.options[i].name, "in-place") == 0)
            copy.values[i] = "";
    int status = check_file(arguments, &undoing);
    if (status == EXIT_FINE)
        status = change_file(&copy, &step);
    if (status == EXIT_FINE && in_place)
        unlink(undoing.path);
    close_input(&undoing.undo);
    free(undoing.path);
    return status;
}
