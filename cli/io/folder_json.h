/* The files beside a world in its JSON. */
#ifndef OW_CLI_IO_FOLDER_JSON_H
#define OW_CLI_IO_FOLDER_JSON_H

#include "io/folder.h"

/* Reads the files of a folder from the JSON of an input: all, or the texts that the game keeps
 * beside a save. folder->is_there: the JSON has a folder. EXIT_FINE, or another exit status after a
 * message. Release it in both cases. */
int read_json_folder(struct input *input, ow_text json, bool all, struct save_folder *folder);

#endif
