/* The title and the description of a save, from the file beside it. */
#ifndef OW_CLI_LOOK_TITLES_H
#define OW_CLI_LOOK_TITLES_H

#include "io/input.h"

/* Texts of malloc; NULL if there is none. */
struct titles {
    char *title, *description;
};

/* Reads meta.jecs or meta.succ beside the file of an input, if its format keeps files in a
 * folder. */
void read_titles(struct input *input, struct titles *titles);
void free_titles(struct titles *titles);

#endif
