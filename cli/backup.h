/* The old file, kept where a new one takes its place. */
#ifndef OW_CLI_BACKUP_H
#define OW_CLI_BACKUP_H

#include <stdbool.h>

/* Gives `file` a second name, its own with `suffix` behind, under which it stays when a new file takes the
 * first. A file that has that name is replaced only with `replace`. Where the file system knows no second
 * names it is copied. EXIT_FINE, or another exit status after a message. */
int keep_backup(const char *file, const char *suffix, bool replace);

#endif
