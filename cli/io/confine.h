/* --sandbox: before a stranger's file is read, takes from the process what the command line does
 * not name. */
#ifndef OW_CLI_IO_CONFINE_H
#define OW_CLI_IO_CONFINE_H

#include "verb.h"

/* What a command line names. */
struct confined;

/* For a verb's `outputs`: it writes a file, and files beside it; or files below a folder, which it
 * makes if it is missing; or a new folder, in the place of an empty one. */
void confined_writes_file(struct confined *confined, const char *path);
void confined_writes_folder(struct confined *confined, const char *path);
void confined_makes_folder(struct confined *confined, const char *path);

/* Enters the sandbox if --sandbox is set. EXIT_FINE, or another exit status after a message. */
int enter_sandbox(const struct arguments *arguments);

#endif
