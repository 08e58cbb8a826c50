/* Lists of files that a caller reads one by one: the folder of a save, or of mods. */
#ifndef OW_ANSWERS_HELD_FILES_H
#define OW_ANSWERS_HELD_FILES_H

#include <overworld/folder.h>

/* Appends a file whose path and bytes were allocated with malloc. The path ends with a zero. The
 * folder owns both from now on. Either pointer may be NULL. Returns false, and frees both, if
 * memory runs out. A folder is empty at first and must only grow by these calls. */
bool folder_take_file(ow_folder *folder, ow_text path, ow_bytes bytes);

/* Appends a copy of a file. Returns false if memory runs out. */
bool folder_copy_file(ow_folder *folder, ow_text path, ow_bytes bytes);

/* Sorts the files by path. */
void folder_sort_files(ow_folder *folder);

/* Frees all files. The folder is empty then. */
void folder_free_files(ow_folder *folder);

#endif
