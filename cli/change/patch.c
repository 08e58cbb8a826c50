/* overworld patch, overworld set: a world changed by a JSON Patch, or by one value. */
#include "change/change_file.h"
#include "change/set_text.h"
#include "io/assets.h"
#include "io/folder.h"
#include "io/output.h"
#include "look/part.h"
#include "options.h"
#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

static int run_set(const struct arguments *arguments);

const struct verb set_verb = {
    .name = "set",
    .group = "Change",
    .is_first = true,
    .operands = "FILE PART VALUE",
    .summary = "set one value of a world",
    .description =
        "PART is a JSON Pointer, or the address of a component with a pointer behind it, such as\n"
        "C-12/position/0. VALUE is parsed as JSON; if that fails, it is taken as a string. "
        "Nothing\n"
        "else changes. Without -o and -i, set prints what would change. Below /folder are the\n"
        "texts beside a save, such as /folder/meta/Title: there, VALUE is taken as it is, and\n"
        "null is null.",
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld set level.lvd /blocks/0/author Ada -i", "a text"},
                 {"overworld set MySave/ /components/7/position '[300, 0, 0]' -i",
                  "another position"},
                 {"overworld set my.city /things/3/x 12.5 -o new.city", "into another file"}},
    .least_operands = 3,
    .most_operands = 3,
    .run = run_set,
};

static int run_patch(const struct arguments *arguments);

const struct verb patch_verb = {
    .name = "patch",
    .group = "Change",
    .operands = "FILE PATCH",
    .summary = "apply a JSON Patch to a world",
    .description =
        "PATCH is a JSON Patch (RFC 6902) for the world's JSON, such as diff --patch writes. All\n"
        "operations are applied, or none. The exit status is 1 if an operation finds nothing to\n"
        "work on or a test fails. It is 4 if PATCH is invalid or the result is not a world.",
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld patch level.lvd change.json -o new.lvd", "into another file"},
                 {"overworld patch level.lvd change.json -i --backup .old",
                  "in place, keep the old file"},
                 {"overworld diff --patch a.lvd b.lvd | overworld patch c.lvd - -i",
                  "apply the changes of one world to another"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_patch,
};

/* Puts a changed document in place of the old one. */
static int replace_document(ow_document *document, ow_document *changed)
{
    ow_close(document);
    *document = *changed;
    return EXIT_FINE;
}

struct patch_step {
    struct input patch;
};

static int patch_document(void *context, struct input *input, ow_document *document)
{
    const struct patch_step *step = context;
    ow_options options = input_options(input, "patching");
    ow_document changed = {0};
    ow_error error = {0};
    ow_status status = ow_patch(document, (const char *)step->patch.bytes, step->patch.size,
                                &options, &changed, &error);
    clear_progress();
    if (status == OW_OK)
        return replace_document(document, &changed);
    complain_of_error(step->patch.path, &error); /* whose fault it is as much as the world's */
    return exit_status_of(status);
}

static int run_patch(const struct arguments *arguments)
{
    struct patch_step step = {0};
    struct change_step change = {.change = patch_document, .context = &step};
    char **operands = arguments->operands;
    if (strcmp(operands[0], "-") == 0 && strcmp(operands[1], "-") == 0) {
        complain("standard input cannot be the world and the patch");
        return EXIT_USAGE;
    }
    int status = open_other_file(operands[1], &step.patch);
    status = status == EXIT_FINE ? change_file(arguments, &change)
                                 : change_refused(arguments, status, NULL);
    close_input(&step.patch);
    return status;
}

struct set_step {
    const char *selector, *value;
};

/* As text, where it is no JSON: quotes within quotes are not for people. */
static char *quote(const char *value, size_t *size)
{
    ow_buffer text = {0};
    ow_sink sink = sink_to_memory(&text);
    ow_json_writer *writer = NULL;
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT};
    event.value.text = (ow_text){value, strlen(value)};
    if (ow_json_open(NULL, NULL, &sink, &writer, NULL) != OW_OK)
        return NULL;
    ow_json_visit(writer, &event);
    if (ow_json_close(writer, NULL) != OW_OK) {
        free(text.data);
        return NULL;
    }
    *size = text.size;
    return (char *)text.data;
}

static ow_status set_text(const struct set_step *step, const char *pointer,
                          const ow_options *options, const ow_document *document,
                          ow_document *changed, ow_error *error)
{
    size_t size;
    char *text = quote(step->value, &size);
    if (!text) {
        error->status = OW_NO_MEMORY;
        snprintf(error->message, sizeof error->message, "there is not enough memory");
        return OW_NO_MEMORY;
    }
    ow_status status = ow_set(document, pointer, text, size, options, changed, error);
    free(text);
    return status;
}

/* A JSON Pointer, or the address of a record and a pointer from there on. */
static int find_place(const struct set_step *step, struct input *input, const ow_document *document,
                      char pointer[PART_POINTER])
{
    ow_error error = {0};
    uint64_t number;
    const char *rest = step->selector;
    ow_options options = input_options(input, "looking");
    *pointer = '\0';
    ow_status status = OW_OK;
    bool addressed = part_address(step->selector, &number, &rest);
    if (addressed)
        status = ow_find_record_document(document, &options, number, pointer, PART_POINTER, &error);
    clear_progress();
    if (status == OW_OK && part_add_rest(pointer, PART_POINTER, rest, &error))
        return EXIT_FINE;
    complain("%s: %s", input->path, error.message);
    return status == OW_BAD_ARGUMENT ? EXIT_PROBLEMS
           : status == OW_OK         ? EXIT_USAGE
                                     : exit_status_of(status);
}

/* A word that is no JSON is a text. */
static int set_value(void *context, struct input *input, ow_document *document)
{
    const struct set_step *step = context;
    char pointer[PART_POINTER];
    ow_document changed = {0};
    ow_error error = {0};
    int status = find_place(step, input, document, pointer);
    if (status != EXIT_FINE)
        return status;
    ow_options options = input_options(input, "changing");
    ow_status set =
        ow_set(document, pointer, step->value, strlen(step->value), &options, &changed, &error);
    if (set == OW_BAD_ARGUMENT)
        set = set_text(step, pointer, &options, document, &changed, &error);
    clear_progress();
    if (set == OW_OK)
        return replace_document(document, &changed);
    complain_of_error(input->path, &error);
    return set == OW_BAD_JSON ? EXIT_USAGE : exit_status_of(set);
}

static int run_set(const struct arguments *arguments)
{
    if (is_folder_pointer(arguments->operands[1]))
        return set_folder_text(arguments);
    struct set_step step = {arguments->operands[1], arguments->operands[2]};
    struct change_step change = {.change = set_value, .context = &step};
    return change_file(arguments, &change);
}
