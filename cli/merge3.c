/* overworld merge3: what was done to one world, done to another one that came of the same. */
#include "change_file.h"

#include "images.h"
#include "read_as.h"
#include "terminal.h"

#include <inttypes.h>
#include <string.h>

struct merge_step {
    const struct arguments *arguments;
    struct input inputs[2]; /* base, theirs */
    ow_document documents[2];
    const char *ours;
    uint64_t conflicts;
    bool told; /* once is enough: what is written may have been told before */
};

static ow_visit tell_conflict(void *context, const ow_conflict *conflict)
{
    const struct merge_step *step = context;
    const char *place = conflict->ours     ? conflict->ours
                        : conflict->theirs ? conflict->theirs
                                           : conflict->base;
    bool named = *conflict->name;
    if (step->told)
        return OW_GO_ON;
    clear_progress();
    complain("%s: conflict: %s%s%s: %s", step->ours, conflict->name, named ? "  " : "", place,
             conflict->message);
    return OW_GO_ON;
}

static void warn_of_loss(void *context, const char *pointer, const char *message)
{
    const struct merge_step *step = context;
    if (step->told)
        return;
    clear_progress();
    complain("%s: warning: %s (%s)", step->ours, message, pointer);
}

static int merge_document(void *context, struct input *input, ow_document *document)
{
    struct merge_step *step = context;
    ow_document merged = {0};
    ow_error error = {0};
    ow_options options = input_options(input, "merging");
    ow_status status =
        ow_merge3(&step->documents[0], document, &step->documents[1], &options, warn_of_loss, step,
                  tell_conflict, step, &step->conflicts, &merged, &error);
    clear_progress();
    step->told = true;
    if (status == OW_OK) {
        ow_close(document);
        *document = merged;
        return EXIT_FINE;
    }
    complain_of_error(input->path, &error);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : exit_status_of(status);
}

static int open_side(const struct arguments *arguments, const char *path, struct input *input,
                     ow_document *document)
{
    ow_error error = {0};
    int status = read_as(input, arguments, open_input(path, input));
    if (status != EXIT_FINE)
        return status;
    ow_options options = input_options(input, "reading");
    ow_status opened = ow_open(input->bytes, input->size, &options, document, &error);
    clear_progress();
    return opened == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

static int merge(const struct arguments *arguments, struct merge_step *step)
{
    const struct change_step change = {merge_document, step};
    struct arguments ours = *arguments;
    ours.operands = arguments->operands + 1;
    ours.operand_count = 1;
    int status =
        open_side(arguments, arguments->operands[0], &step->inputs[0], &step->documents[0]);
    if (status == EXIT_FINE)
        status =
            open_side(arguments, arguments->operands[2], &step->inputs[1], &step->documents[1]);
    if (status == EXIT_FINE)
        status = change_file(&ours, &change);
    if (status == EXIT_FINE && step->conflicts > 0) {
        complain("%s: %" PRIu64 " conflict%s, in which ours is kept", step->ours, step->conflicts,
                 step->conflicts == 1 ? "" : "s");
        status = EXIT_PROBLEMS;
    }
    return status;
}

/* Standard input is one file at most. */
static bool asks_twice(char *const operands[3])
{
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++)
        count += strcmp(operands[i], "-") == 0;
    return count > 1;
}

int run_merge3(const struct arguments *arguments)
{
    struct merge_step step = {.arguments = arguments, .ours = arguments->operands[1]};
    if (asks_twice(arguments->operands)) {
        complain("standard input can be one of the worlds, not two");
        return EXIT_USAGE;
    }
    int status = merge(arguments, &step);
    for (unsigned side = 0; side < 2; side++) {
        ow_close(&step.documents[side]);
        close_input(&step.inputs[side]);
    }
    return status;
}
