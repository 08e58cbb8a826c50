/* What the verbs that find, take out and put in parts of a world share. */
#ifndef OW_CLI_CHANGE_PARTS_H
#define OW_CLI_CHANGE_PARTS_H

#include "io/input.h"
#include "verb.h"

/* An option's value as numbers with commas between them, three at most; those that are not given are 0.
 * *axes (which may be NULL) is how many there are; 0 where the option was not given. False after a
 * message. */
bool option_place(const struct arguments *arguments, const char *name, double place[3],
                  unsigned *axes);

/* Reports what the library refused: the caller's mistake, or what it found. Returns the exit status. */
int part_failed(struct input *input, const ow_error *error);

/* The selectors of all operands but the first, joined by commas. Give them back with free. NULL after a message. */
char *join_selectors(const struct arguments *arguments);

#endif
