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

/* Reads the text files of mods below a folder that the user named. EXIT_FINE, or EXIT_FILES after a message if the
 * folder or a file cannot be read. Give it back either way. */
int read_mod_folder(const char *path, struct save_folder *folder);
void free_folder(struct save_folder *folder);

/* What follows of a JSON Pointer such as "/folder/meta.jecs/Title" behind the name of a file, "/Title"; the name
 * may lack its ending. NULL if the pointer does not lead into the file. */
const char *folder_pointer_rest(const char *pointer, const ow_folder_file *file);

/* Adds the ending to the name of a file in such a pointer, if it lacks one and there is room. */
void complete_folder_pointer(const struct save_folder *folder, char *pointer, size_t room);

/* Whether a JSON Pointer leads into the texts of a folder. */
bool is_folder_pointer(const char *pointer);

#endif
