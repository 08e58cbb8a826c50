/* A part that goes into a folder of its own, with the files that its game keeps beside it. */
#ifndef OW_CLI_IO_PART_FOLDER_H
#define OW_CLI_IO_PART_FOLDER_H

#include "verb.h"

#include <overworld/overworld.h>

/* Whether an output is a folder: there is one, or its name ends with a slash. */
bool is_folder(const char *path);

/* Makes the folder that -o names, has `write` write the world into the file of it that the format's game
 * opens, and writes the others. An exit status; it has told why it is not EXIT_FINE. */
int write_part_folder(const struct arguments *arguments, const ow_format *format,
                      int (*write)(void *context, const char *out), void *context);

#endif
