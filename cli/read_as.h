/* The variant that a file is to be read as. */
#ifndef OW_CLI_READ_AS_H
#define OW_CLI_READ_AS_H

#include "input.h"
#include "verb.h"

/* Takes --read-as for an input; `opened` is what became of opening it. Returns that, or EXIT_USAGE after a
 * message where the input is no bytes of a format: JSON says itself how its world is written. */
int read_as(struct input *input, const struct arguments *arguments, int opened);

/* Opens and reads a world so. EXIT_FINE, or another exit status after a message; give back input and document
 * either way. */
int open_world(const struct arguments *arguments, const char *path, struct input *input,
               ow_document *document);

#endif
