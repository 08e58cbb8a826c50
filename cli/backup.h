/* The old file, kept where a new one takes its place. */
#ifndef OW_CLI_BACKUP_H
#define OW_CLI_BACKUP_H

#include "output.h"

/* Gives the file that is going to be replaced a second name, its own with `suffix` behind, under which it
 * stays. NULL: none is wanted. A file that has that name is replaced only with `replace`. Where the file
 * system knows no second names it is copied. EXIT_FINE, or another exit status after a message. */
int keep_backup(struct output_file *output, const char *suffix, bool replace);

#endif
