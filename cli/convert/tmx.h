/* Converts Tiled's XML (TMX maps, TSX tilesets) to its JSON and back. Only the structure is
 * converted: the library interprets maps. */
#ifndef OW_CLI_CONVERT_TMX_H
#define OW_CLI_CONVERT_TMX_H

#include <overworld/overworld.h>

/* Whether bytes look like XML text. */
bool looks_like_xml(const uint8_t *bytes, size_t size);

/* Converts XML text to JSON text, in memory of malloc. Refuses documents that declare entities, and
 * never loads any. OW_BAD_VALUE if the text is not XML, or not a map or tileset; the error
 * describes the place. `options` may be NULL. */
ow_status tmx_to_json(const void *bytes, size_t size, const ow_options *options, ow_buffer *json,
                      ow_error *error);

/* Writes the events of a map or a tileset as XML. Pass tmx_visit and the writer to a function that
 * emits events, then call tmx_close, which releases the writer. NULL if memory runs out. */
struct tmx_writer;
struct tmx_writer *tmx_open(const ow_sink *sink);
ow_visit tmx_visit(void *writer, const ow_event *event);
ow_status tmx_close(struct tmx_writer *writer);

#endif
