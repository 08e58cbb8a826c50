/* overworld set: sets values of a world, encoded or decoded. */
#include "change/change_file.h"
#include "change/set_text.h"
#include "io/assets.h"
#include "io/folder.h"
#include "options.h"
#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

static int run_set(const struct arguments *arguments);

const struct verb set_verb = {
    .name = "set",
    .group = "Change",
    .is_first = true,
    .operands = "FILE PLACE=VALUE... | FILE PLACE VALUE",
    .summary = "set values of a world, in the words of show",
    .description =
        "PLACE is a JSON Pointer, or a selector with a pointer behind it, such as\n"
        "C-12/label/text or type:Switch/switch/on. It takes every field that show prints, the\n"
        "decoded ones too: place, degrees, label/text. VALUE is parsed as JSON; if that fails, it\n"
        "is a text. Colours are #rrggbb or a name of CSS, types have their name, with or without\n"
        "the mod, dates are 2024-02-29. Nothing else changes. All values are set, or none.\n"
        "Without -o and -i, set prints what would change. Below /folder are the texts beside a\n"
        "save, such as /folder/meta/Title: there, VALUE is taken as it is, and null is null.",
    .options = {CHANGE_OPTIONS, UNDO_OPTION},
    .examples = {{"overworld set MySave/ C-12/label/text=CLOCK C-12/label/color=orange -i",
                  "text and colour of a label"},
                 {"overworld set MySave/ type:Switch/switch/on=false -i", "all switches off"},
                 {"overworld set level.lvd /blocks/0/author Ada -o new.lvd",
                  "a text of a level, into another file"}},
    .least_operands = 2,
    .most_operands = -1,
    .takes_fields = true,
    .run = run_set,
};

struct set_step {
    ow_setting *settings;
    size_t count;
};

/* An invalid value is a mistake of the command line; a missing place is a finding. */
static int setting_failed(struct input *input, const ow_error *error)
{
    complain_of_error(input->path, error);
    return error->status == OW_BAD_JSON       ? EXIT_USAGE
           : error->status == OW_BAD_ARGUMENT ? EXIT_PROBLEMS
                                              : exit_status_of(error->status);
}

static int set_values(void *context, struct input *input, ow_document *document)
{
    const struct set_step *step = context;
    ow_document changed = {0};
    ow_error error = {0};
    ow_options options = input_options(input, "changing");
    ow_status status =
        ow_set_values(document, step->settings, step->count, &options, &changed, &error);
    clear_progress();
    if (status != OW_OK)
        return setting_failed(input, &error);
    ow_close(document);
    *document = changed;
    return EXIT_FINE;
}

static void add_setting(struct set_step *step, const char *place, const char *value)
{
    step->settings[step->count++] =
        (ow_setting){.place = place, .value = value, .size = strlen(value)};
}

/* PLACE=VALUE: the first "=" ends the place. Cuts the operands there. */
static int read_settings(const struct arguments *arguments, char **copies, struct set_step *step)
{
    for (int i = 1; i < arguments->operand_count; i++) {
        char *copy = copies[i - 1] = strdup(arguments->operands[i]);
        char *sign = copy ? strchr(copy, '=') : NULL;
        if (!copy) {
            complain("not enough memory");
            return EXIT_FILES;
        }
        if (!sign) {
            complain("\"%s\" is no PLACE=VALUE", arguments->operands[i]);
            return EXIT_USAGE;
        }
        *sign = '\0';
        add_setting(step, copy, sign + 1);
    }
    return EXIT_FINE;
}

/* The first setting for a text beside the save; NULL if there is none. */
static const ow_setting *text_setting(const struct set_step *step)
{
    for (size_t i = 0; i < step->count; i++)
        if (is_folder_pointer(step->settings[i].place))
            return &step->settings[i];
    return NULL;
}

static int set_all(const struct arguments *arguments, char **copies, struct set_step *step)
{
    struct change_step change = {.change = set_values, .context = step};
    char **operands = arguments->operands;
    bool is_pair = arguments->operand_count == 3 && !strchr(operands[1], '=');
    if (is_pair)
        add_setting(step, operands[1], operands[2]);
    int status = is_pair ? EXIT_FINE : read_settings(arguments, copies, step);
    if (status != EXIT_FINE)
        return status;
    const ow_setting *text = text_setting(step);
    if (text && step->count > 1) {
        complain("\"%s\" is a text beside the save; set it alone", text->place);
        return EXIT_USAGE;
    }
    return text ? set_folder_text(arguments, text->place, text->value)
                : change_file(arguments, &change);
}

static int run_set(const struct arguments *arguments)
{
    size_t most = (size_t)arguments->operand_count;
    struct set_step step = {.settings = calloc(most, sizeof *step.settings)};
    char **copies = calloc(most, sizeof *copies);
    int status = EXIT_FILES;
    if (step.settings && copies)
        status = set_all(arguments, copies, &step);
    else
        complain("not enough memory");
    for (size_t i = 0; copies && i < most; i++)
        free(copies[i]);
    free(copies);
    free(step.settings);
    return status;
}
