/* JSON out of the command: events made by hand for the library's writer. */
#ifndef OW_CLI_JSON_H
#define OW_CLI_JSON_H

#include <overworld/overworld.h>

/* A writer to standard output. NULL after a message. */
ow_json_writer *json_to_stdout(void);

/* Ends the text. Whether all was written shows when standard output is closed. */
void json_finish(ow_json_writer *writer);

void json_begin_object(ow_json_writer *writer, const char *name);
void json_begin_lines(ow_json_writer *writer, const char *name); /* an object, a line each field */
void json_end_object(ow_json_writer *writer);
void json_begin_array(ow_json_writer *writer, const char *name);
void json_end_array(ow_json_writer *writer);
void json_add_integer(ow_json_writer *writer, const char *name, uint64_t value);
void json_add_float(ow_json_writer *writer, const char *name, float value);
void json_add_boolean(ow_json_writer *writer, const char *name, bool value);
void json_add_string(ow_json_writer *writer, const char *name, const char *value);

/* The object that stands for an error: status, offset, pointer, message. The status is that of the
 * library, "unreadable" where the system would not give the file. */
void json_add_error(ow_json_writer *writer, const ow_error *error);

/* Prints the object of a file that could not be opened, after its error was told in words; `judged`
 * adds the verdict that a check gives. */
void json_unopened(const char *path, const ow_error *error, bool judged);

#endif
