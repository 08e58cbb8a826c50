/* overworld merge3: what was done to one world, done to another one that came of the same. */
#include "merge3.h"

#include "change_file.h"
#include "images.h"
#include "read_as.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct merge_step {
    struct input inputs[2]; /* base, theirs */
    ow_document documents[2];
    struct conflicts conflicts;
};

static void warn_of_loss(void *context, const char *pointer, const char *message)
{
    const struct merge_step *step = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", step->conflicts.file, message, pointer);
}

static int merge_document(void *context, struct input *input, ow_document *document)
{
    struct merge_step *step = context;
    struct conflicts *conflicts = &step->conflicts;
    const ow_document *base = &step->documents[0], *theirs = &step->documents[1];
    ow_document merged = {0};
    ow_error error = {0};
    ow_options options = input_options(input, "merging");
    ow_status status = ow_merge3(base, document, theirs, &options, warn_of_loss, step,
                                 conflicts_visit, conflicts, NULL, &merged, &error);
    if (status == OW_OK)
        status = conflicts_check(conflicts, document, theirs, &merged, &options, &error);
    clear_progress();
    if (status == OW_OK) {
        ow_close(document);
        *document = merged;
        return EXIT_FINE;
    }
    ow_close(&merged);
    complain_of_error(input->path, &error);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : exit_status_of(status);
}

static int merge(const struct arguments *arguments, struct merge_step *step)
{
    const struct change_step change = {.change = merge_document, .context = step};
    struct conflicts *conflicts = &step->conflicts;
    const struct extra_output beside = {conflicts_write, conflicts};
    struct arguments ours = *arguments;
    ours.operands = arguments->operands + 1;
    ours.operand_count = 1;
    int status =
        open_world(arguments, arguments->operands[0], &step->inputs[0], &step->documents[0]);
    if (status == EXIT_FINE)
        status =
            open_world(arguments, arguments->operands[2], &step->inputs[1], &step->documents[1]);
    status = status == EXIT_FINE ? change_file_beside(&ours, &change, &beside)
                                 : change_refused(&ours, status, &beside);
    if (status != EXIT_FINE || conflicts->count == 0)
        return status;
    complain("%s: %" PRIu64 " conflict%s; the rest is merged", conflicts->file, conflicts->count,
             conflicts->count == 1 ? "" : "s");
    return EXIT_PROBLEMS;
}

/* Standard input is one file at most. */
static bool asks_twice(char *const operands[3])
{
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++)
        count += strcmp(operands[i], "-") == 0;
    return count > 1;
}

/* git merges copies whose names say nothing: --path has the name of the file itself. False without
 * memory. */
static bool name_sides(const struct arguments *arguments, char *names[2])
{
    static const char *const sides[] = {"base", "theirs"};
    const char *path = option_value(arguments, "path");
    if (!path)
        return true;
    for (unsigned i = 0; i < 2; i++) {
        size_t size = strlen(path) + 16;
        names[i] = malloc(size);
        if (!names[i]) {
            complain("not enough memory");
            return false;
        }
        snprintf(names[i], size, "%s (%s)", path, sides[i]);
        call_in_messages(arguments->operands[2 * i], names[i]);
    }
    call_in_messages(arguments->operands[1], path);
    return true;
}

int run_merge3(const struct arguments *arguments)
{
    struct merge_step step = {.conflicts = {.file = arguments->operands[1]}};
    if (asks_twice(arguments->operands)) {
        complain("standard input can be one of the worlds, not two");
        return EXIT_USAGE;
    }
    char *names[2] = {NULL, NULL};
    int status = name_sides(arguments, names) ? merge(arguments, &step) : EXIT_FILES;
    if (step.conflicts.no_memory)
        complain("not enough memory");
    conflicts_free(&step.conflicts);
    for (unsigned side = 0; side < 2; side++) {
        ow_close(&step.documents[side]);
        close_input(&step.inputs[side]);
    }
    free(names[0]);
    free(names[1]);
    return step.conflicts.no_memory ? EXIT_FILES : status;
}
