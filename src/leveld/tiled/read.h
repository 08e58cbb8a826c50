/* A map of Tiled on its way to a level: what the parts of the reader share.
 *
 * The map is gone through twice: to count what becomes of it, so that memory is taken once, and to fill
 * that. */
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
    struct added_value *next; /* of the same block, in the order of its records */
    uint32_t record;
    const char *field; /* as tiled_added_field names it */
    const char *at;    /* the property's value */
    bool base64;
    char pointer[PLACE_ROOM + 32]; /* of the property */
};

/* A block of the level to be. */
struct planned {
    ow_leveld_block block;
    struct added_value *added, *last_added;
    const char *bytes; /* the property that holds them, where the map does not show it */
    uint32_t filled;   /* records so far */
};

/* A tile layer of the map. */
struct tile_layer {
    const char *at;
    bool blocks;    /* marks what is impassable */
    uint32_t was;   /* the level's layer that it was made from; NO_LAYER */
    uint32_t index; /* of the layer that it becomes or belongs to; NO_LAYER */
    bool taken;     /* tiles: its marks are found */
    char place[PLACE_ROOM];
};

struct tileset {
    uint32_t first; /* the gid of its first tile */
    bool blocks;
    int64_t base; /* what is added to a gid to make it a tile of a level */
};

struct tiled_reader {
    struct json_walk walk;
    const ow_tiled_options *tiled;
    ow_options options;
    struct arena arena, scratch, data; /* the level; the reading; one layer */
    struct losses losses;
    struct tiled_fields fields;
    bool has_fields, has_added; /* they are found, and some object has one */
    ow_error *error;
    ow_status status;

    ow_leveld_level level;
    struct planned *plan;
    uint32_t plan_count;                      /* of blocks that the map says the level had */
    bool has_list;                            /* it does say */
    struct planned *last[OW_LEVELD_PATH + 1]; /* by id: the last one that the map shows */
    struct planned added[OW_LEVELD_PATH + 1]; /* by id: blocks that are new */
    bool is_added[OW_LEVELD_PATH + 1];
    ow_leveld_meta meta;
    bool has_meta;
    uint32_t width, height, tile_width, tile_height; /* of the map */
    bool no_tile_width, no_tile_height;              /* the level has 0 */
    const char *left_cells;

    struct tileset *tilesets;
    struct tileset_file **files; /* those that were read: file_buckets lists, a power of two */
    uint32_t file_buckets;
    uint64_t file_bytes;      /* read so far */
    uint32_t unread_tilesets; /* whose files cannot be had */
    char unread_tileset[PLACE_ROOM];
    uint32_t tileset_count;
    struct tile_layer *tile_layers;
    uint32_t tile_layer_count, layer_count;
    uint32_t tile_layer_room;
    bool filling; /* the second pass */
};

/* A number of thousandths: 0 if the member is missing. Refuses what is not a number. */
bool tiled_number(struct tiled_reader *reader, const struct member *member, const char *place,
                  int64_t *value);

/* Ends the reading: the map cannot be a level, for what stands at the pointer. Returns false. */
bool tiled_refuse(struct tiled_reader *reader, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* The same where memory ends. */
bool tiled_no_memory(struct tiled_reader *reader, const struct arena *arena);

/* Text of a property in the level's memory; `base64`: it stands for bytes. */
bool tiled_take_text(struct tiled_reader *reader, const char *at, const char *pointer, bool base64,
                     ow_text *text);

/* The same for text of a level, which is short. */
bool tiled_take_short_text(struct tiled_reader *reader, const char *at, const char *pointer,
                           bool base64, ow_text *text);

/* Tells how far the reading is; false where the caller wants no more. */
bool tiled_go_on(struct tiled_reader *reader, const char *at);

/* What the level cannot have. Told in the second pass. */
void tiled_warn(struct tiled_reader *reader, const char *words, const char *pointer);

/* A number of a property; what is none of `most` at most is told, and 0. */
uint32_t tiled_take_number(struct tiled_reader *reader, const char *at, uint32_t most,
                           const char *pointer);

/* Whether a name is `name`, or that with a suffix which says that base64 follows. */
bool tiled_is_text_property(const struct json_token *name, const char *text, bool *base64);

/* Whether the level's version has such a block, and what to say where it has not. */
bool tiled_has_block(const struct tiled_reader *reader, unsigned id);

/* The block that objects of a kind go to: the one that the map's layer was made from, where it is one of
 * theirs, or the last one, or a new one. NULL: the version has none. */
struct planned *tiled_block_for(struct tiled_reader *reader, unsigned id, uint32_t group);

/* Puts the values of added fields in their places: the level as JSON, with those values, is read again. */
bool tiled_read_added(struct tiled_reader *reader, ow_leveld_level **level);

/* ow_leveld_from_tiled with added fields; NULL: those that the layout has. */
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

/* The blocks of the level: memory for what was counted, and in the end all of them in order. */
bool tiled_plan_records(struct tiled_reader *reader);
bool tiled_finish_blocks(struct tiled_reader *reader);

/* The data of a layer as numbers, `count` of them, in scratch memory. */
bool tiled_take_data(struct tiled_reader *reader, const struct member *data,
                     const struct member *encoding, const struct member *compression,
                     uint64_t count, const char *place, uint32_t **gids);

/* What a gid stands for: a tile of a level, and whether it is one of the marks for what is impassable.
 * False for a cell without a tile. */
bool tiled_tile_of(struct tiled_reader *reader, uint32_t gid, const char *pointer, uint16_t *tile,
                   bool *block);

#endif
