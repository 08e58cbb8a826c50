/* JSON output of the command. docs/schema describes the output of each verb; it has the same shape
 * for every outcome. */
#ifndef OW_CLI_TERMINAL_JSON_H
#define OW_CLI_TERMINAL_JSON_H

#include "answers.h"
#include "io/input.h"
#include "verb.h"

/* Whether --json or --json-lines asks for JSON. With --json-lines every value takes one line. */
bool json_asked(const struct arguments *arguments);

/* A writer to standard output. NULL after a message. */
ow_json_writer *json_to_stdout(void);

/* Ends the text. EXIT_FINE, or EXIT_FILES after a message. Failed writes may only be detected when
 * standard output is closed. */
int json_finish(ow_json_writer *writer);

/* Writes the first members about a file: "file", "name", "bytes", "format", "encoding" (binary,
 * json or tiled; null if the file could not be opened), and "named_as", the format that its
 * extension belongs to, or null. `format` NULL: detected from the bytes. */
void json_begin_file(ow_json_writer *writer, const struct input *input, const ow_format *format);

/* Whether standard output is free for JSON, if that is selected. Returns false after a message. */
bool json_has_room(const struct arguments *arguments, const char *out);

/* Writes the last member about a file, "error": an object with status, offset, pointer and message,
 * or null if the status is EXIT_FINE. The status in it is that of the library, or "unreadable" for
 * an error of the system. */
void json_add_error(ow_json_writer *writer, const ow_error *error, bool failed);

/* The error for an exit status other than EXIT_FINE, if an opened file could not be written: the
 * last message. */
ow_error error_of_writing(int status);

/* What a verb wrote for a file, and its warnings, for --json: docs/schema/convert.schema.json. */

/* A file that was written. */
struct written_file {
    const char *path;
    const char *kind; /* "binary", or an extension such as "png" */
    uint64_t bytes;
    uint32_t width, height; /* in pixels; 0 if it has none */
    bool has_world;         /* version and variant are set */
    struct written_world {
        const ow_format *format;
        int64_t version;
        char variant[32]; /* "" if the version has only one */
    } world;
};

/* A Tiled map with the two files of a tileset and the mark of impassable cells is four files. */
enum { MOST_WRITTEN = 6 };

/* Initialise for each file: all members zero but `asked`. */
struct written {
    bool asked;                              /* --json */
    struct written_file files[MOST_WRITTEN]; /* paths belong to the caller */
    unsigned count;
    struct written_warning {
        char *pointer, *message; /* pointer NULL: not about a place in the world */
    } * warnings;
    size_t warning_count, warning_room;
    bool no_memory;
};

/* Keeps a warning that has been printed. */
void written_warn(struct written *written, const char *pointer, const char *message);

/* Keeps a file that has been written. */
void written_add(struct written *written, const struct written_file *file);

/* The version and the variant of a document, or of an input's bytes. */
struct written_world world_of_document(const ow_document *document);
struct written_world world_of_bytes(const struct input *input);

/* Writes everything as one JSON value with --json, and releases the warnings. `format` is the
 * format of the input's world if it is known. `status` is the resulting exit status, whose message
 * was the last one. Returns the exit status. */
int written_end(struct written *written, const struct input *input, const ow_format *format,
                int status);

#endif
