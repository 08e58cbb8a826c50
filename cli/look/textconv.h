/* A world as text for git. */
#ifndef OW_CLI_LOOK_TEXTCONV_H
#define OW_CLI_LOOK_TEXTCONV_H

#include "verb.h"

/* Prints the world of the first operand as text for diffs. Returns EXIT_FINE whatever the file
 * contains, and another status only if standard output cannot be written. */
int run_textconv(const struct arguments *arguments);

#endif
