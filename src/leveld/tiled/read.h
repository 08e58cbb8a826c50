/* Reads a Tiled map as a level: declarations that the parts of the reader share.
 *
 * The reader goes through the map twice: first to count, so that memory is allocated once, and then
 * to fill it. */
#ifndef OW_SRC_LEVELD_TILED_READ_H
#define OW_SRC_LEVELD_TILED_READ_H

#include "fields.h"
#include "properties.h"
#include "tiled.h"

#include "../../base/error.h"
#include "../../codec/losses.h"

enum { PLACE_ROOM = 96, MOST_TILE_LAYERS = 4096 };
#define NO_LAYER UINT32_MAX

#define UNKNOWN_PROPERTIES "custom properties that a level has no place for"

/* A property of an object that stands for an added field. */
struct added_value {
    struct added_value *next; /* of the same block, in the order of records */
    uint32_t record;
    const char *field; /* named by tiled_added_field */
    const char *at;    /* the property's value */
    bool base64;
    char pointer[PLACE_ROOM + 32]; /* of the property */
};

/* A planned block of the level. */
struct planned {
    ow_leveld_block block;
    struct added_value *added, *last_added;
    const char *bytes; /* the property with its bytes, if the map does not show it */
    uint32_t filled;   /* records so far */
};

/* A tile layer of the map. */
struct tile_layer {
    const char *at;
    bool blocks;    /* has marks on impassable cells */
    uint32_t was;   /* the level's layer that it was made from, or NO_LAYER */
    uint32_t index; /* of the level's layer that it becomes or belongs to, or NO_LAYER */
    bool taken;     /* of a layer with tiles: its marks have been found */
    char place[PLACE_ROOM];
};

struct tileset {
    uint32_t first; /* the gid of its first tile */
    bool blocks;
    int64_t base; /* difference between a tile of the level and its gid */
};

struct tiled_reader {
    struct json_walk walk;
    const ow_tiled_options *tiled;
    ow_options options;
    struct arena arena, scratch, data; /* the level; the reading; one layer */
    struct losses losses;
    struct tiled_fields fields;
    bool has_fields, has_added; /* fields have been found; some object has an added field */
    ow_error *error;
    ow_status status;

    ow_leveld_level level;
    struct planned *plan;
    uint32_t plan_count;                      /* blocks in the map's list of the level's blocks */
    bool has_list;                            /* the map has that list */
    struct planned *last[OW_LEVELD_PATH + 1]; /* by id: the last block that the map shows */
    struct planned added[OW_LEVELD_PATH + 1]; /* by id: new blocks */
    bool is_added[OW_LEVELD_PATH + 1];
    ow_leveld_meta meta;
    bool has_meta;
    uint32_t width, height, tile_width, tile_height; /* of the map */
    bool no_tile_width, no_tile_height;              /* the level's size is 0 */
    const char *left_cells;

    struct tileset *tilesets;
    /* those that were read, as a hash table of file_buckets lists, a power of two */
    struct tileset_file **files;
    uint32_t file_buckets;
    uint64_t file_bytes;      /* read so far */
    uint32_t unread_tilesets; /* files that could not be read */
    char unread_tileset[PLACE_ROOM];
    uint32_t tileset_count;
    struct tile_layer *tile_layers;
    uint32_t tile_layer_count, layer_count;
    uint32_t tile_layer_room;
    bool filling; /* the second pass */
};

/* Reads a number in thousandths; 0 if the member is missing. Refuses other types. */
bool tiled_number(struct tiled_reader *reader, const struct member *member, const char *place,
                  int64_t *value);

/* Stops: the map cannot become a level, because of the value at the pointer. Returns false. */
bool tiled_refuse(struct tiled_reader *reader, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* The same if memory runs out. */
bool tiled_no_memory(struct tiled_reader *reader, const struct arena *arena);

/* Copies a property's text to the level's memory; `base64`: it encodes bytes. */
bool tiled_take_text(struct tiled_reader *reader, const char *at, const char *pointer, bool base64,
                     ow_text *text);

/* The same for text of a level, which is short. */
bool tiled_take_short_text(struct tiled_reader *reader, const char *at, const char *pointer,
                           bool base64, ow_text *text);

/* Reports progress. Returns false if the caller cancels. */
bool tiled_go_on(struct tiled_reader *reader, const char *at);

/* Warns about a value that the level cannot hold. Only in the second pass. */
void tiled_warn(struct tiled_reader *reader, const char *words, const char *pointer);

/* A property's number. If it is not a number up to `most`, warns and returns 0. */
uint32_t tiled_take_number(struct tiled_reader *reader, const char *at, uint32_t most,
                           const char *pointer);

/* Whether a name is `name`, or `name` with the suffix for base64. */
bool tiled_is_text_property(const struct json_token *name, const char *text, bool *base64);

/* Whether a block with this id can be in the level: because of its version, or because it is
 * already there. */
bool tiled_has_block(const struct tiled_reader *reader, unsigned id);

/* The block for objects of a kind: the block that the map's layer was made from if it fits, else
 * the last one, else a new one. NULL: the version has none. */
struct planned *tiled_block_for(struct tiled_reader *reader, unsigned id, uint32_t group);

/* Stores the values of added fields: writes the level as JSON with those values and reads it
 * again. */
bool tiled_read_added(struct tiled_reader *reader, ow_leveld_level **level);

/* ow_leveld_from_tiled with added fields; NULL: those of the layout. */
ow_status tiled_read(const char *text, size_t size, const ow_tiled_options *tiled,
                     const struct tiled_fields *fields, const ow_options *options, ow_warn warn,
                     void *warn_context, ow_leveld_level **level, ow_error *error);

bool tiled_read_map_properties(struct tiled_reader *reader, const char *at);
bool tiled_read_tilesets(struct tiled_reader *reader, const char *at);
bool tiled_read_layers(struct tiled_reader *reader, const char *at, const char *place,
                       unsigned depth);
bool tiled_read_objects(struct tiled_reader *reader, const char *at, uint32_t group,
                        const char *place);
bool tiled_pair_tile_layers(struct tiled_reader *reader);
bool tiled_read_cells(struct tiled_reader *reader);

/* The blocks of the level: allocates memory for the counted records, and in the end puts all blocks
 * in order. */
bool tiled_plan_records(struct tiled_reader *reader);
bool tiled_finish_blocks(struct tiled_reader *reader);

/* Reads the data of a layer as `count` numbers, in scratch memory. */
bool tiled_take_data(struct tiled_reader *reader, const struct member *data,
                     const struct member *encoding, const struct member *compression,
                     uint64_t count, const char *place, uint32_t **gids);

/* Converts a gid: to a tile of the level, or to a mark for impassable cells. Returns false for a
 * cell without a tile. */
bool tiled_tile_of(struct tiled_reader *reader, uint32_t gid, const char *pointer, uint16_t *tile,
                   bool *block);

#endif
