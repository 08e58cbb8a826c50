/* Writes a file completely or not at all. */
#ifndef OW_CLI_IO_OUTPUT_H
#define OW_CLI_IO_OUTPUT_H

#include "io/file_mark.h"
#include "io/output_temporary.h"

#include <overworld/overworld.h>

struct output_file {
    const char *path;           /* the user's path; NULL for standard output */
    char *file;                 /* the file itself, links resolved; NULL for a pipe or a device */
    const char *name;           /* the last part of `file` */
    int folder;                 /* the file's folder, open; -1 for a pipe or a device */
    int held;                   /* the folder again, locked against other runs; or -1 */
    struct temporary temporary; /* the temporary file in the same folder */
    int descriptor;
    int problem;   /* errno of the first write that failed */
    bool replace;  /* an existing file */
    uint64_t size; /* bytes written so far */
    ow_sink sink;
};

/* Whether `path` may be written: it does not exist, is not a regular file, or `replace` is set.
 * EXIT_FINE, or another exit status after a message. */
int check_output_path(const char *path, bool replace);

/* The target of a path's symbolic links, which may not exist yet, in memory of malloc. NULL with
 * errno. */
char *linked_file(const char *path);

/* Reports that a changed world at `path` was not written, because nothing says where. */
void complain_of_no_output(const char *path);

/* Reports that --strict refuses to write to `path`. Returns EXIT_PROBLEMS. */
int refuse_for_warnings(const char *path);

/* Opens `path`, or standard output for "-", after check_output_path. Existing files are not touched
 * before output_file_commit. EXIT_FINE, or another exit status after a message. */
int output_file_open(const char *path, bool replace, struct output_file *output);

/* The same for `path` in `folder`, if the name comes from a world or a folder. Symbolic links are
 * neither followed nor replaced; nor are files that are not regular. `shown` is the path for
 * messages. */
int output_file_open_below(const char *folder, const char *path, const char *shown, bool replace,
                           struct output_file *output);

/* Checks that the file to replace is still the one that was read, and keeps other runs from
 * replacing it until output_file_commit or output_file_abandon. EXIT_FINE, or EXIT_FILES after a
 * message if the file has changed. */
int output_file_hold(struct output_file *output, const struct file_mark *read);

/* Creates or replaces the file atomically, synced. It gets the owner and permissions of the old
 * file. A symbolic link stays one. Without `replace`, a file that was created since
 * output_file_open stays and this one is dropped. EXIT_FINE, or another exit status after a
 * message. */
int output_file_commit(struct output_file *output);

/* Writes the whole contents and commits, or discards the file after a message. */
int output_file_write(struct output_file *output, ow_bytes contents);

/* Discards what was written. */
void output_file_abandon(struct output_file *output);

/* A sink into memory of malloc, which the caller frees: buffer->data. It only fails if memory runs
 * out; memory_sink_status returns that status instead of OW_WRITE_FAILED. */
ow_sink sink_to_memory(ow_buffer *buffer);
ow_status memory_sink_status(ow_status status, ow_error *error);

/* A sink to standard output, through the C library's buffer. */
ow_sink standard_output(void);

/* From now on, interrupted writes to standard output are continued. Call it before anything is
 * printed. */
void guard_standard_output(void);

/* errno of the write to standard output that failed. */
int standard_output_problem(void);

/* Writes all bytes. Returns false with errno on failure. */
bool write_whole(int descriptor, const void *data, size_t size);

#endif
