/* The text files beside a world whose save is a folder. */
#ifndef OW_CLI_IO_FOLDER_H
#define OW_CLI_IO_FOLDER_H

#include "io/input.h"

struct save_folder {
    ow_folder folder; /* owns its files, see held_files.h */
    uint64_t bytes;   /* of all files */
    bool is_full;     /* some files were omitted */
    bool is_there;    /* of a whole folder: JSON has one, which may be empty */
};

/* Whether the save of an input is a folder, which may have text files. */
bool has_folder(const struct input *input);

/* Reads the text files in the folder of an input, or in its JSON; none if the save is not a folder.
 * A file that cannot be read is reported and skipped, and sets the input's `trouble`. EXIT_FINE, or
 * another exit status after a message if memory runs out or the JSON of the files is broken.
 * Release it in both cases. */
int read_folder(struct input *input, struct save_folder *folder);

/* Reads all files in the folder of an input but the world's own, for JSON. What cannot be a part of
 * the JSON is reported and skipped. EXIT_FINE, or EXIT_FILES after a message if memory runs out or
 * a file cannot be read. Release it in both cases. */
int read_whole_folder(struct input *input, struct save_folder *folder);

/* Adds a file whose path and bytes are of malloc, and belong to the folder from now on. Either may
 * be NULL. Returns false, and releases both, if memory runs out. */
bool folder_add(struct save_folder *folder, char *path, uint8_t *bytes, size_t size);

/* Adds a copy of a file. Returns false if memory runs out. */
bool folder_add_copy(struct save_folder *folder, const char *path, ow_bytes bytes);

/* Reads the text files of mods below the user's folder. EXIT_FINE, or EXIT_FILES after a message if
 * the folder or a file cannot be read. Release it in both cases. */
int read_mod_folder(const char *path, struct save_folder *folder);
void free_folder(struct save_folder *folder);

/* The rest of a JSON Pointer after the name of a file: "/Title" for "/folder/meta.jecs/Title". The
 * name may lack its extension. NULL if the pointer does not refer to the file. */
const char *folder_pointer_rest(const char *pointer, const ow_folder_file *file);

/* Adds the extension to the name of a file in such a pointer, if it is missing and fits. */
void complete_folder_pointer(const struct save_folder *folder, char *pointer, size_t room);

/* Walks through the texts beside a save, see ow_trace_folder. `pointer` is completed as above. */
ow_status trace_save_folder(struct input *input, char *pointer, size_t room, ow_visitor visit,
                            void *context, ow_error *error);

/* Whether a JSON Pointer refers to the texts of a folder. */
bool is_folder_pointer(const char *pointer);

#endif
