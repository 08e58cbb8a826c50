/* LevelD: tile levels (.lvd), versions 0 to 4.
 *
 * Block and field names are those of the published specification, "LevelD File Format
 * Documentation". Where real files differ from it, docs/reference/leveld.md says how. All numbers are in host
 * byte order. x and y are pixels, from the top left corner of the map. */
#ifndef OVERWORLD_LEVELD_H
#define OVERWORLD_LEVELD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Versions that are read and written. */
#define OW_LEVELD_OLDEST 0
#define OW_LEVELD_NEWEST 4

/* ow_leveld_level.byte_order. Versions 0 and 1 are little-endian, 3 and 4 big-endian, 2 is either. */
/* 0 is the order in which games write the version (2: big-endian); readers set one of the two below. */
#define OW_LEVELD_USUAL_ORDER 0
#define OW_LEVELD_LITTLE      1
#define OW_LEVELD_BIG         2

/* ow_leveld_level.variant: variants that share a version number. */
#define OW_LEVELD_PLAIN      0
#define OW_LEVELD_SHORT_META 1 /* "short-meta", version 0: META without level_id and name */
#define OW_LEVELD_1B         2 /* "1b", version 1: MESH as in version 2 */
#define OW_LEVELD_U64_COUNTS 3 /* "u64-counts", version 3: layer and trigger counts of 64 bits */
#define OW_LEVELD_V4_LAYOUT  4 /* "v4-layout", version 0: big-endian, laid out as version 4 */

/* ow_leveld_block.id. */
#define OW_LEVELD_META 0
#define OW_LEVELD_MESH 1
#define OW_LEVELD_PLRS 2 /* versions 0 to 2; later readers take them as things */
#define OW_LEVELD_NPCS 3
#define OW_LEVELD_ITEM 4
#define OW_LEVELD_THNG 5 /* since version 3 */
#define OW_LEVELD_TRIG 6
#define OW_LEVELD_PATH 7 /* since late version 3 */

/* A cell of the map: its top bit says that nothing passes, the others are the tile's id. */
#define OW_LEVELD_IMPASSABLE 0x8000
#define OW_LEVELD_TILE       0x7fff

/* ow_leveld_trigger.area_type. Others have been accepted by the reference reader, without a size. */
#define OW_LEVELD_RECTANGLE 0
#define OW_LEVELD_CIRCLE    1

/* "META block". */
typedef struct ow_leveld_meta {
    uint64_t timestamp; /* seconds since 1970 where a game wrote it, 0 from editors */
    ow_text level_id;   /* "id" in the specification; at most 255 bytes, as all text of a level */
    ow_text name;
    ow_text author;
    ow_text description;
} ow_leveld_meta;

/* One layer of the map: the cell at x, y is cells[y * width + x]. */
typedef struct ow_leveld_layer {
    uint32_t cell_count;
    uint16_t *cells;
} ow_leveld_layer;

/* "MESH block": the map. */
typedef struct ow_leveld_mesh {
    uint16_t tile_width,
        tile_height;      /* of a cell, in pixels; 0 in versions 0 and 1, without them */
    uint32_t width;       /* of the map, in cells */
    uint32_t height;      /* since version 3; 0 before, where it is cells / width */
    uint32_t layer_count; /* 1 up to version 2 */
    ow_leveld_layer *layers;
} ow_leveld_mesh;

/* "PLRS", "NPCS" and "ITEM" blocks: where an actor starts. */
typedef struct ow_leveld_actor {
    uint32_t id; /* 0 in version 0, which has none */
    uint32_t x, y;
    uint16_t flags;
} ow_leveld_actor;

/* "THNG block": where a thing starts. x and y are the centre of its sprite. */
typedef struct ow_leveld_thing {
    uint32_t id;  /* its kind */
    uint32_t tag; /* ties objects together; 0 ties none */
    uint32_t x, y;
    uint32_t layer_id; /* since version 4; 0 before */
    uint16_t flags;
    ow_text metadata;
} ow_leveld_thing;

/* "TRIG block": an area and the action that it sets off. x and y are the top left corner of a
 * rectangle, the centre of a circle. */
typedef struct ow_leveld_trigger {
    uint32_t x, y;
    uint32_t layer_id;      /* since version 4; 0 before */
    uint8_t area_type;      /* OW_LEVELD_RECTANGLE, OW_LEVELD_CIRCLE */
    uint16_t width, height; /* of a rectangle */
    uint16_t radius;        /* of a circle */
    uint16_t type;          /* how it is set off */
    uint32_t id;            /* the action */
    uint32_t tag;
    uint32_t a1, a2, a3, a4, a5; /* the action's arguments */
    ow_text metadata;
} ow_leveld_trigger;

typedef struct ow_leveld_point {
    uint32_t x, y;
    uint32_t value; /* free: a time to wait, say */
} ow_leveld_point;

/* "PATH block": a way to walk. */
typedef struct ow_leveld_path {
    uint8_t looping; /* not 0: the last point leads to the first */
    uint32_t tag;
    uint32_t layer_id; /* since version 4; 0 before */
    uint32_t point_count;
    ow_leveld_point *points;
} ow_leveld_path;

/* One block: `id` says which member is set. */
typedef struct ow_leveld_block {
    uint8_t id;
    uint32_t count; /* of actors, things, triggers or paths */
    union {
        ow_leveld_meta *meta;
        ow_leveld_mesh *mesh;
        ow_leveld_actor *actors; /* PLRS, NPCS, ITEM */
        ow_leveld_thing *things;
        ow_leveld_trigger *triggers;
        ow_leveld_path *paths;
    };
} ow_leveld_block;

/* A level as its file has it: blocks in any order, repeated or missing. What a game makes of them is
 * an ow_leveld_view. Zero-initialise one to build a level by program, or get one from
 * ow_leveld_read. */
typedef struct ow_leveld_level {
    uint16_t version;
    uint8_t byte_order, variant;
    uint32_t block_count;
    ow_leveld_block *blocks;
    void *owner; /* the memory behind it all; NULL in a level that the caller built */
    uint64_t reserved[4];
} ow_leveld_level;

/* Reads a level into memory of its own: `bytes` may go away afterwards. On failure *level is NULL and
 * *error says why. `options` may be NULL. Every level that reads is written back byte for byte. */
OW_API ow_status ow_leveld_read(const void *bytes, size_t size, const ow_options *options,
                                ow_leveld_level **level, ow_error *error);

/* Gives a level from ow_leveld_read or ow_leveld_convert back. NULL is fine. */
OW_API void ow_leveld_free(ow_leveld_level *level);

/* Writes a level in its own version, byte order and variant, through a sink or into memory. The error
 * says which field cannot be written (a name of 300 bytes, say). */
OW_API ow_status ow_leveld_write(const ow_leveld_level *level, const ow_options *options,
                                 const ow_sink *sink, ow_error *error);
OW_API ow_status ow_leveld_write_buffer(const ow_leveld_level *level, const ow_options *options,
                                        ow_buffer *buffer, ow_error *error);

/* Makes a copy of `level` in another version, in the byte order that the version has (big-endian for
 * version 2), unless `target` names another variant. What cannot be carried is told to `warn`, one
 * sentence a call, with the JSON Pointer of the first place (warn may be NULL). Up from version 2
 * actors become things, as the reference reads them; down to it, things, triggers and paths are
 * dropped. The copy shares no memory with `level`. `target`
 * NULL or all zero: a copy as it is. */
OW_API ow_status ow_leveld_convert(const ow_leveld_level *level, const ow_target *target,
                                   const ow_options *options, ow_warn warn, void *warn_context,
                                   ow_leveld_level **converted, ow_error *error);

/* A level as a game sees it, after the reference reader: of repeated blocks the last one wins; actors
 * of PLRS, NPCS and ITEM join the things, those that stood before a later THNG are replaced by it. */
typedef struct ow_leveld_view {
    const ow_leveld_meta *meta; /* NULL where the level has none */
    const ow_leveld_mesh *mesh;
    uint32_t height; /* of the map, in cells: counted where the version does not store it */
    uint32_t thing_count, trigger_count, path_count;
    const ow_leveld_thing *things;
    const ow_leveld_trigger *triggers;
    const ow_leveld_path *paths;
    void *owner;
    uint64_t reserved[4];
} ow_leveld_view;

/* Makes a view of a level, which must outlive it. Give it back with ow_leveld_view_close. */
OW_API ow_status ow_leveld_view_open(const ow_leveld_level *level, const ow_options *options,
                                     ow_leveld_view *view, ow_error *error);

/* Gives a view back and zeroes it. NULL is fine. */
OW_API void ow_leveld_view_close(ow_leveld_view *view);

/* One cell of a map. */
typedef struct ow_leveld_cell {
    uint16_t tile;
    bool impassable;
} ow_leveld_cell;

/* The cell at x, y of a layer; false where the map has none there. */
OW_API bool ow_leveld_cell_at(const ow_leveld_mesh *mesh, uint32_t layer, uint32_t x, uint32_t y,
                              ow_leveld_cell *cell);

/* Changes one field of the level's META: "timestamp" (a number in decimal), "level_id", "name",
 * "author" or "description". It changes the block that counts, the last one; a level without META
 * gets one in front. The text is copied. The error (OW_BAD_ARGUMENT, the level unchanged) says what
 * is wrong with the field or the value. Only for a level that the library made: one that the program
 * built has no memory of its own (`owner` is NULL). */
OW_API ow_status ow_leveld_set_meta(ow_leveld_level *level, const char *field, ow_text value,
                                    ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
