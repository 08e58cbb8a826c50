/* The images of tilesets that are made. */
#ifndef OW_CLI_TILE_IMAGES_H
#define OW_CLI_TILE_IMAGES_H

#include <overworld/overworld.h>

/* Writes a tileset's image as PNG, painted row by row. OW_WRITE_FAILED where the sink refuses bytes,
 * OW_NO_MEMORY. */
ow_status write_tile_image(const ow_tiled_tileset *tileset,
                           void (*paint)(const ow_tiled_tileset *tileset, uint32_t y,
                                         uint8_t *rgba),
                           const ow_sink *sink, ow_error *error);

/* How large a PNG image is; false where bytes are none. */
bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height);

#endif
