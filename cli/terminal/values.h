/* A value of a file, for people. */
#ifndef OW_CLI_TERMINAL_VALUES_H
#define OW_CLI_TERMINAL_VALUES_H

#include <overworld/overworld.h>

/* How text is printed: as it is; in quotes, and those in it escaped; long text is cut, or not. */
enum value_style { VALUE_BARE, VALUE_QUOTED, VALUE_WHOLE };

/* Prints a value in a few words: bytes as their size. */
void print_value(const ow_event *event, enum value_style style);

/* Prints a value alone, for a program: text as it is, bytes in base64, true, false and null. False where
 * not enough memory. */
bool print_bare(const ow_event *event);

/* A field's name with spaces for underscores. */
void print_label(const char *name, int width);

#endif
