/* Files that a world refers to: where they are looked for, and nowhere else. */
#ifndef OW_CLI_ASSETS_H
#define OW_CLI_ASSETS_H

#include "input.h"

/* A file that was found and read. */
struct asset {
    char name[256]; /* for messages */
    uint8_t *bytes; /* free it */
    size_t size;
    bool trouble; /* the system would not give a file that is there, or the memory for it */
};

/* The folder of --assets, for every call from then on; NULL: none. */
void set_asset_folder(const char *folder);

/* Finds and reads the file that a world calls `path`: below the folder of the world's own file, then
 * below the folder of --assets, then its last part alone beside the world. A path that leads elsewhere,
 * by its dots or by a link, is as good as none: the message is the same. False with the rest of a
 * sentence in `message`. */
bool asset_read(const struct input *input, ow_text path, struct asset *asset, char *message,
                size_t room);

/* The same for a file that the user named on the command line. */
bool asset_read_named(const char *path, struct asset *asset, char *message, size_t room);

/* What one file may take: --max-memory, or 256 MiB. What a world's own bytes may take does not count,
 * as a world of a few bytes may name a large image. */
uint64_t asset_limit(void);

#endif
