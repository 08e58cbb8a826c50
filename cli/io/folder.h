/* The text files beside a world whose save is a folder. */
#ifndef OW_CLI_IO_FOLDER_H
#define OW_CLI_IO_FOLDER_H

#include "io/input.h"

struct save_folder {
    ow_folder folder; /* its files belong to this struct */
    ow_folder_file *files;
    uint32_t room;
    uint64_t bytes; /* of all files */
    bool is_full;   /* more was there than is read */
};

/* Reads the text files in the folder of an input; none if the save is no folder. A file that cannot be read is
 * reported and skipped, and is the input's trouble. EXIT_FINE, or EXIT_FILES after a message if there is no
 * memory. Give it back either way. */
int read_folder(struct input *input, struct save_folder *folder);
void free_folder(struct save_folder *folder);

/* Whether a JSON Pointer leads into the texts of a folder. */
bool is_folder_pointer(const char *pointer);

#endif
