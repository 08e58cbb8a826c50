/* JSON out of the command: what each verb writes stands in docs/schema, and is the same for every outcome. */
#ifndef OW_CLI_TERMINAL_JSON_H
#define OW_CLI_TERMINAL_JSON_H

#include "answers.h"
#include "io/input.h"
#include "verb.h"

/* Whether --json or --json-lines asks for JSON. With --json-lines every value takes one line. */
bool json_asked(const struct arguments *arguments);

/* A writer to standard output. NULL after a message. */
ow_json_writer *json_to_stdout(void);

/* Ends the text: EXIT_FINE, or EXIT_FILES after a message. Whether all was written shows when standard
 * output is closed. */
int json_finish(ow_json_writer *writer);

/* What the value about a file begins with: "file", "name", "bytes", "format" and "encoding" (binary, json or
 * tiled), null where it could not be opened, and "named_as", the format whose extension its name has, or
 * null. `format` NULL: what the bytes say. */
void json_begin_file(ow_json_writer *writer, const struct input *input, const ow_format *format);

/* Whether what is written leaves standard output to JSON, if that is asked for. False after a message. */
bool json_has_room(const struct arguments *arguments, const char *out);

/* Its end: "error", an object with status, offset, pointer and message, or null where the status is
 * EXIT_FINE. The status of the error is that of the library, "unreadable" where the system would not
 * give the file. */
void json_add_error(ow_json_writer *writer, const ow_error *error, bool failed);

/* What an exit status that is not EXIT_FINE came of, where what was opened is to be written: the last words that
 * people were told. */
ow_error error_of_writing(int status);

/* What a verb wrote of a file, and what it warned of, for --json: docs/schema/convert.schema.json. */

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
