/* overworld patch, overworld set: a world changed by a JSON Patch, or by one value. */
#include "change_file.h"

#include "images.h"
#include "output.h"
#include "part.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* Puts a changed document in place of the old one. */
static int replace_document(ow_document *document, ow_document *changed)
{
    ow_close(document);
    *document = *changed;
    return EXIT_FINE;
}

struct patch_step {
    struct input patch;
    bool is_empty;
};

/* What does not fit is the patch's fault as much as the world's: the message names the patch. */
static int fail(const char *path, const ow_error *error)
{
    clear_progress();
    complain_of_error(path, error);
    return error->status == OW_BAD_JSON ? EXIT_BROKEN : exit_status_of(error->status);
}

static int patch_document(void *context, struct input *input, ow_document *document)
{
    const struct patch_step *step = context;
    ow_options options = input_options(input, "patching");
    ow_document changed = {0};
    ow_error error = {0};
    ow_status status = ow_patch(document, (const char *)step->patch.bytes, step->patch.size,
                                &options, &changed, &error);
    return status == OW_OK ? replace_document(document, &changed) : fail(step->patch.path, &error);
}

int run_patch(const struct arguments *arguments)
{
    struct patch_step step = {0};
    struct change_step change = {patch_document, &step};
    char **operands = arguments->operands;
    if (strcmp(operands[0], "-") == 0 && strcmp(operands[1], "-") == 0) {
        complain("standard input cannot be the world and the patch");
        return EXIT_USAGE;
    }
    int status = open_other_file(operands[1], &step.patch);
    if (status == EXIT_FINE)
        status = change_file(arguments, &change);
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

/* A word that is no JSON is a text; so is a number, where nothing but a text fits. */
static int set_value(void *context, struct input *input, ow_document *document)
{
    const struct set_step *step = context;
    struct part part;
    ow_document changed = {0};
    ow_error error = {0}, as_text = {0};
    int status = part_open(&part, input, step->selector, &error);
    if (status != EXIT_FINE) {
        if (*error.message)
            complain_of_error(input->path, &error);
        return status;
    }
    ow_options options = input_options(input, "changing");
    ow_status set =
        ow_set(document, part.wanted, step->value, strlen(step->value), &options, &changed, &error);
    if (set == OW_BAD_JSON && *step->value != '"')
        set = set_text(step, part.wanted, &options, document, &changed, &as_text);
    return set == OW_OK ? replace_document(document, &changed) : fail(input->path, &error);
}

int run_set(const struct arguments *arguments)
{
    struct set_step step = {arguments->operands[1], arguments->operands[2]};
    struct change_step change = {set_value, &step};
    return change_file(arguments, &change);
}
