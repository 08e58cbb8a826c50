/* Bytes in JSON that come in pieces, where no memory holds them all. */
#ifndef OW_SRC_JSON_WRITER_H
#define OW_SRC_JSON_WRITER_H

#include <overworld/overworld.h>

/* Begins a text, the member `name` of the object that is open: `prefix`, then base64 of what follows. */
void json_begin_base64(ow_json_writer *writer, const char *name, const char *prefix);

/* Adds bytes, any number at a time. False after a failure, which ow_json_close tells. */
bool json_more_base64(ow_json_writer *writer, const uint8_t *bytes, size_t size);

void json_end_base64(ow_json_writer *writer);

#endif
