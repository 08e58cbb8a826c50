/* A file on its way out: all of it or nothing. */
#ifndef OW_CLI_OUTPUT_H
#define OW_CLI_OUTPUT_H

#include <overworld/overworld.h>

struct output_file {
    const char *path; /* as the user gave it; NULL for standard output */
    char *file;       /* the file itself, behind symbolic links */
    char *temporary;  /* what is written, beside the real one; NULL for a pipe or a device */
    int descriptor;
    int problem; /* errno of the first write that failed */
    ow_sink sink;
};

/* Opens `path`, or standard output for "-". Nothing that exists is touched before
 * output_file_commit. EXIT_FINE, or another exit status after a message. */
int output_file_open(const char *path, struct output_file *output);

/* Puts the file in place: synced, then renamed over the old one, whose owner and permissions it
 * takes. A symbolic link stays one. */
int output_file_commit(struct output_file *output);

/* Takes what was written away again. */
void output_file_abandon(struct output_file *output);

/* The same for a signal handler that ends the run. */
void output_remove_leftover(void);

/* A sink into memory of malloc, which the caller frees: buffer->data. */
ow_sink sink_to_memory(ow_buffer *buffer);

/* A sink to standard output, through the C library's buffer. */
ow_sink standard_output(void);

#endif
