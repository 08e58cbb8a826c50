/* A value of a file, for people. */
#ifndef OW_CLI_VALUES_H
#define OW_CLI_VALUES_H

#include <overworld/overworld.h>

/* Prints a value in a few words: text in quotes where `quoted`, bytes as their size, long text cut.
 */
void print_value(const ow_event *event, bool quoted);

/* A field's name with spaces for underscores. */
void print_label(const char *name, int width);

#endif
