/* --sandbox: before a stranger's file is read, takes from the process what the command line does
 * not name. */
#ifndef OW_CLI_IO_CONFINE_H
#define OW_CLI_IO_CONFINE_H

#include "verb.h"

#include <stdint.h>

/* What a command line names. */
struct confined;

/* For a verb's `outputs`: it writes a file, and files beside it; or files below a folder, which it
 * makes if it is missing; or a new folder, in the place of an empty one. */
void confined_writes_file(struct confined *confined, const char *path);
void confined_writes_folder(struct confined *confined, const char *path);
void confined_makes_folder(struct confined *confined, const char *path);

/* Enters the sandbox if --sandbox is set, and the verb does not confine itself. EXIT_FINE, or
 * another exit status after a message. */
int enter_sandbox(const struct arguments *arguments);

/* What --sandbox, --timeout and --max-memory leave: bytes of addresses, and seconds of processor
 * time, which are 0 without --sandbox. Returns false after a message. */
bool read_sandbox(const struct arguments *arguments, uint64_t *memory, unsigned *time);

#endif
