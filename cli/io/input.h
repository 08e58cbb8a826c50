/* Opens a world file: a file, a save's folder, or standard input; binary or JSON. */
#ifndef OW_CLI_IO_INPUT_H
#define OW_CLI_IO_INPUT_H

#include "io/file_mark.h"
#include "io/walk.h"
#include "verb.h"

#include <overworld/overworld.h>

struct input {
    const char *variant; /* how to read it; NULL: the variant that fits */
    const char *path;    /* the user's path; printed as "standard input" for "-" */
    char *name;          /* of the world: the file's name without extension, or the folder's name */
    char *file;          /* path of the file that is read, which may be inside a folder */
    const uint8_t *bytes;
    size_t size;      /* of the bytes in the world's own format */
    size_t file_size; /* of the opened file */
    bool was_text;    /* bytes were converted from JSON, */
    bool tiled;       /* or from a Tiled map */
    bool is_folder;   /* the user named a save's folder */
    void *mapped;     /* memory to unmap, or NULL */
    size_t mapped_size;
    ow_json_note json_note;
    ow_text json;          /* that the bytes were converted from; data NULL: none */
    uint8_t *owned;        /* memory to free: standard input */
    ow_buffer encoded;     /* bytes converted from JSON */
    struct file_mark mark; /* of the file, when it was opened */
    ow_error error;        /* why it could not be opened; status OW_OK for an error of the system */
    bool trouble; /* a file that it refers to could not be read; the world itself is not at fault */
    bool image_missing; /* the world refers to an image that was not found, see assets.h */
};

/* Opens a world without decoding it. EXIT_FINE, or another exit status after a message. Files
 * larger than --max-size are refused, and reading stops if the beginning of a stream belongs to no
 * format. Call close_input in both cases. */
int open_raw_input(const char *path, struct input *input);

/* From now on, opens this world, which a walk has found, relative to the walk's folder, without
 * following links that may have been created since. NULL ends this. */
void set_walked(const struct world_path *world);

/* The same for an untrusted path: an absolute one without links, to a regular file, which is read
 * into memory if it has at most `most` bytes. After a failure, input->trouble is set if the system
 * is at fault and not the path. */
int open_strange_input(const char *path, uint64_t most, struct input *input);

/* The same for other files: an image, a tileset. */
int open_other_file(const char *path, struct input *input);

/* Opens an input and converts JSON or a Tiled map to bytes of its format, so that every verb can
 * read it. */
int open_input(const char *path, struct input *input);

/* The second step: converts an input that is such text. EXIT_FINE, or another exit status after a
 * message. */
bool is_text(const struct input *input);
int read_text(struct input *input);

/* After its document was made: lets the system have the memory of a file. What the document refers
 * to is read from the file again. */
void rest_input(const struct input *input);

void close_input(struct input *input);

/* The exit status for an input: EXIT_FINE only if all files that the world refers to could be
 * read. */
int with_trouble(const struct input *input, int status);

/* Whether bytes look like JSON text. */
bool looks_like_json(const uint8_t *bytes, size_t size);

/* The variant that a file is read as. */

/* Applies --read-as to an input; `opened` is the exit status of opening it. Returns that status, or
 * EXIT_USAGE after a message if the input is not binary: JSON states its own variant. */
int read_as(struct input *input, const struct arguments *arguments, int opened);

/* Opens and reads a world with --read-as. EXIT_FINE, or another exit status after a message;
 * release input and document in both cases. */
int open_world(const struct arguments *arguments, const char *path, struct input *input,
               ow_document *document);

#endif
