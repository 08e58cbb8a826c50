/* A written file takes its place. */
#ifndef OW_CLI_IO_OUTPUT_PLACE_H
#define OW_CLI_IO_OUTPUT_PLACE_H

#include "io/output.h"

#include <stdbool.h>
#include <sys/stat.h>

/* Puts output->temporary, whose bytes are all written, in the place of output->name in its folder:
 * synced, and by one step, so that there is never half a file. Where output->replace is not set
 * nothing is replaced, even if it came a moment ago: false with EEXIST. False with errno where it
 * could not be done. */
bool output_place(struct output_file *output);

/* How many other names the file has that is to be replaced. */
unsigned long output_other_names(const struct output_file *output);

/* A new name lasts only once the folder is on the disk. False with errno. */
bool sync_folder(int folder);

/* The old file, kept where a new one takes its place. */

/* Gives the file that is going to be replaced a second name, its own with `suffix` behind, under which it
 * stays. NULL: none is wanted. A file that has that name is replaced only with `replace`. Where the file
 * system knows no second names it is copied. EXIT_FINE, or another exit status after a message. */
int keep_backup(struct output_file *output, const char *suffix, bool replace);

#endif
