/* overworld diff --picture: draws differences in colour over the world after. */
#ifndef OW_CLI_LOOK_DIFF_PICTURE_H
#define OW_CLI_LOOK_DIFF_PICTURE_H

#include "look/diff.h"
#include "pictures/render.h"

/* Draws the differences of two worlds to the PNG of --picture. Returns the exit status of diff, or
 * another one after a message. */
int diff_picture(struct comparison *comparison, const struct arguments *arguments);

#endif
