/* JSON out of the command: what each verb writes stands in docs/schema, and is the same for every outcome. */
#ifndef OW_CLI_JSON_H
#define OW_CLI_JSON_H

#include "input.h"
#include "verb.h"

#include "answers.h"

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

#endif
