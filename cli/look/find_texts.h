/* overworld find: searches the texts beside a save. */
#ifndef OW_CLI_LOOK_FIND_TEXTS_H
#define OW_CLI_LOOK_FIND_TEXTS_H

#include "io/input.h"

#include <overworld/parts.h>

/* Calls `visit` (may be NULL) for each value of the texts beside a save that contains `words`,
 * ignoring case, as a part of kind "text". Adds their number to *count. EXIT_FINE, or another exit
 * status after a message. */
int find_texts(struct input *input, const char *words, ow_part_visitor visit, void *context,
               uint64_t *count);

#endif
