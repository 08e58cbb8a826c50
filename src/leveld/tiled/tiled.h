/* Declarations that the writer and the reader of Tiled's maps share: names of properties, what a
 * map shows of a level, how Tiled rounds. docs/reference/tiled.md describes the same for users. */
#ifndef OW_SRC_LEVELD_TILED_TILED_H
#define OW_SRC_LEVELD_TILED_TILED_H

#include "../leveld.h"

#include <overworld/tiled.h>

/* Properties of the map. Those of META have the names of its fields. */
#define PROPERTY_VERSION    "leveld_version"
#define PROPERTY_ORDER      "leveld_byte_order"
#define PROPERTY_VARIANT    "leveld_variant"
#define PROPERTY_BLOCKS     "leveld_blocks"     /* the ids of the level's blocks, in order */
#define PROPERTY_BLOCK      "leveld_block_"     /* with an index: a block's bytes in base64 */
#define PROPERTY_TILE_SIZE  "leveld_tile_size"  /* "width height", if Tiled cannot store it */
#define PROPERTY_LEFT_CELLS "leveld_left_cells" /* cells of an incomplete last row */
#define PROPERTY_LAYER      "leveld_layer"      /* of a tile layer: the level's layer */
#define PROPERTY_CELLS      "leveld_cells"      /* of a tile layer: what it shows of cells */
#define CELLS_TILES         "tiles"
#define CELLS_BLOCKS        "blocks"
#define PROPERTY_GROUP      "leveld_block" /* of an object layer: the index of its block */
#define BASE64_SUFFIX       "_base64"

/* The name of the tileset that marks impassable cells. */
#define BLOCKS_TILESET "blocks"

enum {
    USUAL_TILE = 16,     /* pixels of a tile if the level does not state it: Tiled has no size 0 */
    MOST_LAYERS = 1024,  /* of a level, shown as layers in Tiled */
    MOST_SIDE = 1 << 20, /* cells on a side of the map, so that Tiled can represent its pixels */
    MAP_VERSION = 4,     /* of the level that a map from another program becomes */
    TEXT_ROOM = 255      /* bytes that any text field of a level can hold */
};

/* By block id: the colour of its objects; NULL: it has no objects. Their type is their name in
 * leveld_words, and their layer has its plural. */
extern const char *const tiled_colors[LEVELD_BLOCK_IDS];

/* Finds which blocks of a level a map shows: those that a game uses, if Tiled can represent them.
 * Others are stored as their bytes. */
struct leveld_last tiled_find_shown(const ow_leveld_level *level);

/* The height of a map in Tiled; 0 if Tiled cannot show it. */
uint32_t tiled_height(const ow_leveld_level *level, const ow_leveld_mesh *mesh);

/* Whether Tiled's JSON and XML preserve a text: UTF-8 without control characters and without
 * characters that XML excludes. */
bool tiled_keeps_text(ow_text text);

/* Coordinates from here on, and from its negative down, lose digits in Tiled's XML. */
enum { FIRST_ROUNDED = 1000000 };

/* Whether a value of a map, in thousandths, may be an integer as Tiled writes it: exactly, or
 * rounded to the six digits of its XML. */
bool tiled_may_be(int64_t thousandths, int64_t exact);

#endif
