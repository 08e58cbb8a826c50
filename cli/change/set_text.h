/* overworld set: sets a value of a text file beside a save. */
#ifndef OW_CLI_CHANGE_SET_TEXT_H
#define OW_CLI_CHANGE_SET_TEXT_H

#include "verb.h"

/* Sets a value whose JSON Pointer refers to the folder of a save. Returns the exit status. */
int set_folder_text(const struct arguments *arguments, const char *pointer, const char *value);

#endif
