/* LevelD: tile levels (.lvd), versions 0 to 4.
 *
 * Block and field names are those of the published specification, "LevelD File Format
 * Documentation". docs/reference/leveld.md lists where real files differ. All numbers are in host
 * byte order. x and y are in pixels, from the top left corner of the map.
 *
 * Threads: the calls may run at once on different objects, and on the same level if it is const.
 * More in formats.h. */
#ifndef OVERWORLD_LEVELD_H
#define OVERWORLD_LEVELD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Versions that can be read and written. */
#define OW_LEVELD_OLDEST 0
#define OW_LEVELD_NEWEST 4

/* ow_leveld_level.byte_order. Versions 0 and 1 are little-endian, 3 and 4 big-endian, 2 is either.
 * OW_LEVELD_USUAL_ORDER is the order in which games write the version (2: big-endian). Readers set
 * one of the other two. */
#define OW_LEVELD_USUAL_ORDER 0
#define OW_LEVELD_LITTLE      1
#define OW_LEVELD_BIG         2

/* ow_leveld_level.variant: forms that share a version number. */
#define OW_LEVELD_PLAIN      0
#define OW_LEVELD_SHORT_META 1 /* "short-meta", version 0: META without level_id and name */
#define OW_LEVELD_1B         2 /* "1b", version 1: MESH as in version 2 */
#define OW_LEVELD_U64_COUNTS 3 /* "u64-counts", version 3: layer and trigger counts of 64 bits */
#define OW_LEVELD_V4_LAYOUT  4 /* "v4-layout", version 0: big-endian, laid out as version 4 */

/* ow_leveld_block.id. Readers of later versions than 2 treat PLRS, NPCS and ITEM as things. */
#define OW_LEVELD_META 0
#define OW_LEVELD_MESH 1
#define OW_LEVELD_PLRS 2 /* versions 0 to 2, like NPCS and ITEM */
#define OW_LEVELD_NPCS 3
#define OW_LEVELD_ITEM 4
#define OW_LEVELD_THNG 5 /* since version 3 */
#define OW_LEVELD_TRIG 6
#define OW_LEVELD_PATH 7 /* since late version 3 */

/* A cell of the map. The top bit marks an impassable cell, the other bits are the tile's id. */
#define OW_LEVELD_IMPASSABLE 0x8000
#define OW_LEVELD_TILE       0x7fff

/* ow_leveld_trigger.area_type. The reference reader accepts other values too, as areas without a
 * size. */
#define OW_LEVELD_RECTANGLE 0
#define OW_LEVELD_CIRCLE    1

/* "META block". */
typedef struct ow_leveld_meta {
    uint64_t timestamp; /* seconds since 1970 if a game wrote it; 0 from editors */
    ow_text level_id;   /* "id" in the specification; at most 255 bytes, like all text of a level */
    ow_text name;
    ow_text author;
    ow_text description;
} ow_leveld_meta;

/* One layer of the map. The cell at x, y is cells[y * width + x]. */
typedef struct ow_leveld_layer {
    uint32_t cell_count;
    uint16_t *cells;
} ow_leveld_layer;

/* "MESH block": the map. */
typedef struct ow_leveld_mesh {
    uint16_t tile_width, tile_height; /* of a cell, in pixels; versions 0 and 1 have none: 0 */
    uint32_t width;                   /* of the map, in cells */
    /* in cells, since version 3; before it 0: the height is cell_count / width */
    uint32_t height;
    uint32_t layer_count; /* 1 in versions 0 to 2 */
    ow_leveld_layer *layers;
} ow_leveld_mesh;

/* "PLRS", "NPCS" and "ITEM" blocks: where an actor starts. */
typedef struct ow_leveld_actor {
    uint32_t id; /* version 0 has none: 0 */
    uint32_t x, y;
    uint16_t flags;
} ow_leveld_actor;

/* "THNG block": where a thing starts. x and y are the centre of its sprite. */
typedef struct ow_leveld_thing {
    uint32_t id;  /* its kind */
    uint32_t tag; /* connects objects; 0: no connection */
    uint32_t x, y;
    uint32_t layer_id; /* since version 4; 0 before */
    uint16_t flags;
    ow_text metadata;
} ow_leveld_thing;

/* "TRIG block": an area and the action that it triggers. x and y are the top left corner of a
 * rectangle, or the centre of a circle. */
typedef struct ow_leveld_trigger {
    uint32_t x, y;
    uint32_t layer_id;      /* since version 4; 0 before */
    uint8_t area_type;      /* OW_LEVELD_RECTANGLE, OW_LEVELD_CIRCLE */
    uint16_t width, height; /* of a rectangle */
    uint16_t radius;        /* of a circle */
    uint16_t type;          /* what triggers it */
    uint32_t id;            /* the action's id */
    uint32_t tag;
    uint32_t a1, a2, a3, a4, a5; /* the action's arguments */
    ow_text metadata;
} ow_leveld_trigger;

typedef struct ow_leveld_point {
    uint32_t x, y;
    uint32_t value; /* defined by the game, such as a time to wait */
} ow_leveld_point;

/* "PATH block": a route. */
typedef struct ow_leveld_path {
    uint8_t looping; /* not 0: the last point leads back to the first */
    uint32_t tag;
    uint32_t layer_id; /* since version 4; 0 before */
    uint32_t point_count;
    ow_leveld_point *points;
} ow_leveld_path;

/* One block: `id` says which member is set. */
typedef struct ow_leveld_block {
    uint8_t id;
    uint32_t count; /* number of actors, things, triggers or paths */
    union {
        ow_leveld_meta *meta;
        ow_leveld_mesh *mesh;
        ow_leveld_actor *actors; /* PLRS, NPCS, ITEM */
        ow_leveld_thing *things;
        ow_leveld_trigger *triggers;
        ow_leveld_path *paths;
    };
} ow_leveld_block;

/* A level as in its file: blocks in any order, repeated or missing. ow_leveld_view is the level as
 * a game sees it. To build a level, zero it and set its members, or call ow_new. */
typedef struct ow_leveld_level {
    uint16_t version;
    uint8_t byte_order, variant;
    uint32_t block_count;
    ow_leveld_block *blocks;
    void *owner; /* the memory of all members; NULL in a level that the caller built */
    uint64_t reserved[4];
} ow_leveld_level;

/* Reads a level. Writing it again gives the same bytes.
 *
 * bytes, size: the file, size in bytes.
 * level: receives the level; release it with ow_leveld_free. NULL on failure.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_leveld_read(const void *bytes, size_t size, const ow_options *options,
                                ow_leveld_level **level, ow_error *error);

/* Releases a level from ow_leveld_read, ow_leveld_convert or ow_leveld_from_tiled. NULL is
 * allowed.
 * Since 0.1. */
OW_API void ow_leveld_free(ow_leveld_level *level);

/* Writes a level in its own version, byte order and variant.
 *
 * sink: receives the bytes, in order.
 * Returns OW_OK or a write error. The error names the field that cannot be written, such as a name
 * of 300 bytes.
 * Since 0.1. */
OW_API ow_status ow_leveld_write(const ow_leveld_level *level, const ow_options *options,
                                 const ow_sink *sink, ow_error *error);

/* Writes a level in its own version, byte order and variant into memory.
 *
 * buffer: receives the bytes; release it with ow_buffer_free.
 * Returns OW_OK or a write error, as ow_leveld_write.
 * Since 0.1. */
OW_API ow_status ow_leveld_write_buffer(const ow_leveld_level *level, const ow_options *options,
                                        ow_buffer *buffer, ow_error *error);

/* Converts a level to another version or variant. Without a variant in `target`, the result has
 * the usual byte order of the version (big-endian for version 2). From version 2 or older to a
 * newer one, actors become things, as in the reference reader. In the other direction things,
 * triggers and paths are dropped.
 *
 * target: NULL or all zero: a copy in the same version.
 * warn: called for each loss, with the JSON Pointer of its first place; may be NULL.
 * converted: receives a level that shares no memory with `level`; release it with ow_leveld_free.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no such version or variant; OW_BAD_VALUE if the
 * target cannot hold a value.
 * Since 0.1. */
OW_API ow_status ow_leveld_convert(const ow_leveld_level *level, const ow_target *target,
                                   const ow_options *options, ow_warn warn, void *warn_context,
                                   ow_leveld_level **converted, ow_error *error);

/* A level as a game sees it, after the reference reader. Of repeated blocks the last one counts.
 * Actors of PLRS, NPCS and ITEM join the things; a later THNG replaces those before it. */
typedef struct ow_leveld_view {
    const ow_leveld_meta *meta; /* NULL if the level has none */
    const ow_leveld_mesh *mesh;
    uint32_t height; /* of the map, in cells; computed if the version does not store it */
    uint32_t thing_count, trigger_count, path_count;
    const ow_leveld_thing *things;
    const ow_leveld_trigger *triggers;
    const ow_leveld_path *paths;
    void *owner;
    uint64_t reserved[4];
} ow_leveld_view;

/* Makes a view of a level.
 *
 * level: must stay until ow_leveld_view_close, and not be changed.
 * view: receives the view; release it with ow_leveld_view_close.
 * Returns OW_OK; OW_BAD_ARGUMENT without a level.
 * Since 0.1. */
OW_API ow_status ow_leveld_view_open(const ow_leveld_level *level, const ow_options *options,
                                     ow_leveld_view *view, ow_error *error);

/* Releases a view and zeroes it. NULL is allowed. Since 0.1. */
OW_API void ow_leveld_view_close(ow_leveld_view *view);

/* One cell of a map. */
typedef struct ow_leveld_cell {
    uint16_t tile;
    bool impassable;
} ow_leveld_cell;

/* Finds a cell of a map.
 *
 * layer, x, y: from 0 on, in cells.
 * cell: receives the cell.
 * Returns false if the map has no such cell.
 * Since 0.1. */
OW_API bool ow_leveld_cell_at(const ow_leveld_mesh *mesh, uint32_t layer, uint32_t x, uint32_t y,
                              ow_leveld_cell *cell);

/* Changes one field of a level's META block. If there are several META blocks, changes the last
 * one, which counts. If there is none, adds one at the front.
 *
 * level: must own its memory (`owner` is not NULL).
 * field: "timestamp", "level_id", "name", "author" or "description".
 * value: copied; a timestamp is a decimal number.
 * Returns OW_OK; OW_BAD_ARGUMENT, with the level unchanged, if the field or the value is not
 * valid.
 * Since 0.1. */
OW_API ow_status ow_leveld_set_meta(ow_leveld_level *level, const char *field, ow_text value,
                                    ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
