/* The temporary file that a run writes before it takes its place. */
#ifndef OW_CLI_IO_OUTPUT_TEMPORARY_H
#define OW_CLI_IO_OUTPUT_TEMPORARY_H

#include <stdbool.h>

enum { TEMPORARY_NAME = 24, TEMPORARY_PATH = 512 };

/* A temporary file, which is locked as long as it is one: a file of this kind without a lock
 * belongs to a run that was killed. */
struct temporary {
    char name[TEMPORARY_NAME]; /* in its folder; empty if there is none */
    int lock;                  /* a descriptor that holds the lock, or -1 */
};

/* Makes a temporary file in an open folder, after removing those that dead runs of this user left
 * there. A signal that ends the run removes the file. Returns its descriptor, or -1 with errno. */
int temporary_make(int folder, struct temporary *temporary);

/* The file has another name by now, or none: forgets it. */
void temporary_forget(int folder, struct temporary *temporary);

/* Removes the file. */
void temporary_remove(int folder, struct temporary *temporary);

/* Notes a temporary file, link or empty folder by its absolute path, of less than TEMPORARY_PATH bytes. A folder is noted
 * before what is in it. Returns false if there are too many. */
bool temporary_note_path(const char *path);

/* Removes what temporary_note_path noted, and forgets it. */
void temporary_remove_paths(void);

/* Removes all temporary files of this run: for a signal handler that ends the run. */
void temporary_remove_all(void);

#endif
