/* Functions that the verbs to find, remove and insert parts of a world share. */
#ifndef OW_CLI_CHANGE_PARTS_H
#define OW_CLI_CHANGE_PARTS_H

#include "io/input.h"
#include "verb.h"

/* Reads an option as at most three numbers separated by commas; missing ones are 0. *axes (which
 * may be NULL) is the number of numbers, 0 if the option is not set. Returns false after a
 * message. */
bool option_place(const struct arguments *arguments, const char *name, double place[3],
                  unsigned *axes);

/* Reports why the library refused: a mistake of the caller, or a finding. Returns the exit
 * status. */
int part_failed(struct input *input, const ow_error *error);

/* The selectors of all operands but the first, joined by commas. Release them with free. NULL after
 * a message. */
char *join_selectors(const struct arguments *arguments);

#endif
