/* Writes files that belong to a save's folder. */
#ifndef OW_CLI_IO_NEW_FOLDER_H
#define OW_CLI_IO_NEW_FOLDER_H

#include <overworld/overworld.h>

#include <stdbool.h>

/* Writes a file to a folder, in one step. Makes missing folders below it. `shown` is the folder for
 * messages. EXIT_FINE, or another exit status after a message. */
int write_folder_file(const ow_folder_file *file, const char *folder, const char *shown,
                      bool replace);

/* Makes a folder with a world and the files beside it, in one step: they are written to a hidden
 * folder beside it, which then takes its name. After a failure or a signal, nothing is left. The
 * folder must be new or empty. EXIT_FINE, or another exit status after a message. */
int write_new_folder(const char *path, const ow_folder_file *world, const ow_folder *folder);

#endif
