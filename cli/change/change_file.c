/* Changes a world: writes the result, or reports what would change. */
#include "change/change_file.h"

#include "change/undo.h"
#include "io/assets.h"
#include "io/input.h"
#include "io/output.h"
#include "look/diff.h"
#include "terminal/terminal.h"

#include <string.h>

static void print_loss(void *context, const char *pointer, const char *message)
{
    const struct input *input = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", input->path, message, pointer);
}

/* Opens the world twice: as it is, and to be changed. */
static int open_twice(const struct arguments *arguments, struct comparison *comparison)
{
    struct input *input = &comparison->inputs[0];
    int status = read_as(input, arguments, open_raw_input(arguments->operands[0], input));
    if (status == EXIT_FINE)
        status = read_raw_world(input, print_loss, input, &comparison->documents[0]);
    if (status == EXIT_FINE)
        status = read_raw_world(input, NULL, NULL, &comparison->documents[1]);
    return status;
}

/* The error to report. The library knows nothing of a file that could not be opened. */
static ow_error error_of_change(int status)
{
    return status == EXIT_FILES ? *last_complaint() : error_of_writing(status);
}

static void say_nothing_was_written(const struct arguments *arguments, const char *path)
{
    if (option_set(arguments, "dry-run"))
        complain("%s: nothing was written because of --dry-run", path);
    else
        complain_of_no_output(path);
}

/* A change that diff does not show: of the version, the variant, the order of bytes. */
static bool changes_only_bytes(const struct comparison *comparison)
{
    ow_buffer before = {0}, after = {0};
    bool differs = ow_write_buffer(&comparison->documents[0], NULL, &before, NULL) == OW_OK &&
                   ow_write_buffer(&comparison->documents[1], NULL, &after, NULL) == OW_OK &&
                   (before.size != after.size || memcmp(before.data, after.data, after.size) != 0);
    ow_buffer_free(&before, NULL);
    ow_buffer_free(&after, NULL);
    return differs;
}

/* Reports a change like diff and writes the result; `destination` NULL: does not write. A
 * difference is not a problem. */
static int print_change(const struct arguments *arguments, const struct change_step *step,
                        const struct extra_output *beside, const struct destination *destination)
{
    struct comparison comparison = {.json = json_asked(arguments), .beside = beside};
    struct input *input = &comparison.inputs[0];
    int status = open_twice(arguments, &comparison);
    if (status == EXIT_FINE) {
        status = step->change(step->context, input, &comparison.documents[1]);
        if (status != EXIT_FINE)
            comparison.error = error_of_change(status);
    }
    if (status == EXIT_FINE)
        status = diff_documents(&comparison);
    else if (status != EXIT_USAGE && comparison.json)
        status = diff_write_all(&comparison, status, NULL);
    if (status == EXIT_PROBLEMS && diff_differs(&comparison)) {
        if (!destination)
            say_nothing_was_written(arguments, input->path);
        status = EXIT_FINE;
    } else if (status == EXIT_FINE && !destination && !comparison.json &&
               changes_only_bytes(&comparison)) {
        complain("%s: what would change is not shown: the version, the variant or the order of "
                 "bytes",
                 input->path);
        say_nothing_was_written(arguments, input->path);
    }
    if (status == EXIT_FINE && destination)
        status = write_changed(arguments, input, &comparison.documents[1], destination);
    diff_close(&comparison);
    return status;
}

int change_refused(const struct arguments *arguments, int status, const struct extra_output *beside)
{
    if (status == EXIT_FINE || status == EXIT_USAGE || !json_asked(arguments))
        return status;
    struct comparison comparison = {
        .json = true, .beside = beside, .error = error_of_change(status)};
    comparison.inputs[0].path = arguments->operands[0];
    status = diff_write_all(&comparison, status, NULL);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}

/* The same for a step that opens the world itself. */
static int print_opened(const struct arguments *arguments, const struct change_step *step)
{
    struct input input;
    ow_document document = {0};
    int status = open_raw_input(arguments->operands[0], &input);
    status = read_as(&input, arguments, status);
    if (status == EXIT_FINE)
        status = step->open(step->context, &input, &document);
    ow_close(&document);
    close_input(&input);
    return status;
}

int check_written(const struct arguments *arguments)
{
    const char *out = option_value(arguments, "output");
    bool in_place = option_set(arguments, "in-place");
    if (!json_has_room(arguments, out))
        return EXIT_USAGE;
    if (out && in_place)
        complain("-i and -o exclude each other: -i replaces the file itself");
    else if (option_set(arguments, "backup") && !in_place)
        complain("--backup works only with -i: it keeps the file that -i replaces");
    else if (option_set(arguments, "keep-undo") && !in_place)
        complain(
            "--keep-undo works only with -i: it keeps a way back to the file that -i replaces");
    else
        return EXIT_FINE;
    return EXIT_USAGE;
}

/* Writes the result; without a destination, reports what would change. */
static int change_to(const struct arguments *arguments, const struct change_step *step,
                     const struct extra_output *beside, const struct destination *destination)
{
    if (!step->open && (!destination || json_asked(arguments)))
        return print_change(arguments, step, beside, destination);
    return destination ? convert_file(arguments, arguments->operands[0], destination, step)
                       : print_opened(arguments, step);
}

static int change(const struct arguments *arguments, const struct change_step *step,
                  const struct extra_output *beside)
{
    const char *out = option_value(arguments, "output");
    const struct destination destination = {.out = out};
    bool in_place = option_set(arguments, "in-place");
    bool is_written = (out || in_place) && !option_set(arguments, "dry-run");
    int status = check_written(arguments);
    if (status != EXIT_FINE)
        return status;
    if (!option_set(arguments, "keep-undo") || !is_written)
        return change_to(arguments, step, beside, is_written ? &destination : NULL);
    struct undo_keeper keeper = {.inner = step};
    const struct change_step keeping = undo_step(&keeper);
    return undo_keep(&keeper, change_to(arguments, &keeping, beside, &destination));
}

int change_file(const struct arguments *arguments, const struct change_step *step)
{
    return change_file_beside(arguments, step, NULL);
}

int change_file_beside(const struct arguments *arguments, const struct change_step *step,
                       const struct extra_output *beside)
{
    int status = change(arguments, step, beside);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
