/* A written file takes its place. */
#ifndef OW_CLI_OUTPUT_PLACE_H
#define OW_CLI_OUTPUT_PLACE_H

#include "output.h"

/* Puts output->temporary, whose bytes are all written, in the place of output->name in its folder:
 * synced, and by one step, so that there is never half a file. Where output->replace is not set
 * nothing is replaced, even if it came a moment ago: false with EEXIST. False with errno where it
 * could not be done. */
bool output_place(struct output_file *output);

/* How many other names the file has that is to be replaced. */
unsigned long output_other_names(const struct output_file *output);

/* A new name lasts only once the folder is on the disk. False with errno. */
bool sync_folder(int folder);

#endif
