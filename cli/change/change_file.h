/* A world that a verb changes, and what becomes of it. */
#ifndef OW_CLI_CHANGE_CHANGE_FILE_H
#define OW_CLI_CHANGE_CHANGE_FILE_H

#include "convert/convert.h"
#include "look/diff.h"

/* Changes the world that is the verb's first operand, and writes it where -o or -i say, as convert would; with
 * neither, tells what would change, as diff would, and writes nothing. The exit status; it has told why it is
 * not EXIT_FINE. */
int change_file(const struct arguments *arguments, const struct change_step *step);

/* The same; its JSON has what the verb adds. */
int change_file_beside(const struct arguments *arguments, const struct change_step *step,
                       const struct extra_output *beside);

/* Whether -o, -i and --backup go together, and with --json. EXIT_FINE, or EXIT_USAGE after a message. */
int check_written(const struct arguments *arguments);

/* For a verb that could not get so far, as what it changes the world by could not be read: tells that as change_file
 * would, where JSON is asked for. Returns the exit status. */
int change_refused(const struct arguments *arguments, int status,
                   const struct extra_output *beside);

#endif
