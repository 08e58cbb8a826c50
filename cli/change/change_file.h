/* Verbs that change a world. */
#ifndef OW_CLI_CHANGE_CHANGE_FILE_H
#define OW_CLI_CHANGE_CHANGE_FILE_H

#include "convert/convert.h"
#include "look/diff.h"

/* Changes the world that is the verb's first operand. Writes it to the output of -o or -i, like
 * convert. Without either option, reports what would change, like diff, and writes nothing. Returns
 * the exit status; messages have been printed unless it is EXIT_FINE. */
int change_file(const struct arguments *arguments, const struct change_step *step);

/* The same; the verb adds members to the JSON. */
int change_file_beside(const struct arguments *arguments, const struct change_step *step,
                       const struct extra_output *beside);

/* Whether -o, -i, --backup and --json can be combined. EXIT_FINE, or EXIT_USAGE after a message. */
int check_written(const struct arguments *arguments);

/* For a verb that failed before change_file, because it could not read its other input. With
 * --json, reports this like change_file. Returns the exit status. */
int change_refused(const struct arguments *arguments, int status,
                   const struct extra_output *beside);

#endif
