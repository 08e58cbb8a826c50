/* The variant that a file is to be read as. */
#include "read_as.h"

#include "images.h"
#include "terminal.h"

#include <stdio.h>

int read_as(struct input *input, const struct arguments *arguments, int opened)
{
    static const char message[] =
        "says itself how its world is written: --read-as is for the bytes "
        "of a format";
    input->variant = option_value(arguments, "read-as");
    if (opened != EXIT_FINE || !input->variant || !(input->was_text || is_text(input)))
        return opened;
    input->error.status = OW_BAD_ARGUMENT;
    snprintf(input->error.message, sizeof input->error.message, "%s", message);
    complain_of_error(input->path, &input->error);
    return EXIT_USAGE;
}

int open_world(const struct arguments *arguments, const char *path, struct input *input,
               ow_document *document)
{
    int status = read_as(input, arguments, open_input(path, input));
    if (status != EXIT_FINE)
        return status;
    ow_options options = input_options(input, "reading");
    ow_status opened = ow_open(input->bytes, input->size, &options, document, &input->error);
    clear_progress();
    return opened == OW_OK ? EXIT_FINE : input_failed(input, &input->error);
}
