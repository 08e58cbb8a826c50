/* Folders that a verb makes for what it writes. */
#ifndef OW_CLI_IO_MADE_H
#define OW_CLI_IO_MADE_H

#include "terminal/json.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the folders that a file is to stand in, those that are missing. EXIT_FINE, or EXIT_FILES
 * after a message. */
int make_parent_folders(const char *path);

/* Files that are made beside an output: a tileset beside a map, an image beside a city. */

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

/* Inputs that become files in a folder: no two become one. */

/* The inputs that were converted into a folder, and what they became. */
struct made_list {
    struct made_pair {
        char *in, *out;
    } * pairs;
    size_t count, room;
};

/* Whether no other input has become `out`. False after a message. */
bool is_not_made(const struct made_list *list, const char *in, const char *out);

/* Notes what an input has become; without memory what comes next is refused. False then. */
bool note_made(struct made_list *list, const char *in, const char *out);

void free_made(struct made_list *list);

#endif
