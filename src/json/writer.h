/* JSON text that is made in pieces: bytes that no memory holds at once, and elements of a list that
 * several threads write, or whose text the caller makes. */
#ifndef OW_SRC_JSON_WRITER_H
#define OW_SRC_JSON_WRITER_H

#include "../base/output.h"

#include <overworld/formats.h>

/* Begins a text as member `name` of the open object: `prefix`, then base64 of the bytes that
 * follow. */
void json_begin_base64(ow_json_writer *writer, const char *name, const char *prefix);

/* Adds any number of bytes. Returns false after a failure, which ow_json_close reports. */
bool json_more_base64(ow_json_writer *writer, const uint8_t *bytes, size_t size);

void json_end_base64(ow_json_writer *writer);

/* Begins an array as member `name` of the root, with a line for each element. The caller puts the
 * elements, at least one, into the output: each with its comma, newline and four spaces. */
struct output *json_begin_elements(ow_json_writer *writer, const char *name);
void json_end_elements(ow_json_writer *writer);

/* Whether the names of events from now on are constants: a name at the same address is the same.
 * Those of pieces are. */
void json_expect_constants(ow_json_writer *writer, bool expected);

/* A writer of elements into memory; NULL if there is none. Close it with json_piece_close. */
ow_json_writer *json_piece_open(const ow_options *options);

/* Begins a piece without text: elements of the list that is open in `writer`. `is_first`: with that
 * of index 0. */
void json_piece_begin(ow_json_writer *piece, const ow_json_writer *writer, bool is_first);

/* Writes the text of a piece. */
void json_piece_put(ow_json_writer *writer, const ow_json_writer *piece);

/* The list that is open has elements, written as those of `piece` were. Returns false after a
 * failure. */
bool json_piece_join(ow_json_writer *writer, const ow_json_writer *piece);

void json_piece_close(ow_json_writer *piece);

#endif
