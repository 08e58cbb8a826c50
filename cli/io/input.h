/* A world file on its way in: a file, a save's folder, or standard input; binary or JSON. */
#ifndef OW_CLI_IO_INPUT_H
#define OW_CLI_IO_INPUT_H

#include "io/file_mark.h"
#include "io/walk.h"
#include "verb.h"

#include <overworld/overworld.h>

struct input {
    const char *variant; /* how it is to be read, if not in the way that fits */
    const char *path;    /* as the user gave it; "-" is told as "standard input" */
    char *name;          /* of the world: the file's without extension, or the folder's */
    char *file;          /* the file that is read, inside a folder perhaps */
    const uint8_t *bytes;
    size_t size;      /* of the bytes in the world's own format */
    size_t file_size; /* of what was opened */
    bool was_text;    /* bytes were made from JSON, */
    bool tiled;       /* or from a map of Tiled */
    void *mapped;     /* what to unmap, or NULL */
    size_t mapped_size;
    uint8_t *owned;        /* what to free: standard input */
    ow_buffer encoded;     /* what JSON became */
    struct file_mark mark; /* of the file, as it was opened */
    ow_error error;        /* why it could not be opened; status OW_OK where the system refused */
    bool trouble; /* a file that it names could not be read, through no fault of the world's */
    bool image_missing; /* the world asked for an image that could not be had, see images.h */
};

/* Opens a world without reading it. EXIT_FINE, or another exit status after a message: what is larger than
 * --max-size is refused, and a stream that begins like no world is not read to its end. close_input
 * releases what was opened, after a failure too. */
int open_raw_input(const char *path, struct input *input);

/* From here on this world, which a walk has found, is opened below the folder that was walked: what has become a link
 * since is not followed. NULL ends that. */
void set_walked(const struct world_path *world);

/* The same of a path that a stranger gave: an absolute one without links, to a regular file, which
 * is read into memory if it has at most `most` bytes. input->trouble says after a failure that the
 * system is at fault and not the path. */
int open_strange_input(const char *path, uint64_t most, struct input *input);

/* The same for what is no world: an image, a tileset. */
int open_other_file(const char *path, struct input *input);

/* Opens an input and turns JSON, or a map of Tiled, into bytes of its format, so that every verb reads it
 * too. */
int open_input(const char *path, struct input *input);

/* The second step of it, of an input that is such text. EXIT_FINE, or another exit status after a message. */
bool is_text(const struct input *input);
int read_text(struct input *input);

void close_input(struct input *input);

/* The exit status of what was done with an input: not that all is well, where a file could not be read that
 * the world names. */
int with_trouble(const struct input *input, int status);

/* Whether bytes look like JSON text. */
bool looks_like_json(const uint8_t *bytes, size_t size);

/* The variant that a file is to be read as. */

/* Takes --read-as for an input; `opened` is what became of opening it. Returns that, or EXIT_USAGE after a
 * message where the input is no bytes of a format: JSON says itself how its world is written. */
int read_as(struct input *input, const struct arguments *arguments, int opened);

/* Opens and reads a world so. EXIT_FINE, or another exit status after a message; give back input and document
 * either way. */
int open_world(const struct arguments *arguments, const char *path, struct input *input,
               ow_document *document);

#endif
