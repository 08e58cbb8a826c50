/* Files that a world refers to: the only places where they are searched. */
#ifndef OW_CLI_IO_ASSETS_H
#define OW_CLI_IO_ASSETS_H

#include "io/input.h"

#include <limits.h>

/* A file that was found and read. */
struct asset {
    char name[256]; /* for messages */
    uint8_t *bytes; /* release it with free */
    size_t size;
    bool trouble; /* the file exists but cannot be read, or memory ran out */
};

/* Sets the folder of --assets for all later calls; NULL: none. Returns an exit status, after a
 * message if there is no such folder. */
int set_asset_folder(const char *folder);

/* Finds and reads the file that a world calls `path`. Searches below the folder of the world's own
 * file, then below the folder of --assets, then in a folder "assets" beside the folder "saves" that
 * has the world, then the last part of the path alone beside the world. A path with dots that leave
 * these folders, or with a link in it, counts as missing, with the same message. Returns false with
 * the rest of a sentence in `message`. */
bool asset_read(const struct input *input, ow_text path, struct asset *asset, char *message,
                size_t room);

/* The same for a file that the user named on the command line. */
bool asset_read_named(const char *path, struct asset *asset, char *message, size_t room);

/* The folder of a file, which the files that it names are searched in: "." for standard input. */
void folder_of_file(const char *file, char folder[PATH_MAX]);

/* The limit for one file: --max-memory, or 256 MiB. It does not depend on the size of the world,
 * because a small world may refer to a large image. */
uint64_t asset_limit(void);

/* The end of the message for a larger file: "is larger than ..., --max-memory ...". */
const char *asset_too_large(void);

/* Images that a world refers to, searched near its file. */

/* Options for a call about an input, which must stay at its address: a progress line with `doing`,
 * and the images that the world may load, see assets.h. */
ow_options input_options(struct input *input, const char *doing);

/* Reports an error of the library about an input. Returns the exit status for it: a missing image
 * does not make a world broken. */
int input_failed(const struct input *input, const ow_error *error);

#endif
