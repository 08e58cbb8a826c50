/* Writes a part to a folder of its own, with the files that its game keeps beside it. */
#ifndef OW_CLI_IO_PART_FOLDER_H
#define OW_CLI_IO_PART_FOLDER_H

#include "verb.h"

#include <overworld/overworld.h>

/* Whether an output is a folder: an existing one, or a name that ends with a slash. */
bool is_folder(const char *path);

/* Makes the folder of -o, calls `write` to write the world to the file that the format's game
 * opens, and writes the other files. Returns an exit status, after a message unless it is
 * EXIT_FINE. */
int write_part_folder(const struct arguments *arguments, const ow_format *format,
                      int (*write)(void *context, const char *out), void *context);

#endif
