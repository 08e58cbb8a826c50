/* The mods of --mods or $OVERWORLD_MODS. */
#ifndef OW_CLI_IO_MODS_H
#define OW_CLI_IO_MODS_H

#include "verb.h"

#include <overworld/overworld.h>

/* Reads the mods once per run. Sets *mods to NULL if the user named none. EXIT_FINE, or another
 * exit status after a message, which is printed only once. */
int find_mods(const struct arguments *arguments, const ow_mods **mods);

/* Reads the mods like find_mods, and sets *files to the text files that they were read from: none
 * if the user named no mods. Call it before any find_mods. The files are valid until
 * forget_mods. */
int find_mod_files(const struct arguments *arguments, const ow_folder **files);

/* Releases the mods at the end of the run. */
void forget_mods(void);

#endif
