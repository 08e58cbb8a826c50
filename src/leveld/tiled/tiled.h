/* What the writer and the reader of Tiled's maps share: names of properties, what a map shows of a
 * level, how Tiled rounds. docs/reference/tiled.md tells the same to people. */
#ifndef OW_SRC_LEVELD_TILED_TILED_H
#define OW_SRC_LEVELD_TILED_TILED_H

#include "../leveld.h"

#include <overworld/tiled.h>

/* Properties of the map; those of META have the names of its fields. */
#define PROPERTY_VERSION    "leveld_version"
#define PROPERTY_ORDER      "leveld_byte_order"
#define PROPERTY_VARIANT    "leveld_variant"
#define PROPERTY_BLOCKS     "leveld_blocks"     /* the ids of the level's blocks, in order */
#define PROPERTY_BLOCK      "leveld_block_"     /* and an index: a block's bytes, in base64 */
#define PROPERTY_TILE_SIZE  "leveld_tile_size"  /* "width height", where Tiled cannot have it */
#define PROPERTY_LEFT_CELLS "leveld_left_cells" /* those beyond the last whole row */
#define PROPERTY_LAYER      "leveld_layer"      /* of a tile layer: which one of the level */
#define PROPERTY_CELLS      "leveld_cells"      /* of a tile layer: what it has of its cells */
#define CELLS_TILES         "tiles"
#define CELLS_BLOCKS        "blocks"
#define PROPERTY_GROUP      "leveld_block" /* of an object layer: the index of its block */
#define BASE64_SUFFIX       "_base64"

/* The name that tells the tileset of impassable cells from others. */
#define BLOCKS_TILESET "blocks"

enum {
    USUAL_TILE = 16,     /* pixels of a tile where a level does not say it: Tiled has none of 0 */
    MOST_LAYERS = 1024,  /* of a level that are shown as layers in Tiled */
    MOST_SIDE = 1 << 20, /* cells of a side of the map, so that its pixels are numbers to Tiled */
    MAP_VERSION = 4,     /* of the level that a foreign map becomes */
    TEXT_ROOM = 255      /* bytes that any text of a level has room for */
};

/* By block id: the colour of its objects; NULL: it has none. Their type is their name in leveld_words, their
 * layer is called as several of them are. */
extern const char *const tiled_colors[LEVELD_BLOCK_IDS];

/* Which blocks of a level a map shows: those that count for a game, as Tiled can have them. Others
 * travel as their bytes. */
struct leveld_last tiled_find_shown(const ow_leveld_level *level);

/* How high a map is that Tiled can show; 0 where it cannot. */
uint32_t tiled_height(const ow_leveld_level *level, const ow_leveld_mesh *mesh);

/* Whether text comes through Tiled's JSON and XML as it is: UTF-8 without control characters and what
 * XML does not have. */
bool tiled_keeps_text(ow_text text);

/* Coordinates from here on, and down from its negative, lose digits in Tiled's XML. */
enum { FIRST_ROUNDED = 1000000 };

/* Whether what stands in a map, in thousandths, is a whole number as Tiled writes it: exactly, or with
 * the six digits of its XML. */
bool tiled_may_be(int64_t thousandths, int64_t exact);

#endif
