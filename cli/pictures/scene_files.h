/* Files of a scene: those beside a world, and the user's tileset. */
#ifndef OW_CLI_PICTURES_SCENE_FILES_H
#define OW_CLI_PICTURES_SCENE_FILES_H

#include "io/input.h"
#include "terminal/json.h"
#include "verb.h"

/* Must stay at its address while a scene is opened. */
struct scene_files {
    struct input *input;
    const char *tileset;     /* of --tileset, or NULL */
    struct written *written; /* receives warnings, or NULL */
};

/* Makes the options to open the scene of an input. Files of the scene are searched as in assets.h:
 * a missing file is a warning, an unreadable one makes the input fail. Returns EXIT_FINE, or
 * another exit status after a message if the mods of the run cannot be read. */
int scene_options(struct scene_files *files, const struct arguments *arguments, struct input *input,
                  ow_scene_options *asked);

#endif
