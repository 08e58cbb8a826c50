/* Tiled's XML (TMX maps, TSX tilesets) into its JSON and back: structure to structure. What a map means
 * is the library's business. */
#ifndef OW_CLI_CONVERT_TMX_H
#define OW_CLI_CONVERT_TMX_H

#include <overworld/overworld.h>

/* Whether bytes look like XML text. */
bool looks_like_xml(const uint8_t *bytes, size_t size);

/* Turns XML text into JSON text, in memory of malloc. A document that declares entities is refused, and
 * none is ever fetched. OW_BAD_VALUE where it is not XML, or not a map or tileset; the error has the place
 * in words. `options` may be NULL. */
ow_status tmx_to_json(const void *bytes, size_t size, const ow_options *options, ow_buffer *json,
                      ow_error *error);

/* Writes the events of a map or a tileset as XML: hand tmx_visit and the writer to a call that tells
 * them, then call tmx_close, which gives the writer back. NULL without memory. */
struct tmx_writer;
struct tmx_writer *tmx_open(const ow_sink *sink);
ow_visit tmx_visit(void *writer, const ow_event *event);
ow_status tmx_close(struct tmx_writer *writer);

#endif
