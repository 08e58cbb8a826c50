/* Files that a world, a catalogue or a folder names. Whoever wrote the name is a stranger.
 *
 * A trusted folder is one that the user named; links on the way to the folder are followed. Below
 * the folder nothing is: each part of the path is opened from the one before it, and a symbolic
 * link, a device, a pipe or a socket is refused. So a link that is put in place meanwhile leads
 * nowhere. Everything that such a name stands for is opened, made or replaced through these
 * calls. */
#ifndef OW_FILES_BELOW_H
#define OW_FILES_BELOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum below {
    BELOW_FINE,
    BELOW_MISSING,   /* there is no such file */
    BELOW_OUTSIDE,   /* the path is absolute, is empty, or has an empty part, "." or ".." */
    BELOW_LINK,      /* a part of the path is a symbolic link */
    BELOW_NO_FILE,   /* the path leads to a folder, a device, a pipe or a socket */
    BELOW_NO_FOLDER, /* a part that has to be a folder is something else */
    BELOW_TOO_LARGE,
    BELOW_NO_MEMORY,
    BELOW_FAILED /* the system refused */
};

/* The reason in words that follow the file's name. For BELOW_FAILED the words are those of errno,
 * which the failing call has set, as it has for a missing file or folder and for a link. The text
 * is valid until the next call. */
const char *below_words(enum below why);

/* Returns true if `path` has only plain parts: it is relative, and no part is empty, "." or
 * "..". */
bool below_is_plain(const char *path);

/* "FOLDER/NAME", in memory of malloc. NULL if memory runs out. */
char *below_join(const char *folder, const char *name);

/* Returns true if a path begins at a root: "/a", and on Windows "C:/a". */
bool below_is_absolute(const char *path);

/* An absolute path as a path below its root. `root` gets "/", or "C:/" on Windows. A path without
 * links, such as realpath() returns, is then opened so that no link is followed that was made
 * since. */
const char *below_root(const char *path, char root[4]);

/* Opens the regular file `path` below `folder` for reading. *file is the descriptor, or -1. */
enum below below_open(const char *folder, const char *path, int *file);

/* The same from an open folder. */
enum below below_open_at(int folder, const char *path, int *file);

/* Opens the folder `path` below `folder`, or `folder` itself for "". With `make` the folders that
 * are missing are made. *descriptor serves the calls that end in "at"; it may be one of O_PATH. */
enum below below_open_folder(const char *folder, const char *path, bool make, int *descriptor);

/* Reads a whole regular file, if it has at most `most` bytes: the size is known before anything is
 * read. A file that shrinks meanwhile has fewer bytes. *bytes is malloc'ed, is never NULL if the
 * result is BELOW_FINE, and has one byte more than *size. */
enum below below_read(const char *folder, const char *path, uint64_t most, uint8_t **bytes,
                      size_t *size);

/* The same of a descriptor, which stays open; BELOW_NO_FILE if it is no regular file. */
enum below below_read_all(int file, uint64_t most, uint8_t **bytes, size_t *size);

/* Writes all bytes, and goes on after interruptions. Returns false with errno. */
bool below_write_all(int file, const void *bytes, size_t size);

/* Checks that a file `name`, a single part, may be written in an open folder: there is nothing, or
 * a regular file. *is_there says which. */
enum below below_look_at(int folder, const char *name, bool *is_there);

#endif
