/* Images that a world refers to, found near its file. */
#ifndef OW_CLI_IMAGES_H
#define OW_CLI_IMAGES_H

#include "input.h"

/* Options for a call about an input, which must stay where it is: a progress line that says what is
 * done, and the images that the world may ask for, see assets.h. */
ow_options input_options(struct input *input, const char *doing);

/* Tells an error of the library about an input. Returns the exit status that it stands for: an image
 * that is missing makes no world broken. */
int input_failed(const struct input *input, const ow_error *error);

#endif
