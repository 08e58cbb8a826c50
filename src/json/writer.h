/* JSON whose bytes the caller makes: bytes in pieces, because no memory holds them all, and arrays of
 * millions of elements. */
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

#endif
