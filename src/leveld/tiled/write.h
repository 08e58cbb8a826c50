/* Writes a level as a Tiled map: declarations that the parts of the writer share. */
#ifndef OW_SRC_LEVELD_TILED_WRITE_H
#define OW_SRC_LEVELD_TILED_WRITE_H

#include "fields.h"

#include "../../base/emit.h"

struct tiled_writer {
    struct emitter emit;
    const ow_leveld_level *level;
    struct leveld_last shown;
    struct tiled_fields fields;
    ow_tiled_tileset tiles, blocks;
    uint32_t grid_width, grid_height; /* of the map, in pixels */
    uint32_t blocks_gid;              /* gid that marks an impassable cell; tiles begin at 1 */
    uint32_t next_layer, next_object;
    uint32_t block, record; /* of the current object */
    ow_options options;
    struct arena arena; /* for values that must be converted, reset after each */
    ow_status status;
};

/* Whether the map shows a block: a game uses it, and the map can store all its fields. */
bool tiled_is_shown(const struct tiled_writer *writer, uint32_t block);

/* The MESH that the map shows; NULL if it shows none. */
const ow_leveld_mesh *tiled_shown_mesh(const struct tiled_writer *writer);

void tiled_write_string_property(struct tiled_writer *writer, const char *name, const char *value);

/* A number of a level; a string if it exceeds Tiled's int. */
void tiled_write_property(struct tiled_writer *writer, const char *name, uint32_t value);

/* Text of a level; base64, with a suffix to the name, if Tiled would change it. */
void tiled_write_text_property(struct tiled_writer *writer, const char *name, ow_text text);
void tiled_write_base64_property(struct tiled_writer *writer, const char *name,
                                 const uint8_t *bytes, size_t size);

/* The common beginning of all layers. */
void tiled_begin_layer(struct tiled_writer *writer, const char *type, const char *name);

void tiled_choose_tilesets(struct tiled_writer *writer, const ow_tiled_options *tiled);
void tiled_write_tilesets(struct tiled_writer *writer);
void tiled_write_tile_layers(struct tiled_writer *writer);
void tiled_write_objects(struct tiled_writer *writer, uint32_t block);

/* The properties of an object for the added fields of its record. */
void tiled_write_added(struct tiled_writer *writer, uint32_t block, uint32_t record);

/* ow_leveld_trace_tiled with added fields; NULL: those of the layout. */
ow_status tiled_trace(const ow_leveld_level *level, const ow_tiled_options *tiled,
                      const struct tiled_fields *fields, const ow_options *options,
                      ow_visitor visit, void *context, ow_error *error);

#endif
