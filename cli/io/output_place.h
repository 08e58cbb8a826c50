/* Moves a written file to its place. */
#ifndef OW_CLI_IO_OUTPUT_PLACE_H
#define OW_CLI_IO_OUTPUT_PLACE_H

#include "io/output.h"

#include <stdbool.h>
#include <sys/stat.h>

/* Moves output->temporary, which is complete, to output->name in its folder: synced and atomically,
 * so that there is never an incomplete file. Without output->replace nothing is replaced, not even
 * a file that was just created: returns false with EEXIST. Returns false with errno on other
 * failures. */
bool output_place(struct output_file *output);

/* The system begins to store a part of a file, and does not wait for it. Does nothing where it
 * cannot. */
void begin_to_sync(int descriptor, uint64_t offset, size_t size);

/* The number of other names (hard links) of the file to replace. */
unsigned long output_other_names(const struct output_file *output);

/* A new name is only permanent once its folder is synced. Returns false with errno. */
bool sync_folder(int folder);

/* Keeps the old file as a backup. */

/* Gives the file to replace a second name, its own with `suffix` appended, which stays. NULL: no
 * backup. An existing file with that name is only replaced with `replace`. If the file system has
 * no hard links, the file is copied. EXIT_FINE, or another exit status after a message. */
int keep_backup(struct output_file *output, const char *suffix, bool replace);

#endif
