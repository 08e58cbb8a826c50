/* A world that a verb changes: written where the user said, or told as what would change. */
#include "change_file.h"

#include "diff.h"
#include "images.h"
#include "read_as.h"
#include "terminal.h"

#include <string.h>

static int open_twice(const struct arguments *arguments, struct comparison *comparison)
{
    struct input *input = &comparison->inputs[0];
    int status = read_as(input, arguments, open_input(arguments->operands[0], input));
    ow_error error = {0};
    for (unsigned side = 0; side < 2 && status == EXIT_FINE; side++) {
        ow_options options = input_options(input, "reading");
        if (ow_open(input->bytes, input->size, &options, &comparison->documents[side], &error) !=
            OW_OK)
            status = input_failed(input, &error);
    }
    clear_progress();
    return status;
}

/* Tells what a change is, as diff would. That something changes is no problem. */
static int tell_change(const struct arguments *arguments, const struct change_step *step,
                       const struct told_beside *beside, bool is_written)
{
    struct comparison comparison = {.json = json_asked(arguments), .beside = beside};
    int status = open_twice(arguments, &comparison);
    if (status == EXIT_FINE)
        status = step->change(step->context, &comparison.inputs[0], &comparison.documents[1]);
    if (status == EXIT_FINE)
        status = diff_documents(&comparison);
    if (status == EXIT_PROBLEMS && diff_differs(&comparison)) {
        if (!is_written)
            complain("%s: nothing was written; -o OUT writes it, -i replaces the file",
                     comparison.inputs[0].path);
        status = EXIT_FINE;
    }
    diff_close(&comparison);
    return status;
}

/* The same of a step that opens the world itself. */
static int tell_opened(const struct arguments *arguments, const struct change_step *step)
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

static int check_options(const struct arguments *arguments, const char *out, bool in_place)
{
    if (out && in_place)
        complain("-i replaces the file itself, so there is no -o beside it");
    else if (out && strcmp(out, "-") == 0 && json_asked(arguments))
        complain("the world goes to standard output, so what --json tells has no place there");
    else if (option_set(arguments, "backup") && !in_place)
        complain("--backup keeps the file that -i replaces: without -i there is none");
    else
        return EXIT_FINE;
    return EXIT_USAGE;
}

static int change(const struct arguments *arguments, const struct change_step *step,
                  const struct told_beside *beside)
{
    struct destination destination = {.out = option_value(arguments, "output")};
    bool in_place = option_set(arguments, "in-place"),
         is_written = (destination.out || in_place) && !option_set(arguments, "dry-run");
    int status = check_options(arguments, destination.out, in_place);
    if (status == EXIT_FINE && step->open && !is_written)
        status = tell_opened(arguments, step);
    else if (status == EXIT_FINE && !step->open && (!is_written || json_asked(arguments)))
        status = tell_change(arguments, step, beside, is_written);
    if (status == EXIT_FINE && is_written)
        status = convert_file(arguments, arguments->operands[0], &destination, step);
    return status;
}

int change_file(const struct arguments *arguments, const struct change_step *step)
{
    return change_file_beside(arguments, step, NULL);
}

int change_file_beside(const struct arguments *arguments, const struct change_step *step,
                       const struct told_beside *beside)
{
    int status = change(arguments, step, beside);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
