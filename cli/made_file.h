/* Files that are made beside an output: a tileset beside a map, an image beside a city. */
#ifndef OW_CLI_MADE_FILE_H
#define OW_CLI_MADE_FILE_H

#include "written.h"

struct made_file {
    char *path;             /* NULL: it is not made */
    ow_buffer bytes;        /* of malloc */
    uint32_t width, height; /* of an image, in pixels; else 0 */
    bool there;             /* with just these bytes */
};

/* Whether an output is a stream, beside which nothing can be made: "-", a pipe, a device. */
bool is_stream(const char *out);

/* Names a file after an output: "dir/level.tmj" and "-tiles.png" make "dir/level-tiles.png". Returns the
 * last part of it, which lives as long as the file; NULL without memory. */
const char *made_file_name(struct made_file *made, const char *out, const char *suffix);

/* Whether the file may be written: it is not there, or has the same bytes, or the user forces it. False
 * after a message, which says what is to be made, and what else would help. */
bool made_file_may_be(struct made_file *made, const char *what, const char *else_help, bool force);

/* Writes it, unless it is there; over another file only where the user forces it. EXIT_FINE, or another
 * exit status after a message. */
int made_file_write(const struct made_file *made, bool force);

/* Keeps that it was written, where it was. */
void made_file_report(const struct made_file *made, struct written *written);

void made_file_close(struct made_file *made);

#endif
