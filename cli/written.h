/* What a verb wrote of a file, and what it warned of, for --json: docs/schema/convert.schema.json. */
#ifndef OW_CLI_WRITTEN_H
#define OW_CLI_WRITTEN_H

#include "json.h"

/* A file that was written. */
struct written_file {
    const char *path;
    const char *kind; /* "binary", or an extension such as "png" */
    uint64_t bytes;
    uint32_t width, height; /* in pixels; 0: it has none */
    bool has_world;         /* whose version and variant follow */
    struct written_world {
        const ow_format *format;
        int64_t version;
        char variant[32]; /* "": the version has one alone */
    } world;
};

/* With the two files of a tileset and the mark of impassable cells a map for Tiled is four. */
enum { MOST_WRITTEN = 6 };

/* All zero but for `asked`, of each file anew. */
struct written {
    bool asked;                              /* --json */
    struct written_file files[MOST_WRITTEN]; /* their paths are the caller's */
    unsigned count;
    struct written_warning {
        char *pointer, *message; /* pointer NULL: of no place in the world */
    } * warnings;
    size_t warning_count, warning_room;
    bool no_memory;
};

/* Keeps a warning that people were told. */
void written_warn(struct written *written, const char *pointer, const char *message);

/* Keeps that a file was written. */
void written_add(struct written *written, const struct written_file *file);

/* The version and the variant of a document, or of an input's bytes. */
struct written_world world_of_document(const ow_document *document);
struct written_world world_of_bytes(const struct input *input);

/* Writes all as one JSON value, if it is asked for, and gives the warnings back. `format` is that of the
 * input's world where it is known; `status` the exit status that this came to, whose message was the last one.
 * Returns the exit status. */
int written_end(struct written *written, const struct input *input, const ow_format *format,
                int status);

#endif
