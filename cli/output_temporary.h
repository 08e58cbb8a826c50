/* The temporary file that a run writes before it takes its place. */
#ifndef OW_CLI_OUTPUT_TEMPORARY_H
#define OW_CLI_OUTPUT_TEMPORARY_H

#include <stdbool.h>

enum { TEMPORARY_NAME = 24 };

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

/* Removes all temporary files of this run: for a signal handler that ends the run. */
void temporary_remove_all(void);

#endif
