/* A file on its way out: all of it or nothing. */
#ifndef OW_CLI_IO_OUTPUT_H
#define OW_CLI_IO_OUTPUT_H

#include "io/file_mark.h"
#include "io/output_temporary.h"

#include <overworld/overworld.h>

struct output_file {
    const char *path; /* as the user gave it; NULL for standard output */
    char *file;       /* the file itself, behind symbolic links; NULL for a pipe or a device */
    const char *name; /* its last part */
    int folder;       /* the folder that the file is in, open; -1 for a pipe or a device */
    int held;         /* the folder once more while other runs are kept out; or -1 */
    struct temporary temporary; /* what is written, beside the file */
    int descriptor;
    int problem;   /* errno of the first write that failed */
    bool replace;  /* a file that is there */
    uint64_t size; /* bytes that were written */
    ow_sink sink;
};

/* Whether `path` may be written: nothing is there, or no file, or a file that the user said to replace.
 * EXIT_FINE, or another exit status after a message. */
int check_output_path(const char *path, bool replace);

/* Says that --strict refuses to write to `path`. Returns EXIT_PROBLEMS. */
int refuse_for_warnings(const char *path);

/* Opens `path`, or standard output for "-", after check_output_path. Nothing that exists is touched
 * before output_file_commit. EXIT_FINE, or another exit status after a message. */
int output_file_open(const char *path, bool replace, struct output_file *output);

/* The same for `path` below `folder`, where a world or a folder has named it: no symbolic link is
 * followed or replaced, and neither is what is not a regular file. `shown` is the path for
 * messages. */
int output_file_open_below(const char *folder, const char *path, const char *shown, bool replace,
                           struct output_file *output);

/* Makes sure that the file that is to be replaced is still the one that was read, and keeps other
 * runs from replacing it until output_file_commit or output_file_abandon. EXIT_FINE, or EXIT_FILES
 * after a message if the file has changed. */
int output_file_hold(struct output_file *output, const struct file_mark *read);

/* Puts the file in place, synced, by one step: of nothing, or of the old file, whose owner and
 * permissions it takes. A symbolic link stays one. Without `replace` a file that appeared since
 * output_file_open stays, and this one is not kept. EXIT_FINE, or another exit status after a message. */
int output_file_commit(struct output_file *output);

/* Takes what was written away again. */
void output_file_abandon(struct output_file *output);

/* A sink into memory of malloc, which the caller frees: buffer->data. What it refuses is a want of memory:
 * memory_sink_status says so in place of OW_WRITE_FAILED. */
ow_sink sink_to_memory(ow_buffer *buffer);
ow_status memory_sink_status(ow_status status, ow_error *error);

/* A sink to standard output, through the C library's buffer. */
ow_sink standard_output(void);

/* From here on an interrupted write to standard output is taken up again. Call it before anything is
 * printed. */
void guard_standard_output(void);

/* errno of the write to standard output that failed. */
int standard_output_problem(void);

/* Writes all of it, or false with errno. */
bool write_whole(int descriptor, const void *data, size_t size);

#endif
