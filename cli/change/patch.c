/* overworld patch: changes a world by a JSON Patch. */
#include "change/change_file.h"
#include "io/assets.h"
#include "io/output.h"
#include "options.h"
#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

static int run_patch(const struct arguments *arguments);

const struct verb patch_verb = {
    .name = "patch",
    .group = "Change",
    .operands = "FILE PATCH",
    .summary = "apply a JSON Patch to a world",
    .description =
        "PATCH is a JSON Patch (RFC 6902) for the world's JSON, such as diff --patch writes. All\n"
        "operations are applied, or none. The exit status is 1 if an operation finds nothing to\n"
        "work on or a test fails. It is 4 if PATCH is invalid or the result is not a world.\n"
        "--reverse needs the old values, which diff --patch --reversible writes.",
    .options = {{'R', "reverse", NULL, "apply the patch backwards"}, CHANGE_OPTIONS, UNDO_OPTION},
    .examples = {{"overworld patch level.lvd change.json -o new.lvd", "into another file"},
                 {"overworld patch new.lvd change.json --reverse -o old.lvd", "take a patch back"},
                 {"overworld diff --patch a.lvd b.lvd | overworld patch c.lvd - -i",
                  "apply the changes of one world to another"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_patch,
};

/* Replaces the old document by the changed one. */
static int replace_document(ow_document *document, ow_document *changed)
{
    ow_close(document);
    *document = *changed;
    return EXIT_FINE;
}

struct patch_step {
    struct input patch;
    bool is_reverse;
};

static int patch_document(void *context, struct input *input, ow_document *document)
{
    const struct patch_step *step = context;
    ow_options options = input_options(input, "patching");
    ow_document changed = {0};
    ow_error error = {0};
    ow_status status = (step->is_reverse ? ow_patch_back : ow_patch)(
        document, (const char *)step->patch.bytes, step->patch.size, &options, &changed, &error);
    clear_progress();
    if (status == OW_OK)
        return replace_document(document, &changed);
    /* the patch may be at fault as well as the world */
    complain_of_error(step->patch.path, &error);
    return exit_status_of(status);
}

static int run_patch(const struct arguments *arguments)
{
    struct patch_step step = {.is_reverse = option_set(arguments, "reverse")};
    struct change_step change = {.change = patch_document, .context = &step};
    char **operands = arguments->operands;
    if (strcmp(operands[0], "-") == 0 && strcmp(operands[1], "-") == 0) {
        complain("standard input cannot be both the world and the patch");
        return EXIT_USAGE;
    }
    int status = open_other_file(operands[1], &step.patch);
    status = status == EXIT_FINE ? change_file(arguments, &change)
                                 : change_refused(arguments, status, NULL);
    close_input(&step.patch);
    return status;
}
