/* Levels for Tiled (mapeditor.org): a LevelD level as a map, and a map as a level.
 *
 * A map is JSON text (TMJ), or the events of it for a program that writes it otherwise. What a level
 * holds and Tiled has no place for stands in custom properties, so that every level comes back byte for
 * byte, also after Tiled itself has opened and saved it; docs/reference/tiled.md has the mapping. The library
 * reads no files and unpacks nothing: a caller lends it both. */
#ifndef OVERWORLD_TILED_H
#define OVERWORLD_TILED_H

#include "leveld.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tileset: an image of tiles, row by row, without space between them. */
typedef struct ow_tiled_tileset {
    uint32_t tile_width, tile_height; /* of a tile, in pixels */
    uint32_t columns, tile_count;
    uint32_t image_width, image_height; /* in pixels */
    const char *image;                  /* the image's path as the map is to name it */
    const char *source; /* the path of the tileset's own file; NULL: it stands in the map */
    uint64_t reserved[4];
} ow_tiled_tileset;

/* What a caller lends to a conversion. All members zero: the tilesets that ow_leveld_tilesets names,
 * nothing to unpack with, no files. Strings last as long as the call. */
typedef struct ow_tiled_options {
    ow_tiled_tileset tiles;  /* columns 0: the one of ow_leveld_tilesets */
    ow_tiled_tileset blocks; /* one tile, which marks impassable cells; the same */
    void *context;

    /* Unpacks a layer's data, zlib's (RFC 1950) or gzip's (RFC 1952), into exactly `size` bytes. False
     * where they are not that. NULL: compressed layers are refused. */
    bool (*inflate)(void *context, const void *packed, size_t packed_size, void *cells,
                    size_t size);

    /* Reads the file of a tileset that a map names, as JSON text (TSJ). False where it cannot be had,
     * which is told as a warning where it matters. `release` gives the text back. NULL: no file can be
     * had. */
    bool (*read)(void *context, ow_text path, ow_bytes *text);
    void (*release)(void *context, ow_bytes *text);
    uint64_t reserved[8];
} ow_tiled_options;

/* The colour of a tile where no tileset says it, in sRGB: the same for ever. */
OW_API void ow_leveld_tile_color(uint16_t tile, uint8_t rgb[3]);

/* The tilesets that a level needs at least: tiles in the colours above, as many as it uses and some
 * more to paint with, and one that marks impassable cells. Their paths are NULL. An image is larger
 * than 0 by 0 only where it has a sensible size: tiles of 65535 pixels have none. */
OW_API ow_status ow_leveld_tilesets(const ow_leveld_level *level, ow_tiled_tileset *tiles,
                                    ow_tiled_tileset *blocks, ow_error *error);

/* Paints row `y` of such a tileset's image into 4 * image_width bytes: red, green, blue and opacity. */
OW_API void ow_leveld_paint_tiles(const ow_tiled_tileset *tiles, uint32_t y, uint8_t *rgba);
OW_API void ow_leveld_paint_blocks(const ow_tiled_tileset *blocks, uint32_t y, uint8_t *rgba);

/* Tells a tileset's own file as events, for ow_json_visit (TSJ) or another writer. */
OW_API ow_status ow_tiled_trace_tileset(const ow_tiled_tileset *tileset, ow_visitor visit,
                                        void *context, ow_error *error);

/* Tells a level as a map: events as of JSON text, scalars of an object before its lists, "type" of a
 * layer first. `tiled` may be NULL. Takes memory for blocks that cannot be seen in a map, see above. */
OW_API ow_status ow_leveld_trace_tiled(const ow_leveld_level *level, const ow_tiled_options *tiled,
                                       const ow_options *options, ow_visitor visit, void *context,
                                       ow_error *error);

/* The same as JSON text (TMJ). */
OW_API ow_status ow_leveld_to_tiled(const ow_leveld_level *level, const ow_tiled_options *tiled,
                                    const ow_options *options, const ow_sink *sink,
                                    ow_error *error);

/* Whether JSON text looks like a map of Tiled: a glance at its first members, not a check. */
OW_API bool ow_tiled_is_map(const char *text, size_t size);

/* Makes a level of a map (TMJ), in memory of its own; give it back with ow_leveld_free. A map that was
 * made from a level becomes that one with what was changed in Tiled; any other becomes one of the newest
 * version. What a level has no place for is told to `warn` (which may be NULL), one sentence a call, with
 * the JSON Pointer of the first place in the map. OW_BAD_JSON where the text is not JSON or not a map's;
 * OW_BAD_VALUE for maps that no level can be: not orthogonal, infinite, with templates, packed in a way
 * that `tiled` does not unpack. */
OW_API ow_status ow_leveld_from_tiled(const char *text, size_t size, const ow_tiled_options *tiled,
                                      const ow_options *options, ow_warn warn, void *warn_context,
                                      ow_leveld_level **level, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
