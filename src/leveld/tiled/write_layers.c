/* The cells of a level as tile layers. Each layer becomes one layer of tiles and one of marks on
 * impassable cells. Whether a cell is impassable does not depend on its tile. */
#include "write.h"

#include <stdio.h>

enum { NAME_ROOM = 32, FIRST_GID = 1 };

/* In the lowest layer, tile 0 is a tile like any other. In the layers above, levels use it for
 * nothing, so it becomes an empty cell in Tiled, which is read as tile 0 again. */
static uint32_t gid_of_tile(uint16_t cell, uint32_t layer)
{
    uint16_t tile = cell & OW_LEVELD_TILE;
    return tile == 0 && layer > 0 ? 0 : tile + (uint32_t)FIRST_GID;
}

static void write_layer(struct tiled_writer *writer, const ow_leveld_mesh *mesh, uint32_t index,
                        bool blocks)
{
    struct emitter *emit = &writer->emit;
    const ow_leveld_layer *layer = &mesh->layers[index];
    uint32_t height = tiled_height(writer->level, mesh), count = mesh->width * height;
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "%s %u", blocks ? CELLS_BLOCKS : CELLS_TILES, (unsigned)index);
    tiled_begin_layer(writer, "tilelayer", name);
    emit_integer(emit, "width", mesh->width);
    emit_integer(emit, "height", height);
    emit_integer(emit, "x", 0);
    emit_integer(emit, "y", 0);
    emit_integer(emit, "opacity", 1);
    emit_boolean(emit, "visible", true);
    emit_begin_array(emit, "properties", 2);
    tiled_write_string_property(writer, PROPERTY_CELLS, blocks ? CELLS_BLOCKS : CELLS_TILES);
    tiled_write_property(writer, PROPERTY_LAYER, index);
    emit_end_array(emit);
    emit_begin_array(emit, "data", count);
    for (uint32_t i = 0; i < count; i++) {
        uint16_t cell = layer->cells[i];
        uint32_t mark = cell & OW_LEVELD_IMPASSABLE ? writer->blocks_gid : 0;
        emit_integer(emit, NULL, blocks ? mark : gid_of_tile(cell, index));
    }
    emit_end_array(emit);
    emit_end_object(emit);
}

void tiled_write_tile_layers(struct tiled_writer *writer)
{
    const ow_leveld_mesh *mesh = tiled_shown_mesh(writer);
    for (uint32_t i = 0; i < mesh->layer_count; i++) {
        write_layer(writer, mesh, i, false);
        write_layer(writer, mesh, i, true);
    }
}
