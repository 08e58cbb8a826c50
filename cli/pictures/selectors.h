/* Expands selectors of a picture, and reports those that match nothing. */
#ifndef OW_CLI_PICTURES_SELECTORS_H
#define OW_CLI_PICTURES_SELECTORS_H

#include "io/input.h"

/* A scene has no texts, tags and places, so this replaces text:, tag:, at: and box: by the pointers
 * of the records. *expanded is memory of malloc, "" if nothing matches. EXIT_FINE, or another exit
 * status after a message. */
int expand_selectors(struct input *input, const char *selectors, char **expanded);

/* Warns about each selector that matches no part of a scene, with the nearest one that does.
 * Returns an exit status. */
int warn_of_unmatched(struct input *input, const ow_scene *scene, const char *selectors);

#endif
