/* Prints a value of a file for people. */
#ifndef OW_CLI_TERMINAL_VALUES_H
#define OW_CLI_TERMINAL_VALUES_H

#include <overworld/overworld.h>

#include <stdio.h>

/* How text is printed: bare, or quoted and escaped, both cut if long; or quoted and escaped in
 * full. */
enum value_style { VALUE_BARE, VALUE_QUOTED, VALUE_WHOLE };

/* Prints a value in a few words; for bytes, their size. */
void print_value(const ow_event *event, enum value_style style);
void print_value_to(FILE *out, const ow_event *event, enum value_style style);

/* Prints a bare value for a program: text unchanged, bytes in base64, true, false and null. Returns
 * false if memory runs out. */
bool print_bare(const ow_event *event);

/* Prints a field's name, with spaces instead of underscores. */
void print_label(const char *name, int width);

#endif
