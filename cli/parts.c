/* overworld remove, and what the verbs of parts share. */
#include "parts.h"

#include "change_file.h"
#include "images.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

bool option_place(const struct arguments *arguments, const char *name, double place[3],
                  unsigned *axes)
{
    const char *value = option_value(arguments, name);
    unsigned count = 0;
    memset(place, 0, 3 * sizeof *place);
    for (const char *at = value; at && *at;) {
        char *end;
        size_t size = strspn(at, "-0123456789.");
        double number = strtod(at, &end);
        bool more = *end == ',' && end[1] != '\0';
        if (count == 3 || size == 0 || end != at + size || (*end && !more)) {
            complain("--%s takes numbers with commas between them, not \"%s\"", name, value);
            return false;
        }
        place[count++] = number;
        at = end + more;
    }
    if (value && count == 0)
        complain("--%s is empty", name);
    if (axes)
        *axes = count;
    return !value || count > 0;
}

/* What the library did not do, told: the caller's mistake, or what it found. */
static int part_failed(struct input *input, const ow_error *error)
{
    if (error->status != OW_BAD_ARGUMENT)
        return input_failed(input, error);
    complain("%s: %s", input->path, error->message);
    return EXIT_PROBLEMS;
}

static int remove_parts(void *context, struct input *input, ow_document *document)
{
    const struct arguments *arguments = context;
    ow_options options = input_options(input, "removing");
    ow_error error = {0};
    ow_status status = ow_remove_parts(document, arguments->operands[1], &options, NULL, &error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : part_failed(input, &error);
}

int run_remove(const struct arguments *arguments)
{
    struct arguments copy = *arguments;
    struct change_step step = {remove_parts, &copy};
    return change_file(arguments, &step);
}
