/* overworld find: a line of text for each record. */
#ifndef OW_CLI_LOOK_FIND_LINES_H
#define OW_CLI_LOOK_FIND_LINES_H

#include <overworld/overworld.h>

/* Prints a record. Millions may match, so numbers are written without printf where that gives the
 * same text. */
void print_part_line(const ow_part *part);

#endif
