/* Folders that a verb makes for what it writes. */
#ifndef OW_CLI_FOLDERS_H
#define OW_CLI_FOLDERS_H

/* Makes the folders that a file is to stand in, those that are missing. EXIT_FINE, or EXIT_FILES
 * after a message. */
int make_parent_folders(const char *path);

#endif
