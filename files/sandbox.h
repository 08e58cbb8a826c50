/* Takes from this process every right that it does not need to judge a stranger's file. If a bug of
 * a reader lets a file run code of its own, that code can reach little.
 *
 * Three means of Linux work together. Landlock leaves the named files and folders. A filter of
 * system calls (seccomp) leaves what reading, and if asked writing, takes: no network, no other
 * program, no process, no signal to another process, no memory with code. Limits bound memory and
 * processor time. Nothing of it can be taken back, and threads that start later inherit it. */
#ifndef OW_FILES_SANDBOX_H
#define OW_FILES_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sandbox_use {
    SANDBOX_READ,  /* a file, or a folder with everything below it */
    SANDBOX_WRITE, /* a device or a pipe; or a folder, to create, replace and remove files in it */
    SANDBOX_MAKE   /* a folder, in which folders are made and moved too */
};

struct sandbox_path {
    const char *path; /* links are followed; a path without a file is skipped */
    enum sandbox_use use;
};

struct sandbox {
    const struct sandbox_path *paths;
    size_t path_count;
    uint64_t memory;  /* bytes of address space */
    unsigned seconds; /* of processor time */

    /* Called by a signal handler if the process attempts a forbidden call (its number) or has used
     * its time (-1). Must only make calls that are safe there, and must not return. */
    void (*stop)(long call);
};

/* Enters the sandbox, before the process starts threads. Closes all descriptors but the standard
 * streams and those that a path names as /dev/fd/N. Returns false with a message, as the end of a
 * sentence about the sandbox, if this system or build cannot do all of it; the process may then
 * have lost some of its rights. */
bool sandbox_enter(const struct sandbox *sandbox, char *message, size_t room);

#endif
