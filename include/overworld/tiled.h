/* Levels for Tiled (mapeditor.org): LevelD levels as maps, and maps as levels.
 *
 * A map is JSON text (TMJ), or the same as events for programs that write it in another way. Data
 * of a level that Tiled has no field for is stored in custom properties. So every level comes back
 * byte for byte, also after Tiled has saved the map. docs/reference/tiled.md has the mapping. The
 * library reads no files and decompresses nothing: the caller provides both as callbacks.
 *
 * Threads: the calls may run at once on different levels, and on the same const level. More in
 * formats.h. */
#ifndef OVERWORLD_TILED_H
#define OVERWORLD_TILED_H

#include "leveld.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tileset: an image of tiles, row by row, without spacing. */
typedef struct ow_tiled_tileset {
    uint32_t tile_width, tile_height; /* of a tile, in pixels */
    uint32_t columns, tile_count;
    uint32_t image_width, image_height; /* in pixels */
    const char *image;                  /* path of the image, as the map will name it */
    const char *source; /* path of the tileset's own file; NULL: embedded in the map */
    uint64_t reserved[4];
} ow_tiled_tileset;

/* Tilesets and callbacks of a conversion. All members zero: the tilesets of ow_leveld_tilesets, no
 * decompression, no files. Strings must stay until the call returns. */
typedef struct ow_tiled_options {
    ow_tiled_tileset tiles;  /* columns 0: the one of ow_leveld_tilesets */
    ow_tiled_tileset blocks; /* one tile, for impassable cells; columns 0: as above */
    void *context;

    /* Decompresses a layer's data (zlib, RFC 1950, or gzip, RFC 1952) into exactly `size` bytes.
     * Returns false if the data is not that. NULL: compressed layers are rejected. */
    bool (*inflate)(void *context, const void *packed, size_t packed_size, void *cells,
                    size_t size);

    /* Reads the tileset file that a map names, as JSON text (TSJ). Returns false if it cannot be
     * read; that gives a warning if it matters. `release` releases the text. NULL: no files. */
    bool (*read)(void *context, ow_text path, ow_bytes *text);
    void (*release)(void *context, ow_bytes *text);
    uint64_t reserved[8];
} ow_tiled_options;

/* Gives the colour of a tile for which no tileset has one. Never changes between versions.
 *
 * rgb: receives red, green and blue, sRGB.
 * Since 0.1. */
OW_API void ow_leveld_tile_color(uint16_t tile, uint8_t rgb[3]);

/* Makes the default tilesets of a level: tiles in the colours of ow_leveld_tile_color (those that
 * the level uses and some more to paint with), and one tile for impassable cells. Their paths are
 * NULL. The image size is 0 by 0 if it would be unreasonable, as for tiles of 65535 pixels.
 *
 * tiles, blocks: receive the tilesets.
 * Returns OW_OK; OW_BAD_ARGUMENT without a level.
 * Since 0.1. */
OW_API ow_status ow_leveld_tilesets(const ow_leveld_level *level, ow_tiled_tileset *tiles,
                                    ow_tiled_tileset *blocks, ow_error *error);

/* Paints one row of the image of `tiles` from ow_leveld_tilesets.
 *
 * y: row in pixels, from 0 on.
 * rgba: receives 4 * image_width bytes: red, green, blue, alpha.
 * Since 0.1. */
OW_API void ow_leveld_paint_tiles(const ow_tiled_tileset *tiles, uint32_t y, uint8_t *rgba);

/* Paints one row of the image of `blocks` from ow_leveld_tilesets.
 *
 * y: row in pixels, from 0 on.
 * rgba: receives 4 * image_width bytes: red, green, blue, alpha.
 * Since 0.1. */
OW_API void ow_leveld_paint_blocks(const ow_tiled_tileset *blocks, uint32_t y, uint8_t *rgba);

/* Passes a tileset file as events to ow_json_visit (TSJ) or another writer.
 *
 * visit: called for each event.
 * Returns OW_OK; OW_BAD_ARGUMENT without a tileset.
 * Since 0.1. */
OW_API ow_status ow_tiled_trace_tileset(const ow_tiled_tileset *tileset, ow_visitor visit,
                                        void *context, ow_error *error);

/* Passes a level to a visitor as the events of a map. In objects scalars come before lists, and
 * "type" of a layer comes first. Needs memory for blocks that a map cannot show.
 *
 * tiled: may be NULL.
 * visit: called for each event.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_leveld_trace_tiled(const ow_leveld_level *level, const ow_tiled_options *tiled,
                                       const ow_options *options, ow_visitor visit, void *context,
                                       ow_error *error);

/* Writes a level as a map (TMJ).
 *
 * tiled: may be NULL.
 * sink: receives the text.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_leveld_to_tiled(const ow_leveld_level *level, const ow_tiled_options *tiled,
                                    const ow_options *options, const ow_sink *sink,
                                    ow_error *error);

/* Looks at the first members of JSON text to see if it is a map of Tiled. Does not validate it.
 * Returns true if it looks like a map.
 * Since 0.1. */
OW_API bool ow_tiled_is_map(const char *text, size_t size);

/* Reads a level from a map (TMJ). A map that was made from a level becomes that level with the
 * changes made in Tiled. Any other map becomes a level of the newest version.
 *
 * text, size: the JSON, size in bytes.
 * tiled: may be NULL.
 * warn: called for what a level cannot hold, with the JSON Pointer of its first place in the map;
 *   may be NULL.
 * level: receives the level; release it with ow_leveld_free. NULL on failure.
 * Returns OW_OK; OW_BAD_JSON if the text is not JSON or not a map; OW_BAD_VALUE for maps that
 * cannot be a level: not orthogonal, infinite, with templates, or compressed in a way that `tiled`
 * does not decompress.
 * Since 0.1. */
OW_API ow_status ow_leveld_from_tiled(const char *text, size_t size, const ow_tiled_options *tiled,
                                      const ow_options *options, ow_warn warn, void *warn_context,
                                      ow_leveld_level **level, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
