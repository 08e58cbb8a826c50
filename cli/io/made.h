/* Makes folders for outputs. */
#ifndef OW_CLI_IO_MADE_H
#define OW_CLI_IO_MADE_H

#include "terminal/json.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the missing folders on the path of a file. EXIT_FINE, or EXIT_FILES after a message. */
int make_parent_folders(const char *path);

/* Files beside an output: a tileset beside a map, an image beside a city. */

struct made_file {
    char *path;             /* NULL: not created */
    ow_buffer bytes;        /* of malloc */
    uint32_t width, height; /* of an image, in pixels; otherwise 0 */
    bool there;             /* the file exists with the same bytes */
};

/* Whether an output is a stream, which no file can be beside: "-", a pipe, a device. */
bool is_stream(const char *out);

/* Names a file after an output: "dir/level.tmj" and "-tiles.png" give "dir/level-tiles.png".
 * Returns its last part, which is valid as long as the file; NULL if memory runs out. */
const char *made_file_name(struct made_file *made, const char *out, const char *suffix);

/* Whether the file may be written: it does not exist, or has the same bytes, or `force` is set.
 * Returns false after a message with `what` and the alternative `else_help`. */
bool made_file_may_be(struct made_file *made, const char *what, const char *else_help, bool force);

/* Writes the file unless it exists with the same bytes; only replaces another file if `force` is
 * set. EXIT_FINE, or another exit status after a message. */
int made_file_write(const struct made_file *made, bool force);

/* Records the file if it was written. */
void made_file_report(const struct made_file *made, struct written *written);

void made_file_close(struct made_file *made);

/* Outputs in a folder: no two inputs may become the same file. */

/* The inputs that were converted into a folder, and their outputs. */
struct made_list {
    struct made_pair {
        char *in, *out;
    } * pairs;
    size_t count, room;
};

/* Whether no other input has become `out`. Returns false after a message. */
bool is_not_made(const struct made_list *list, const char *in, const char *out);

/* Records the output of an input. If memory runs out, returns false, and all later outputs are
 * refused. */
bool note_made(struct made_list *list, const char *in, const char *out);

void free_made(struct made_list *list);

#endif
