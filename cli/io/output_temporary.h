/* The temporary file that a run writes before it is moved to its place. */
#ifndef OW_CLI_IO_OUTPUT_TEMPORARY_H
#define OW_CLI_IO_OUTPUT_TEMPORARY_H

#include <stdbool.h>

enum { TEMPORARY_NAME = 24, TEMPORARY_PATH = 512 };

/* A temporary file. It is locked as long as it exists: one without a lock belongs to a run that was
 * killed. */
struct temporary {
    char name[TEMPORARY_NAME]; /* in its folder; empty if there is none */
    int lock;                  /* a descriptor that holds the lock, or -1 */
};

/* Creates a temporary file in an open folder, after removing those of this user's dead runs. A
 * signal that ends the run removes the file. Returns its descriptor, or -1 with errno. */
int temporary_make(int folder, struct temporary *temporary);

/* Forgets a file that has been renamed or removed. */
void temporary_forget(int folder, struct temporary *temporary);

/* Removes the file. */
void temporary_remove(int folder, struct temporary *temporary);

/* Records a temporary file, link or empty folder by its absolute path, of less than TEMPORARY_PATH
 * bytes. Record a folder before its contents. Returns false if there are too many. */
bool temporary_note_path(const char *path);

/* Removes all recorded paths, and forgets them. */
void temporary_remove_paths(void);

/* Removes all temporary files of this run. For a signal handler that ends the run. */
void temporary_remove_all(void);

#endif
