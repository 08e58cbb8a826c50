/* Writes a part to a folder of its own, with the files that its game keeps beside it. */
#ifndef OW_CLI_IO_PART_FOLDER_H
#define OW_CLI_IO_PART_FOLDER_H

#include "verb.h"

#include <overworld/overworld.h>

/* Whether an output is a folder: an existing one, or a name that ends with a slash. Standard
 * output (-) is none. */
bool is_folder(const char *path);

/* A folder with a part that is being written. */
struct part_folder {
    const char *path;
    char *world; /* the file that the format's game opens */
    bool force, is_made;
    int status;
    ow_folder texts; /* the other files, until they are written */
};

/* Makes the folder of -o, and checks that its files may be written. Close it also after a failure.
 * Returns an exit status, as the other calls do: after a message, unless it is EXIT_FINE. */
int part_folder_open(const struct arguments *arguments, const ow_format *format,
                     struct part_folder *folder);

/* Notes what the other files have for a part. */
int part_folder_list(struct part_folder *folder, const ow_document *part);

/* Writes the other files if `status`, that of writing the world, is EXIT_FINE; else removes a
 * folder that was made and is empty. */
int part_folder_close(struct part_folder *folder, int status);

#endif
