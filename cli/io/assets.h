/* Files that a world refers to: where they are looked for, and nowhere else. */
#ifndef OW_CLI_IO_ASSETS_H
#define OW_CLI_IO_ASSETS_H

#include "io/input.h"

#include <limits.h>

/* A file that was found and read. */
struct asset {
    char name[256]; /* for messages */
    uint8_t *bytes; /* free it */
    size_t size;
    bool trouble; /* the system would not give a file that is there, or the memory for it */
};

/* The folder of --assets, for every call from then on; NULL: none. */
void set_asset_folder(const char *folder);

/* Finds and reads the file that a world calls `path`: below the folder of the world's own file,
 * then below the folder of --assets, then in a folder "assets" beside the folder "saves" that the
 * world lies in, then its last part alone beside the world. A path that leads elsewhere by its
 * dots, or that has a link in it, counts as missing: the message is the same. False with the rest
 * of a sentence in `message`. */
bool asset_read(const struct input *input, ow_text path, struct asset *asset, char *message,
                size_t room);

/* The same for a file that the user named on the command line. */
bool asset_read_named(const char *path, struct asset *asset, char *message, size_t room);

/* The folder that a file lies in, below which the files that it names are looked for: "." for
 * standard input. */
void folder_of_file(const char *file, char folder[PATH_MAX]);

/* What one file may take: --max-memory, or 256 MiB. What a world's own bytes may take does not count,
 * as a world of a few bytes may name a large image. */
uint64_t asset_limit(void);

/* The end of a sentence about a file that is larger: "is larger than ..., --max-memory ...". */
const char *asset_too_large(void);

/* Images that a world refers to, found near its file. */

/* Options for a call about an input, which must stay where it is: a progress line that says what is
 * done, and the images that the world may ask for, see assets.h. */
ow_options input_options(struct input *input, const char *doing);

/* Tells an error of the library about an input. Returns the exit status that it stands for: an image
 * that is missing makes no world broken. */
int input_failed(const struct input *input, const ow_error *error);

#endif
